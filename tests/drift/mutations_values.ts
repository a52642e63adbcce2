/**
 * Mutations of the texts of one column: cut, glued, re-encoded, defaulted, decorated.
 *
 * @module
 */

import { encodeEucKr } from "../support/fixture_euc_kr.ts";
import { type Dice, oneOf } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import {
  type Case,
  cells,
  CELLS,
  DATES,
  type Draw,
  type Mutation,
  naming,
  replaceRows,
  rewriteCells,
  rewriteOneOf,
  TEXTS,
  withCell,
} from "./mutation.ts";

const HANGUL = cells(["category", "ingredient", "applicant", "siteCountries", "status"]);
const LATIN = cells(["number", "siteNames", "siteAddresses", "version"]);
const SITES = cells(["siteNames", "siteAddresses", "siteCountries"]);
const NAMES_SITES = naming(...SITES);

/** Not in full width, which is notation. */
const NOTHINGS = ["null", "undefined", "N/A", "NaN", "[object Object]", "없음"];
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

function textOf(row: FixtureRow, key: keyof FixtureRow): string {
  return [row[key]].flat().join(" ");
}

/** Gives every row the site column of its first site. */
function firstSites(row: FixtureRow): FixtureRow {
  return {
    ...row,
    siteNames: row.siteNames.slice(0, 1),
    siteAddresses: row.siteAddresses.slice(0, 1),
    siteCountries: row.siteCountries.slice(0, 1),
  };
}

function joinedSites(row: FixtureRow): FixtureRow {
  return {
    ...row,
    siteNames: [row.siteNames.join(", ")],
    siteAddresses: [row.siteAddresses.join(", ")],
    siteCountries: [row.siteCountries.join(", ")],
  };
}

function defaulted(draw: Draw, choices: typeof CELLS, value: string): Case | null {
  return rewriteOneOf(draw, choices, () => value);
}

/** A value that the column has elsewhere, for every row that is reached. */
function constant(draw: Draw): Case | null {
  const cell = oneOf(draw.roll, CELLS);
  const value = oneOf(draw.roll, draw.day.rows)[cell.key];
  const rows = draw.day.rows.map((row) => ({ ...row, [cell.key]: value }));
  return replaceRows(draw, rows, naming(cell));
}

/** Every row that is reached has the value of the row above the first of its block. */
function repeatedDown(draw: Draw): Case | null {
  const cell = oneOf(draw.roll, CELLS);
  const { rows } = draw.day;
  const run = 4 + draw.roll(30);
  const repeated = rows.map((row, at) => ({
    ...row,
    [cell.key]: (rows[at - (at % run)] as FixtureRow)[cell.key],
  }));
  return replaceRows(draw, repeated, naming(cell));
}

/** Blanks show what stands above them, as a spreadsheet that was filled down. */
function filledDown(draw: Draw): Case | null {
  const cell = oneOf(draw.roll, cells(["changedOn", "reportYear", "statusOn", "review"]));
  let last = "";
  return rewriteCells(draw, cell, (text) => last = text.trim() === "" ? last : text);
}

function status(about: (word: string, roll: Dice) => string) {
  return (draw: Draw) =>
    rewriteCells(draw, cells(["status"])[0]!, (text) => about(text.trim(), draw.roll));
}

function sites(change: (row: FixtureRow) => FixtureRow) {
  return (draw: Draw) => replaceRows(draw, draw.day.rows.map(change), NAMES_SITES);
}

/** A mutation that rewrites one of `choices`; `make` draws how. */
function rewriting(
  kind: string,
  about: string,
  choices: typeof CELLS,
  make: (roll: Dice) => (text: string) => string,
): Mutation {
  return { kind, about, spoil: (draw) => rewriteOneOf(draw, choices, make(draw.roll)) };
}

