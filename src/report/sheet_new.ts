/**
 * 신규: records that are new on the list, or back on it, with all their fields.
 *
 * @module
 */

import type { Change } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import { parseNumber } from "../registration_number.ts";
import { type Book, evidenceCell, numberCell } from "./places.ts";
import { recordCells, recordColumns } from "./record_columns.ts";
import type { Cell, Sheet, SheetRow } from "./sheet.ts";
import { kindCell, watchedFirst } from "./watched.ts";
import { HEADERS, NOTHING, SHEET_NAMES } from "./words.ts";

/** First registration (최초), 허여 on a number that exists, or not to be told. */
export type Filing = "first" | "granted" | "unclear";

/** Names of the filings. */
export const FILINGS: Readonly<Record<Filing, Sentence>> = {
  first: { ko: "최초", en: "first" },
  granted: { ko: "허여", en: "by letter of access" },
  unclear: { ko: "구분 불명", en: "unclear" },
};

/** Tells 최초 from 허여 by the suffix; what a letter as suffix means is not known. */
export function filingOf(registrationNumber: string | null): Filing {
  if (registrationNumber === null) return "unclear";
  const { suffix, grant } = parseNumber(registrationNumber, ANY_SHAPE);
  return grant ? "granted" : suffix === null ? "first" : "unclear";
}

// Whether the shape is a known one is an issue of its own and does not matter here.
const ANY_SHAPE = /^/;

/** True for the events of this sheet. */
export function isNew(change: Change): boolean {
  return change.kind === "registered" || change.kind === "relisted";
}

/** Makes the sheet. */
export function newSheet(book: Book): Sheet {
  const { report, lang } = book;
  const shown = watchedFirst(report.changes.filter(isNew), book);
  return {
    kind: "table",
    name: SHEET_NAMES.fresh[lang],
    columns: [
      { header: HEADERS.kind[lang], width: 11, style: "text" },
      { header: lang === "ko" ? "최초·허여" : "Filing", width: 11, style: "text" },
      ...recordColumns(lang),
      { header: HEADERS.evidence[lang], width: 9, style: "text" },
    ],
    frozenColumns: 4,
    ...(shown.length > 0 ? { tab: "2F9E44" } : {}),
    rows: shown.map((change) => row(change, book)),
    nothing: NOTHING[lang],
  };
}

function row(change: Change, book: Book): SheetRow {
  const { lang } = book;
  const standing = book.standing(change.record);
  const values: Cell[] = standing
    ? recordCells(standing.values, lang).slice(1)
    : [change.ingredient, change.applicant, ...Array<Cell>(11).fill(null)];
  return {
    cells: [
      kindCell(change, book),
      FILINGS[filingOf(change.registrationNumber)][lang],
      numberCell(change, book),
      ...values,
      evidenceCell(change, book),
    ],
  };
}
