/**
 * Turns a sheet of data into as many worksheets as its rows need.
 *
 * A table longer than a sheet goes on in numbered sheets, each under the same header.
 *
 * @module
 */

import { columnName } from "./cell_xml.ts";
import {
  type Column,
  type Limits,
  partName,
  type Sheet,
  type SheetRow,
  type StyleName,
} from "./sheet.ts";
import { Part, type PartColumn } from "./sheet_part.ts";
import { muted, STYLES } from "./styles.ts";
import type { Lang } from "./words.ts";
import type { XlsxFile, XlsxSheet } from "./xlsx_file.ts";

/** Characters of rows that are put together before they are handed on. */
const CHUNK = 1 << 16;

/** Writes sheets into one file; styles are registered once for all of them. */
export class SheetPen {
  readonly #file: XlsxFile;
  readonly #lang: Lang;
  readonly #limits: Limits;
  readonly #muted = new Map<StyleName, ReturnType<typeof muted>>();

  constructor(file: XlsxFile, options: { readonly lang: Lang; readonly limits: Limits }) {
    this.#file = file;
    this.#lang = options.lang;
    this.#limits = options.limits;
  }

  /** Writes the sheet and, where its rows do not fit, the sheets after it. */
  async write(sheet: Sheet, options: { readonly selected: boolean }): Promise<void> {
    const rows = sheet.rows[Symbol.iterator]();
    let next = rows.next();
    const filtered = sheet.kind === "table" && !next.done;
    if (next.done) next = { done: false, value: nothingRow(sheet) };
    for (let part = 0; !next.done; part++) {
      const page = new Part(this.#open(sheet, part, options.selected && part === 0), {
        columns: sheet.columns.map((column, index) => this.#column(column, index)),
        styleId: (style, grey) => this.#styleId(style, grey),
        lang: this.#lang,
        links: this.#limits.links,
      });
      if (sheet.kind === "table") page.add(headerRow(sheet));
      while (!next.done && page.rows < this.#limits.rows) {
        if (page.add(next.value) > CHUNK) await page.flush();
        next = rows.next();
      }
      await page.flush();
      page.close(filtered);
    }
  }

  #open(sheet: Sheet, part: number, selected: boolean): XlsxSheet {
    const isTable = sheet.kind === "table";
    return this.#file.sheet({
      name: partName(sheet.name, part),
      widths: sheet.columns.map(({ width }) => width),
      frozen: isTable ? { columns: sheet.frozenColumns ?? 0, rows: 1 } : null,
      gridLines: isTable,
      selected,
      tab: sheet.tab ?? null,
    });
  }

  #column({ style, width }: Column, index: number): PartColumn {
    const [id, mutedId] = [this.#styleId(style, false), this.#styleId(style, true)];
    return { letter: columnName(index), id, mutedId, style, width };
  }

  #styleId(style: StyleName, grey: boolean): number {
    if (!grey) return this.#file.styleId(STYLES[style]);
    const made = this.#muted.get(style) ?? muted(STYLES[style]);
    this.#muted.set(style, made);
    return this.#file.styleId(made);
  }
}

function headerRow({ columns }: Sheet): SheetRow {
  return { cells: columns.map(({ header }) => ({ value: header, style: "header" })), height: 24 };
}

function nothingRow({ nothing }: Sheet): SheetRow {
  return { cells: [{ value: nothing, style: "nothing" }] };
}
