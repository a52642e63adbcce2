/**
 * Mutations that give rows the values of other rows, and dates and years that are not theirs.
 *
 * @module
 */

import { oneOf } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import {
  type Case,
  type CellName,
  CELLS,
  cells,
  DATES,
  type Draw,
  type Mutation,
  naming,
  replaceRows,
  rewriteOneOf,
} from "./mutation.ts";

/** Gives the rows one column in another order, on all pages. */
function rearranged(
  order: (indices: readonly number[], cell: CellName, draw: Draw) => readonly number[],
) {
  return (draw: Draw): Case | null => {
    const cell = oneOf(draw.roll, CELLS);
    const { rows } = draw.day;
    const places = order([...rows.keys()], cell, draw);
    const moved = rows.map((row, at) => ({
      ...row,
      [cell.key]: (rows[places[at] as number] as FixtureRow)[cell.key],
    }));
    return replaceRows({ ...draw, reach: whole(draw) }, moved, naming(cell));
  };
}

/** Reaches every candidate, since half a rotation is no rotation. */
function whole({ reach }: Draw): Draw["reach"] {
  return (candidates) => reach(candidates) === null ? null : new Set(candidates);
}

function dates(rewrite: (date: Temporal.PlainDate, today: string) => string) {
  return (draw: Draw) =>
    rewriteOneOf(draw, dateCells(draw), (text) => redated(text, draw, rewrite));
}

/** One date column: the founding one most often, as it is never blank. */
function dateCells({ roll }: Draw): readonly CellName[] {
  return roll(2) === 0 ? cells(["firstOn"]) : DATES;
}

function redated(
  text: string,
  { day }: Draw,
  rewrite: (date: Temporal.PlainDate, today: string) => string,
): string {
  const plain = text.trim();
  return plain === "" ? text : rewrite(Temporal.PlainDate.from(plain), day.date);
}

const pad = (number: number) => String(number).padStart(2, "0");

/** Mutations of order and of dates. */
export const ORDER_MUTATIONS: readonly Mutation[] = [
  {
    kind: "column rotated by one row",
    about: "the values of one column belong to the row above or below",
    spoil: (draw) => {
      const by = oneOf(draw.roll, [1, -1]);
      return rearranged((at) => at.map((index) => (index + by + at.length) % at.length))(draw);
    },
  },
  {
    kind: "column sorted by itself",
    about: "one column is sorted, the others are not",
    spoil: rearranged((at, { key }, { day }) => {
      const text = (index: number) => String((day.rows[index] as FixtureRow)[key]).trim();
      return at.toSorted((a, b) => text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : a - b);
    }),
  },
  {
    kind: "column upside down",
    about: "one column runs from the last row to the first",
    spoil: rearranged((at) => at.toReversed()),
  },
  {
    kind: "column shuffled",
    about: "the values of one column are spread over the rows by chance",
    spoil: rearranged((at, _cell, { roll }) => {
      const places = [...at];
      for (let left = places.length - 1; left > 0; left--) {
        const other = roll(left + 1);
        [places[left], places[other]] = [places[other] as number, places[left] as number];
      }
      return places;
    }),
  },
  {
    kind: "day and month exchanged",
    about: "2026-05-07 is shown as 2026-07-05, where that is a date",
    spoil: dates((date) =>
      date.day <= 12 ? `${date.year}-${pad(date.day)}-${pad(date.month)}` : date.toString()
    ),
  },
  {
    kind: "day and month exchanged, blindly",
    about: "2026-05-27 is shown as 2026-27-05",
    spoil: dates((date) => `${date.year}-${pad(date.day)}-${pad(date.month)}`),
  },
  {
    kind: "all dates today",
    about: "a date column shows the day of the visit",
    spoil: dates((_date, today) => today),
  },
  {
    kind: "dates as dd.mm.yyyy",
    about: "dates of another locale",
    spoil: dates((date) => `${pad(date.day)}.${pad(date.month)}.${date.year}`),
  },
  {
    kind: "dates with dots",
    about: "2026.05.07 or 2026/05/07, which is notation",
    spoil: (draw) => {
      const mark = oneOf(draw.roll, [".", "/"]);
      return dates((date) => date.toString().replaceAll("-", mark))(draw);
    },
  },
  {
    kind: "dates with two-digit years",
    about: "26-05-07",
    spoil: dates((date) => date.toString().slice(2)),
  },
  {
    kind: "dates a day early",
    about: "midnight in Seoul printed in UTC",
    spoil: dates((date) => date.subtract({ days: 1 }).toString()),
  },
  {
    kind: "dates of 1970",
    about: "the number zero printed as a date",
    spoil: (draw) => {
      const zero = oneOf(draw.roll, ["1970-01-01", "1900-01-00", "0001-01-01", "9999-12-31"]);
      return rewriteOneOf(draw, dateCells(draw), () => zero);
    },
  },
  {
    kind: "blank dates of 1970",
    about: "blank dates show the number zero",
    spoil: (draw) =>
      rewriteOneOf(
        draw,
        cells(["changedOn", "statusOn"]),
        (text) => text.trim() === "" ? "1970-01-01" : text,
      ),
  },
  {
    kind: "dates as milliseconds",
    about: "1778112000000",
    spoil: dates((date) => String(date.toZonedDateTime("UTC").epochMilliseconds)),
  },
  {
    kind: "years moved",
    // One more is what an annual report that was filed looks like: nobody can tell the two apart.
    about: "a year column is behind, or counts from another epoch",
    spoil: (draw) => {
      const by = oneOf(draw.roll, [-1, -2, -10, 543]);
      return rewriteOneOf(
        draw,
        cells(["reportYear"]),
        (text) => text.trim() === "" ? text : String(Number(text) + by),
      );
    },
  },
];
