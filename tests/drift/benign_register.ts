/**
 * Benign days on which the register changes, a little or a lot.
 *
 * @module
 */

import { oneOf } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import {
  applicantWith,
  type Benign,
  changed,
  changing,
  listed,
  newcomers,
  share,
  sized,
  today,
} from "./benign_draw.ts";
import { cells, naming, someOf } from "./mutation.ts";

const LAW_WHY =
  "one pattern in a large part of the list in one day: a law, or a defect of the site";

/** Days of the register. */
export const REGISTER_DAYS: readonly Benign[] = [
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
        siteCountries: [
          oneOf(draw.roll, ["프랑스", "스페인", "일본", "미국", "푸에르토리코(미국)"]),
        ],
      })),
    }],
  },
  {
    kind: "very long value",
    about: "one to three values longer than any before",
    live: (draw) => {
      // A row without a number whose ingredient changes is another row: nobody could tell.
      const numbered = (row: FixtureRow) => row.number.trim() !== "";
      const ids = someOf(draw.roll, listed(today(draw), numbered), 1 + draw.roll(3));
      const many = 20 + draw.roll(120);
      return changing(
        draw,
        ids,
        (row) =>
          draw.roll(2) === 0
            ? {
              ...row,
              ingredient: `${row.ingredient}(${"글리세롤에스테르 ".repeat(many).trim()})`,
            }
            : {
              ...row,
              siteAddresses: row.siteAddresses.map((one) =>
                `${one} ${"Block A, ".repeat(many)}`.trim()
              ),
            },
      );
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
      const ids = listed(
        today(draw),
        ({ siteAddresses }) => siteAddresses.some((address) => address.startsWith("경기도")),
      );
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
];
