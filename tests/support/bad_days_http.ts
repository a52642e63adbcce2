/**
 * Mornings on which HTTP, or what lies below it, fails: kind 14 of the known failures.
 *
 * @module
 */

import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { BadDay, Elsewhere } from "./bad_day.ts";
import { answers, recoded } from "./bad_days_wire.ts";
import type { Misbehaviour } from "./fixture_misbehaviour.ts";
import { WireServer } from "./fixture_wire.ts";
import { TEST_CERT, TEST_KEY } from "./certificate.ts";

const LIST = "/pbp/CCBAC03/getList";
const busy = (status: number, retryAfter?: string, times?: number): Misbehaviour => ({
  kind: "status",
  status,
  ...(retryAfter === undefined ? {} : { retryAfter }),
  ...(times === undefined ? {} : { times }),
});
const inHttpDate = (ms: number) => new Date(Date.now() + ms).toUTCString();
/** Sets the limit of time of the list, for answers that never end. */
const SOON = { of: /getList/, ms: 100 };
const NO_TITLE = "<!doctype html><html><head></head><body></body></html>";

/** The server has its ways, and the list comes all the same. */
const HARMLESS: readonly (readonly [string, ...Misbehaviour[]])[] = [
  ["Retry-After in seconds is waited for", busy(503, "120", 1)],
  ["Retry-After as a date is waited for", busy(503, inHttpDate(600_000), 1)],
  ["Retry-After in the past is no wait", busy(503, inHttpDate(-600_000), 1)],
  ["Retry-After that says nothing is no wait", busy(503, "soon", 2)],
  ["Retry-After below zero is no wait", busy(429, "-1", 2)],
  ["three fast answers of 429 are waited out", busy(429, undefined, 3)],
  ["two answers of 500 are waited out", { ...busy(500, undefined, 2), page: 2 }],
  ["a weak ETag is no reason for anything", answers({ headers: { etag: 'W/"1"' } })],
  [
    "a redirect within the host is followed",
    answers({
      status: 302,
      headers: { location: `${LIST}?page=1&limit=50&again=1` },
    }, { page: 1, times: 1 }),
  ],
  ["a body in gzip", recoded(gzip, { "content-encoding": "gzip" })],
  ["a body in br", recoded(brotliCompressSync, { "content-encoding": "br" })],
  ["a terms page that fails", { ...busy(500), on: "terms" }],
  ["a terms page that is cut", { kind: "cut-body", announced: true, on: "terms" }],
  ["a connection that closes twice", { kind: "drop", times: 2 }],
  ["a body that is cut once", { kind: "cut-body", announced: true, page: 2, times: 1 }],
];

type Failing = readonly [string, Misbehaviour, RegExp, BadDay["limits"]?];

const FAILING: readonly Failing[] = [
  ["Retry-After of a day ends the run", busy(503, "86400"), /503.*Retry-After: 86400/],
  ["Retry-After without end ends the run", busy(429, "9".repeat(30)), /429.*Retry-After: 9{30}/],
  ["Retry-After as a far date ends the run", busy(503, inHttpDate(9e8)), /Retry-After: .* GMT/],
  ["fast answers of 429 without end", busy(429), /status 429/],
  ["status 500", busy(500), /status 500/],
  ["status 403", busy(403), /status 403/],
  ["status 404 for page 3", { ...busy(404), page: 3 }, /page=3.* status 404/],
  ["a proxy's 407", answers({ status: 407, body: NO_TITLE }), /status 407/],
  ["304 although nothing was conditional", answers({ status: 304, body: "" }), /status 304/],
  ["204 without content", answers({ status: 204, body: "" }), /status 204/],
  ["206 with a part", answers({ status: 206 }), /status 206/],
  ["a redirect to itself", redirectTo(`${LIST}?page=1&limit=50`), /redirect/],
  ["a redirect in a circle", redirectTo(`${LIST}?page=1&limit=50&again=1`), /redirects after 2/],
  ["a redirect off the host", redirectTo("https://example.com/login"), /another origin/],
  ["a redirect to another port", redirectTo("http://127.0.0.1:1/"), /another origin/],
  ["a redirect to nowhere", answers({ status: 302 }), /status 302/],
  [
    "a gzip bomb",
    answers({
      headers: { "content-encoding": "gzip" },
      body: gzipSync(new Uint8Array(3_000_000)),
    }),
    /exceeds the limit of 2000000 bytes/,
    { of: /getList/, bytes: 2_000_000 },
  ],
  [
    "a gzip body that is cut",
    recoded(
      (body) => gzip(body).subarray(0, 2000),
      { "content-encoding": "gzip" },
    ),
    /broke off/,
  ],
  ["a body in deflate", recoded(deflate, { "content-encoding": "deflate" }), /"deflate"/],
  ["a body in zstd", answers({ headers: { "content-encoding": "zstd" } }), /"zstd"/],
  ["gzip that is none", answers({ headers: { "content-encoding": "gzip" } }), /broke off/],
  ["a body that drips", answers({ ending: "drip" }), /not complete within 0\.1 s/, SOON],
  ["no header ever", { kind: "hang" }, /did not answer within 0\.1 s/, SOON],
  ["a body that stops", answers({ ending: "hang-in-body" }), /not complete within 0\.1 s/, SOON],
  ["a body shorter than announced", { kind: "cut-body", announced: true }, /broke off after/],
  ["a body whose chunks end early", answers({ ending: "cut-chunked" }), /broke off after/],
  ["a connection that closes", { kind: "drop" }, /Cannot connect/],
  ["HTML that calls itself JSON", { kind: "wrong-type", type: "application/json" }, /json/],
  ["a list that is a PDF", { kind: "wrong-type", type: "application/pdf" }, /application\/pdf/],
];

