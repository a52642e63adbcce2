/**
 * The ways in which a site writes one row differently from day to day without changing it.
 *
 * @module
 */

import type { Dice } from "./fixture_founding.ts";
import type { FixtureRow } from "./fixture_row.ts";

/** Rewrites one text; must not change what it says. */
type Habit = (text: string) => string;

const COMPANY = ["㈜", "(주)", "주식회사"];

const HABITS: readonly Habit[] = [
  (text) => `${text}  `,
  (text) => `\r\n\t${text}\r\n`,
  (text) => text.replaceAll(" ", "  "),
  (text) => text.replace(" ", "\u00a0"),
  (text) => text.replace(" ", "\r\n"),
  (text) => text.replace(/[0-9A-Z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  (text) => text.replace(/[(),.]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  (text) =>
    text.replace(/㈜|\(주\)|주식회사/, (form) => COMPANY[(COMPANY.indexOf(form) + 1) % 3] ?? form),
  (text) =>
    text.replace(/㈜|\(주\)|주식회사/, (form) => COMPANY[(COMPANY.indexOf(form) + 2) % 3] ?? form),
  (text) => text.replace(/['’‘`]/g, "‘"),
  (text) => text.replace(/['’‘`]/g, "'"),
  (text) => text.normalize("NFD"),
];

/** Habits that a number, a date or a status word may suffer. */
const PADDING: readonly Habit[] = HABITS.slice(0, 2);

/** Groups of cells that one habit falls on together. */
export type Part = "sites" | "number" | "ingredient" | "applicant" | "padding";

/** Returns `row` as written on a noisy day, sparing `protected_` parts. */
export function withNoise(row: FixtureRow, roll: Dice, spared: ReadonlySet<Part>): FixtureRow {
  const habit = HABITS[roll(HABITS.length)] as Habit;
  const pad = PADDING[roll(PADDING.length)] as Habit;
  const noisy = { ...row };
  if (!spared.has("ingredient")) noisy.ingredient = habit(row.ingredient);
  if (!spared.has("applicant")) noisy.applicant = habit(row.applicant);
  if (!spared.has("number") && roll(2) === 0) noisy.number = pad(row.number);
  if (!spared.has("sites")) Object.assign(noisy, sitesWithNoise(row, habit, roll(3) === 0));
  if (!spared.has("padding")) {
    noisy.status = pad(row.status);
    noisy.firstOn = pad(row.firstOn);
    noisy.changedOn = pad(row.changedOn);
    noisy.version = pad(row.version);
    noisy.category = pad(row.category);
  }
  return noisy;
}

function sitesWithNoise(row: FixtureRow, habit: Habit, reversed: boolean) {
  const write = (texts: readonly string[]) => {
    const written = texts.map(habit);
    return reversed ? written.reverse() : written;
  };
  return {
    siteNames: write(row.siteNames),
    siteAddresses: write(row.siteAddresses),
    siteCountries: write(row.siteCountries),
  };
}
