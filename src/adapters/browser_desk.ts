/**
 * The desk of `dmf-browser` in a real process.
 *
 * @module
 */

import {
  BrowserFault,
  forbidden,
  garbled,
  robotsUnknown,
  tookTooLong,
} from "../browser/browser_fault.ts";
import type { BrowserDesk, LaidOutPage, PageLimits } from "../browser/browser_desk.ts";
import type { Wanted } from "../browser/request_rule.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { PRODUCT_TOKEN } from "../contact.ts";
import type { Page } from "../content/page_node.ts";
import { pageOfSnapshot } from "../content/snapshot_page.ts";
import { printableLines } from "../field_text.ts";
import { decide, parseRobots } from "../robots.ts";
import { openPage } from "./browser_page.ts";
import { type Chromium, startChromium } from "./chromium.ts";
import { maybeRead } from "./durable_file.ts";
import { serveReplica } from "./replica_server.ts";
import { readText, writeAll } from "./system_desk.ts";
import { writeAnswer } from "./whole_file.ts";

/** Where it may write: profiles of browsers, overlays and tables. */
export const BROWSER_FOLDER = "./data/browser";

/** What a desk cannot know by itself. */
export interface BrowserDeskParts {
  readonly version: string;
  readonly signal: AbortSignal;
  /** Where profiles are made. */
  readonly folder?: string;
  /** Browsers to try, in this order. */
  readonly programs?: readonly string[];
}

/** Sets up the desk. */
export function systemBrowserDesk(parts: BrowserDeskParts): BrowserDesk {
  const { version, signal } = parts;
  return {
    version,
    signal,
    out: (text) => writeAll(Deno.stdout, text),
    err: (text) => writeAll(Deno.stderr, printableLines(text)),
    readText: (path) => within(path, () => readText(path)),
    readBytes: (path) => within(path, () => maybeRead(path)),
    writeFile: (path, write) => within(path, () => writeAnswer(path, write)),
    serve: serveReplica,
    secret: () => crypto.getRandomValues(new Uint8Array(24)).toHex(),
    withPage: (wanted, limits, work) => withPage(parts, wanted, limits, work),
  };
}

async function withPage<T>(
  { version, signal, folder = BROWSER_FOLDER, programs }: BrowserDeskParts,
  wanted: Wanted,
  { name, seconds }: PageLimits,
  work: (page: LaidOutPage) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(tookTooLong(name, seconds)), seconds * 1000);
  const online = wanted.kind === "address" || wanted.online;
  try {
    await using browser = await startChromium({
      folder,
      online,
      signal: AbortSignal.any([signal, limit.signal]),
      ...(programs ? { programs } : {}),
    });
    if (wanted.kind === "address") await assertAllowed(browser, wanted.url, version);
    return await work(await laidOut(browser, wanted, version));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads robots.txt of the page's host as the crawler understands it: no rules where there is no file,
 * no page where the file is out of reach.
 */
async function assertAllowed({ cdp }: Chromium, url: string, version: string): Promise<void> {
  const robots = new URL("/robots.txt", url).href;
  let page: Page | null;
  try {
    const opened = await openPage(cdp, { kind: "address", url: robots, bare: true }, { version });
    page = pageOfSnapshot(await opened.snapshot(), robots);
  } catch (fault) {
    if (!(fault instanceof BrowserFault)) throw fault;
    const { status } = fault;
    if (status !== null && status < 500 && status !== 429) return;
    throw robotsUnknown(robots, fault);
  }
  const text = page?.nodes.map((node) => node.text).join("\n") ?? "";
  const { allowed, line } = decide(parseRobots(text), PRODUCT_TOKEN, url);
  if (!allowed) throw forbidden(url, line?.text ?? "");
}

async function laidOut(
  { cdp }: Chromium,
  wanted: Wanted,
  version: string,
): Promise<LaidOutPage> {
  const opened = await openPage(cdp, wanted, { version });
  const address = wanted.kind === "file" ? wanted.url : opened.url;
  const page = pageOfSnapshot(await opened.snapshot(), address);
  if (page === null) throw garbled("DOMSnapshot.captureSnapshot");
  return {
    page,
    picture: opened.picture,
    async pictureOf(html) {
      const own = { kind: "file", url: null, html, online: false } as const;
      return await (await openPage(cdp, own, { version })).picture("png");
    },
  };
}

/** The sandbox of this program is another one than the crawler's. */
async function within<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    if (!(cause instanceof Deno.errors.NotCapable)) throw error;
    throw new ConfigurationError({
      ko: `"${path}" 경로를 사용할 수 없습니다: dmf-browser는 시작한 폴더 안의 "data"에서 읽고 ` +
        `"data/browser"에만 씁니다.`,
      en: `Cannot use "${path}": dmf-browser reads below "data" and writes below "data/browser" ` +
        "in the folder it is started in, and nowhere else",
    }, { cause });
  }
}
