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
import {
  attribute,
  hasClass,
  type HtmlElement,
  isElement,
  isText,
  leadingElement,
} from "./html.ts";
import { clean, fold } from "./normalize.ts";
import { cellsOf, rowsOf } from "./table.ts";
import { textIn } from "./visible_text.ts";

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
    const value = besideLabel(cell, this.#labelClass, column.header);
    const plain = value?.tagName === "span" && value.attrs.length === 0 ? onlyText(value) : null;
    if (plain !== null) return wholeText(plain.trim(), cell);
    this.#start(cell, column);
    return wholeText(textIn(cell, this.#isLabel).trim(), cell);
  }

  /** Texts of the rows of the tables in a cell; a cell without tables is one text. */
  entries(cell: HtmlElement, column: ListColumn): readonly string[] {
    const value = besideLabel(cell, this.#labelClass, column.header);
    const isPlain = value?.tagName === "table" && value.attrs.length === 0;
    this.#start(isPlain ? null : cell, column);
    this.#tables = isPlain ? [value] : [];
    const around = isPlain ? "" : textIn(cell, this.#isLabelOrTable).trim();
    if (this.#tables.length === 0) return [wholeText(around, cell)];
    // Text beside the tables is odd, but it is text: an entry that the other columns do not have.
    const entries = around === "" ? [] : [around];
    for (const table of this.#tables) {
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

  /**
   * Where the texts of a cell stand: as `entries()` reads it where it is `nested`, else as `text()`.
   *
   * Slower than these two, for the few cells that are to be proven.
   */
  sources(cell: HtmlElement, column: ListColumn, nested: boolean): readonly TextSource[] {
    this.#start(cell, column);
    const isLabel = this.#isLabel;
    if (!nested) return [sourceOf(cell, isLabel, cell)];
    this.#tables = [];
    const around = sourceOf(cell, this.#isLabelOrTable, cell);
    const tables = new Set(this.#tables);
    if (tables.size === 0) return [around];
    const sources = around.text === "" ? [] : [{
      ...around,
      omits: (element: HtmlElement) => element.tagName === "table" || isLabel(element),
    }];
    for (const row of [...tables].flatMap(rowsOf)) {
      const cells = cellsOf(row);
      const [only] = cells;
      if (only === undefined) continue;
      sources.push(sourceOf(cells.length === 1 ? only : row, isLabel, row));
    }
    const [lone] = sources;
    return sources.length === 1 && lone ? [sourceOf(lone.root, lone.omits, cell)] : sources;
  }

  #start(cell: HtmlElement | null, column: ListColumn): void {
    this.#column = column;
    const first = cell && leadingElement(cell);
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

/** One text of a cell and where it stands: in what a reader sees below `root`, or in a `title`. */
export interface TextSource {
  readonly text: string;
  readonly root: HtmlElement;
  readonly omits: (element: HtmlElement) => boolean;
  /** The element whose `title` holds the whole of what is shown cut. */
  readonly titled: HtmlElement | null;
}

function sourceOf(
  root: HtmlElement,
  omits: TextSource["omits"],
  titlesIn: HtmlElement,
): TextSource {
  const shown = textIn(root, omits).trim();
  const titled = titledWhole(shown, titlesIn);
  return { text: titled?.title.trim() ?? shown, root, omits, titled: titled?.element ?? null };
}

/**
 * The only element beside a label that agrees: nearly every cell looks like that, and needs none of
 * the care that other shapes do. `null` for any other shape.
 */
function besideLabel(cell: HtmlElement, labelClass: string, header: string): HtmlElement | null {
  const { childNodes } = cell;
  const [label, value] = [childNodes[0], childNodes[1]];
  if (childNodes.length !== 2 || label === undefined || value === undefined) return null;
  if (!isElement(label) || !isElement(value)) return null;
  const [only] = label.attrs;
  if (label.attrs.length !== 1 || only?.name !== "class" || only.value !== labelClass) return null;
  return onlyText(label) === header ? value : null;
}

/** Text of an element that holds one text or nothing. */
function onlyText({ childNodes }: HtmlElement): string | null {
  const inner = childNodes[0];
  if (inner === undefined) return "";
  return childNodes.length === 1 && isText(inner) ? inner.value : null;
}

/** The full text from a `title` where the visible text is cut with an ellipsis. */
function wholeText(text: string, root: HtmlElement): string {
  return titledWhole(text, root)?.title.trim() ?? text;
}

function titledWhole(
  text: string,
  root: HtmlElement,
): { readonly element: HtmlElement; readonly title: string } | null {
  const last = text.charCodeAt(text.length - 1);
  if (last !== 0x2026 && !(last === 0x2E && text.endsWith("..."))) return null;
  const shown = letters(text.replace(/(?:…|\.{3})$/, ""));
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const title = attribute(element, "title");
    if (title !== null && letters(title).startsWith(shown)) return { element, title };
    for (const child of element.childNodes) if (isElement(child)) pending.push(child);
  }
  return null;
}

/**
 * What can be compared with a part of itself: `fold()` reads 주식회사 whole, and half of it not, and
 * a decomposed text may be cut in the middle of a syllable.
 */
function letters(text: string): string {
  return clean(text).replaceAll(" ", "").normalize("NFD");
}
