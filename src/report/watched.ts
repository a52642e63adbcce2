/**
 * The watch list in the workbook: its hits lead the summary and every sheet of changes.
 *
 * Which changes are hits is decided in `watch_list.ts`.
 *
 * @module
 */

import { EVENT_LABELS, FIELDS, MOVES } from "../fields.ts";
import type { Change, FieldName } from "../model.ts";
import type { WatchedChange } from "../watch_list.ts";
import { type Book, numberCell } from "./places.ts";
import type { Cell, SheetRow } from "./sheet.ts";
import type { Lang } from "./words.ts";

/** Hits that the summary names; the sheets of changes hold all. */
const MOST_NAMED = 200;

/** The same changes, those on the watch list first, otherwise in their order. */
export function watchedFirst(changes: readonly Change[], { watched }: Book): Change[] {
  return [
    ...changes.filter((change) => watched.has(change)),
    ...changes.filter((change) => !watched.has(change)),
  ];
}

/** The kind of a change, marked where it is on the watch list. */
export function kindCell(change: Change, { watched, lang }: Book): Cell {
  const value = EVENT_LABELS[change.kind][lang];
  return watched.has(change) ? { value, style: "watched" } : value;
}

/** The rows of the summary; none where there is no hit. */
export function watchedRows(book: Book): SheetRow[] {
  const { report: { watched }, lang } = book;
  if (watched.length === 0) return [];
  const left = watched.length - MOST_NAMED;
  const rest = lang === "ko"
    ? `… 외 ${left}건: 다른 시트의 맨 위에 모두 있습니다`
    : `… and ${left} more, on top of the other sheets`;
  return [
    ...watched.slice(0, MOST_NAMED).map((hit) => watchedRow(hit, book)),
    ...(left > 0 ? [{ cells: [null, null, rest] }] : []),
  ];
}

function watchedRow({ change, entries, move }: WatchedChange, book: Book): SheetRow {
  const { lang } = book;
  const kind = EVENT_LABELS[change.kind][lang] + (move ? MOVES[move][lang] : "");
  const names = [change.ingredient, change.applicant].filter((name) => name !== null).join(" · ");
  const fields = what(change, lang);
  return {
    cells: [
      { value: kind, link: book.evidencePlace(change), style: "jump" },
      { ...numberCell(change, book), style: "jump" },
      `${names}${fields ? `: ${fields}` : ""}  [${entries.join(" | ")}]`,
    ],
  };
}

/** The fields that changed; a new record has them all and names none. */
function what({ kind, fields }: Change, lang: Lang): string {
  if (kind === "registered" || kind === "relisted") return "";
  return (Object.keys(fields) as FieldName[]).map((field) => FIELDS[field][lang]).join(", ");
}
