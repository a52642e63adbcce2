/**
 * `dmf extract`: the title, text and images of one page.
 *
 * Nothing of the store is opened. What is content is decided in `content/`; here is told what a person
 * must know of the page besides: an unknown charset, an overlong page, nothing to be read.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { defaultExtraction } from "../content/default_extraction.ts";
import type { Extraction } from "../content/extraction.ts";
import { htmlOf } from "../content/extraction_html.ts";
import { jsonOf } from "../content/extraction_json.ts";
import { markdownOf } from "../content/extraction_markdown.ts";
import { textOf } from "../content/extraction_text.ts";
import type { Page } from "../content/page_node.ts";
import { type PageSource, pageSource } from "../content/page_source.ts";
import { parsePage } from "../content/parse_page.ts";
import { type Desk, inWords } from "../desk.ts";
import type { ExtractAction } from "../extract_action.ts";
import type { Sentence } from "../refusal.ts";
import { extractByModel } from "./extract_by_model.ts";
import { givenPage } from "./given_page.ts";

/** Runs the command. */
export async function extractPage(desk: Desk, command: Command & ExtractAction): Promise<number> {
  const { common, category } = command;
  const tell = (sentence: Sentence) => desk.err(`${inWords(common.lang, sentence)}\n`);
  const given = await givenPage(desk, common, command.page);
  if (given.kind === "none") {
    tell(given.sentence);
    return given.exitCode;
  }
  const source = pageSource(given.bytes, given.contentType);
  if (source.kind === "no-text") throw noPage(command.page, source.what);
  if (source.unreadable > 0) tell(doubtful(command.page, source));
  const page = parsePage(source.text, given.url);
  if (page.cut) tell(cut(command.page, page));
  const extraction = command.model === null
    ? defaultExtraction(page, category)
    : await extractByModel(desk, page, { ...command, model: command.model });
  desk.out(rendered(extraction, command.form, common.lang));
  if (extraction.blocks.length > 0) return 0;
  tell(nothing(command.page, page));
  return 3;
}

/** An extraction in the form that is asked for. */
export function rendered(
  extraction: Extraction,
  form: ExtractAction["form"],
  lang: keyof Sentence,
): string {
  switch (form) {
    case "text":
      return textOf(extraction, lang);
    case "json":
      return jsonOf(extraction);
    case "md":
      return markdownOf(extraction);
    case "html":
      return htmlOf(extraction, lang);
  }
}

/** What was given is a file of another kind. */
export function noPage(page: string, what: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${page}"은(는) HTML이 아니라 ${what} 파일입니다. HTML로 저장한 화면을 주십시오.`,
    en: `"${page}" is no HTML but ${what}; give a page that was saved as HTML`,
  });
}

/** The page fits no charset. */
export function doubtful(page: string, source: PageSource & { readonly kind: "text" }): Sentence {
  const { charset, unreadable } = source;
  return {
    ko: `"${page}"은(는) 어느 문자 인코딩에도 맞지 않습니다. ${charset}(으)로 읽었으며 글자 ` +
      `${unreadable}개를 읽지 못했습니다. UTF-8로 다시 저장하십시오.`,
    en:
      `"${page}" fits no charset; read as ${charset}, with ${unreadable} letters that could not be ` +
      "read. Save it as UTF-8",
  };
}

function cut(page: string, { nodes }: Page): Sentence {
  return {
    ko: `"${page}"은(는) 너무 깁니다. 앞부분(글과 그림 ${nodes.length}개)만 읽었습니다.`,
    en: `"${page}" is too long; only its beginning was read, ${nodes.length} texts and images`,
  };
}

const MOST_FRAMES_TOLD = 5;

/** Nothing was found. */
export function nothing(page: string, { nodes, frames = [], layout }: Page): Sentence {
  if (nodes.length > 0) {
    return {
      ko: `"${page}"에서 본문으로 볼 만한 것을 찾지 못했습니다(글과 그림 ${nodes.length}개). ` +
        '종류를 "--category"로 알려 주거나 화면을 직접 확인하십시오.',
      en:
        `"${page}" holds nothing that looks like content among ${nodes.length} texts and images; ` +
        'name its kind with "--category", or look at the page',
    };
  }
  const addresses = frames.slice(0, MOST_FRAMES_TOLD).map((one) => `"${one}"`).join(", ");
  if (frames.length > 0) {
    return {
      ko: `"${page}"에는 글이 없고 다른 문서를 끼워 넣었습니다: ${addresses}. 그 문서를 주십시오.`,
      en: `"${page}" has no text of its own and embeds other documents: ${addresses}; give those`,
    };
  }
  if (layout === "browser") {
    return {
      ko: `"${page}"에는 브라우저로 보아도 보이는 글이 없습니다. ` +
        "파일의 스크립트는 실행하지 않으므로, 스크립트가 그리는 화면이면 그 주소를 주십시오.",
      en: `"${page}" has no text that is seen in a browser either; scripts of a file do not run, ` +
        "so give the address where they draw the page",
    };
  }
  return {
    ko:
      `"${page}"에는 보이는 글이 없습니다. 스크립트가 그리는 화면이면 "dmf-browser extract"로 읽거나, ` +
      "브라우저에서 연 뒤 저장한 파일을 주십시오.",
    en:
      `"${page}" has no text that is seen; if scripts draw it, read it with "dmf-browser extract", ` +
      "or give the file that a browser saves once it is drawn",
  };
}