/** Mutations of texts. */
export const VALUE_MUTATIONS: readonly Mutation[] = [
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
  rewriting("UTF-8 read as Latin-1", "ê¸€ë¦¬ instead of 글리", HANGUL, () => (text) =>
    decoded(bytesOf(text), "latin1")),
  rewriting("UTF-8 read as CP949", "湲由 instead of 글리", HANGUL, () => (text) =>
    decoded(bytesOf(text), "euc-kr")),
  rewriting("CP949 read as Latin-1", "±Û¸® instead of 글리", HANGUL, () => (text) =>
    decoded(encodeEucKr(text), "latin1")),
  rewriting("Hangul lost", "every syllable is a question mark", HANGUL, (roll) => {
    const mark = oneOf(roll, ["?", "\ufffd", "□"]);
    return (text) => text.replace(/[가-힣]/g, mark);
  }),
  rewriting("entities escaped twice", "&#44544; is to be read", TEXTS, () => escapedTwice),
  {
    kind: "decomposed (NFD)",
    about: "syllables are written as letters, which is notation",
    spoil: () => ({ manner: { nfd: "document" }, names: naming(...CELLS) }),
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
  { kind: "one constant", about: "one value of the column stands in all rows", spoil: constant },
  {
    kind: "defaulted to -",
    about: "a dash or nothing stands for the value",
    spoil: (draw) => defaulted(draw, CELLS, oneOf(draw.roll, ["-", "", "&nbsp;"]) || ""),
  },
  {
    kind: "defaulted to null",
    about: "what a program says when it has nothing",
    spoil: (draw) => defaulted(draw, CELLS, oneOf(draw.roll, NOTHINGS)),
  },
  {
    kind: "defaulted to 0",
    about: "a zero stands for the value",
    spoil: (draw) => defaulted(draw, CELLS, oneOf(draw.roll, ["0", "0.0", "0000", "00000000"])),
  },
  {
    kind: "blanks defaulted",
    about: "blank cells show a word or zeros",
    spoil: (draw) => {
      const cell = oneOf(draw.roll, cells(["changedOn", "reportYear", "statusOn", "review"]));
      const word = oneOf(draw.roll, ["null", "N/A", "0", "해당없음", "0000000"]);
      return rewriteCells(draw, cell, (text) => text.trim() === "" ? word : text);
    },
  },
  { kind: "repeated down", about: "rows show the value of a row above", spoil: repeatedDown },
  { kind: "filled down", about: "blanks show the value above them", spoil: filledDown },
  {
    kind: "numbers with commas",
    about: "2,025 and 12,345",
    spoil: (draw) =>
      rewriteOneOf(draw, cells(["reportYear", "review", "number"]), (text) =>
        text.replace(/\d{4,}/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ","))),
  },
  {
    kind: "numbers in scientific notation",
    about: "2.025E+3",
    spoil: (draw) =>
      rewriteOneOf(draw, cells(["reportYear", "review", "number"]), (text) =>
        text.replace(/\d{4,}/g, (digits) =>
          Number(digits).toExponential().toUpperCase())),
  },
  rewriting(
    "leading zeros dropped",
    "0077001 becomes 77001",
    cells(["review", "number"]),
    () => (text) =>
      text.replace(/(^|-)0+(?=\d)/g, "$1"),
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
  rewriting("brackets stripped", "what stands in brackets is gone", TEXTS, () => (text) =>
    text.replace(/\s*[([（［][^\])）］]*[\])）］]\s*/g, " ").trim()),
  rewriting("punctuation stripped", "dots, commas, hyphens and slashes are gone", TEXTS, () => (text) =>
    text.replace(/[-.,/#·:]/g, " ")),
  rewriting("masked", "part of every value is a row of stars", TEXTS, (roll) => {
    const shown = 1 + roll(6);
    return (text) => text.trim().slice(0, shown) + "*".repeat(Math.max(0, text.trim().length - shown));
  }),
  rewriting("countries translated", "인도 becomes India", cells(["siteCountries"]), () => (text) =>
    COUNTRIES[text.trim().normalize("NFC")] ?? text),
  rewriting("tags in the text", "markup is to be read", TEXTS, (roll) => {
    const tag = oneOf(roll, ["br", "b", "em"]);
    return (text) => `<${tag}>${text}</${tag}>`;
  }),
  rewriting("loading", "the values come later, by script", CELLS, (roll) => {
    const word = oneOf(roll, ["조회중...", "Loading…", "{{item.value}}", "${value}"]);
    return () => word;
  }),
  {
    kind: "status defaulted to 정상",
    about: "every row that is reached is in force",
    spoil: status(() => "정상"),
  },
  {
    kind: "status defaulted to 취하",
    about: "every row that is reached is withdrawn",
    spoil: status(() => "취하"),
  },
  {
    kind: "status inverted",
    about: "정상 and 취하 stand for each other",
    spoil: status((word) => word === "정상" ? "취하" : "정상"),
  },
  {
    kind: "status translated",
    about: "the words are English",
    spoil: status((word) => word === "정상" ? "Valid" : word === "취하" ? "Withdrawn" : "Cancelled"),
  },
  {
    kind: "first site only",
    about: "of several sites only the first is shown",
    spoil: sites(firstSites),
  },
  { kind: "sites in one line", about: "all sites are one text", spoil: sites(joinedSites) },
  {
    kind: "site parts crossed",
    about: "one part of the sites is listed the other way round",
    spoil: (draw) => {
      const { key } = oneOf(draw.roll, SITES);
      return sites((row) => ({ ...row, [key]: [...row[key]].reverse() }))(draw);
    },
  },
  {
    kind: "date in a text column",
    about: "a text column shows the date of its row",
    spoil: (draw) => {
      const from = oneOf(draw.roll, DATES).key;
      return rewriteOneOf(draw, TEXTS, (_text, row) => textOf(row, from));
    },
  },
];
