/**
 * A document as it is given: a line of JSON, or a file.
 *
 * A mistake is a value with its reason, never an exception: one bad line must not end a run of a million.
 * What follows from a document is decided in `collection.ts`.
 *
 * @module
 */

import { digestOf } from "../digest.ts";
import type { InstantText } from "../model.ts";
import { jsonMistake } from "../json_text.ts";
import type { Sentence } from "../refusal.ts";
import type { CanonicalUrl } from "./canonical_url.ts";
import type { SeenEntry } from "./corpus_record.ts";
import { mistakeIn, mistakeInMore } from "./document_mistakes.ts";

/** A document to be taken in. */
export interface GivenDocument {
  /** What its page is told apart by: canonical URL, `file:PATH`, `id:ID` or `text:SHA-256`. */
  readonly key: string;
  /** The URL, path or id as it was given. */
  readonly given: string;
  /** Rules of the URL policy that made `key` of `given`. */
  readonly rules: readonly string[];
  /** `null` where the answer had none, as 304. */
  readonly text: string | null;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Conditional headers that the request carried; `null` where that was not said. */
  readonly asked: Readonly<Record<string, string>> | null;
  readonly finalUrl: string | null;
  readonly fetchedAt: InstantText | null;
  readonly title: string | null;
  /** Whatever else was given. */
  readonly more: Readonly<Record<string, unknown>> | null;
  /** Size and time of the file that it is; `null` where it is none. */
  readonly stamp: number | null;
  /** Number of the folder that the file is in. */
  readonly root: number | null;
}

/** A document, or why it is none. */
export type Given =
  | { readonly kind: "document"; readonly document: GivenDocument }
  | { readonly kind: "bad"; readonly why: Sentence };

/** What a reader has to know to read documents. */
export interface Naming {
  /** Makes the canonical form of a URL. */
  readonly toKey: (url: string) => CanonicalUrl;
  /** Now, ms since 1970. */
  readonly now: () => number;
}

/** Reads one line of JSON. */
export function readDocument(line: string, { toKey, now }: Naming): Given {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return bad(noJson(line));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return bad({ ko: "JSON 객체({ … })가 아닙니다", en: "it is no JSON object { … }" });
  }
  const { url, id, text, status, headers, requestHeaders, finalUrl, fetchedAt, title, ...more } =
    value as Record<string, unknown>;
  const mistake = mistakeIn({ url, id, text, status, headers, requestHeaders, finalUrl, title }) ??
    mistakeInMore(more);
  if (mistake !== null) return bad(mistake);
  const at = fetchedAt === undefined ? null : readTime(fetchedAt, now);
  if (at !== null && typeof at !== "string") return bad(at);
  const name = nameOf({ url, id, text }, toKey);
  if (name.kind === "bad") return name;
  const code = status as number | undefined ?? 200;
  if (code === 200 && text === undefined) {
    return bad({ ko: '"text" 키가 없습니다', en: '"text" is missing' });
  }
  return {
    kind: "document",
    document: {
      ...name,
      text: text === undefined ? null : (text as string).toWellFormed(),
      status: code,
      headers: lowerCase(headers ?? {}),
      asked: requestHeaders === undefined ? null : lowerCase(requestHeaders as object),
      finalUrl: finalUrl as string | undefined ?? null,
      fetchedAt: at,
      title: title as string | undefined ?? null,
      more: Object.keys(more).length === 0 ? null : more,
      stamp: null,
      root: null,
    },
  };
}

/** Where a line departs from JSON. */
function noJson(line: string): Sentence {
  const mistake = jsonMistake(line);
  if (mistake === null) return { ko: "JSON이 아닙니다", en: "it is not JSON" };
  const { at, what } = mistake;
  const column = [...line.slice(0, at)].length + 1;
  return {
    ko: `JSON이 아닙니다(${column}번째 글자: ${what.ko.replace(/\.$/, "")})`,
    en: `it is not JSON: column ${column}: ${what.en}`,
  };
}

/** The keys of an entry that say how a page was called. */
export function spelling({ given, key, rules }: GivenDocument): Pick<SeenEntry, "given" | "rules"> {
  return {
    ...(given === key ? {} : { given }),
    ...(rules.length === 0 ? {} : { rules }),
  };
}

/** The keys of an entry that repeat what was given with a document. */
export function described(
  { status, finalUrl, title, more, stamp, root }: GivenDocument,
): Pick<SeenEntry, "status" | "finalUrl" | "title" | "more" | "stamp" | "root"> {
  return {
    ...(status === 200 ? {} : { status }),
    ...(finalUrl === null ? {} : { finalUrl }),
    ...(title === null ? {} : { title }),
    ...(more === null ? {} : { more }),
    ...(stamp === null ? {} : { stamp }),
    ...(root === null ? {} : { root }),
  };
}

function bad(why: Sentence): Given & { readonly kind: "bad" } {
  return { kind: "bad", why };
}

type Name = Pick<GivenDocument, "key" | "given" | "rules"> & { readonly kind: "named" };

function nameOf(
  { url, id, text }: Readonly<Record<"url" | "id" | "text", unknown>>,
  toKey: (url: string) => CanonicalUrl,
): Name | Given & { readonly kind: "bad" } {
  if (typeof url === "string") {
    const canonical = toKey(url);
    if (canonical.kind === "invalid") {
      const { ko, en } = canonical.reason;
      return bad({ ko: `"url"을 쓸 수 없습니다: ${ko}`, en: `"url" cannot be used: ${en}` });
    }
    return { kind: "named", key: canonical.url, given: url, rules: canonical.applied };
  }
  if (id !== undefined) {
    const key = `id:${String(id).normalize("NFC")}`;
    return { kind: "named", key, given: key, rules: [] };
  }
  if (typeof text !== "string") {
    return bad({ ko: '"url"도 "id"도 없습니다', en: 'it has neither "url" nor "id"' });
  }
  const key = `text:${digestOf(text)}`;
  return { kind: "named", key, given: key, rules: [] };
}

/** A time further ahead is a clock that is wrong; less is one that differs, or a mistaken zone. */
export const AHEAD_MS = 86_400_000;

/** A time that is not ahead of the clock, or why it is none. */
function readTime(value: unknown, now: Naming["now"]): InstantText | Sentence {
  if (typeof value !== "string") return NO_TIME;
  let at: Temporal.Instant;
  try {
    at = Temporal.Instant.from(value);
  } catch (error) {
    if (error instanceof RangeError) return NO_TIME;
    throw error;
  }
  const text = at.toString() as InstantText;
  if (at.epochMilliseconds <= now() + AHEAD_MS) return text;
  return {
    ko: `"fetchedAt" 값 ${text}은(는) 이 컴퓨터의 시계보다 하루 넘게 앞선 시각입니다`,
    en: `"fetchedAt" is ${text}, more than a day ahead of the clock of this machine`,
  };
}

const NO_TIME: Sentence = {
  ko: `"fetchedAt" 값은 2026-12-01T06:00:00Z와 같은 시각이어야 합니다`,
  en: `"fetchedAt" must be a time such as 2026-12-01T06:00:00Z`,
};

function lowerCase(headers: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]),
  );
}
