/**
 * What one cell says: its text without the column's label, whole where the page shows it cut.
 *
 * The site repeats the column's label in every cell for small screens. That label is the best proof
 * that a cell belongs to its column, so a wrong one is reported, never skipped. What the text means
 * is decided in `columns.ts`.
 *
 * @module
 */

import type { ListColumn } from "./find_table.ts";
import { attribute, hasClass, type HtmlElement, leadingElement, textIn } from "./html.ts";
import { fold } from "./normalize.ts";
import { cellsOf, rowsOf } from "./table.ts";

/** Reads the cells of one list, one after the other. */
export class CellReader {
  /** The first label that disagrees with the column of its cell. */
  mismatch: { readonly expected: string; readonly found: string } | null = null;
  readonly #labelClass: string;
  readonly #headers: ReadonlySet<string>;
  #column: ListColumn | null = null;
  /** The label of the current cell, which need not have the class when it comes first. */
  #firstLabel: HtmlElement | null = null;
  /** Tables of the current cell, in order. */
  #tables: HtmlElement[] = [];

  constructor(columns: readonly ListColumn[], labelClass: string) {
    this.#labelClass = labelClass;
    this.#headers = new Set(
      columns.map(({ header }) => fold(header)).filter((text) => text !== ""),
    );
  }

  /** Text of a cell as the site wrote it, trimmed. */
  text(cell: HtmlElement, column: ListColumn): string {
    this.#start(cell, column);
    return wholeText(textIn(cell, this.#isLabel).trim(), cell);
  }

  /** Texts of the rows of the tables in a cell; a cell without tables is one text. */
  entries(cell: HtmlElement, column: ListColumn): readonly string[] {
    this.#start(cell, column);
    this.#tables = [];
    const around = textIn(cell, this.#isLabelOrTable).trim();
    const tables = this.#tables;
    if (tables.length === 0) return [wholeText(around, cell)];
    // Text beside the tables is odd, but it is text: an entry that the other columns do not have.
    const entries = around === "" ? [] : [around];
    for (const table of tables) {
      for (const row of rowsOf(table)) {
        const cells = cellsOf(row);
        const [only] = cells;
        if (only === undefined) continue;
        const text = textIn(cells.length === 1 ? only : row, this.#isLabel);
        entries.push(wholeText(text.trim(), row));
      }
    }
    return entries.length === 1 ? [wholeText(entries[0] as string, cell)] : entries;
  }

  #start(cell: HtmlElement, column: ListColumn): void {
    this.#column = column;
    const first = leadingElement(cell);
    const isLabel = first !== null && first.tagName !== "table" &&
      (hasClass(first, this.#labelClass) || this.#headers.has(fold(textIn(first))));
    this.#firstLabel = isLabel ? first : null;
  }

  readonly #isLabel = (element: HtmlElement): boolean => {
    if (element !== this.#firstLabel && !hasClass(element, this.#labelClass)) return false;
    this.#compare(textIn(element), this.#column as ListColumn);
    return true;
  };

  readonly #isLabelOrTable = (element: HtmlElement): boolean => {
    if (element.tagName !== "table") return this.#isLabel(element);
    this.#tables.push(element);
    return true;
  };

  #compare(label: string, { header, headers, target }: ListColumn): void {
    // Looking up in a set would hash the label of every cell of every page.
    if (label === header) return;
    const folded = fold(label);
    if (folded === "" || headers.has(folded) || target?.labels.has(folded)) return;
    this.mismatch ??= { expected: header, found: label.trim() };
  }
}

/** The full text from a `title` where the visible text is cut with an ellipsis. */
function wholeText(text: string, root: HtmlElement): string {
  if (!text.endsWith("…") && !text.endsWith("...")) return text;
  const shown = fold(text.replace(/(?:…|\.{3})$/, ""));
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const title = attribute(element, "title");
    if (title !== null && fold(title).startsWith(shown)) return title.trim();
    for (const child of element.childNodes) if ("attrs" in child) pending.push(child);
  }
  return text;
}
