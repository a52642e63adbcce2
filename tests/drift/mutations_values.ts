/**
 * Mutations that put a value where another belongs: defaults, repetitions, statuses, sites.
 *
 * @module
 */

import { type Dice, oneOf } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import {
  type Case,
  CELLS,
  cells,
  DATES,
  type Draw,
  type Mutation,
  naming,
  replaceRows,
  rewriteCells,
  rewriteOneOf,
  rewriting,
  textOf,
  TEXTS,
} from "./mutation.ts";

const SITES = cells(["siteNames", "siteAddresses", "siteCountries"]);
const NAMES_SITES = naming(...SITES);
const NOTHINGS = ["null", "undefined", "N/A", "NaN", "[object Object]", "없음"];

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

/** Mutations of values. */
export const VALUE_MUTATIONS: readonly Mutation[] = [
  { kind: "one constant", about: "one value of the column stands in all rows", spoil: constant },
  {
    kind: "defaulted to -",
    about: "a dash or nothing stands for the value",
    spoil: (draw) => defaulted(draw, CELLS, oneOf(draw.roll, ["-", "", "\u00a0"])),
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
    spoil: status((word) =>
      word === "정상" ? "Valid" : word === "취하" ? "Withdrawn" : "Cancelled"
    ),
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
