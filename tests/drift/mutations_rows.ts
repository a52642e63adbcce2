/**
 * Mutations of the list: rows that are too many, too few, too old or from somewhere else.
 *
 * Unless its words say otherwise, a list has a total and row numbers that agree with what it shows.
 *
 * @module
 */

import { oneOf } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import {
  type Case,
  type DayView,
  type Draw,
  fewest,
  type Mutation,
  NAMES_ANY,
  NAMES_ROWS,
  namingPage,
  pageSize,
  someOf,
} from "./mutation.ts";

function allIndices({ rows }: DayView): number[] {
  return [...rows.keys()];
}

function kept(rows: readonly FixtureRow[], drawn: Draw, least = fewest(drawn.day.rows.length)) {
  return drawn.day.rows.length - rows.length < least ? null : { rows, names: NAMES_ROWS };
}

/** A medical device, as another register of the same site lists it under the same headers. */
function device(index: number): FixtureRow {
  return {
    category: "2등급",
    number: `제허 ${10 + index % 15}-${100 + index}호`,
    ingredient: "의료용 흡인기",
    applicant: `메디${index}의료기`,
    siteNames: ["본사"],
    siteAddresses: ["서울특별시 금천구"],
    siteCountries: ["대한민국"],
    firstOn: `20${10 + index % 15}-03-0${1 + index % 9}`,
    changedOn: "",
    reportYear: "",
    status: "정상",
    statusOn: "",
    version: "",
    review: "",
  };
}

/** A row that somebody typed to try the register out. */
function trial(index: number): FixtureRow {
  return {
    ...device(index),
    category: "별표1",
    number: `20990101-1-A-${index + 1}-01`,
    ingredient: index % 2 === 0 ? "테스트" : "test",
    applicant: "테스트업체",
    siteNames: ["TEST"],
    siteAddresses: ["asdf"],
    siteCountries: ["대한민국"],
    version: "v0.0.0/2099",
  };
}

/** The list with foreign rows between its own. */
function mixedWith(make: (index: number) => FixtureRow) {
  return ({ roll, day }: Draw): Case => {
    const count = fewest(day.rows.length) + roll(Math.ceil(day.rows.length / 8));
    const rows = [...day.rows];
    for (let index = 0; index < count; index++) rows.splice(roll(rows.length + 1), 0, make(index));
    return { rows, names: NAMES_ANY };
  };
}

function repeated({ roll, day }: Draw): FixtureRow[] {
  const again = someOf(roll, allIndices(day), fewest(day.rows.length) + roll(20));
  return day.rows.flatMap((row, index) => again.has(index) ? [row, row] : [row]);
}

function dropped({ roll, day }: Draw): FixtureRow[] {
  const { rows } = day;
  const gone = someOf(roll, allIndices(day), fewest(rows.length) * (1 + roll(6)));
  return rows.filter((_, index) => !gone.has(index));
}

/** Needs more than one page of 100 rows. */
function paged(spoil: (draw: Draw, pages: number) => Case | null) {
  return (draw: Draw) => {
    const pages = Math.ceil(draw.day.rows.length / pageSize(draw.day));
    return pages < 2 ? null : spoil(draw, pages);
  };
}

/** A few rows that are gone are shown as missing and make no event before a look-up on another day. */
const MISSING =
  "rows that are gone are shown as missing; what happened to them is told once they are back";

