/**
 * Where the rows of a page, and the cells of a row, stand in its text: what a proof points to.
 *
 * Rows are found by the very rules of `extract.ts`, so that the same row has the same index in both,
 * and cells by those of `cell.ts`. Keeping source positions makes parsing slower, which is why only
 * what matters is located. Bytes are counted in `evidence.ts`.
 *
 * @module
 */

import { CellReader, type TextSource } from "./cell.ts";
import { isSitePart } from "./row_draft.ts";
import { dataRows } from "./data_rows.ts";
import { type ListColumn, type ListTable, surveyPage } from "./find_table.ts";
import { type HtmlElement, parseHtml } from "./html.ts";
import type { PreparedSpec } from "./prepared_spec.ts";
import { attributeOffsets, offsetsOf } from "./source_offsets.ts";
import { cellsOf, type GridRow } from "./table.ts";
import { walkVisible } from "./visible_text.ts";

/** Half-open range of UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the range of each data row, counted from 0, from `<tr` to after `</tr>`.
 *
 * @throws {RangeError} when the page has no such row, which means it is not the page that was read.
 */
export function locateRows(
  text: string,
  prepared: PreparedSpec,
  rows: readonly number[],
): { start: number; end: number }[] {
  if (rows.length === 0) return [];
  const found = rowsIn(text, prepared)?.rows ?? [];
  return rows.map((row) => rowSpan(found, row));
}

/** One text of a cell and the ranges of source it was read from, in the order of reading. */
export interface LocatedText {
  readonly text: string;
  /** None where the cell says nothing; several where markup divides the text. */
  readonly pieces: readonly Span[];
}

/** A cell, from its start tag to after its end tag. */
export interface LocatedCell extends Span {
  readonly column: ListColumn;
  /** One text, or one for each row of the nested tables where a column holds parts of sites. */
  readonly texts: readonly LocatedText[];
}

/** A row with its cells in the order of the columns; one that spans rows may begin before its row. */
export interface LocatedRow extends Span {
  readonly cells: readonly LocatedCell[];
}

/**
 * Returns the ranges of one data row, counted from 0, and of everything in it.
 *
 * @throws {RangeError} when the page has no such row.
 */
export function locateCells(text: string, prepared: PreparedSpec, row: number): LocatedRow {
  const found = rowsIn(text, prepared);
  const span = rowSpan(found?.rows ?? [], row);
  const { list, rows } = found as Found;
  const reader = new CellReader(list.columns, prepared.spec.table?.cellLabelClass ?? "");
  const { slots } = rows[row] as GridRow;
  const cells = list.columns.map((column, index): LocatedCell => {
    const cell = slots[index] as HtmlElement;
    const nested = column.target !== null && isSitePart(column.target.field);
    const sources = reader.sources(cell, column, nested);
    const read = nested ? reader.entries(cell, column) : [reader.text(cell, column)];
    if (sources.length !== read.length || sources.some((one, i) => one.text !== read[i])) {
      throw new RangeError(`Cannot locate all that stands in the cell "${column.header}"`);
    }
    const texts = sources.map((source) => ({ text: source.text, pieces: piecesOf(source, text) }));
    // A cell has a tag of its own: the parser implies rows and groups, but never a cell.
    return { ...offsetsOf(cell) as Span, column, texts };
  });
  return { ...span, cells };
}

interface Found {
  readonly list: ListTable;
  readonly rows: readonly GridRow[];
}

function rowsIn(text: string, prepared: PreparedSpec): Found | null {
  const page = parseHtml(text, { offsets: true });
  const list = page && surveyPage(page, prepared).lists[0];
  const found = list ? dataRows(list, prepared) : null;
  return list && found?.kind === "rows" ? { list, rows: found.rows } : null;
}

function rowSpan(rows: readonly GridRow[], row: number): { start: number; end: number } {
  const element = rows[row]?.element;
  const span = element && spanOf(element);
  if (span) return span;
  throw new RangeError(`Cannot locate row ${row + 1} of a page that has ${rows.length} rows`);
}

/** A `tr` that the parser implied has no source of its own: its cells have. */
function spanOf(row: HtmlElement): { start: number; end: number } | null {
  const own = offsetsOf(row);
  if (own) return own;
  const cells = cellsOf(row).map(offsetsOf).filter((span) => span !== null);
  const [first, last] = [cells[0], cells.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
}

function piecesOf({ root, omits, titled }: TextSource, source: string): Span[] {
  if (titled !== null) {
    const attribute = attributeOffsets(titled, "title");
    return attribute ? trimmed(valueSpan(attribute, source), source) : [];
  }
  const pieces: Span[] = [];
  walkVisible(root, {
    write(text, node) {
      const span = text.trim() === "" ? null : offsetsOf(node);
      if (span) pieces.push(...trimmed(span, source));
    },
    separate() {},
    enter: (element) => !omits(element),
  });
  return pieces;
}

/** The value of an attribute without its name and its quotes. */
function valueSpan({ start, end }: Span, source: string): Span {
  const [lead = "", quote = ""] = /^[^=]*=[\t\n\f\r ]*(["']?)/.exec(source.slice(start, end)) ?? [];
  return { start: start + lead.length, end: end - quote.length };
}

/** Without the white space around it; none where nothing else is there. */
function trimmed({ start, end }: Span, source: string): Span[] {
  const text = source.slice(start, end);
  const first = start + text.length - text.trimStart().length;
  const last = end - (text.length - text.trimEnd().length);
  return first < last ? [{ start: first, end: last }] : [];
}
