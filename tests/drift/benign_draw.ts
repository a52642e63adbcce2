/**
 * The words in which benign days are written.
 *
 * @module
 */

import { type Dice, oneOf } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { someOf } from "./mutation.ts";
import type { ById, Register } from "./register.ts";
import type { Manner } from "./site.ts";

/** What a benign kind is given. */
export interface BenignDraw {
  readonly roll: Dice;
  readonly register: Register;
  /** The first day after the accepted past. */
  readonly day: number;
}

/** One benign day. */
export interface BenignDay {
  readonly list: ById;
  /** Day of the calendar, where it is not the next one. */
  readonly day?: number;
  readonly manner?: Manner;
  /** What the site does to the order or the notation of its rows. */
  readonly written?: (rows: readonly FixtureRow[]) => readonly FixtureRow[];
}

/** One kind of benign day, or of several in a row. */
export interface Benign {
  readonly kind: string;
  readonly about: string;
  readonly live: (draw: BenignDraw) => readonly BenignDay[] | null;
  /** Why a question to a person is right too, and what it must name. */
  readonly asked?: { readonly why: string; readonly names: readonly RegExp[] };
}

/** Rewrites a row by its id. */
export type Change = (row: FixtureRow, id: number) => FixtureRow;

/** The list of the day as the register lives it. */
export const today = ({ register, day }: BenignDraw) => register.list(day);

/** The list with every row rewritten. */
export function changed(list: ById, change: Change): ById {
  return list.map((row, id) => row && change(row, id));
}

/** Ids of the rows that are listed and pass `test`. */
export function listed(list: ById, test: (row: FixtureRow) => boolean = () => true): number[] {
  return list.flatMap((row, id) => row !== undefined && test(row) ? [id] : []);
}

/** Rows listed. */
export function sized(list: ById): number {
  return listed(list).length;
}

/** A share of the rows that pass `test`, from `least` to `most` percent of the list. */
export function share(
  draw: BenignDraw,
  [least, most]: readonly [number, number],
  test?: (row: FixtureRow) => boolean,
): Set<number> {
  const percent = least + draw.roll(most - least + 1);
  const count = Math.ceil((sized(today(draw)) * percent) / 100);
  return someOf(draw.roll, listed(today(draw), test), count);
}

/** One day on which the rows of `ids` change. */
export function changing(draw: BenignDraw, ids: ReadonlySet<number>, change: Change) {
  return [{ list: changed(today(draw), (row, id) => ids.has(id) ? change(row, id) : row) }];
}

/** The rows of an applicant who holds from `least` to `most` percent of the list. */
export function applicantWith(draw: BenignDraw, least: number, most: number): Set<number> | null {
  const byName = new Map<string, number[]>();
  for (const id of listed(today(draw))) {
    const { applicant } = today(draw)[id] as FixtureRow;
    byName.set(applicant, [...byName.get(applicant) ?? [], id]);
  }
  const size = sized(today(draw)) / 100;
  const fitting = [...byName.values()].filter((ids) =>
    ids.length >= 2 && ids.length >= least * size && ids.length <= most * size
  );
  return fitting.length === 0 ? null : new Set(oneOf(draw.roll, fitting));
}

/** The list of the day with new rows at its end. */
export function newcomers(draw: BenignDraw, count: number, change: Change = (row) => row): ById {
  const list = today(draw);
  const date = draw.register.date(draw.day);
  const ids = listed(list);
  const added = Array.from({ length: count }, (_, index): FixtureRow => {
    const like = list[oneOf(draw.roll, ids)] as FixtureRow;
    const row: FixtureRow = {
      ...like,
      category: draw.roll(3) === 0 ? "별표1" : "",
      number: `${date.replaceAll("-", "")}-${301 + index}-K-${900 + draw.roll(90)}-01`,
      siteNames: [`Orvand Chemie GmbH Unit ${index + 1}`],
      siteAddresses: [`${index + 1} Hafenstrasse, 4133 Pratteln, Switzerland`],
      siteCountries: ["스위스"],
      firstOn: date,
      changedOn: "",
      reportYear: "",
      status: "정상",
      statusOn: "",
      version: "v0.0.0/2026",
      review: "",
    };
    return change(row, index);
  });
  return [...list, ...added];
}
