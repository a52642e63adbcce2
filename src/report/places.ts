/**
 * Where in the workbook a record, an event's proof or a sheet lies, so that others can link to it.
 *
 * Rows are laid out in the order of the report, hence a place is arithmetic; nothing is looked up
 * in what was written.
 *
 * @module
 */

import type { Change, RecordId } from "../model.ts";
import { evidenceFields } from "./evidence_row.ts";
import type { Report, StandingRecord } from "./report.ts";
import { type Limits, type Link, rowPlace, type StyledCell } from "./sheet.ts";
import { type Lang, SHEET_NAMES, type SheetKey } from "./words.ts";

/** What every sheet is made from. */
export interface Book {
  readonly report: Report;
  readonly lang: Lang;
  readonly limits: Limits;
  /** The changes that the watch list is about. */
  readonly watched: ReadonlySet<Change>;
  /** The record as it stands, or as it was last seen where this run delisted it. */
  standing(record: RecordId): StandingRecord | undefined;
  /** Its row in the sheet of all records. */
  recordPlace(record: RecordId): Link | null;
  /** The first row of the event in the sheet of proofs. */
  evidencePlace(change: Change): Link | null;
  sheetPlace(key: SheetKey): Link;
}

/** Lays a report out. */
export function layOut(report: Report, lang: Lang, limits: Limits): Book {
  const recordIndex = new Map(report.records.map(({ record }, index) => [record, index]));
  const departed = new Map(report.departed.map((standing) => [standing.record, standing]));
  const changeIndex = new Map<Change, number>();
  let proofs = 0;
  for (const change of report.changes) {
    changeIndex.set(change, proofs);
    proofs += evidenceFields(change).length;
  }
  const place = (key: SheetKey, index: number | undefined) =>
    index === undefined ? null : rowPlace(SHEET_NAMES[key][lang], index, limits);
  return {
    report,
    lang,
    limits,
    watched: new Set(report.watched.map(({ change }) => change)),
    standing: (record) => report.records[recordIndex.get(record) ?? -1] ?? departed.get(record),
    recordPlace: (record) => place("records", recordIndex.get(record)),
    evidencePlace: (change) => place("evidence", changeIndex.get(change)),
    sheetPlace: (key) => ({ kind: "inside", sheet: SHEET_NAMES[key][lang], row: 1 }),
  };
}

/** A cell that leads from an event to its proof. */
export function evidenceCell(change: Change, book: Book): StyledCell {
  return { value: `#${change.seq}`, link: book.evidencePlace(change) };
}

/** The number of a record, leading to its row among all records. */
export function numberCell(
  of: { readonly record?: RecordId; readonly registrationNumber?: string | null },
  book: Book,
): StyledCell {
  const { record, registrationNumber = null } = of;
  const none = record === undefined ? null : NO_NUMBER[book.lang];
  const link = record === undefined ? null : book.recordPlace(record);
  return { value: registrationNumber ?? none, link };
}

const NO_NUMBER = { ko: "(번호 없음)", en: "(no number)" };
