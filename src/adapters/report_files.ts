/**
 * The files of a report on disk, each whole or not there at all.
 *
 * @module
 */

import { changesCsv, recordsCsv } from "../report/csv.ts";
import { changesJsonLines, recordsJsonLines } from "../report/json_lines.ts";
import { noticesCsv, noticesJsonLines, writeNoticeWorkbook } from "../report/notice_files.ts";
import type { NoticeReport } from "../report/notices.ts";
import type { Report } from "../report/report.ts";
import { writeWorkbook } from "../report/workbook.ts";
import type { Lang } from "../report/words.ts";
import type { Sink } from "../report/xlsx_file.ts";
import { replaceFile } from "./whole_file.ts";

/**
 * Writes `<run>.xlsx`, `<run>.changes.csv` and `<run>.changes.jsonl` of a run of boards.
 *
 * @throws {StoreFault}
 */
export async function writeNoticeFiles(
  report: NoticeReport,
  { dir, lang }: { readonly dir: string; readonly lang: Lang },
): Promise<readonly string[]> {
  await Deno.mkdir(dir, { recursive: true });
  return await writeAll([
    [`${dir}/${report.run}.xlsx`, (sink) => writeNoticeWorkbook(report, { lang, sink })],
    [`${dir}/${report.run}.changes.csv`, lines(noticesCsv(report, lang))],
    [`${dir}/${report.run}.changes.jsonl`, lines(noticesJsonLines(report))],
  ]);
}

/** Every file is tried; then the first fault is thrown. */
async function writeAll(
  files: readonly (readonly [path: string, content: (sink: Sink) => Promise<void>])[],
): Promise<readonly string[]> {
  const faults: unknown[] = [];
  for (const [path, content] of files) {
    try {
      await replaceFile(path, content, "dmf report");
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return files.map(([path]) => path);
}

/** Where the files of one report lie. */
export interface ReportFiles {
  readonly workbook: string;
  readonly changesCsv: string;
  readonly recordsCsv: string;
  readonly changesJsonLines: string;
  readonly recordsJsonLines: string;
}

/**
 * Writes `<run>.xlsx` and the four data files into `dir`, which is made if need be.
 *
 * Every file is tried; then the first fault is thrown, as when a program holds the workbook open.
 *
 * @throws {StoreFault}
 */
export async function writeReportFiles(
  report: Report,
  options: { readonly dir: string; readonly lang: Lang },
): Promise<ReportFiles> {
  const { dir, lang } = options;
  const files: ReportFiles = {
    workbook: `${dir}/${report.run.run}.xlsx`,
    changesCsv: `${dir}/${report.run.run}.changes.csv`,
    recordsCsv: `${dir}/${report.run.run}.records.csv`,
    changesJsonLines: `${dir}/${report.run.run}.changes.jsonl`,
    recordsJsonLines: `${dir}/${report.run.run}.records.jsonl`,
  };
  const contents: Readonly<Record<keyof ReportFiles, (sink: Sink) => Promise<void>>> = {
    workbook: (sink) => writeWorkbook(report, { lang, sink }),
    changesCsv: lines(changesCsv(report, lang)),
    recordsCsv: lines(recordsCsv(report, lang)),
    changesJsonLines: lines(changesJsonLines(report.changes)),
    recordsJsonLines: lines(recordsJsonLines(report.records)),
  };
  await Deno.mkdir(dir, { recursive: true });
  const names = Object.keys(contents) as (keyof ReportFiles)[];
  await writeAll(names.map((name) => [files[name], contents[name]]));
  return files;
}

/** Characters of text that are encoded and written at once. */
const CHUNK = 1 << 18;

function lines(pieces: Iterable<string>): (sink: Sink) => Promise<void> {
  const encoder = new TextEncoder();
  return async (sink) => {
    let waiting = "";
    for (const piece of pieces) {
      waiting += piece;
      if (waiting.length < CHUNK) continue;
      await sink(encoder.encode(waiting));
      waiting = "";
    }
    await sink(encoder.encode(waiting));
  };
}
