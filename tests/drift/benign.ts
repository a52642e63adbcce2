/**
 * Days on which nothing is wrong, however much happens.
 *
 * A benign day must be believed and reported exactly. The exceptions are declared: on a day of which
 * one pattern changes a large part of the register, a law and a defect of the site look the same, and
 * a sane product asks a person once instead of reporting hundreds of changes. Such a kind says why
 * (`asked`) and what the question may name; believing it is right too.
 *
 * @module
 */

import { type Dice, oneOf } from "../support/fixture_founding.ts";
import { withNoise } from "../support/fixture_noise.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { cells, naming, someOf } from "./mutation.ts";
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

type Change = (row: FixtureRow, id: number) => FixtureRow;

const today = ({ register, day }: BenignDraw) => register.list(day);

function changed(list: ById, change: Change): ById {
  return list.map((row, id) => row && change(row, id));
}

function listed(list: ById, test: (row: FixtureRow) => boolean = () => true): number[] {
  return list.flatMap((row, id) => row !== undefined && test(row) ? [id] : []);
}

function sized(list: ById): number {
  return listed(list).length;
}

/** A share of the rows that pass `test`, from `least` to `most` percent of the list. */
function share(
  draw: BenignDraw,
  [least, most]: readonly [number, number],
  test?: (row: FixtureRow) => boolean,
): Set<number> {
  const percent = least + draw.roll(most - least + 1);
  const count = Math.ceil((sized(today(draw)) * percent) / 100);
  return someOf(draw.roll, listed(today(draw), test), count);
}

/** One day on which the rows of `ids` change. */
function changing(draw: BenignDraw, ids: ReadonlySet<number>, change: Change) {
  return [{ list: changed(today(draw), (row, id) => ids.has(id) ? change(row, id) : row) }];
}

