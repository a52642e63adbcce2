/**
 * Where the cells of a page's tables stand: which table, which row, which column.
 *
 * A table that only lays a page out is none: it says so by its role, holds another table or a heading,
 * or is one row or one column alone, without a head. Cells are counted as they are written; the width
 * of a cell that spans several is not known here.
 *
 * @module
 */

import type { Page, PageElement } from "./page_node.ts";

/** The place of a cell; all three count from 0. */
export interface TableCell {
  readonly table: number;
  readonly row: number;
  readonly column: number;
}

const read = new WeakMap<readonly PageElement[], ReadonlyMap<number, TableCell>>();

/** The cells of tables that hold data, by their index in {@linkcode Page.elements}. */
export function tableCells({ elements }: Page): ReadonlyMap<number, TableCell> {
  const known = read.get(elements);
  if (known !== undefined) return known;
  const cells = cellsOf(elements);
  read.set(elements, cells);
  return cells;
}

interface Table {
  readonly element: number;
  readonly cells: { readonly element: number; readonly row: number; readonly column: number }[];
  rows: number;
  columns: number;
  headed: boolean;
  laysOut: boolean;
}

function cellsOf(elements: readonly PageElement[]): Map<number, TableCell> {
  const tables: Table[] = [];
  /** Of every element the table around it, an index in `tables`; -1 for none. */
  const around = new Int32Array(elements.length);
  const rows = new Map<number, { readonly number: number; columns: number }>();
  elements.forEach(({ tag, parent, role }, e) => {
    const outer = parent < 0 ? -1 : around[parent] as number;
    around[e] = outer;
    const table = tables[outer];
    if (tag === "table") {
      if (table !== undefined) table.laysOut = true;
      const laysOut = /^(?:presentation|none)$/i.test(role.trim());
      const empty = { element: e, cells: [], rows: 0, columns: 0, headed: false, laysOut };
      around[e] = tables.push(empty) - 1;
    } else if (table !== undefined) {
      if (/^h[1-6]$/.test(tag)) table.laysOut = true;
      if (tag === "tr") rows.set(e, { number: table.rows++, columns: 0 });
      if (tag === "td" || tag === "th") placeCell(table, rows.get(parent), e, tag === "th");
    }
  });
  const found = new Map<number, TableCell>();
  tables.filter(holdsData).forEach(({ cells }, table) => {
    for (const { element, row, column } of cells) found.set(element, { table, row, column });
  });
  return found;
}

function placeCell(
  table: Table,
  row: { readonly number: number; columns: number } | undefined,
  element: number,
  isHead: boolean,
): void {
  if (row === undefined) return;
  table.cells.push({ element, row: row.number, column: row.columns++ });
  table.columns = Math.max(table.columns, row.columns);
  table.headed ||= isHead;
}

function holdsData({ laysOut, rows, columns, headed }: Table): boolean {
  return !laysOut && (headed || (rows > 1 && columns > 1));
}
