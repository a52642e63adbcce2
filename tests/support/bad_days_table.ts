/**
 * Mornings on which the table is written differently: kind 11 of the known failures.
 *
 * @module
 */

import type { BadDay } from "./bad_day.ts";
import type { Misbehaviour } from "./fixture_misbehaviour.ts";
import type { SiteOptions } from "./fixture_options.ts";

const rewrite = (to: (html: string) => string): Misbehaviour => ({ kind: "rewritten", to });

/** Markup in which everything can still be read. */
const READABLE: readonly BadDay[] = ([
  ["cells that are commented out", { commentedCell: true }],
  ["the list once more for small screens, as a table", { mobile: "table" }],
  ["the list once more for small screens, as a list", { mobile: "list" }],
  ["layout tables around the list", { layoutTables: true }],
  ["a table about something else before the list", { decoyTable: true }],
  ["a table foot", { tableFoot: true }],
  ["a lone site without a nested table", { loneSiteFlat: true }],
  ["text that is cut, whole in its title", { truncateAt: 6 }],
  ["values without a span", { bareText: true }],
  ["no labels in the cells", { cellLabels: false }],
  ["another class for the labels", { labelClass: "m_head" }],
  ["classes with a prefix", { classPrefix: "x-" }],
  ["two columns in each other's place", { swappedColumns: ["신청인", "성분명"] }],
  [
    "two columns in each other's place, without labels",
    { swappedColumns: ["최초등록일자", "최종변경일자"], cellLabels: false },
  ],
  ["a column more, at the end", { additionalColumn: { label: "비고", value: "-" } }],
  [
    "a column more, in between and without labels",
    { additionalColumn: { label: "비고", value: "가", before: "성분명" }, cellLabels: false },
  ],
] satisfies [string, SiteOptions][]).map(([clause, site]) => ({ kind: 11, clause, site, ends: 0 }));

const REWRITTEN: readonly BadDay[] = ([
  ["cells that span rows", rewrite(spanRows)],
  ["the header repeated between the rows", rewrite(repeatHeader)],
  ["two names that are cut, and nothing more", { ...rewrite(cut("신청인", 3, "…", 2)), page: 1 }],
  ["an address that is cut, and nothing more", {
    ...rewrite(cut("제조소소재지", 9, "...", 1)),
    page: 1,
  }],
] satisfies [string, Misbehaviour][]).map(([clause, trouble]) => ({
  kind: 11,
  clause,
  troubles: [trouble],
  ends: 0,
}));

/** Markup in which something can no longer be told. */
const UNREADABLE: readonly BadDay[] = ([
  ["an empty list as one row", {}, { kind: "empty-list" }, /0 records|vanished/],
  ["labels glued to all values", {}, rewrite(glue()), /"취소\/취하구분(정상|취하|취소)"/],
  ["labels glued to the values of one column", {}, rewrite(glue("신청인")), /신청인/],
  [
    "labels glued to the blanks of a column",
    {},
    rewrite(glue("연계심사문서번호")),
    /연계심사문서번호/,
  ],
  ["text that is cut, and nothing more", {}, rewrite(cut("성분명", 4)), /성분명/],
  ["text that is cut with a character for it", {}, rewrite(cut("신청인", 3, "…")), /신청인/],
  [
    "a column that is gone",
    {},
    { kind: "missing-column", label: "문서번호" },
    /lacks the column "문서번호"/,
  ],
  [
    "a header with another word",
    {},
    { kind: "renamed-header", label: "성분명", to: "주성분명" },
    /lacks the column "성분명".*"주성분명"/,
  ],
  [
    "a header with the word of another",
    {},
    { kind: "renamed-header", label: "성분명", to: "신청인" },
    /성분명|신청인/,
  ],
  [
    "cells under each other's header",
    {},
    { kind: "swapped-cells", labels: ["신청인", "성분명"] },
    /calls itself/,
  ],
  [
    "cells under each other's header, without labels",
    { cellLabels: false },
    { kind: "swapped-cells", labels: ["신청인", "성분명"] },
    /\d+ of \d+ records .*at once/,
  ],
  [
    "dates under each other's header, without labels",
    { cellLabels: false },
    { kind: "swapped-cells", labels: ["최초등록일자", "최종변경일자"] },
    /최초등록일자|최종변경일자/,
  ],
  [
    "rare dates under each other's header, without labels",
    { cellLabels: false },
    { kind: "swapped-cells", labels: ["취소/취하일자", "최종변경일자"] },
    /취소\/취하일자|최종변경일자/,
  ],
  [
    "numbers under each other's header, without labels",
    { cellLabels: false },
    { kind: "swapped-cells", labels: ["문서번호", "연계심사문서번호"] },
    /became blank/,
  ],
  [
    "sites under each other's header, without labels",
    { cellLabels: false },
    { kind: "swapped-cells", labels: ["제조소명", "제조소소재지"] },
    /\d+ of \d+ records .*at once/,
  ],
  ["a word for a status that nobody knows", {}, {
    kind: "unknown-status",
    at: 70,
    word: "정지",
  }, /Row \d+ of page 2: .* "정지"/],
  ["a notice as a row across the table", {}, rewrite(interrupt), /row/i],
  ["yesterday's list beside today's", {}, rewrite(doubled), /2 tables/],
] satisfies [string, SiteOptions, Misbehaviour, RegExp][]).map(
  ([clause, site, trouble, says]) => ({
    kind: 11,
    clause,
    site,
    troubles: [trouble],
    ends: 3,
    says,
  }),
);

