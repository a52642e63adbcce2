/**
 * 변경: what changed on records that stay, one row per field, before beside after.
 *
 * Every event that changes fields is here. New records are not, they are 신규 as a whole; of a
 * withdrawal only what has no column in 취하·취소.
 *
 * @module
 */

import { FIELDS } from "../fields.ts";
import type { Change, FieldName } from "../model.ts";
import { difference, type FieldRow, fieldRows } from "./field_row.ts";
import { valueText } from "./value_text.ts";
import { type Rewording, rewordingOf } from "../rewording.ts";
import { changedLines, verdictLines } from "../rewording_words.ts";
import { markedText, wordDiff } from "../word_diff.ts";
import { type Book, evidenceCell, numberCell } from "./places.ts";
import type { Cell, Sheet, SheetRow } from "./sheet.ts";
import { kindCell, watchedFirst } from "./watched.ts";
import { BLANK, HEADERS, type Lang, MARKS, NOTHING, SHEET_NAMES } from "./words.ts";

const SHOWN_AS_GONE: readonly FieldName[] = ["status", "statusChangedOn", "lastChangedOn"];
const DATES: readonly FieldName[] = ["firstRegisteredOn", "lastChangedOn", "statusChangedOn"];

/** Makes the sheet. */
export function changedSheet(book: Book): Sheet {
  const { report, lang } = book;
  const rows = watchedFirst(report.changes, book).flatMap((change) => changeRows(change, book));
  return {
    kind: "table",
    name: SHEET_NAMES.changed[lang],
    columns: [
      { header: HEADERS.kind[lang], width: 11, style: "text" },
      { header: FIELDS.registrationNumber[lang], width: 27, style: "text" },
      { header: FIELDS.ingredient[lang], width: 28, style: "text" },
      { header: FIELDS.applicant[lang], width: 20, style: "text" },
      { header: HEADERS.field[lang], width: 18, style: "text" },
      { header: HEADERS.before[lang], width: 40, style: "text" },
      { header: HEADERS.after[lang], width: 40, style: "text" },
      { header: lang === "ko" ? "달라진 부분" : "Difference", width: 26, style: "text" },
      { header: lang === "ko" ? "거리" : "Distance", width: 16, style: "text" },
      { header: HEADERS.mark[lang], width: 11, style: "text" },
      { header: HEADERS.evidence[lang], width: 9, style: "text" },
    ],
    frozenColumns: 2,
    ...(rows.length > 0 ? { tab: "1F5FBF" } : {}),
    rows,
    nothing: NOTHING[lang],
  };
}

function changeRows(change: Change, book: Book): SheetRow[] {
  const rows = fieldRows(change);
  switch (change.kind) {
    case "registered":
      return [];
    case "withdrawn":
    case "cancelled":
    case "delisted":
      return rows.filter(({ field }) => !SHOWN_AS_GONE.includes(field))
        .map((row) => ({ cells: cells(row, book) }));
    case "amended":
    case "reinstated":
    case "relisted":
    case "renumbered":
      return rows.map((row) => ({ cells: cells(row, book) }));
  }
}

function cells(row: FieldRow, book: Book): Cell[] {
  const { change, field, from, to, mark } = row;
  const { lang } = book;
  const [before, after] = [valueText(field, from, lang), valueText(field, to, lang)];
  const rewording = rewordingOf(row);
  return [
    kindCell(change, book),
    numberCell(change, book),
    change.ingredient,
    change.applicant,
    FIELDS[field][lang],
    valueCell(field, before, lang),
    valueCell(field, after, lang),
    rewording && differenceText(rewording, String(before), String(after), lang),
    (rewording && verdictLines(rewording, lang).join("\n").trimEnd()) || null,
    mark ? MARKS[mark][lang] : null,
    evidenceCell(change, book),
  ];
}

/** The words that differ: one place as `old → new`, several marked, sites line by line. */
function differenceText(
  rewording: Rewording,
  before: string,
  after: string,
  lang: Lang,
): string | null {
  const { texts, added, removed } = rewording;
  const [only] = texts;
  if (texts.length + added.length + removed.length > 1) {
    return changedLines(rewording, lang).join("\n");
  }
  if (only?.kind !== "reworded") return only ? difference(before, after) : null;
  const pieces = wordDiff(only.from, only.to);
  const isOnePlace = pieces.filter(({ kind }) => kind === "changed").length === 1;
  return (isOnePlace ? difference(before, after) : null) ?? markedText(pieces);
}

function valueCell(field: FieldName, value: string | number | null, lang: Lang): Cell {
  if (value === null) return { value: BLANK[lang], style: "nothing" };
  if (DATES.includes(field)) return { value, style: "dateLeft" };
  return { value, style: typeof value === "number" ? "yearLeft" : "text" };
}
