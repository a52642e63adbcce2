/**
 * A sheet as data: columns, rows, links; and the limits of the format it goes into.
 *
 * Each `sheet_*.ts` makes such values out of a report; `sheet_writer.ts` alone turns them into a
 * worksheet, so that no sheet knows XML and no writer knows the register.
 *
 * @module
 */

/** How a cell looks; `styles.ts` gives each name its form. */
export type StyleName =
  | "text"
  | "plain"
  | "date"
  | "year"
  | "count"
  | "dateLeft"
  | "yearLeft"
  | "strong"
  | "hours"
  | "note"
  | "link"
  | "jump"
  | "value"
  | "zero"
  | "header"
  | "title"
  | "subtitle"
  | "heading"
  | "label"
  | "watched"
  | "nothing"
  | "accepted"
  | "quarantined"
  | "baseline";

/** Where a click on a cell leads: a row of this workbook, or an address outside it. */
export type Link =
  | { readonly kind: "inside"; readonly sheet: string; readonly row: number }
  | { readonly kind: "outside"; readonly url: string };

/** A cell that differs from its column in style or leads somewhere. */
export interface StyledCell {
  readonly value: string | number | null;
  readonly style?: StyleName;
  readonly link?: Link | null;
}

/** A string is always text, whatever it begins with; a number is always a number. */
export type Cell = string | number | null | StyledCell;

/** One row; `muted` rows are grey throughout. */
export interface SheetRow {
  readonly cells: readonly Cell[];
  readonly muted?: boolean;
  /** Least height in points; a row is as high as its text needs in any case. */
  readonly height?: number;
}

/** One column; in a `date` column text of the form YYYY-MM-DD becomes a date. */
export interface Column {
  readonly header: string;
  /** In widths of a digit. */
  readonly width: number;
  readonly style: StyleName;
}

/** A table with a header row, or a page of free rows. */
export interface Sheet {
  readonly kind: "table" | "page";
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns that stay in view when a person scrolls to the right. */
  readonly frozenColumns?: number;
  /** Color of the tab as RRGGBB where the sheet calls for attention. */
  readonly tab?: string;
  readonly rows: Iterable<SheetRow>;
  /** What the sheet says when it has no rows. */
  readonly nothing: string;
}

/** What one worksheet can hold. */
export interface Limits {
  readonly rows: number;
  readonly links: number;
}

/** Excel's limits: rows and hyperlinks of a sheet. */
export const EXCEL_LIMITS: Limits = { rows: 1_048_576, links: 65_530 };

/** Name of the nth sheet, from 0, that one table needs when it is longer than a sheet. */
export function partName(name: string, part: number): string {
  return part === 0 ? name : `${name} (${part + 1})`;
}

/** Where row `index`, from 0, of a table lies once the table is split by the row limit. */
export function rowPlace(name: string, index: number, limits: Limits): Link {
  const perSheet = limits.rows - 1;
  const part = Math.floor(index / perSheet);
  return { kind: "inside", sheet: partName(name, part), row: index % perSheet + 2 };
}
