/**
 * Writes an answer as a table: CSV to stdout or a file, a workbook to a file.
 *
 * @module
 */

import type { Common } from "../action.ts";
import type { Desk } from "../desk.ts";
import type { TableFile } from "../filter_options.ts";
import type { InstantText, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import type { AnswerTable } from "../report/answer_tables.ts";
import { EXCEL_LIMITS } from "../report/sheet.ts";
import type { Sink } from "../report/xlsx_file.ts";
import { readHead } from "../store.ts";

/** Whose answer it is. */
export interface Asked {
  readonly desk: Desk;
  readonly common: Common;
  readonly log: EventLog;
  readonly sources: readonly SourceId[];
}

/** Writes the table; of a file the path is printed. Returns exit code 0. */
export async function writeTable(
  { desk, common, log, sources }: Asked,
  { csv, sheet }: AnswerTable,
  target: TableFile,
): Promise<number> {
  if (target.file === null) {
    for (const piece of csv) desk.out(piece);
    return 0;
  }
  if (target.format === "csv") await desk.writeFile(target.file, (sink) => encode(csv, sink));
  else {
    const { writeSheets } = await import("../report/workbook.ts");
    const { lang } = common;
    const created = await lastSeal(log, sources);
    const title = `dmf ${sheet.name} ${sources.join(", ")}`;
    const options = { lang, limits: EXCEL_LIMITS, title, created };
    await desk.writeFile(target.file, (sink) => writeSheets([sheet], { ...options, sink }));
  }
  desk.out(`${target.file}\n`);
  return 0;
}

async function encode(pieces: Iterable<string>, sink: Sink): Promise<void> {
  const encoder = new TextEncoder();
  for (const piece of pieces) await sink(encoder.encode(piece));
}

/** The same answer gives the same workbook, so it is dated by the data and not by the clock. */
async function lastSeal(log: EventLog, sources: readonly SourceId[]): Promise<InstantText> {
  let last = "1970-01-01T00:00:00Z" as InstantText;
  for (const source of sources) {
    const at = (await readHead(log, source)).head?.at;
    if (at !== undefined && at > last) last = at;
  }
  return last;
}
