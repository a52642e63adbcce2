/**
 * What the style names look like: one typeface, few colors, grey for what is over.
 *
 * Objects are in the shape that exceljs registers; each is registered once per workbook.
 *
 * @module
 */

import type { StyleName } from "./sheet.ts";

/** A style as exceljs takes it. */
export interface CellStyle {
  readonly font: Readonly<Record<string, unknown>>;
  readonly alignment: Readonly<Record<string, unknown>>;
  readonly fill?: Readonly<Record<string, unknown>>;
  readonly border?: Readonly<Record<string, unknown>>;
  readonly numFmt?: string;
}

// Malgun Gothic comes with every Korean Windows and holds both scripts.
const typeface = "맑은 고딕";
const ink = "FF1F2933";
const grey = "FF7B8794";

function font(options: { size?: number; bold?: boolean; color?: string; underline?: boolean }) {
  const { size = 10, bold = false, color = ink, underline = false } = options;
  return { name: typeface, size, bold, underline, color: { argb: color } };
}

function fill(color: string) {
  return { type: "pattern", pattern: "solid", fgColor: { argb: color } };
}

const line = { style: "thin", color: { argb: "FF9FB3C8" } };
const blue = "FF1F5FBF";
const wrapped = { vertical: "top", wrapText: true };
const left = { vertical: "top", horizontal: "left" };
const centered = { vertical: "top", horizontal: "center" };
const middle = { vertical: "middle", horizontal: "left" };
const verdict = (color: string, background: string): CellStyle => ({
  font: font({ size: 12, bold: true, color }),
  fill: fill(background),
  alignment: { vertical: "middle", horizontal: "center" },
});

/** The form of every style; those of a table hang from the top, those of a page are centered. */
export const STYLES: Readonly<Record<StyleName, CellStyle>> = {
  text: { font: font({}), alignment: wrapped },
  plain: { font: font({}), alignment: left },
  date: { font: font({}), alignment: centered, numFmt: "yyyy-mm-dd" },
  year: { font: font({}), alignment: centered, numFmt: "0" },
  count: { font: font({}), alignment: centered, numFmt: "#,##0" },
  dateLeft: { font: font({}), alignment: left, numFmt: "yyyy-mm-dd" },
  yearLeft: { font: font({}), alignment: left, numFmt: "0" },
  link: { font: font({ color: blue, underline: true }), alignment: wrapped },
  nothing: { font: font({ color: grey }), alignment: left },
  header: {
    font: font({ bold: true }),
    fill: fill("FFDDE6EF"),
    border: { bottom: line },
    alignment: { vertical: "middle", horizontal: "center", wrapText: true },
  },
  title: { font: font({ size: 16, bold: true }), alignment: middle },
  subtitle: { font: font({ color: grey }), alignment: middle },
  heading: { font: font({ size: 11, bold: true }), border: { bottom: line }, alignment: middle },
  label: { font: font({ color: "FF52606D" }), alignment: middle },
  watched: {
    font: font({ bold: true, color: "FF8A4B00" }),
    fill: fill("FFFFF0CC"),
    alignment: wrapped,
  },
  strong: { font: font({ bold: true }), alignment: middle, numFmt: "#,##0" },
  hours: { font: font({}), alignment: middle, numFmt: "#,##0.0" },
  value: { font: font({}), alignment: middle, numFmt: "#,##0" },
  zero: { font: font({ color: grey }), alignment: middle, numFmt: "#,##0" },
  note: { font: font({}), alignment: { ...middle, wrapText: true, indent: 1 } },
  jump: { font: font({ color: blue, underline: true }), alignment: middle },
  accepted: verdict("FF1E6B34", "FFE3F1E5"),
  quarantined: verdict("FFA3261B", "FFFBE3E0"),
  baseline: verdict("FF1F4E8C", "FFE4EDF8"),
};

/** The same style for a row that is over: withdrawn, cancelled. */
export function muted(style: CellStyle): CellStyle {
  return {
    ...style,
    font: { ...style.font, color: { argb: grey } },
    fill: fill("FFF0F2F4"),
  };
}