/** Mutations of the list. */
export const ROW_MUTATIONS: readonly Mutation[] = [
  {
    kind: "rows repeated",
    about: "many rows come twice, counted twice",
    spoil: (draw) => ({ rows: repeated(draw), names: NAMES_ROWS }),
  },
  {
    kind: "rows repeated, total kept",
    about: "many rows come twice, counted once",
    spoil: (draw) => ({
      rows: repeated(draw),
      total: () => draw.day.rows.length,
      names: NAMES_ROWS,
    }),
  },
  {
    kind: "rows dropped",
    about: "many rows are gone, the total agrees",
    mayBeLate: MISSING,
    spoil: (draw) => kept(dropped(draw), draw),
  },
  {
    kind: "rows dropped, total kept",
    about: "many rows are gone, the total counts them",
    spoil: (draw) => ({
      rows: dropped(draw),
      total: () => draw.day.rows.length,
      names: NAMES_ROWS,
    }),
  },
  {
    kind: "page repeated",
    about: "one page shows the rows of the page before it under its own row numbers",
    spoil: paged(({ roll, day }, pages) => {
      const page = 2 + roll(pages - 1);
      return {
        shown: (entries, at) =>
          at !== page ? entries : entries.map((entry, row) => ({
            ...entry,
            row: day.rows[(page - 2) * 100 + row] as FixtureRow,
          })),
        names: [...NAMES_ROWS, namingPage(page)],
      };
    }),
  },
  {
    kind: "last page missing",
    about: "the list ends a page early, and the total with it",
    mayBeLate: MISSING,
    spoil: paged((draw, pages) => kept(draw.day.rows.slice(0, (pages - 1) * 100), draw)),
  },
  {
    kind: "last page empty",
    about: "the last page says that there is nothing",
    spoil: paged((_draw, pages) => ({
      shown: (entries, at) => at === pages ? [] : entries,
      names: [...NAMES_ROWS, namingPage(pages)],
    })),
  },
  {
    kind: "rows of another register",
    about: "rows of medical devices stand between the others",
    spoil: mixedWith(device),
  },
  {
    kind: "another register",
    about: "the list of medical devices under the headers of this one",
    spoil: ({ day }) => ({ rows: day.rows.map((_, index) => device(index)), names: NAMES_ANY }),
  },
  {
    kind: "trial rows",
    about: "rows of a test system stand between the others",
    spoil: mixedWith(trial),
  },
  {
    kind: "a test system",
    about: "the site shows its test system",
    spoil: ({ roll }) => ({
      rows: Array.from({ length: 20 + roll(400) }, (_, index) => trial(index)),
      names: NAMES_ANY,
    }),
  },
  {
    kind: "half list",
    about: "the first or the second half",
    spoil: ({ roll, day: { rows } }) => {
      const half = Math.floor(rows.length / 2);
      return { rows: roll(2) === 0 ? rows.slice(0, half) : rows.slice(half), names: NAMES_ROWS };
    },
  },
  {
    kind: "71 rows",
    about: "what this register answered on 2026-09-17",
    spoil: ({ day }) => ({ rows: day.rows.slice(0, 71), names: NAMES_ROWS }),
  },
  { kind: "no rows", about: "a list of 0 records", spoil: () => ({ rows: [], names: NAMES_ROWS }) },
  {
    kind: "search stuck",
    about: "only rows of one applicant or with one ingredient",
    spoil: ({ roll, day: { rows } }) => {
      const key = oneOf(roll, ["applicant", "ingredient"] as const);
      const word = oneOf(roll, rows)[key];
      return { rows: rows.filter((row) => row[key] === word), names: NAMES_ROWS };
    },
  },
  {
    kind: "order changed while paging",
    about: "from one page on the list is sorted otherwise",
    spoil: paged(({ roll, day: { rows } }, pages) => {
      const from = 2 + roll(pages - 1);
      const sorted = rows.toSorted((a, b) => a.applicant < b.applicant ? -1 : 1);
      return {
        shown: (entries, page) =>
          page < from ? entries : entries.map((entry, at) => ({
            ...entry,
            row: sorted[(page - 1) * 100 + at] as FixtureRow,
          })),
        names: NAMES_ROWS,
      };
    }),
  },
  {
    kind: "total lies",
    about: "the total is off by a few on all pages",
    spoil: ({ roll }) => {
      const by = oneOf(roll, [-100, -7, -1, 1, 5, 100, 5_000]);
      return { total: (total) => Math.max(0, total + by), names: NAMES_ROWS };
    },
  },
  {
    kind: "total differs on one page",
    about: "one page states another total",
    spoil: paged(({ roll }, pages) => {
      const page = 1 + roll(pages);
      const by = oneOf(roll, [-1, 1, 12]);
      return {
        total: (total, at) => at === page ? total + by : total,
        names: [/읽는 동안 목록이 바뀌었습니다/, namingPage(page)],
      };
    }),
  },
  {
    kind: "total missing",
    about: "no page states a total",
    spoil: () => ({ manner: { total: "absent" }, names: [/총 N건/] }),
  },
  {
    kind: "page one everywhere",
    about: "the page number is ignored",
    spoil: paged(() => ({ served: () => 1, names: [...NAMES_ROWS, namingPage(2)] })),
  },
];