const REFUSED: readonly (readonly [string, Misbehaviour, RegExp])[] = [
  ["a redirect to a login page", redirectTo("/login"), /it looks like a login page/],
  ["a body that just ends", { kind: "cut-body", announced: false }, /Page 1 is cut off/],
  ["page 3 just ends", { kind: "cut-body", announced: false, page: 3 }, /Page 3 is cut off/],
  ["200 and nothing", answers({ body: "" }), /Page 1/],
  ["200 and an empty document", answers({ body: NO_TITLE }), /Page 1 has no table/],
];

const BELOW_HTTP: readonly (readonly [string, () => Elsewhere, RegExp])[] = [
  ["a certificate that nobody vouches for", selfSigned, /certificate.*never switched off/],
  ["a server that speaks no TLS", withoutTls, /certificate/],
  ["a name that does not resolve", () => nowhere("https://register.invalid"), /Cannot resolve/],
  ["nobody who listens", nobody, /Cannot connect/],
];

const RESET: BadDay = {
  kind: 14,
  clause: "a connection that is reset in the middle of page 2",
  site: { rude: true },
  troubles: [answers({ ending: "reset" }, { page: 2 })],
  ends: 1,
  says: /page=2.* broke off after/,
};

const EVERYDAY = [
  "Retry-After in seconds is waited for",
  "Retry-After of a day ends the run",
  "a redirect in a circle",
  "a gzip bomb",
  "a body that drips",
  "a body whose chunks end early",
  "a body that just ends",
  "a certificate that nobody vouches for",
];

/** All of them. */
export const HTTP_DAYS: readonly BadDay[] = [
  ...HARMLESS.map(([clause, ...troubles]): BadDay => ({ kind: 14, clause, troubles, ends: 0 })),
  ...FAILING.map(([clause, trouble, says, limits]): BadDay => ({
    kind: 14,
    clause,
    troubles: [trouble],
    ends: 1,
    says,
    ...(limits ? { limits } : {}),
  })),
  RESET,
  ...REFUSED.map(([clause, trouble, says]): BadDay => ({
    kind: 14,
    clause,
    troubles: [trouble],
    ends: 3,
    says,
  })),
  ...BELOW_HTTP.map(([clause, elsewhere, says]): BadDay => ({
    kind: 14,
    clause,
    elsewhere,
    ends: 1,
    says,
  })),
].map((day) => EVERYDAY.includes(day.clause) ? { ...day, everyday: true } : day);

function redirectTo(to: string): Misbehaviour {
  return { kind: "redirect", to };
}

function gzip(body: Uint8Array): Uint8Array {
  return gzipSync(body);
}

function deflate(body: Uint8Array): Uint8Array {
  return deflateSync(body);
}

function selfSigned(): Elsewhere {
  const certified = { cert: TEST_CERT, key: TEST_KEY };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, ...certified, onListen() {} },
    () => new Response("User-agent: *\nAllow: /\n"),
  );
  return {
    origin: `https://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Whatever is said to it, it answers in plain text. */
function withoutTls(): Elsewhere {
  const server = new WireServer(() => Promise.reject(new Error("A request got through")), {
    greeting: "HTTP/1.1 400 Bad Request\r\n\r\n",
  });
  return {
    origin: server.origin.replace("http:", "https:"),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function nowhere(origin: string): Elsewhere {
  return { origin, [Symbol.asyncDispose]: () => Promise.resolve() };
}

function nobody(): Elsewhere {
  using gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return nowhere(`http://127.0.0.1:${gone.addr.port}`);
}
