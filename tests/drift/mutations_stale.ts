/**
 * Mutations that show the past: pages and lists from a cache.
 *
 * Total and row numbers agree with what is shown. A search is answered from the register itself.
 *
 * @module
 */

import { oneOf } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import {
  type Case,
  type Draw,
  fewest,
  meaningOf,
  type Mutation,
  NAMES_ANY,
  namingPage,
  pageSize,
} from "./mutation.ts";

/** Rows of `other` that stand in `rows` as they are do not count. */
function differing(rows: readonly FixtureRow[], other: readonly FixtureRow[]): number {
  const meanings = new Set(rows.map(meaningOf));
  return other.filter((row) => !meanings.has(meaningOf(row))).length;
}

/** What a refusal says of a list that goes back in time. */
const NAMES_OLD = [...NAMES_ANY, /예전 내용|오래된 화면/];

/** The list with one stretch of rows as it was served some days ago. */
function staleStretch({ roll, day }: Draw, ages: readonly number[]): Case | null {
  const old = day.earlier(oneOf(roll, ages));
  if (old === null) return null;
  const size = Math.min(pageSize(day), Math.ceil(day.rows.length / 2));
  const from = size * roll(Math.ceil(day.rows.length / size));
  const stretch = old.slice(from, from + size);
  const numbers = new Set(stretch.map(keyOf));
  const around = (rows: readonly FixtureRow[]) => rows.filter((row) => !numbers.has(keyOf(row)));
  const rows = [
    ...around(day.rows.slice(0, from)),
    ...stretch,
    ...around(day.rows.slice(from + size)),
  ];
  const least = ages.includes(1) ? 1 : fewest(day.rows.length);
  if (differing(day.rows, rows) < least) return null;
  return {
    rows,
    searched: day.rows,
    names: [...NAMES_OLD, namingPage(1 + Math.floor(from / size))],
  };
}

/** What tells rows apart that are listed once. */
function keyOf(row: FixtureRow): string {
  const number = row.number.normalize("NFKC").replace(/\s/g, "");
  return number === "" || number.includes("---")
    ? `${row.ingredient}|${row.firstOn}`.normalize("NFKC").replace(/\s/g, "")
    : `${number}|${row.applicant}`.normalize("NFKC").replace(/\s/g, "");
}

function staleList({ roll, day }: Draw, ages: readonly number[]): Case | null {
  const rows = day.earlier(oneOf(roll, ages));
  if (rows === null) return null;
  if (!ages.includes(1) && differing(day.rows, rows) < fewest(day.rows.length)) return null;
  return { rows, searched: day.rows, names: NAMES_OLD };
}

/** Mutations from a cache. */
export const STALE_MUTATIONS: readonly Mutation[] = [
  {
    kind: "a page of yesterday",
    about: "one page comes from a cache of the day before, row numbers and total agree",
    spoil: (draw) => staleStretch(draw, [1]),
    mayBeLate: "yesterday's rows are what a slower site would show today",
  },
  {
    kind: "an old page",
    about: "one page comes from a cache of days ago, row numbers and total agree",
    spoil: (draw) => staleStretch(draw, [3, 5, 10, 20]),
  },
  {
    kind: "the list of yesterday",
    about: "the whole list comes from a cache of the day before",
    spoil: (draw) => staleList(draw, [1]),
    mayBeLate: "it is the accepted list itself: a holiday looks the same",
  },
  {
    kind: "an old list",
    about: "the whole list comes from a cache of days ago: changes go back, rows go",
    spoil: (draw) => staleList(draw, [2, 3, 5, 10, 20]),
  },
];
