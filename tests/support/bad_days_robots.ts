/**
 * Mornings on which robots.txt fails or forbids: kind 13 of the known failures.
 *
 * @module
 */

import type { BadDay } from "./bad_day.ts";
import { type Changed, changedAnswer } from "./bad_days_wire.ts";
import { encodeEucKr } from "./fixture_euc_kr.ts";
import type { RobotsAnswer } from "./fixture_options.ts";

const answer = (changed: Changed): RobotsAnswer => ({
  kind: "answer",
  as: (allow) => changedAnswer(allow, changed),
});
const text = (...lines: readonly string[]): RobotsAnswer => ({
  kind: "text",
  text: ["User-agent: *", ...lines, ""].join("\n"),
});
const DISALLOW_ALL = "User-agent: *\nDisallow: /\n";
/** More than RFC 9309 wants read at least, less than is read. */
const LONG_COMMENT = `# ${"가".repeat(20)}\n`.repeat(9_000);
const TOO_LONG = new Uint8Array(5 * 1024 * 1024 + 1).fill(0x23);

/** Redirects from /robots.txt over /robots1, /robots2, … to rules that allow everything. */
const chain = (redirects: number): RobotsAnswer => ({
  kind: "answer",
  as: (allow, path) => {
    const at = Number(/\d+$/.exec(path) ?? 0);
    if (at >= redirects) return allow;
    return changedAnswer(allow, { status: 302, headers: { location: `/robots${at + 1}` } });
  },
});

/** Nothing is forbidden: an ordinary good day. */
const ALLOWING: readonly (readonly [string, RobotsAnswer])[] = [
  ...[400, 401, 403, 404, 410, 418].map((status) =>
    [`status ${status} allows everything`, { kind: "status", status }] as const
  ),
  ["an HTML page has no rules", { kind: "html-page" }],
  ["an empty file has no rules", { kind: "text", text: "" }],
  ["octets that are no text have no rules", answer({ body: new Uint8Array(2000).fill(0x9C) })],
  ["an encoded slash is not a slash", text("Disallow: /pbp%2FCCBAC03")],
  ["another robot is meant", { kind: "text", text: "User-agent: Googlebot\nDisallow: /\n" }],
  ["the longer Allow wins", text("Disallow: /pbp/", "Allow: /pbp/CCBAC03/")],
  ["the terms page alone is forbidden", text("Disallow: /cntnts/")],
  ["one redirect is followed", chain(1)],
  ["five redirects are followed", chain(5)],
];

/** The rules are not known: a fault of the server that may heal. */
const UNREACHABLE: readonly (readonly [string, RobotsAnswer, RegExp, BadDay["limits"]?])[] = [
  ...[500, 502, 503, 504].map((status) =>
    [`status ${status} allows nothing`, { kind: "status", status }, /robots\.txt".*50\d/] as const
  ),
  ["status 429 allows nothing", { kind: "status", status: 429 }, /429/],
  ["no answer allows nothing", { kind: "hang" }, /robots\.txt" did not answer within/, {
    of: /robots/,
    ms: 100,
  }],
  [
    "an answer that stops halfway allows nothing",
    answer({ ending: "hang-in-body" }),
    /robots\.txt" was not complete within/,
    { of: /robots/, ms: 100 },
  ],
  ["an answer that drips allows nothing", answer({ ending: "drip" }), /not complete within/, {
    of: /robots/,
    ms: 40,
  }],
  ["an answer cut off allows nothing", answer({ ending: "cut-announced" }), /broke off after/],
  ["a connection closed allows nothing", answer({ ending: "drop" }), /Cannot connect/],
  ["a redirect off the host is not followed", {
    kind: "redirect",
    to: "https://example.com/robots.txt",
  }, /another origin, "https:\/\/example\.com/],
  ["a redirect to itself is not followed", { kind: "redirect", to: "/robots.txt" }, /redirects/],
  ["a sixth redirect is not followed", chain(6), /still redirects after 6/],
  ["a redirect to nowhere allows nothing", answer({ status: 302 }), /status 302/],
  [
    "a coding that nobody asked for allows nothing",
    answer({
      headers: { "content-encoding": "zstd" },
    }),
    /"zstd"/,
  ],
  [
    "a file without end allows nothing",
    answer({ body: TOO_LONG }),
    /exceeds the limit/,
  ],
];

/** The rules forbid: a person must look. */
const FORBIDDING: readonly (readonly [string, RobotsAnswer, RegExp])[] = [
  ["everything is forbidden", answer({ body: DISALLOW_ALL }), /line 2: Disallow: \//],
  ["the list is forbidden", text("Disallow: /pbp/CCBAC03/getList"), /line 2: Disallow: \/pbp/],
  ["this robot alone is forbidden", {
    kind: "text",
    text: "User-agent: *\nAllow: /\n\nUser-agent: DMF\nDisallow: /\n",
  }, /line 5/],
  ["a byte order mark hides no rule", answer({ body: `\uFEFF${DISALLOW_ALL}` }), /line 2/],
  [
    "a file that is not UTF-8 hides no rule",
    answer({ body: encodeEucKr(`# 수집 금지\n${DISALLOW_ALL}`) }),
    /line 3/,
  ],
  ["a wildcard forbids", text("Disallow: /*/getList"), /line 2: Disallow: \/\*\/getList/],
  ["an anchored wildcard forbids", text("Disallow: /*page=1&limit=50$"), /line 2/],
  ["an encoded letter forbids the letter", text("Disallow: /%70bp/"), /line 2/],
  ["the page parameter is forbidden", text("Disallow: /*?page="), /line 2/],
  ["page 2 alone is forbidden", text("Disallow: /*page=2"), /page=2.*line 2/],
  ["a rule behind 500 KiB forbids", answer({ body: LONG_COMMENT + DISALLOW_ALL }), /line 9002/],
  ["lines that end in CR forbid", {
    kind: "text",
    text: "User-agent: *\rDisallow: /\r",
  }, /line 2/],
  ["a misspelt rule forbids", text("Dissallow: /pbp/"), /line 2/],
];

const NOTHING_ELSE = /^\/robots/;

const EVERYDAY = [
  "an encoded slash is not a slash",
  "status 500 allows nothing",
  "no answer allows nothing",
  "a byte order mark hides no rule",
  "page 2 alone is forbidden",
];

/** All of them. */
export const ROBOTS_DAYS: readonly BadDay[] = [
  ...ALLOWING.map(([clause, robots]): BadDay => ({
    kind: 13,
    clause,
    site: { robots },
    ends: 0,
    ...(clause === "the terms page alone is forbidden" ? { asks: /^\/(?!cntnts)/ } : {}),
  })),
  ...UNREACHABLE.map(([clause, robots, says, limits]): BadDay => ({
    kind: 13,
    clause,
    site: { robots },
    ends: 1,
    says,
    asks: NOTHING_ELSE,
    ...(limits ? { limits } : {}),
  })),
  ...FORBIDDING.map(([clause, robots, says]): BadDay => ({
    kind: 13,
    clause,
    site: { robots },
    ends: 3,
    says,
    asks: clause === "page 2 alone is forbidden" ? /^(?!.*page=2)/ : NOTHING_ELSE,
  })),
].map((day) => EVERYDAY.includes(day.clause) ? { ...day, everyday: true } : day);