const EVERYDAY = [
  "cells that are commented out",
  "text that is cut, whole in its title",
  "cells that span rows",
  "labels glued to the values of one column",
  "cells under each other's header",
];

/** All of them. */
export const TABLE_DAYS: readonly BadDay[] = [...READABLE, ...REWRITTEN, ...UNREADABLE].map(
  (day) => EVERYDAY.includes(day.clause) ? { ...day, everyday: true } : day,
);

/** Gives every second row the category of the row above where they are alike, as one cell. */
function spanRows(html: string): string {
  const rows = html.split("<tr><td><span");
  const cell = /<td><span class="s-th">대상의약품<\/span><span>([^<]*)<\/span><\/td>/;
  for (let at = 1; at + 1 < rows.length; at += 2) {
    const [above = "", below = ""] = [rows[at], rows[at + 1]];
    if (cell.exec(above)?.[1] !== cell.exec(below)?.[1]) continue;
    rows[at] = above.replace(cell, (whole) => whole.replace("<td>", '<td rowspan="2">'));
    rows[at + 1] = below.replace(cell, "");
  }
  return rows.join("<tr><td><span");
}

function repeatHeader(html: string): string {
  const header = /<thead>(<tr>.*?<\/tr>)<\/thead>/s.exec(html)?.[1] ?? "";
  const rows = html.split("<tr><td><span");
  return rows.map((row, at) => at % 10 === 9 ? `${row}${header}` : row).join("<tr><td><span");
}

/** Writes the label of a column, or of all, into its values. */
function glue(label = "[^<]*"): (html: string) => string {
  const labelled = new RegExp(`<span class="s-th">(${label})</span>(<span>)?`, "g");
  return (html) => html.replace(labelled, (_, word, span = "") => `${span}${word}`);
}

/** Cuts the values of a column after so many characters: all, or the first of a page. */
function cut(
  label: string,
  at: number,
  mark = "...",
  most = Infinity,
): (html: string) => string {
  const start = `<span class="s-th">${label}</span><(?:span|table><tbody><tr><td)>`;
  const value = new RegExp(`(${start})([^<]*)`, "g");
  return (html) => {
    let left = most;
    return html.replace(value, (whole, before, text) => {
      if (text.length <= at || left-- <= 0) return whole;
      return before + text.slice(0, at) + mark;
    });
  };
}

function interrupt(html: string): string {
  return html.replace("</tr>\n<tr>", '</tr>\n<tr><td colspan="15">공지: 점검 예정</td></tr>\n<tr>');
}

/** The table twice, the first one with another word in it. */
function doubled(html: string): string {
  return html.replace(
    /<table class="tb_list">.*<\/table>/s,
    (list) => list.replace("정상", "취하") + list,
  );
}
