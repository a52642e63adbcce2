/**
 * The page that a command line names: a file, standard input, or an address of a site that is crawled.
 *
 * Other sites are out of reach, by the sandbox and by intent: what may be asked, and how gently, has been
 * looked at for the sources alone.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Common } from "../action.ts";
import { originFor } from "../config.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { PRODUCT_TOKEN, userAgent } from "../contact.ts";
import type { Desk } from "../desk.ts";
import { describeFailure } from "../failure_words.ts";
import { HostQueue } from "../host_queue.ts";
import type { Sentence } from "../refusal.ts";
import { isView } from "../selector_spec.ts";
import { sourceIds, viewIds } from "../selectors.ts";
import { openFetchTo, readConfig, readSource, readSpec, readSpecs, type Source } from "./job.ts";

/** Bytes of a page, as they came. */
export interface GivenPage {
  readonly kind: "page";
  readonly bytes: Uint8Array;
  /** The header's, `null` for a file. */
  readonly contentType: string | null;
  /** Where it was found in the end; `null` for a file. */
  readonly url: string | null;
}

/** A page that was not to be had, with the exit code that says why. */
export interface NoPage {
  readonly kind: "none";
  readonly exitCode: 1 | 3;
  readonly sentence: Sentence;
}

/** More than this is no page for people. */
export const MOST_BYTES = 64 * 2 ** 20;

/**
 * Reads the page.
 *
 * @throws {ConfigurationError} for a file that is not there or too large, or a site that is not crawled.
 */
export function givenPage(desk: Desk, common: Common, page: string): Promise<GivenPage | NoPage> {
  return /^https?:\/\//i.test(page) ? askedPage(desk, common, page) : filePage(desk, page);
}

async function filePage(desk: Desk, path: string): Promise<GivenPage> {
  const { documents } = desk.corpora;
  if (path !== "-") {
    const kind = await documents.look(path);
    if (kind !== "file") throw kind === null ? noFile(path) : folder(path);
  }
  await using opened = await documents.stream(path, 0);
  if (opened === null) throw noFile(path);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of opened.chunks) {
    length += chunk.length;
    if (length > MOST_BYTES) throw tooLarge(path);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return { kind: "page", bytes, contentType: null, url: null };
}

async function askedPage(desk: Desk, common: Common, page: string): Promise<GivenPage | NoPage> {
  const url = URL.parse(page);
  if (url === null || url.username !== "" || url.password !== "") throw noAddress(page);
  const source = await sourceAt(desk, common, url.origin);
  const { spec, settings } = source;
  using fetch = openFetchTo(desk, source);
  const queue = new HostQueue({
    origin: settings.origin,
    fetch,
    clock: desk.clock,
    politeness: settings.politeness,
    userAgent: userAgent(desk.version, settings.contact),
    productToken: PRODUCT_TOKEN,
    signal: desk.signal,
    observe: (event) => {
      if (!common.quiet && event.kind === "requesting") desk.line(event.url);
    },
  });
  await queue.readRobots(spec.robots);
  const answer = await queue.get(url.href, COST);
  desk.line("");
  if (answer.kind === "disallowed") {
    return { kind: "none", exitCode: 3, sentence: disallowed(answer.url) };
  }
  if (answer.kind !== "fetched") {
    return { kind: "none", exitCode: 1, sentence: describeFailure(answer) };
  }
  const { headers, finalUrl } = answer.snapshot;
  return {
    kind: "page",
    bytes: answer.body,
    contentType: headers["content-type"] ?? null,
    url: finalUrl,
  };
}

const COST = {
  accept: "text/html, application/xhtml+xml;q=0.9",
  contentTypes: ["text/html", "application/xhtml+xml"],
  maxBytes: MOST_BYTES,
  headerTimeoutMs: 20_000,
  bodyTimeoutMs: 60_000,
};

/** The source that is crawled at an origin, with the settings that hold there. */
async function sourceAt(desk: Desk, common: Common, origin: string): Promise<Source> {
  const config = await readConfig(desk, common);
  const specs = await readSpecs(desk);
  const origins: string[] = [];
  for (const id of [...sourceIds(specs), ...viewIds(specs)]) {
    const spec = await readSpec(desk, id);
    // An OpenAPI has answers for programs, and a key that must stay in them.
    if (isView(spec) && spec.service !== undefined) continue;
    const its = originFor(config, spec);
    if (its === origin) return await readSource(desk, common, id);
    origins.push(its);
  }
  throw otherSite(origin, [...new Set(origins)]);
}

function noFile(path: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${path}" 파일이 없습니다. HTML 파일, "https://…" 주소 또는 "-"(stdin)를 적으십시오.`,
    en: `There is no file "${path}"; name an HTML file, an address "https://…", or "-" for stdin`,
  });
}

function folder(path: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${path}"은(는) 폴더입니다. HTML 파일 하나를 적으십시오.`,
    en: `"${path}" is a folder; name one HTML file`,
  });
}

function tooLarge(path: string): ConfigurationError {
  const most = `${MOST_BYTES >> 20} MiB`;
  return new ConfigurationError({
    ko: `"${path}"은(는) ${most}보다 큽니다. 사람이 읽는 화면은 그보다 작습니다. 필요한 부분만 ` +
      "남긴 파일을 주십시오.",
    en:
      `"${path}" is larger than ${most}, which no page for people is; give a file with the part ` +
      "that is wanted",
  });
}

function noAddress(page: string): ConfigurationError {
  return new ConfigurationError({
    ko:
      `"${page}"은(는) 쓸 수 있는 주소가 아닙니다. "https://host/path"처럼, 사용자 이름 없이 적으십시오.`,
    en:
      `"${page}" cannot be used as an address; write one such as "https://host/path", without a user`,
  });
}

function otherSite(origin: string, known: readonly string[]): ConfigurationError {
  const all = known.map((one) => `"${one}"`).join(", ");
  return new ConfigurationError({
    ko: `"${origin}" 사이트에는 묻지 않습니다. "dmf"는 수집하는 사이트(${all})에만 접속합니다. ` +
      '브라우저로 저장한 HTML 파일을 주거나 "dmf-browser extract URL"을 쓰십시오.',
    en:
      `"dmf" asks only the sites it crawls, ${all}, found "${origin}"; save the page and give the ` +
      'HTML file, or use "dmf-browser extract URL"',
  });
}

function disallowed(url: string): Sentence {
  return {
    ko: `robots.txt가 "${url}" 수집을 금지합니다. 브라우저로 열어 저장한 HTML 파일을 주십시오.`,
    en: `robots.txt forbids "${url}"; open it in a browser, save it, and give the HTML file`,
  };
}
