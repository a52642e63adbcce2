/**
 * From pages with their blocks to a table of labels: written at once, or while a person labels.
 *
 * @module
 */

import { type LabelledBlock, readLabelCsv } from "../content/label_csv.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { describeFault } from "../fault_words.ts";
import type { Sentence } from "../refusal.ts";
import { csvText } from "../report/csv.ts";
import type { Sink } from "../report/xlsx_file.ts";
import { StoreFault } from "../store_fault.ts";
import { type BlockedPage, LabelSheet } from "./label_sheet.ts";
import { labelSite } from "./label_site.ts";

/** What labelling needs of the process it runs in. */
export interface LabelTools {
  readonly signal: AbortSignal;
  /** Data, to stdout. */
  out(text: string): void;
  /** Words for people, to stderr. */
  err(text: string): void;
  /** Text of a file, or `null` where there is none. */
  readText(path: string): Promise<string | null>;
  /** Writes a file whole or not at all. */
  writeFile(path: string, write: (sink: Sink) => Promise<void>): Promise<void>;
  /** Serves on a loopback port. */
  serve(handler: (request: Request) => Promise<Response>): {
    readonly origin: string;
    close(): Promise<void>;
  };
  /** A word that nobody can guess. */
  secret(): string;
}

/** How pages are to be labelled. */
export interface Labelling {
  /** The table; `null` for stdout, which cannot be served. */
  readonly table: string | null;
  readonly serve: boolean;
  readonly lang: keyof Sentence;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Writes the table, and with `serve` waits until the person is done. Returns exit code 0. */
export async function labelPages(
  tools: LabelTools,
  pages: readonly BlockedPage[],
  how: Labelling,
): Promise<number> {
  const { table, serve } = how;
  const held = table === null ? null : await tools.readText(table);
  const sheet = new LabelSheet(pages, table === null ? [] : rowsIn(held, table));
  if (table === null) {
    for (const piece of csvText(sheet.rows())) tools.out(piece);
    return 0;
  }
  if (sheet.homeless > 0) throw wouldLose(table, sheet.homeless);
  let owed = true;
  let mine = held;
  const save = async () => {
    owed = true;
    const there = await tools.readText(table);
    if (there !== null && there !== mine) throw notOurs(table);
    await tools.writeFile(table, async (sink) => {
      const encoder = new TextEncoder();
      for (const piece of csvText(sheet.rows())) await sink(encoder.encode(piece));
    });
    mine = await tools.readText(table);
    owed = false;
  };
  await save();
  if (serve) await served(tools, how, sheet, save);
  // What could not be saved while the person was there is told in the end, too.
  if (owed) await save();
  tell(tools, how, sheet, table);
  return 0;
}

/** Rows that a table holds already; a table with a row that nobody could keep is not written over. */
function rowsIn(text: string | null, table: string): readonly LabelledBlock[] {
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

/** The pages were laid out or written otherwise when they were labelled. */
function wouldLose(table: string, labels: number): ConfigurationError {
  return new ConfigurationError({
    ko:
      `"${table}" 파일의 라벨 ${labels}개에 맞는 블록이 지금 페이지에 없어 덮어쓰지 않았습니다. ` +
      '페이지나 배치가 그때와 다릅니다. "--out" 옵션으로 다른 파일을 지정하십시오.',
    en: `Did not write over "${table}": ${labels} of its labels are of blocks that its pages no ` +
      'longer have, since pages or their layout changed; name another file with "--out"',
  });
}

/** Somebody else wrote the table since it was read. */
function notOurs(table: string): StoreFault {
  return new StoreFault({
    ko: `"${table}" 파일을 다른 프로그램이 그동안 바꾸었으므로 덮어쓰지 않았습니다. ` +
      "그 파일을 다른 곳에 옮기면 다음 라벨부터 다시 저장됩니다.",
    en: `Did not write over "${table}": another program changed it meanwhile; ` +
      "move that file away, and the next mark saves all of them again",
  });
}

/** Until the person is done, or the program is stopped. */
async function served(
  tools: LabelTools,
  { lang, quiet }: Labelling,
  sheet: LabelSheet,
  save: () => Promise<void>,
): Promise<void> {
  const { signal } = tools;
  const done = Promise.withResolvers<void>();
  const token = tools.secret();
  const server = tools.serve(labelSite(
    { sheet, lang, token, save, finish: done.resolve, explain: describeFault },
    () => server.origin,
  ));
  const stop = () => done.resolve();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    if (!quiet) tools.err(`${OPEN[lang]}\n`);
    tools.out(`${server.origin}/#${token}\n`);
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

function tell(
  tools: LabelTools,
  { json, quiet, lang }: Labelling,
  sheet: LabelSheet,
  file: string,
): void {
  const { done, all } = sheet.progress();
  if (json) {
    const pages = sheet.pages.map(({ name }, page) => {
      const { done, all } = sheet.progress(page);
      return { page: name, blocks: all, labelled: done };
    });
    tools.out(`${JSON.stringify({ file, pages })}\n`);
  } else if (!quiet) {
    tools.err(
      lang === "ko"
        ? `${file}: 페이지 ${sheet.pages.length}개, 블록 ${all}개, 그중 라벨 ${done}개\n`
        : `${file}: ${sheet.pages.length} pages, ${all} blocks, ${done} of them labelled\n`,
    );
  }
}
