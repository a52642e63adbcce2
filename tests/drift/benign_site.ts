/**
 * Benign days on which the site writes the same register otherwise.
 *
 * @module
 */

import { oneOf } from "../support/fixture_founding.ts";
import { withNoise } from "../support/fixture_noise.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { type Benign, type BenignDraw, today } from "./benign_draw.ts";
import type { Manner } from "./site.ts";

function restyled(manners: readonly Manner[]) {
  return (draw: BenignDraw) => [{ list: today(draw), manner: oneOf(draw.roll, manners) }];
}

/** Days of the site. */
export const SITE_DAYS: readonly Benign[] = [
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
