/**
 * 취하·취소: records withdrawn, cancelled, or confirmed gone from the list, with the date.
 *
 * @module
 */

import { FIELDS, STATUS_LABELS } from "../fields.ts";
import type { Change, Status } from "../model.ts";
import { siteLines } from "./value_text.ts";
import { type Book, evidenceCell, numberCell } from "./places.ts";
import type { Sheet, SheetRow } from "./sheet.ts";
import { kindCell, watchedFirst } from "./watched.ts";
import { HEADERS, NOTHING, SHEET_NAMES } from "./words.ts";

/** True for the events of this sheet. */
export function isGone(change: Change): boolean {
  return change.kind === "withdrawn" || change.kind === "cancelled" || change.kind === "delisted";
}

/** Makes the sheet. */
export function goneSheet(book: Book): Sheet {
  const { report, lang } = book;
  const shown = watchedFirst(report.changes.filter(isGone), book);
  return {
    kind: "table",
    name: SHEET_NAMES.gone[lang],
    columns: [
      { header: HEADERS.kind[lang], width: 11, style: "text" },
      { header: FIELDS.registrationNumber[lang], width: 27, style: "text" },
      { header: FIELDS.ingredient[lang], width: 30, style: "text" },
      { header: FIELDS.applicant[lang], width: 22, style: "text" },
      { header: FIELDS.statusChangedOn[lang], width: 14, style: "date" },
      { header: lang === "ko" ? "확인한 날" : "Seen on", width: 13, style: "date" },
      { header: lang === "ko" ? "이전 구분" : "Status before", width: 11, style: "text" },
      { header: lang === "ko" ? "제조소" : "Sites", width: 36, style: "text" },
      { header: FIELDS.firstRegisteredOn[lang], width: 13, style: "date" },
      { header: FIELDS.lastChangedOn[lang], width: 13, style: "date" },
      { header: HEADERS.evidence[lang], width: 9, style: "text" },
    ],
    frozenColumns: 2,
    ...(shown.length > 0 ? { tab: "C92A2A" } : {}),
    rows: shown.map((change) => row(change, book)),
    nothing: NOTHING[lang],
  };
}

function row(change: Change, book: Book): SheetRow {
  const { lang } = book;
  const values = book.standing(change.record)?.values;
  const before = (change.fields.status?.from ?? values?.status) as Status | undefined;
  const changedOn = change.fields.statusChangedOn?.to ?? values?.statusChangedOn ?? null;
  return {
    cells: [
      kindCell(change, book),
      numberCell(change, book),
      change.ingredient,
      change.applicant,
      changedOn as string | null,
      change.run,
      before ? STATUS_LABELS[before][lang] : null,
      values ? siteLines(values.sites, "name") : null,
      values?.firstRegisteredOn ?? null,
      values?.lastChangedOn ?? null,
      evidenceCell(change, book),
    ],
  };
}
