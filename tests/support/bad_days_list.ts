/**
 * Mornings on which the list is not the whole list: kinds 1, 7 and 8 of the known failures.
 *
 * @module
 */

import { BAD, type BadDay, LAST_GOOD } from "./bad_day.ts";
import type { Misbehaviour } from "./fixture_misbehaviour.ts";
import type { FixtureRow } from "./fixture_row.ts";
import { answers, type Changed } from "./bad_days_wire.ts";

const FIRST = BAD.rows[0] as FixtureRow;
/** A row that comes in while the list is read. */
const arrival = (shift: number): FixtureRow => ({
  ...FIRST,
  number: `20261104-209-J-${9000 + shift}`,
});
const GATEWAY_FAULT: Changed = {
  headers: { "content-type": "text/xml;charset=UTF-8" },
  body: "<OpenAPI_ServiceResponse><cmmMsgHeader>" +
    "<returnAuthMsg>LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR</returnAuthMsg>" +
    "<returnReasonCode>22</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>",
};
/** The whole body as a firewall of this country sends it: no document around it. */
const BLOCK_PAGE = `<br>
<br>
<center>
<h2>
The request / response that are contrary to the Web firewall security policies have been blocked.
</h2>
<table>
<tr>
<td>Detect time</td>
<td></td>
</tr>
</table>
</center>
<br>
`;
const CHALLENGE = `<!doctype html><html><head><title>Just a moment...</title></head>
<body><noscript>Enable JavaScript and cookies to continue</noscript></body></html>`;

const NOT_THE_LIST: readonly BadDay[] = ([
  ["a maintenance page", { kind: "maintenance-page" }, /Page 1 has no table .* maintenance page/],
  ["a firewall's page", { kind: "waf-page" }, /Page 1 has no table .* firewall block page/],
  ["the site's error page", { kind: "error-shell" }, /Page 1 has no table .* error page/],
  ["a login page", { kind: "login-page" }, /Page 1 has no table .* login page/],
  ["a maintenance page for page 3", { kind: "maintenance-page", page: 3 }, /Page 3 has no table/],
  ["a firewall's page as it really was", answers({ body: BLOCK_PAGE }), /firewall block page/],
  ["a challenge page", answers({ body: CHALLENGE }), /its title is "Just a moment\.\.\."/],
  ["an empty list", { kind: "empty-list" }, /0 records|vanished/],
  ["half of the list", { kind: "half-list" }, /\d+ of \d+ records vanished at once/],
] satisfies [string, Misbehaviour, RegExp][]).map(([what, trouble, says], at) => ({
  kind: 1,
  clause: `${what}, called a success`,
  troubles: [trouble],
  ends: 3,
  says,
  ...(at === 0 ? { everyday: true } : {}),
}));

const FAULTS: readonly BadDay[] = [
  {
    kind: 1,
    clause: "a gateway's quota message",
    troubles: [answers(GATEWAY_FAULT)],
    ends: 1,
    says: /content type, "text\/xml/,
  },
  {
    kind: 1,
    clause: "a page that fails is no page without rows",
    everyday: true,
    troubles: [{ kind: "status", status: 500, page: 2 }],
    ends: 1,
    says: /status 500/,
  },
  {
    kind: 1,
    clause: "a page whose rows are gone but whose total is not",
    troubles: [{ kind: "rewritten", page: 2, to: withoutRows }],
    ends: 3,
    says: /125 records, but 50 distinct rows/,
  },
  ...([
    ["fails", { kind: "status", status: 500 }],
    ["finds a maintenance page", { kind: "maintenance-page" }],
    ["is answered with the whole list", { kind: "other-rows", rows: BAD.rows }],
    ["is answered with half a page", { kind: "cut-body", announced: false }],
  ] satisfies [string, Misbehaviour][]).map(([what, trouble]): BadDay => ({
    kind: 1,
    clause: `a look-up that ${what} calls nothing gone`,
    troubles: [{ ...trouble, on: "look-up" }],
    ends: 0,
    postpones: "delisted",
  })),
];