/** The rows of an applicant who holds from `least` to `most` percent of the list. */
function applicantWith(draw: BenignDraw, least: number, most: number): Set<number> | null {
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

function newcomers(draw: BenignDraw, count: number, change: Change = (row) => row): ById {
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

function restyled(manners: readonly Manner[]) {
  return (draw: BenignDraw) => [{ list: today(draw), manner: oneOf(draw.roll, manners) }];
}

const LAW_WHY = "one pattern in a large part of the list in one day: a law, or a defect of the site";

/** Benign days. */
export const BENIGN: readonly Benign[] = [
  {
    kind: "ordinary day",
    about: "what happens every day",
    live: (draw) => [{ list: today(draw) }],
  },
  {
    kind: "holidays",
    about: "three days on which nothing changes",
    live: ({ register, day }) => [1, 2, 3].map(() => ({ list: register.list(day - 1) })),
  },
  {
    kind: "days missed",
    about: "the box was off for two to seven days",
    live: ({ roll, register, day }) => {
      const later = day + 1 + roll(6);
      return later > register.lists.length ? null : [{ list: register.list(later), day: later }];
    },
  },
  {
    kind: "burst of new rows",
    about: "forty new rows in a day",
    live: (draw) => [{ list: newcomers(draw, 40) }],
  },
  {
    kind: "new countries",
    about: "new rows from countries that the list did not have",
    live: (draw) => [{
      list: newcomers(draw, 3 + draw.roll(5), (row) => ({
        ...row,
        siteCountries: [oneOf(draw.roll, ["프랑스", "스페인", "일본", "미국", "푸에르토리코(미국)"])],
      })),
    }],
  },
  {
    kind: "very long value",
    about: "one to three values longer than any before",
    live: (draw) => {
      const ids = someOf(draw.roll, listed(today(draw)), 1 + draw.roll(3));
      const many = 20 + draw.roll(120);
      return changing(draw, ids, (row) =>
        draw.roll(2) === 0
          ? { ...row, ingredient: `${row.ingredient}(${"글리세롤에스테르 ".repeat(many).trim()})` }
          : { ...row, siteAddresses: row.siteAddresses.map((one) => `${one} ${"Block A, ".repeat(many)}`.trim()) });
    },
  },
  {
    kind: "annual reports",
    about: "30 to 90 % of the report years go up within four days",
    live: (draw) => {
      const due = (row: FixtureRow) => row.reportYear !== "" && Number(row.reportYear) < 2026;
      const wave = [...share(draw, [30, 90], due)];
      return [0, 1, 2, 3].map((at) => {
        const done = new Set(wave.slice(0, Math.ceil((wave.length * (at + 1)) / 4)));
        const list = draw.register.list(draw.day + at);
        return {
          list: changed(list, (row, id) => done.has(id) ? { ...row, reportYear: "2026" } : row),
        };
      });
    },
  },
  {
    kind: "a company leaves",
    about: "취하 on all rows of an applicant who holds 1 to 2 % of the list",
    live: (draw) => {
      const ids = applicantWith(draw, 0.8, 2.2);
      const statusOn = draw.register.date(draw.day);
      return ids && changing(draw, ids, (row) => ({ ...row, status: "취하", statusOn }));
    },
  },
  {
    kind: "rows taken out",
    about: "up to 1 % of the rows are no longer listed",
    live: (draw) => {
      const most = Math.max(3, Math.floor(sized(today(draw)) / 100));
      const gone = someOf(draw.roll, listed(today(draw)), 1 + draw.roll(most));
      return [{ list: today(draw).map((row, id) => gone.has(id) ? undefined : row) }];
    },
  },
  {
    kind: "an applicant renamed",
    about: "all rows of an applicant who holds 1 to 2 % of the list",
    live: (draw) => {
      const ids = applicantWith(draw, 0.8, 2.2);
      return ids && changing(draw, ids, (row) => ({ ...row, applicant: "새한누리제약" }));
    },
  },
  {
    kind: "a large applicant renamed",
    about: "all rows of an applicant who holds 3 to 4 % of the list",
    live: (draw) => {
      const ids = applicantWith(draw, 2.6, 4.6);
      return ids && changing(draw, ids, (row) => ({ ...row, applicant: "새한누리제약" }));
    },
    asked: {
      why: "as many rows as the smallest drift, with one new text",
      names: naming(...cells(["applicant"])),
    },
  },
  {
    kind: "document versions of one applicant",
    about: "all documents of an applicant who holds 1 to 4 % of the list are updated",
    live: (draw) => {
      const ids = applicantWith(draw, 0.8, 4.6);
      return ids &&
        changing(draw, ids, (row) => ({
          ...row,
          version: `v${4 + draw.roll(5)}.${draw.roll(9)}.0/2026`,
          changedOn: draw.register.date(draw.day),
        }));
    },
  },
  {
    kind: "review numbers filled in",
    about: "5 to 15 % of the rows get the review number that they lacked",
    live: (draw) =>
      changing(draw, share(draw, [5, 15], ({ review }) => review === ""), (row, id) => ({
        ...row,
        review: String(100_000 + id * 7).padStart(7, "0"),
      })),
  },
  {
    kind: "a law fills a column",
    about: "60 to 90 % of the rows get the review number that they lacked",
    live: (draw) =>
      changing(draw, share(draw, [60, 90], ({ review }) => review === ""), (row, id) => ({
        ...row,
        review: String(100_000 + id * 7).padStart(7, "0"),
      })),
    asked: { why: LAW_WHY, names: naming(...cells(["review"])) },
  },
  {
    kind: "a law renames a category",
    about: "대상의약품 of 30 to 95 % of the rows has another word",
    live: (draw) =>
      changing(draw, share(draw, [30, 95], ({ category }) => category !== ""), (row) => ({
        ...row,
        category: "고시 별표1",
      })),
    asked: { why: LAW_WHY, names: naming(...cells(["category"])) },
  },
  {
    kind: "a law renames a province",
    about: "경기도 becomes 경기특별자치도 in every address, as 강원도 did in 2023",
    live: (draw) => {
      const ids = listed(today(draw), ({ siteAddresses }) =>
        siteAddresses.some((address) => address.startsWith("경기도")));
      return changing(draw, new Set(ids), (row) => ({
        ...row,
        siteAddresses: row.siteAddresses.map((one) => one.replace(/^경기도/, "경기특별자치도")),
      }));
    },
    asked: { why: LAW_WHY, names: naming(...cells(["siteAddresses"])) },
  },
  {
    kind: "a law renews all documents",
    about: "문서번호 of 30 to 95 % of the rows goes up",
    live: (draw) =>
      changing(draw, share(draw, [30, 95], ({ version }) => version !== ""), (row, id) => ({
        ...row,
        version: `v${5 + id % 4}.0.0/2026`,
      })),
    asked: { why: LAW_WHY, names: naming(...cells(["version"])) },
  },
  {
    kind: "another order",
    about: "the list is sorted otherwise, on all pages",
    live: (draw) => {
      const key = oneOf(draw.roll, ["applicant", "ingredient", "firstOn", "number"] as const);
      const sign = oneOf(draw.roll, [1, -1]);
      const written = (rows: readonly FixtureRow[]) =>
        rows.toSorted((a, b) => a[key] < b[key] ? -sign : a[key] > b[key] ? sign : 0);
      return [{ list: today(draw), written }];
    },
  },
  {
    kind: "restyled",
    about: "other classes, bare texts, commented cells, a foot, other row numbers",
    live: restyled([
      { classPrefix: "mfds-", labelClass: "hd" },
      { bareText: true, loneSiteFlat: true },
      { commentedCell: true, tableFoot: true, decoyTable: true },
      { numbered: "down", total: "plain" },
      { cellLabels: false },
      { total: "title", truncateAt: 24 },
    ]),
  },
  {
    kind: "other nesting",
    about: "layout tables, or the list once more for small screens",
    live: restyled([{ layoutTables: true }, { mobile: "table" }, { mobile: "list" }]),
  },
  {
    kind: "notation",
    about: "most rows differ in white space, width, quotes, company forms, composition",
    live: (draw) => [{
      list: today(draw),
      written: (rows) =>
        rows.map((row) => draw.roll(4) === 0 ? row : withNoise(row, draw.roll, new Set())),
    }],
  },
  {
    kind: "another page size",
    about: "the site shows 30, 50 or 10 rows a page, or all of them",
    live: restyled([
      { paging: { kind: "capped", at: 30 } },
      { paging: { kind: "capped", at: 50 } },
      { paging: { kind: "size-ignored" } },
      { paging: { kind: "one-page" } },
    ]),
  },
  {
    kind: "unknown column",
    about: "a column that nobody knows, first, last or in the middle",
    live: (draw) => {
      const before = oneOf(draw.roll, ["순번", "신청인", "문서번호", undefined]);
      const column = { label: "비고", value: oneOf(draw.roll, ["", "없음", "2026-11-02"]) };
      const additionalColumn = before === undefined ? column : { ...column, before };
      return [{ list: today(draw), manner: { additionalColumn } }];
    },
  },
  {
    kind: "another charset",
    about: "the site writes EUC-KR and says so",
    live: restyled([{ encoding: "euc-kr" }]),
  },
];
