/**
 * One worksheet while it takes rows: cells, links within their limits, the height of each row.
 *
 * A link beyond the limit, or to an address that a spreadsheet would refuse, is plain text. Heights
 * are estimated here, since LibreOffice does not fit rows to their text on its own.
 *
 * @module
 */

import { cellText, dateSerial, lineCount } from "./cell.ts";
import { cellXml } from "./cell_xml.ts";
import type { Cell, Link, SheetRow, StyledCell, StyleName } from "./sheet.ts";
import { STYLES } from "./styles.ts";
import type { Lang } from "./words.ts";
import type { XlsxSheet } from "./xlsx_file.ts";

/** Points of a line of text, of what surrounds it, and of the highest row that Excel has. */
const LINE = 14;
const PADDING = 4;
const HIGHEST = 409;

const WRAPPED: ReadonlySet<StyleName> = new Set(
  (Object.keys(STYLES) as StyleName[]).filter((name) => STYLES[name].alignment.wrapText === true),
);

/** A column with the numbers of its styles. */
export interface PartColumn {
  readonly letter: string;
  readonly id: number;
  readonly mutedId: number;
  readonly style: StyleName;
  readonly width: number;
}

/** What a worksheet needs to know. */
export interface PartOptions {
  readonly columns: readonly PartColumn[];
  readonly styleId: (style: StyleName, grey: boolean) => number;
  readonly lang: Lang;
  /** Links that this sheet may still hold. */
  readonly links: number;
}

/** One worksheet while it takes rows. */
export class Part {
  readonly #sheet: XlsxSheet;
  readonly #options: PartOptions;
  #xml = "";
  #links = 0;
  #lines = 1;
  rows = 0;

  constructor(sheet: XlsxSheet, options: PartOptions) {
    this.#sheet = sheet;
    this.#options = options;
  }

  /** Adds a row; returns the characters that wait to be flushed. */
  add({ cells, muted = false, height = 0 }: SheetRow): number {
    const at = ++this.rows;
    let xml = "";
    this.#lines = 1;
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] as Cell;
      const column = this.#options.columns[index] as PartColumn;
      if (cell !== null && typeof cell === "object") {
        xml += this.#styled(cell, column, muted);
      } else if (cell !== null || muted) {
        // Blank cells are left out, except where the row has a color.
        const id = muted ? column.mutedId : column.id;
        xml += cellXml(column.letter + at, id, this.#shown(cell, column.style, column.width));
      }
    }
    const points = Math.min(Math.max(height, this.#lines * LINE + PADDING), HIGHEST);
    this.#xml += `<row r="${at}" ht="${points}">${xml}</row>`;
    return this.#xml.length;
  }

  async flush(): Promise<void> {
    const xml = this.#xml;
    this.#xml = "";
    await this.#sheet.write(xml);
  }

  close(filtered: boolean): void {
    const { columns } = this.#options;
    const last = columns.at(-1) as PartColumn;
    this.#sheet.close(filtered ? `A1:${last.letter}${this.rows}` : null);
  }

  #styled({ value, style, link = null }: StyledCell, column: PartColumn, grey: boolean): string {
    const address = column.letter + this.rows;
    const linked = link !== null && value !== null && this.#link(address, link);
    const name = style ?? (linked ? "link" : column.style);
    const shown = this.#shown(value, name, column.width);
    return cellXml(address, this.#options.styleId(name, grey), shown);
  }

  /** What stands in the file for a value; raises the row where its text takes more lines. */
  #shown(value: string | number | null, style: StyleName, width: number): string | number | null {
    if (typeof value !== "string") return value;
    if (style === "date" || style === "dateLeft") {
      const serial = dateSerial(value);
      if (serial !== null) return serial;
    }
    if (WRAPPED.has(style)) this.#lines = Math.max(this.#lines, lineCount(value, width));
    return cellText(value, this.#options.lang);
  }

  #link(address: string, link: Link): boolean {
    if (this.#links >= this.#options.links) return false;
    switch (link.kind) {
      case "inside":
        this.#sheet.linkInside(address, link);
        break;
      case "outside": {
        const url = linkable(link.url);
        if (url === null) return false;
        this.#sheet.linkOutside(address, url);
        break;
      }
    }
    this.#links++;
    return true;
  }
}

/** Longest address of a link that Excel takes. */
export const URL_LIMIT = 2_079;

/** The address in the form a package relationship must have, or `null` where it can have none. */
function linkable(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  // RFC 3986 knows fewer characters than the URL standard lets pass.
  const href = url.href.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/g, encodeURIComponent);
  return href.length <= URL_LIMIT ? href : null;
}
