/**
 * The workbook of a day: which sheets, in which order.
 *
 * What a sheet says is decided in `sheet_*.ts`, how it becomes a worksheet in `sheet_writer.ts`, the
 * package around it in `xlsx_file.ts`. The same report gives the same bytes.
 *
 * @module
 */

import { type Book, layOut } from "./places.ts";
import type { Report } from "./report.ts";
import { EXCEL_LIMITS, type Limits, type Sheet } from "./sheet.ts";
import { changedSheet } from "./sheet_changed.ts";
import { evidenceSheet } from "./sheet_evidence.ts";
import { goneSheet } from "./sheet_gone.ts";
import { newSheet } from "./sheet_new.ts";
import { noticesSheet } from "./sheet_notices.ts";
import { recordsSheet } from "./sheet_records.ts";
import { summarySheet } from "./sheet_summary.ts";
import { unsettledSheet } from "./sheet_unsettled.ts";
import { SheetPen } from "./sheet_writer.ts";
import type { Lang } from "./words.ts";
import { openXlsx, type Sink } from "./xlsx_file.ts";

/** How and where to a workbook is written. */
export interface WorkbookOptions {
  readonly lang: Lang;
  readonly sink: Sink;
  /** Excel's own unless given. */
  readonly limits?: Limits;
}

/** The sheets of a day in their order; 요약 comes first. */
export function sheetsOf(book: Book): readonly Sheet[] {
  return [
    summarySheet(book),
    newSheet(book),
    changedSheet(book),
    goneSheet(book),
    unsettledSheet(book),
    ...(book.report.notices ? [noticesSheet(book.report.notices, book.lang)] : []),
    recordsSheet(book),
    evidenceSheet(book),
  ];
}

/** Writes the workbook of a report; rejects with whatever the sink rejects with. */
export async function writeWorkbook(report: Report, options: WorkbookOptions): Promise<void> {
  const { lang, sink, limits = EXCEL_LIMITS } = options;
  const sheets = sheetsOf(layOut(report, lang, limits));
  await writeSheets(sheets, {
    lang,
    sink,
    limits,
    title: `${report.name[lang]} ${report.run.run}`,
    created: report.run.finishedAt,
  });
}

/** Writes sheets as a workbook. */
export async function writeSheets(
  sheets: readonly Sheet[],
  options: Required<WorkbookOptions> & Parameters<typeof openXlsx>[1],
): Promise<void> {
  const file = openXlsx(options.sink, options);
  const pen = new SheetPen(file, options);
  try {
    for (const [index, sheet] of sheets.entries()) {
      await pen.write(sheet, { selected: index === 0 });
    }
    await file.finish();
  } catch (error) {
    file.abandon();
    throw error;
  }
}