const PAGING: readonly Omit<BadDay, "kind">[] = [
  {
    clause: "the list shifts once while it is read",
    everyday: true,
    site: { shifting: { afterPages: 1, shifts: 1, row: arrival } },
    ends: 0,
    gains: "20261104-209-J-9001",
  },
  {
    clause: "the list shifts at every page",
    everyday: true,
    site: { shifting: { afterPages: 1, shifts: 999, row: arrival } },
    ends: 3,
    says: /moved while it was read: 125|moved while it was read/,
  },
  {
    clause: "the list shifts at every page and keeps its total",
    site: { shifting: { afterPages: 1, shifts: 999, row: arrival, keepsTotal: true } },
    ends: 3,
    says: /repeats a row of page 1/,
  },
  {
    clause: "a cache serves yesterday's page 2 with yesterday's total",
    everyday: true,
    troubles: [{ kind: "other-rows", rows: LAST_GOOD.rows, page: 2 }],
    ends: 3,
    says: /moved while it was read/,
  },
  {
    clause: "a cache serves a page 2 of other rows, the total the same",
    troubles: [{ kind: "other-rows", rows: BAD.rows.toReversed(), page: 2 }],
    ends: 3,
    says: /numbered|repeats a row|distinct rows/,
  },
  {
    clause: "a cache serves a page 3 that begins where page 2 was before",
    troubles: [{ kind: "other-rows", rows: [arrival(7), ...BAD.rows.slice(0, -1)], page: 3 }],
    ends: 3,
    says: /Row 1 of page 3 .* repeats a row of page 2/,
  },
  {
    clause: "a row comes twice, in place of another",
    troubles: [{ kind: "duplicated-row", at: 30, instead: true }],
    ends: 3,
    says: /repeats a row of page 1/,
  },
  {
    clause: "a row comes twice, over two pages",
    troubles: [{ kind: "duplicated-row", at: 49, instead: false }],
    ends: 3,
    says: /repeats a row of page 1/,
  },
  {
    clause: "a row is left out",
    troubles: [{ kind: "dropped-row", at: 40, gap: false }],
    ends: 3,
    says: /125 records, but 124 distinct rows/,
  },
  {
    clause: "a row is left out and its number with it",
    troubles: [{ kind: "dropped-row", at: 40, gap: true }],
    ends: 3,
    says: /numbered 42, expected 41/,
  },
  {
    clause: "the page parameter is ignored",
    everyday: true,
    troubles: [{ kind: "page-ignored" }],
    ends: 3,
    says: /Row 1 of page 2 .* repeats a row of page 1/,
  },
  { clause: "the page size is ignored", site: { paging: { kind: "size-ignored" } }, ends: 0 },
  { clause: "the page size is capped", site: { paging: { kind: "capped", at: 30 } }, ends: 0 },
  { clause: "one page has it all", site: { paging: { kind: "one-page" } }, ends: 0 },
  { clause: "the list counts down", site: { rowNumbers: "descending" }, ends: 0 },
  {
    clause: "the stated total is too large",
    everyday: true,
    troubles: [{ kind: "total-lies", by: 5 }],
    ends: 3,
    says: /states 130 records, but 125 distinct rows/,
  },
  {
    clause: "the stated total is too small by a few",
    troubles: [{ kind: "total-lies", by: -5 }],
    ends: 3,
    says: /states 120 records, but 125 distinct rows/,
  },
  {
    clause: "the stated total ends with page 1, and more pages follow",
    troubles: [{ kind: "total-lies", by: 50 - BAD.rows.length }],
    ends: 3,
    says: /records vanished at once/,
  },
  {
    clause: "the stated total is wrong on page 2 alone",
    troubles: [{ kind: "total-lies", by: 1, page: 2 }],
    ends: 3,
    says: /moved while it was read/,
  },
  { clause: "no total is stated", site: { total: "absent" }, ends: 3, says: /total/ },
  {
    clause: "the last page is empty",
    troubles: [{ kind: "rewritten", page: 3, to: withoutRows }],
    ends: 3,
    says: /125 records, but 100 distinct rows/,
  },
  {
    clause: "the last page says that there is nothing",
    troubles: [{ kind: "rewritten", page: 3, to: (html) => withRows(html, NOTHING_FOUND) }],
    ends: 3,
    says: /125 records, but 100 distinct rows/,
  },
];

/** On that day each of the 71 rows came without its category. */
const SEVENTY_ONE = BAD.rows.slice(0, 71).map((row) => ({ ...row, category: "" }));

const SHORT: readonly Omit<BadDay, "kind">[] = [
  {
    clause: "71 rows of all, and a total that agrees",
    everyday: true,
    troubles: [{ kind: "short-list", rows: 71 }],
    ends: 3,
    says: /\d+ of \d+ records vanished at once/,
  },
  {
    clause: "71 rows without their category, as on 2026-09-17",
    troubles: [{ kind: "other-rows", rows: SEVENTY_ONE }],
    ends: 3,
    says: /\d+ of \d+ records vanished at once/,
  },
  {
    clause: "a source cut at its first page closes no record",
    troubles: [{ kind: "short-list", rows: 50 }],
    ends: 3,
    says: /\d+ of \d+ records vanished at once/,
  },
  {
    clause: "a single row",
    troubles: [{ kind: "short-list", rows: 1 }],
    ends: 3,
    says: /\d+ of \d+ records vanished at once/,
  },
];

const NOTHING_FOUND = '<tr><td colspan="15">조회된 결과가 없습니다.</td></tr>';

function withoutRows(html: string): string {
  return withRows(html, "");
}

/** The page with other rows in its list. */
function withRows(html: string, rows: string): string {
  const start = html.indexOf("<tbody>") + "<tbody>".length;
  const end = html.indexOf("</tbody></table>\n", html.lastIndexOf("</td></tr>"));
  return html.slice(0, start) + rows + html.slice(end);
}

/** All of them. */
export const LIST_DAYS: readonly BadDay[] = [
  ...NOT_THE_LIST,
  ...FAULTS,
  ...PAGING.map((day) => ({ ...day, kind: 7 }) as const),
  ...SHORT.map((day) => ({ ...day, kind: 8 }) as const),
];
