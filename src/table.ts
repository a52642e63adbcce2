/**
 * Where the cells of a table lie: the WHATWG table model, row by row.
 *
 * Spans are laid out as "forming a table" (HTML standard, section 4.9.12) says, so a cell fills
 * every slot it spans. Two things differ on purpose: rows without a `tr`, which that algorithm adds
 * below a `rowspan` that is too long and which browsers do not show, are not given; and cells that
 * take no place on the page (`hidden`, `display:none`) take no slot. What a row means is decided in
 * `data_rows.ts`.
 *
 * @module
 */

import { attribute, childElements, type HtmlElement, isAbsent, isElement } from "./html.ts";

/** A `tr` and the cell in each of its slots; `null` is a slot that no cell covers. */
export interface GridRow {
  readonly element: HtmlElement;
  readonly group: "head" | "body" | "foot";
  readonly slots: readonly (HtmlElement | null)[];
  /** Whether a cell spans rows or columns here. */
  readonly spanned: boolean;
}

/** Cells of a row beyond this many columns are not laid out; no list is that wide. */
export const MAX_COLUMNS = 1000;

/** Lays out the rows of a table one by one, `tfoot` last; nested tables stay inside their cells. */
export function* gridRows(table: HtmlElement): Generator<GridRow> {
  const feet: HtmlElement[] = [];
  for (const group of childElements(table)) {
    if (group.tagName === "tfoot") feet.push(group);
    else if (group.tagName === "thead") yield* groupRows(group, "head");
    // parse5 puts every row of a page into a group.
    else if (group.tagName === "tbody") yield* groupRows(group, "body");
  }
  for (const foot of feet) yield* groupRows(foot, "foot");
}

/** The rows of a table in the order they are written, without a layout and without its headings. */
export function rowsOf(table: HtmlElement): HtmlElement[] {
  const rows: HtmlElement[] = [];
  for (const group of table.childNodes) {
    if (!isElement(group) || isAbsent(group)) continue;
    if (group.tagName === "thead" && childElements(group).every(isHeadingRow)) continue;
    for (const row of group.childNodes) {
      if (row.nodeName === "tr" && isElement(row) && !isAbsent(row)) rows.push(row);
    }
  }
  return rows;
}

function isHeadingRow(row: HtmlElement): boolean {
  return cellsOf(row).every((cell) => cell.tagName === "th");
}

/** Cells of a row that take a place on the page. */
export function cellsOf(row: HtmlElement): HtmlElement[] {
  const cells: HtmlElement[] = [];
  for (const child of row.childNodes) {
    if ((child.nodeName === "td" || child.nodeName === "th") && isElement(child)) {
      if (child.attrs.length === 0 || !isAbsent(child)) cells.push(child);
    }
  }
  return cells;
}

/** Whether a row is made of header cells only. */
export function isHeaderOnly(row: GridRow): boolean {
  return row.slots.length > 0 && row.slots.every((cell) => cell?.tagName === "th");
}

/** Cells that reach down from rows above, by column. */
class Carry {
  readonly cells: (HtmlElement | null)[] = [];
  /** Rows each of them still covers. */
  readonly rows: number[] = [];
  active = false;
}

function* groupRows(group: HtmlElement, kind: GridRow["group"]): Generator<GridRow> {
  if (isAbsent(group)) return;
  const carry = new Carry();
  for (const element of childElements(group)) {
    if (element.tagName !== "tr" || isAbsent(element)) continue;
    const cells = cellsOf(element);
    const spanned = carry.active || cells.some(spans);
    yield { element, group: kind, slots: spanned ? layOut(cells, carry) : cells, spanned };
  }
}

function layOut(cells: readonly HtmlElement[], carry: Carry): (HtmlElement | null)[] {
  const slots = fromAbove(carry);
  let column = 0;
  for (const cell of cells) {
    while (slots[column]) column++;
    const width = attribute(cell, "colspan") === null ? 1 : columnSpan(cell);
    const height = attribute(cell, "rowspan") === null ? 1 : rowSpan(cell);
    for (const end = column + width; column < end && column < MAX_COLUMNS; column++) {
      // Where two cells overlap, a table model error, the one that came first keeps the slot.
      if (slots[column]) continue;
      slots[column] = cell;
      if (height > 1) reachDown(carry, column, cell, height - 1);
    }
  }
  for (let i = 0; i < slots.length; i++) slots[i] ??= null;
  return slots;
}

function fromAbove(carry: Carry): (HtmlElement | null)[] {
  const slots: (HtmlElement | null)[] = [];
  carry.active = false;
  for (let i = 0; i < carry.cells.length; i++) {
    const left = carry.rows[i] ?? 0;
    if (left <= 0) continue;
    slots[i] = carry.cells[i] ?? null;
    carry.rows[i] = left - 1;
    if (left > 1) carry.active = true;
  }
  return slots;
}

function reachDown(carry: Carry, column: number, cell: HtmlElement, rows: number): void {
  carry.cells[column] = cell;
  carry.rows[column] = rows;
  carry.active = true;
}

function spans(cell: HtmlElement): boolean {
  return cell.attrs.some(({ name }) => name === "colspan" || name === "rowspan");
}

function columnSpan(cell: HtmlElement): number {
  const span = nonNegative(attribute(cell, "colspan"));
  return span === null || span === 0 ? 1 : Math.min(span, 1000);
}

/** Zero means down to the end of the row group. */
function rowSpan(cell: HtmlElement): number {
  const span = nonNegative(attribute(cell, "rowspan"));
  return span === null ? 1 : span === 0 ? Infinity : Math.min(span, 65534);
}

/** The standard's rules for parsing non-negative integers: trailing garbage does not matter. */
function nonNegative(text: string | null): number | null {
  const match = /^[\t\n\f\r ]*(?:\+?(\d+)|-0+(?!\d))/.exec(text ?? "");
  return match ? Number(match[1] ?? 0) : null;
}
