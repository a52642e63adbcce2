/**
 * Mutations of the texts of one column: cut, glued, re-encoded, decorated.
 *
 * @module
 */

import { encodeEucKr } from "../support/fixture_euc_kr.ts";
import { oneOf } from "../support/fixture_founding.ts";
import {
  CELLS,
  cells,
  type Mutation,
  naming,
  rewriteCells,
  rewriteOneOf,
  rewriting,
  textOf,
  TEXTS,
  withCell,
} from "./mutation.ts";

const HANGUL = cells(["category", "ingredient", "applicant", "siteCountries", "status"]);
const LATIN = cells(["number", "siteNames", "siteAddresses", "version"]);

const MARKS = [" (주)정정", " 외 1", "*", " [NEW]", " (구)", " 등"];
const COUNTRIES: Readonly<Record<string, string>> = {
  "대한민국": "Korea",
  "인도": "India",
  "중국": "China",
  "이탈리아": "Italy",
  "스위스": "Switzerland",
};

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decoded(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

function escapedTwice(text: string): string {
  return text.replace(/[&'"<>]|[^\x20-\x7e]/g, (one) => `&#${one.codePointAt(0)};`);
}

/** Mutations of texts. */
export const TEXT_MUTATIONS: readonly Mutation[] = [
  rewriting("truncated", "only the first characters are shown", TEXTS, (roll) => {
    const length = 2 + roll(16);
    return (text) => text.trim().slice(0, length);
  }),
  rewriting("truncated with ellipsis", "long values end in … and have no title", TEXTS, (roll) => {
    const length = 3 + roll(16);
    const end = oneOf(roll, ["…", "...", ".."]);
    return (text) => text.trim().length > length ? text.trim().slice(0, length) + end : text;
  }),
  {
    kind: "glued with its label",
    about: "the label for small screens stands in the value",
    spoil: (draw) => {
      const cell = oneOf(draw.roll, CELLS);
      const joint = oneOf(draw.roll, [": ", " ", ""]);
      return rewriteCells(draw, cell, (text) => `${cell.label}${joint}${text}`);
    },
  },
  {
    kind: "glued with its neighbour",
    about: "the value of the next column stands behind the own",
    spoil: (draw) => {
      const at = draw.roll(CELLS.length - 1);
      const [cell, next] = [CELLS[at]!, CELLS[at + 1]!];
      return rewriteCells(draw, cell, (text, row) => `${text} ${textOf(row, next.key)}`);
    },
  },
  rewriting(
    "UTF-8 read as Latin-1",
    "ê¸€ë¦¬ instead of 글리",
    HANGUL,
    () => (text) => decoded(bytesOf(text), "latin1"),
  ),
  rewriting(
    "UTF-8 read as CP949",
    "湲由 instead of 글리",
    HANGUL,
    () => (text) => decoded(bytesOf(text), "euc-kr"),
  ),
  rewriting(
    "CP949 read as Latin-1",
    "±Û¸® instead of 글리",
    HANGUL,
    () => (text) => decoded(encodeEucKr(text), "latin1"),
  ),
  rewriting("Hangul lost", "every syllable is a question mark", HANGUL, (roll) => {
    const mark = oneOf(roll, ["?", "\ufffd", "□"]);
    return (text) => text.replace(/[가-힣]/g, mark);
  }),
  rewriting("entities escaped twice", "&#44544; is to be read", TEXTS, () => escapedTwice),
  {
    kind: "decomposed (NFD)",
    about: "syllables are written as letters, which is notation",
    spoil: () => ({ manner: { nfd: "document" }, names: [...naming(...CELLS), /총 N건/] }),
  },
  {
    kind: "white space taken out",
    about: "no value has a space, which is notation",
    spoil: (draw) => ({
      rows: draw.day.rows.map((row) =>
        TEXTS.reduce((to, { key }) => withCell(to, key, (text) => text.replace(/\s+/g, "")), row)
      ),
      names: naming(...TEXTS),
    }),
  },
  {
    kind: "numbers with commas",
    about: "2,025 and 12,345",
    spoil: (draw) =>
      rewriteOneOf(
        draw,
        cells(["reportYear", "review", "number"]),
        (text) => text.replace(/\d{4,}/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",")),
      ),
  },
  {
    kind: "numbers in scientific notation",
    about: "2.025E+3",
    spoil: (draw) =>
      rewriteOneOf(
        draw,
        cells(["reportYear", "review", "number"]),
        (text) => text.replace(/\d{4,}/g, (digits) => Number(digits).toExponential().toUpperCase()),
      ),
  },
  rewriting(
    "leading zeros dropped",
    "0077001 becomes 77001",
    cells(["review", "number"]),
    () => (text) => text.replace(/(^|-)0+(?=\d)/g, "$1"),
  ),
  rewriting("case changed", "capitals where there were none, or none", LATIN, (roll) => {
    const upper = roll(2) === 0;
    return (text) => upper ? text.toUpperCase() : text.toLowerCase();
  }),
  rewriting("suffix on many rows", "the site adds a remark to a column", TEXTS, (roll) => {
    const mark = oneOf(roll, MARKS);
    return (text) => text.trim() === "" ? text : text.trim() + mark;
  }),
  rewriting("prefix on many rows", "the site puts a word before a column", TEXTS, (roll) => {
    const mark = oneOf(roll, ["(유)", "[변경] ", "신) ", "No.", "- "]);
    return (text) => text.trim() === "" ? text : mark + text.trim();
  }),
  rewriting(
    "applicant's form rewritten",
    "㈜ becomes a word that is no notation of it",
    cells(["applicant"]),
    (roll) => {
      const form = oneOf(roll, ["유한회사", "Co., Ltd. ", "(사)", "(재)"]);
      return (text) => text.normalize("NFC").replace(/㈜|[(（]주[)）]|주식회사/, form);
    },
  ),
  rewriting(
    "brackets stripped",
    "what stands in brackets is gone",
    TEXTS,
    () => (text) => text.replace(/\s*[([（［][^\])）］]*[\])）］]\s*/g, " ").trim(),
  ),
  rewriting(
    "punctuation stripped",
    "dots, commas, hyphens and slashes are gone",
    TEXTS,
    () => (text) => text.replace(/[-.,/#·:]/g, " "),
  ),
  rewriting("masked", "part of every value is a row of stars", TEXTS, (roll) => {
    const shown = 1 + roll(6);
    return (text) =>
      text.trim().slice(0, shown) + "*".repeat(Math.max(0, text.trim().length - shown));
  }),
  rewriting(
    "countries translated",
    "인도 becomes India",
    cells(["siteCountries"]),
    () => (text) => COUNTRIES[text.trim().normalize("NFC")] ?? text,
  ),
  rewriting("tags in the text", "markup is to be read", TEXTS, (roll) => {
    const tag = oneOf(roll, ["br", "b", "em"]);
    return (text) => `<${tag}>${text}</${tag}>`;
  }),
];
