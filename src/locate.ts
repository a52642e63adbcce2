/**
 * Where the rows of a page stand in its text: what a piece of evidence points to.
 *
 * Rows are found by the very rules of `extract.ts`, so that the same row has the same index in both.
 * Keeping source positions makes parsing slower, which is why only rows that matter are located.
 *
 * @module
 */

import { dataRows } from "./data_rows.ts";
import { surveyPage } from "./find_table.ts";
import { type HtmlElement, offsetsOf, parseHtml } from "./html.ts";
import type { PreparedSpec } from "./prepared_spec.ts";
import { cellsOf } from "./table.ts";

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
  const page = parseHtml(text, { offsets: true });
  const list = page && surveyPage(page, prepared).lists[0];
  const found = list ? dataRows(list, prepared) : null;
  const elements = found?.kind === "rows" ? found.rows.map(({ element }) => element) : [];
  return rows.map((row) => {
    const element = elements[row];
    const span = element && spanOf(element);
    if (!span) {
      throw new RangeError(
        `Cannot locate row ${row + 1} of a page that has ${elements.length} rows`,
      );
    }
    return span;
  });
}

/** A `tr` that the parser implied has no source of its own: its cells have. */
function spanOf(row: HtmlElement): { start: number; end: number } | null {
  const own = offsetsOf(row);
  if (own) return own;
  const cells = cellsOf(row).map(offsetsOf).filter((span) => span !== null);
  const [first, last] = [cells[0], cells.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
}
