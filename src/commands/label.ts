/**
 * `dmf label`: the blocks of saved pages as a table, and the page on which a person labels them.
 *
 * @module
 */

import type { Command, Common } from "../action.ts";
import { paperBlocks } from "../content/paper_blocks.ts";
import { type LabelledBlock, readLabelCsv } from "../content/label_csv.ts";
import { parsePage } from "../content/parse_page.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { Desk } from "../desk.ts";
import { describeFault } from "../fault_words.ts";
import { LabelSheet } from "../label/label_sheet.ts";
import { labelSite } from "../label/label_site.ts";
import type { LabelAction } from "../label_action.ts";
import { csvText } from "../report/csv.ts";
import type { Sentence } from "../refusal.ts";
import { pageText } from "./page_text.ts";

type Asked = Command & LabelAction;

/** Runs the command. */
export async function label(desk: Desk, command: Asked): Promise<number> {
  const { common, files, serve } = command;
  const table = command.out ?? (serve ? `${common.data}/blocks.csv` : null);
  const known = table === null ? [] : await rowsIn(desk, table);
  const pages = [];
  for (const file of files) {
    const page = parsePage(await pageText(desk, file), null);
    pages.push({ name: file, page, blocks: paperBlocks(page) });
  }
  const sheet = new LabelSheet(pages, known);
  if (table === null) {
    for (const piece of csvText(sheet.rows())) desk.out(piece);
    return 0;
  }
  const save = () =>
    desk.writeFile(table, async (sink) => {
      const encoder = new TextEncoder();
      for (const piece of csvText(sheet.rows())) await sink(encoder.encode(piece));
    });
  await save();
  if (serve) await served(desk, common, sheet, save);
  tell(desk, common, sheet, table);
  return 0;
}

/** Rows that a table holds already; a table with a row that nobody could keep is not written over. */
async function rowsIn(desk: Desk, table: string): Promise<readonly LabelledBlock[]> {
  const text = await desk.readText(table);
  if (text === null) return [];
  const { rows, bad } = readLabelCsv(text, table);
  const [first] = bad;
  if (first === undefined) return rows;
  throw new ConfigurationError({
    ko:
      `"${table}" 파일의 ${first.line}번째 줄을 읽을 수 없어 덮어쓰지 않았습니다: ${first.why.ko} ` +
      '그 줄을 고치거나 "--out" 옵션으로 다른 파일을 지정하십시오.',
    en: `Did not write over "${table}": line ${first.line} cannot be read, ${first.why.en}; ` +
      'put it right, or name another file with "--out"',
  });
}

/** Until the person is done, or the program is stopped. */
async function served(
  desk: Desk,
  { lang, quiet }: Common,
  sheet: LabelSheet,
  save: () => Promise<void>,
): Promise<void> {
  const { signal } = desk;
  const done = Promise.withResolvers<void>();
  const token = desk.secret();
  const server = desk.serve(labelSite(
    { sheet, lang, token, save, finish: done.resolve, explain: describeFault },
    () => server.origin,
  ));
  const stop = () => done.resolve();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    if (!quiet) desk.err(`${OPEN[lang]}\n`);
    desk.out(`${server.origin}/#${token}\n`);
    await done.promise;
  } finally {
    signal.removeEventListener("abort", stop);
    await server.close();
  }
}

const OPEN: Sentence = {
  ko: "아래 주소를 이 컴퓨터의 브라우저로 여십시오. 끝내려면 화면의 끝내기나 Ctrl+C를 누르십시오.",
  en: "Open the address below in a browser of this machine; finish there, or press Ctrl+C",
};

function tell(desk: Desk, { json, quiet, lang }: Common, sheet: LabelSheet, file: string): void {
  const { done, all } = sheet.progress();
  if (json) {
    const pages = sheet.pages.map(({ name }, page) => {
      const { done, all } = sheet.progress(page);
      return { page: name, blocks: all, labelled: done };
    });
    desk.out(`${JSON.stringify({ file, pages })}\n`);
  } else if (!quiet) {
    desk.err(
      lang === "ko"
        ? `${file}: 페이지 ${sheet.pages.length}개, 블록 ${all}개, 그중 라벨 ${done}개\n`
        : `${file}: ${sheet.pages.length} pages, ${all} blocks, ${done} of them labelled\n`,
    );
  }
}
