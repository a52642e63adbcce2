/**
 * Which rows of the list are records.
 *
 * Everything that is not plainly something else is a record or a refusal: a row that is skipped
 * because it looks odd is a withdrawal that nobody made. What the cells say is read in `columns.ts`.
 *
 * @module
 */

import { type HtmlElement } from "./html.ts";
import type { ListTable } from "./find_table.ts";
import { clean, fold } from "./normalize.ts";
import type { PreparedSpec } from "./prepared_spec.ts";
import { type GridRow, gridRows, isHeaderOnly } from "./table.ts";
import { textIn } from "./visible_text.ts";

/** The records of a list in order, or the first row that has another shape. */
export type DataRows =
  | { readonly kind: "rows"; readonly rows: readonly GridRow[] }
  | { readonly kind: "uneven-row"; readonly row: number; readonly found: number };

/**
 * Takes header rows, `tfoot` and the one row of an empty list away.
 *
 * A cell that spans rows stands for all of them, as the table model says; a cell that spans columns
 * could mean either and makes its row uneven. Rows count from 1.
 */
export function dataRows(list: ListTable, prepared: PreparedSpec): DataRows {
  const rows: GridRow[] = [];
  for (const row of gridRows(list.element)) {
    if (row.group === "foot" || list.headerRows.has(row.element)) continue;
    if (!repeatsHeader(row, list)) rows.push(row);
  }
  if (rows.length === 1 && saysEmpty(rows[0] as GridRow, prepared)) {
    return { kind: "rows", rows: [] };
  }
  const width = list.columns.length;
  for (const [index, row] of rows.entries()) {
    const found = width === row.slots.length && !row.spanned ? width : cellsIn(row, width);
    if (found !== width) return { kind: "uneven-row", row: index + 1, found };
  }
  return { kind: "rows", rows };
}

function repeatsHeader(row: GridRow, list: ListTable): boolean {
  return row.slots[0]?.tagName === "th" && isHeaderOnly(row) &&
    row.slots.length === list.columns.length &&
    row.slots.every((cell, i) => list.columns[i]?.headers.has(fold(textIn(cell as HtmlElement))));
}

function saysEmpty(row: GridRow, { emptyRow }: PreparedSpec): boolean {
  const cells = new Set(row.slots);
  const cell = row.slots[0];
  return cells.size === 1 && !!cell && emptyRow.test(clean(textIn(cell)));
}

/** Cells of the row, or its slots where only their number tells that the row is uneven. */
function cellsIn(row: GridRow, width: number): number {
  const cells = new Set(row.slots.filter((cell) => cell !== null)).size;
  return cells === width ? row.slots.length : cells;
}
