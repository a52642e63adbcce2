/**
 * What dmf.json must say before a second view of the register is crawled.
 *
 * Second views are off: a whole list more is asked of the publisher, and an OpenAPI needs a key. The
 * key is never printed, whatever is wrong with it.
 *
 * @module
 */

import { ConfigurationError, unreadable } from "./configuration_error.ts";
import type { SelectorSpec, SpecKind } from "./selector_spec.ts";

/** What dmf.json says of one source. */
export interface SourceSettings {
  readonly origin?: string;
  /** Path of the list, where it is not the first that the spec names. */
  readonly path?: string;
  /** Key of an OpenAPI as it was issued. */
  readonly key?: string;
}

/** A spec of any kind, as far as its settings go. */
type SpecAt = Pick<SelectorSpec, "source" | "origin"> & { readonly kind?: SpecKind | "board" };

/** Shorter texts are no keys, and would be found in any answer. */
const SHORTEST_KEY = 16;

/**
 * Returns the key that requests to a source carry, decoded; `null` for a source that has none.
 *
 * data.go.kr hands out a key twice, encoded and decoded; either may stand in dmf.json.
 *
 * @throws {ConfigurationError} where dmf.json does not name a second view, or its key is missing.
 */
export function keyFor(
  spec: SpecAt,
  settings: SourceSettings | undefined,
  file: string,
): string | null {
  const { kind = "html-list" } = spec;
  switch (kind) {
    case "html-list":
      return null;
    case "xlsx":
      if (settings === undefined) throw switchedOff(file, spec);
      return null;
    case "board":
      if (settings === undefined) throw boardsOff(file, spec);
      return null;
    case "openapi":
      if (settings?.key === undefined) throw withoutKey(file, spec);
      return decoded(settings.key, file, spec);
  }
}

function decoded(given: string, file: string, { source }: SpecAt): string {
  const key = given.trim();
  const once = key.includes("%") ? maybeDecoded(key) : key;
  if (once !== null && once.length >= SHORTEST_KEY && !/\s/.test(once)) return once;
  throw unreadable(file, {
    ko: `"sources.${source}.key" 값은 data.go.kr에서 발급한 인증키 그대로여야 합니다` +
      `(길이 ${key.length}자).`,
    en: `"sources.${source}.key" must be the key as data.go.kr issued it, ` +
      `found ${key.length} characters that are none`,
  });
}

function maybeDecoded(key: string): string | null {
  try {
    return decodeURIComponent(key);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function withoutKey(file: string, { source, origin }: SpecAt): ConfigurationError {
  const { host } = new URL(origin);
  return new ConfigurationError({
    ko: `"${source}" 출처를 수집하려면 "${file}" 파일에 "sources": {"${source}": ` +
      `{"key": "…"}}처럼 data.go.kr 인증키를 적고, "${host}" 접속이 허용되도록 ` +
      '"deno task compile --openapi"로 만든 프로그램을 쓰십시오.',
    en: `Cannot crawl "${source}" without a key: add "sources": {"${source}": {"key": "…"}} with ` +
      `your key of data.go.kr to "${file}", and use a program made with ` +
      `"deno task compile --openapi", which may reach "${host}"`,
  });
}

function boardsOff(file: string, { source, origin }: SpecAt): ConfigurationError {
  const { host } = new URL(origin);
  return new ConfigurationError({
    ko: `"${source}" 출처는 꺼져 있습니다. "${host}" 게시판의 공지도 보려면 "${file}" 파일에 ` +
      `"sources": {"${source}": {}} 항목을 적으십시오.`,
    en: `"${source}" is switched off, because it asks another host, "${host}": add ` +
      `"sources": {"${source}": {}} to "${file}" to switch it on`,
  });
}

function switchedOff(file: string, { source }: SpecAt): ConfigurationError {
  return new ConfigurationError({
    ko:
      `"${source}" 출처는 꺼져 있습니다. 목록 전체를 한 번 더 받는 일이므로, 필요하면 "${file}" ` +
      `파일에 "sources": {"${source}": {}} 항목을 적으십시오.`,
    en: `"${source}" is switched off, because it asks for the whole list once more: add ` +
      `"sources": {"${source}": {}} to "${file}" to switch it on`,
  });
}
