/**
 * `dmf-browser` from arguments to an exit code: pages as a browser lays them out, extracted or
 * labelled.
 *
 * @module
 */

import { doubtful, noPage, nothing, rendered } from "../commands/extract_page.ts";
import { MOST_BYTES } from "../commands/given_page.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { defaultExtraction } from "../content/default_extraction.ts";
import type { Extraction } from "../content/extraction.ts";
import { overlayHtml } from "../content/overlay.ts";
import { pageSource } from "../content/page_source.ts";
import { paperBlocks } from "../content/paper_blocks.ts";
import { describeFault, isForeseen } from "../fault_words.ts";
import { labelPages } from "../label/labelling.ts";
import type { BlockedPage } from "../label/label_sheet.ts";
import { languageOf } from "../options.ts";
import type { Sentence } from "../refusal.ts";
import { type BrowserCommand, parseBrowserArguments, type Reading } from "./browser_arguments.ts";
import type { BrowserDesk, LaidOutPage } from "./browser_desk.ts";
import { BrowserFault } from "./browser_fault.ts";
import { browserHelp } from "./browser_help.ts";
import type { Wanted } from "./request_rule.ts";

/** Runs a command line and returns the exit code. */
export async function runBrowser(
  argv: readonly string[],
  desk: BrowserDesk,
): Promise<number> {
  try {
    return await dispatch(parseBrowserArguments(argv), desk);
  } catch (fault) {
    const lang = languageOf(argv);
    if (fault instanceof BrowserFault) {
      desk.err(`${fault.sentence[lang]}\n`);
      return fault.exitCode;
    }
    if (desk.signal.aborted && !isForeseen(fault)) {
      desk.err(`${STOPPED[lang]}\n`);
      return 1;
    }
    desk.err(`${describeFault(fault)[lang]}\n`);
    return fault instanceof ConfigurationError ? 2 : 4;
  }
}

const STOPPED: Sentence = {
  ko: "요청에 따라 멈추었습니다. 브라우저는 껐고 그 폴더는 지웠습니다.",
  en: "Stopped as asked; the browser was ended and its folder removed",
};

async function dispatch(
  command: BrowserCommand,
  desk: BrowserDesk,
): Promise<number> {
  switch (command.mode) {
    case "help":
      desk.out(browserHelp(command.lang));
      return 0;
    case "version":
      desk.out(`dmf-browser ${desk.version}\n`);
      return 0;
    case "extract":
      return await extract(command, desk);
    case "label":
      return await label(command, desk);
  }
}

async function extract(
  command: BrowserCommand & { readonly mode: "extract" },
  desk: BrowserDesk,
): Promise<number> {
  const { page: name, url, category, form, overlay, lang, seconds, quiet } = command;
  const wanted = await wantedPage(desk, name, { ...command, url });
  return await desk.withPage(wanted, { name, seconds }, async (laid) => {
    const extraction = defaultExtraction(laid.page, category);
    if (overlay !== null) {
      await writeOverlay(desk, laid, extraction, { file: overlay, lang });
      if (!quiet) desk.err(`${overlay}\n`);
    }
    desk.out(rendered(extraction, form, lang));
    if (extraction.blocks.length > 0) return 0;
    desk.err(`${nothing(name, laid.page)[lang]}\n`);
    return 3;
  });
}

async function writeOverlay(
  desk: BrowserDesk,
  laid: LaidOutPage,
  extraction: Extraction,
  { file, lang }: { readonly file: string; readonly lang: keyof Sentence },
): Promise<void> {
  const drawn = /\.png$/i.test(file);
  // What JPEG blurs would be kept in the PNG, which grows by it.
  const format = drawn ? "png" : "jpeg";
  const taken = await laid.picture(format);
  const picture = `data:image/${format};base64,${taken.toBase64()}`;
  const html = overlayHtml(laid.page, extraction, { lang, picture });
  const bytes = drawn ? await laid.pictureOf(html) : new TextEncoder().encode(html);
  await desk.writeFile(file, (sink) => sink(bytes));
}

async function label(
  command: BrowserCommand & { readonly mode: "label" },
  desk: BrowserDesk,
): Promise<number> {
  const pages: BlockedPage[] = [];
  for (const name of command.pages) {
    const wanted = await wantedPage(desk, name, { ...command, url: null });
    const { seconds } = command;
    const page = await desk.withPage(
      wanted,
      { name, seconds },
      ({ page }) => Promise.resolve(page),
    );
    pages.push({ name, page, blocks: paperBlocks(page) });
  }
  const table = command.out ?? (command.serve ? "data/browser/blocks.csv" : null);
  return await labelPages(desk, pages, { ...command, table });
}

async function wantedPage(
  desk: BrowserDesk,
  name: string,
  { online, url, lang }: Reading & {
    readonly url: string | null;
    readonly lang: keyof Sentence;
  },
): Promise<Wanted> {
  if (/^https?:\/\//i.test(name)) {
    const address = URL.parse(name)?.href;
    if (address === undefined || url !== null) throw notAnAddress(name, url);
    return { kind: "address", url: address };
  }
  const bytes = await desk.readBytes(name);
  if (bytes === null) throw noFile(name);
  if (bytes.length > MOST_BYTES) throw tooLarge(name);
  const source = pageSource(bytes, null);
  if (source.kind === "no-text") throw noPage(name, source.what);
  if (source.unreadable > 0) desk.err(`${doubtful(name, source)[lang]}\n`);
  return { kind: "file", url, html: source.text, online };
}

function notAnAddress(name: string, url: string | null): ConfigurationError {
  if (url !== null) {
    return new ConfigurationError({
      ko: '"--url" 옵션은 파일에만 씁니다. 주소를 열 때는 빼십시오.',
      en: '"--url" belongs to a file; leave it out for an address',
    });
  }
  return new ConfigurationError({
    ko: `"${name}" 주소를 읽을 수 없습니다. "https://example.kr/page"처럼 적으십시오.`,
    en: `"${name}" is no address; write it like "https://example.kr/page"`,
  });
}

function noFile(name: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${name}" 파일이 없습니다. 저장한 웹 페이지의 파일이나 https:// 주소를 적으십시오.`,
    en: `There is no file "${name}"; name the file of a saved web page, or an https:// address`,
  });
}

function tooLarge(name: string): ConfigurationError {
  const most = MOST_BYTES >> 20;
  return new ConfigurationError({
    ko: `"${name}" 파일이 너무 큽니다: ${most} MiB까지 읽습니다.`,
    en: `"${name}" is too large: pages of up to ${most} MiB are read`,
  });
}
