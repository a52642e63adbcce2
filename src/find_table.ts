/**
 * Which table of a page is the list, found by its headers, and what stands around it.
 *
 * Class names and places move with every redesign; headers are what the publisher promises. A table
 * that lacks only a few of them is taken for the list with a changed header, never for another
 * table. Which of its rows are records is decided in `data_rows.ts`.
 *
 * @module
 */

import { attribute, type HtmlElement, type HtmlPage } from "./html.ts";
import { nearest } from "./nearest.ts";
import { clean, fold } from "./normalize.ts";
import type { PreparedColumn, PreparedSpec } from "./prepared_spec.ts";
import { type GridRow, gridRows, isHeaderOnly } from "./table.ts";
import { textIn, type Visitor, walkVisible } from "./visible_text.ts";

/** A column of the table as it stands on the page. */
export interface ListColumn {
  /** Header text as people read it. */
  readonly header: string;
  /** What the spec makes of it; `null` for a column the spec does not know. */
  readonly target: PreparedColumn | null;
  /** Folded texts of all header cells above the column, for telling a repeated header row. */
  readonly headers: ReadonlySet<string>;
}

/** A table whose headers are those of the spec. */
export interface ListTable {
  readonly element: HtmlElement;
  readonly columns: readonly ListColumn[];
  readonly headerRows: ReadonlySet<HtmlElement>;
}

/** What is wrong with a header that is nearly the spec's. */
export type HeaderFault =
  | { readonly kind: "missing-column"; readonly expected: string; readonly nearest: string | null }
  | { readonly kind: "repeated-column"; readonly found: string };

/** What a page shows. */
export interface Survey {
  /** Tables with the whole header. */
  readonly lists: readonly ListTable[];
  /** The fault of the table that comes nearest, where there is no list. */
  readonly fault: HeaderFault | null;
  /** Visible text outside all of these tables, white space collapsed, in NFC as patterns are. */
  readonly text: string;
  /** Where in `text` the first list stands. */
  readonly listAt: number;
  /** Every `title` attribute outside the tables, with its place in `text`. */
  readonly titles: readonly { readonly at: number; readonly text: string }[];
}

/** Looks over a whole page once. */
export function surveyPage(page: HtmlPage, prepared: PreparedSpec): Survey {
  const surveyor = new Surveyor(prepared);
  walkVisible(page.root, surveyor);
  return surveyor.result();
}

function collapse(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ");
}

/** Header rows of a table; lists have one or two. */
const MAX_HEADER_ROWS = 8;

interface Header {
  readonly columns: readonly ListColumn[];
  readonly rows: ReadonlySet<HtmlElement>;
  /** Columns of the spec that are there. */
  readonly matched: number;
}

class Surveyor implements Visitor {
  readonly #prepared: PreparedSpec;
  readonly #lists: ListTable[] = [];
  #nearest: Header | null = null;
  readonly #pieces: string[] = [];
  #length = 0;
  #spaced = true;
  readonly #titles: { at: number; text: string }[] = [];
  #listAt = 0;

  constructor(prepared: PreparedSpec) {
    this.#prepared = prepared;
  }

  write(text: string): void {
    const collapsed = collapse(text);
    this.#append(this.#spaced && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed);
  }

  separate(): void {
    if (!this.#spaced) this.#append(" ");
  }

  enter(element: HtmlElement): boolean {
    const title = attribute(element, "title");
    if (title !== null) this.#titles.push({ at: this.#length, text: collapse(title) });
    if (element.tagName !== "table") return true;
    const header = readHeader(element, this.#prepared);
    if (header.matched * 2 < this.#prepared.columns.length) return true;
    if (faultOf(header, this.#prepared) !== null) {
      if (header.matched > (this.#nearest?.matched ?? 0)) this.#nearest = header;
    } else {
      if (this.#lists.length === 0) this.#listAt = this.#length;
      this.#lists.push({ element, columns: header.columns, headerRows: header.rows });
    }
    return false;
  }

  result(): Survey {
    const nearly = this.#lists.length === 0 ? this.#nearest : null;
    return {
      lists: this.#lists,
      fault: nearly && faultOf(nearly, this.#prepared),
      text: this.#pieces.join(""),
      listAt: this.#listAt,
      titles: this.#titles,
    };
  }

  #append(piece: string): void {
    if (piece === "") return;
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#spaced = piece.endsWith(" ");
  }
}

/**
 * Reads the header: all rows of `thead`, or the leading rows of `th`, or a first row of `td` whose
 * texts are labels and nothing else. Of several header cells above a column the lowest one with a
 * known label counts, else the lowest.
 */
function readHeader(table: HtmlElement, { byLabel, columns }: PreparedSpec): Header {
  const texts = new Map<HtmlElement, string>();
  const textOf = (cell: HtmlElement | null) => cell === null ? "" : headerText(cell, texts);
  const isLabel = (cell: HtmlElement | null) => byLabel.has(fold(textOf(cell)));
  const rows: GridRow[] = [];
  let header: Header = { columns: [], rows: new Set(), matched: 0 };
  for (const row of gridRows(table)) {
    const isHeader = row.group === "head" ||
      (row.group === "body" && header.matched < columns.length &&
        (isHeaderOnly(row) ||
          (rows.length === 0 && row.slots.length > 0 && row.slots.every(isLabel))));
    if (!isHeader || rows.length === MAX_HEADER_ROWS) break;
    rows.push(row);
    const width = Math.max(...rows.map(({ slots }) => slots.length));
    const found = Array.from(
      { length: width },
      (_, column) => columnOf(rows.map(({ slots }) => textOf(slots[column] ?? null)), byLabel),
    );
    const matched = new Set(found.map(({ target }) => target).filter((target) => target !== null));
    header = {
      columns: found,
      rows: new Set(rows.map(({ element }) => element)),
      matched: matched.size,
    };
  }
  return header;
}

function headerText(cell: HtmlElement, texts: Map<HtmlElement, string>): string {
  const known = texts.get(cell);
  if (known !== undefined) return known;
  // A cell of a layout table holds other tables; their headers are not its own.
  const text = clean(textIn(cell, (element) => element.tagName === "table"));
  texts.set(cell, text);
  return text;
}

/** Takes the header texts above one column, the lowest last. */
function columnOf(above: readonly string[], byLabel: PreparedSpec["byLabel"]): ListColumn {
  const folded = above.map(fold);
  const at = folded.findLastIndex((text) => byLabel.has(text));
  return {
    header: (at < 0 ? above.findLast((text) => text !== "") : above[at]) ?? "",
    target: byLabel.get(folded[at] ?? "") ?? null,
    headers: new Set(folded),
  };
}

function faultOf(header: Header, prepared: PreparedSpec): HeaderFault | null {
  const found = new Set(header.columns.map(({ target }) => target));
  const missing = prepared.columns.find((column) => !found.has(column));
  if (missing !== undefined) {
    const unknown = header.columns.filter(({ target }) => target === null).map((c) => c.header);
    const near = nearest(missing.label, unknown) ?? (unknown.length === 1 ? unknown[0] : null);
    return { kind: "missing-column", expected: missing.label, nearest: near || null };
  }
  const seen = new Set<PreparedColumn | string>();
  for (const { target, header: text } of header.columns) {
    const column = target ?? fold(text);
    if (seen.has(column)) return { kind: "repeated-column", found: text };
    seen.add(column);
  }
  return null;
}
