/**
 * The files of a report on disk, each whole or not there at all.
 *
 * A file is written under a name of its own, so that two processes never write into one, synced,
 * then renamed; what a crash leaves behind is removed by the next process that writes alone.
 *
 * @module
 */

import { changesCsv, recordsCsv } from "../report/csv.ts";
import { changesJsonLines, recordsJsonLines } from "../report/json_lines.ts";
import type { Report } from "../report/report.ts";
import { writeWorkbook } from "../report/workbook.ts";
import type { Lang } from "../report/words.ts";
import type { Sink } from "../report/xlsx_file.ts";
import { StoreFault } from "../store_fault.ts";
import { diskFault } from "./disk_fault.ts";
import { unfinishedName } from "./durable_file.ts";

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
      await replace(files[file], contents[file]);
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

/** Refusals of a rename that are the disk's and not another program's. */
const OF_THE_DISK = ["ENOSPC", "EROFS", "EIO"];

async function replace(
  path: string,
  write: (sink: Sink) => Promise<void>,
  again = false,
): Promise<void> {
  const temporary = unfinishedName(path);
  try {
    await writeWhole(temporary, write);
  } catch (error) {
    await Promise.allSettled([removeIfThere(temporary)]);
    throw diskFault(error, path);
  }
  try {
    await Deno.rename(temporary, path);
  } catch (error) {
    await Promise.allSettled([removeIfThere(temporary)]);
    // A process that begins to write alone removes what it takes for a crash's.
    if (error instanceof Deno.errors.NotFound && !again) return await replace(path, write, true);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (OF_THE_DISK.includes(code)) throw diskFault(error, path);
    // Windows lets no file be replaced that a spreadsheet program has open.
    throw new StoreFault({
      ko:
        `"${path}" 파일을 바꿀 수 없습니다: 다른 프로그램이 열어 두었습니다. 그 프로그램에서 닫은 뒤 ` +
        '"dmf report"를 실행하십시오.',
      en: `Cannot replace "${path}": another program holds it; close it there, then run ` +
        '"dmf report"',
    }, { cause: error });
  }
}

async function writeWhole(path: string, write: (sink: Sink) => Promise<void>): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true });
  await write(async (bytes) => {
    for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
  });
  await file.sync();
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw diskFault(error, path);
  }
}
