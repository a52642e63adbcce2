/**
 * Other ways to write the same row: noise that a register makes and nobody wants to hear of.
 *
 * @module
 */

import type { RegisterRow } from "./register.ts";

/** One habit of writing; none of them changes what a row says. */
export type Notation =
  | "trailing-blanks"
  | "line-breaks"
  | "full-width"
  | "legal-form"
  | "quotes"
  | "decomposed"
  | "site-order";

/** Returns `row` as the same clerk might have written it another day. */
export function rewrite(row: RegisterRow, notation: Notation): RegisterRow {
  if (notation === "site-order") return { ...row, sites: row.sites.toReversed() };
  const write = WRITERS[notation];
  return {
    ...row,
    ingredient: write(row.ingredient),
    applicant: write(row.applicant),
    sites: row.sites.map((site) => ({
      name: write(site.name),
      address: write(site.address),
      country: write(site.country),
    })),
  };
}

const WRITERS: Readonly<Record<Exclude<Notation, "site-order">, (text: string) => string>> = {
  "trailing-blanks": (text) => text === "" ? "  " : `${text.replace(" ", "  ")} \t`,
  "line-breaks": (text) => text === "" ? "\r\n" : `\r\n${text.replace(" ", "\r\n ")}\r\n`,
  "full-width": (text) => text.replace(/[A-Za-z0-9(),.&-]/g, wide),
  "legal-form": (text) => text.replace(/㈜|\(주\)|주식회사/, (form) => LEGAL_FORM[form] ?? form),
  "quotes": (text) => text.replace(/['’`]/g, (quote) => QUOTE[quote] ?? quote),
  "decomposed": (text) => text.normalize("NFD"),
};

/** The next way to write "limited company". */
const LEGAL_FORM: Readonly<Record<string, string>> = {
  "㈜": "(주)",
  "(주)": "주식회사",
  "주식회사": "㈜",
};

const QUOTE: Readonly<Record<string, string>> = { "'": "’", "’": "`", "`": "'" };

/** Full-width form: U+FF01 to U+FF5E stand 0xFEE0 above ASCII. */
function wide(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) + 0xfee0);
}
