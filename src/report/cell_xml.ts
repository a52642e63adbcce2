/**
 * Cells as SpreadsheetML, written out as text.
 *
 * Text goes in as inline strings: a string can then never be read as a formula, edge white space
 * survives (`xml:space`), and a literal `_x000D_` is told from an escape (ECMA-376 part 1, 22.9.2.19,
 * ST_Xstring). Styling every cell through the library costs twice the time of the write itself.
 *
 * @module
 */

const special = /[&<>]|_x[0-9A-Fa-f]{4}_/;
const edgeSpace = /^[\s]|[\s]$/;

/** Escapes well-formed text without control characters for an element of type ST_Xstring. */
export function xmlText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Writes one cell; `null` is a cell with a style only. */
export function cellXml(address: string, styleId: number, value: string | number | null): string {
  if (value === null) return `<c r="${address}" s="${styleId}"/>`;
  if (typeof value === "number") return `<c r="${address}" s="${styleId}"><v>${value}</v></c>`;
  const space = edgeSpace.test(value) ? ' xml:space="preserve"' : "";
  return `<c r="${address}" s="${styleId}" t="inlineStr"><is><t${space}>${
    xmlText(value)
  }</t></is></c>`;
}

/** Name of the nth column, from 0: A … Z, AA … */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + index % 26);
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}
