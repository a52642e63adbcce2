/**
 * The files of a report on disk, each whole or not there at all.
 *
 * @module
 */

import { changesCsv, recordsCsv } from "../report/csv.ts";
import { changesJsonLines, recordsJsonLines } from "../report/json_lines.ts";
import type { Report } from "../report/report.ts";
import { writeWorkbook } from "../report/workbook.ts";
import type { Lang } from "../report/words.ts";
import type { Sink } from "../report/xlsx_file.ts";
import { replaceFile } from "./whole_file.ts";

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
  const faults: unknown[] = [];
  for (const file of Object.keys(contents) as (keyof ReportFiles)[]) {
    try {
      await replaceFile(files[file], contents[file], "dmf report");
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
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
