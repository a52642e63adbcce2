import assert from "node:assert/strict";
import fc from "fast-check";
import type { Failure } from "../src/outcome.ts";
import { POLITENESS } from "../src/politeness.ts";
import { aftermath, backOffMs, heals, LONGEST_RETRY_AFTER_MS, MAX_RETRIES } from "../src/retry.ts";
import { parseHttpDate, retryAfterMs } from "../src/retry_after.ts";

const url = "https://register.example/list";
const now = Temporal.Instant.from("1994-11-06T08:49:07Z");

const KINDS: readonly (readonly [failure: Failure, healing: boolean])[] = [
  [{ kind: "dns", url, detail: "" }, true],
  [{ kind: "refused", url, detail: "" }, true],
  [{ kind: "time-out", url, phase: "header", limitMs: 1 }, true],
  [{ kind: "time-out", url, phase: "body", limitMs: 1 }, true],
  [{ kind: "cut", url, receivedBytes: 0, detail: "" }, true],
  [{ kind: "tls", url, detail: "" }, false],
  [{ kind: "wrong-type", url, contentType: null }, false],
  [{ kind: "wrong-coding", url, coding: "zstd" }, false],
  [{ kind: "too-large", url, limitBytes: 1 }, false],
  [{ kind: "redirect-off-host", url, to: url }, false],
  [{ kind: "redirect-loop", url, redirects: 6 }, false],
  [{ kind: "not-permitted", url, detail: "" }, false],
  ...[408, 429, 500, 502, 503, 504].map((code) => [status(code), true] as const),
  ...[304, 400, 401, 403, 404, 410, 451, 501, 505].map((code) => [status(code), false] as const),
];

function status(code: number, retryAfter: string | null = null): Failure {
  return { kind: "status", url, status: code, retryAfter };
}

for (const [failure, healing] of KINDS) {
  const word = failure.kind === "status" ? `status ${failure.status}` : failure.kind;
  Deno.test(`heals() is ${healing} for ${word}`, () => assert.equal(heals(failure), healing));
}

Deno.test("backOffMs() doubles from twice the least delay, up to the longest", () => {
  assert.deepEqual([1, 2, 3, 4].map((n) => backOffMs(n, POLITENESS)), [4000, 8000, 16_000, 30_000]);
});

Deno.test("backOffMs() lets a replica without delay fail within a second", () => {
  const replica = { ...POLITENESS, minDelayMs: 0 };
  assert.deepEqual([1, 2, 3].map((retry) => backOffMs(retry, replica)), [100, 200, 400]);
});

Deno.test("aftermath() asks again as often as allowed, and no oftener", () => {
  const again = (retries: number) =>
    aftermath(status(503), { retries, now, politeness: POLITENESS }).again;
  assert.deepEqual([0, 1, 2, 3].map(again), [true, true, true, false]);
  assert.equal(MAX_RETRIES, 3);
});

Deno.test("aftermath() keeps the longer of back-off and Retry-After", () => {
  const wait = (retryAfter: string) =>
    aftermath(status(429, retryAfter), { retries: 0, now, politeness: POLITENESS }).atLeastMs;
  assert.equal(wait("120"), 120_000);
  assert.equal(wait("1"), 4000);
  assert.equal(wait("soon"), 4000);
  assert.equal(wait("Sun, 06 Nov 1994 08:49:37 GMT"), 30_000);
});

Deno.test("aftermath() keeps the Retry-After of what it does not try again", () => {
  const after = aftermath(status(403, "60"), { retries: 0, now, politeness: POLITENESS });
  assert.deepEqual(after, { again: false, atLeastMs: 60_000, closedUntil: null });
});

Deno.test("aftermath() closes the host that asks for more than an hour", () => {
  const at = (value: string) =>
    aftermath(status(503, value), { retries: 0, now, politeness: POLITENESS });
  assert.equal(at(String(LONGEST_RETRY_AFTER_MS / 1000)).closedUntil, null);
  const { again, closedUntil } = at("3601");
  assert.equal(again, false);
  assert.equal(closedUntil?.toString(), "1994-11-06T09:49:08Z");
  assert.ok(at("9".repeat(400)).closedUntil);
});

// The three forms of RFC 9110, section 5.6.7, with its own example.
for (
  const form of [
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994",
  ]
) {
  Deno.test(`retryAfterMs() reads "${form}"`, () => {
    assert.equal(parseHttpDate(form, now)?.toString(), "1994-11-06T08:49:37Z");
    assert.equal(retryAfterMs(form, now), 30_000);
  });
}

const FIELDS: readonly [value: string, ms: number | null][] = [
  ["0", 0],
  [" 120 ", 120_000],
  ["007", 7000],
  ["Sun, 06 Nov 1994 08:49:06 GMT", 0],
  ["Fri, 31 Dec 1993 23:59:60 GMT", 0],
  ["", null],
  ["-1", null],
  ["1.5", null],
  ["120 seconds", null],
  ["1994-11-06T08:49:37Z", null],
  ["Sun, 06 Nov 1994 08:49:37", null],
  ["Sun, 06 Nov 1994 08:49:37 KST", null],
  ["Sun, 31 Nov 1994 08:49:37 GMT", null],
  ["Sun, 06 Nov 1994 25:49:37 GMT", null],
  ["sun, 06 nov 1994 08:49:37 gmt", null],
];

for (const [value, ms] of FIELDS) {
  Deno.test(`retryAfterMs() takes "${value}" for ${ms}`, () => {
    assert.equal(retryAfterMs(value, now), ms);
  });
}

Deno.test("parseHttpDate() puts a two-digit year within fifty years ahead", () => {
  const year = (text: string, from: string) =>
    parseHttpDate(text, Temporal.Instant.from(from))?.toString().slice(0, 4);
  assert.equal(year("Monday, 06-Nov-26 08:49:37 GMT", "2026-01-05T00:00:00Z"), "2026");
  assert.equal(year("Monday, 06-Nov-76 08:49:37 GMT", "2026-01-05T00:00:00Z"), "2076");
  assert.equal(year("Monday, 06-Nov-77 08:49:37 GMT", "2026-01-05T00:00:00Z"), "1977");
  assert.equal(year("Monday, 06-Nov-01 08:49:37 GMT", "2099-12-31T00:00:00Z"), "2101");
});

Deno.test("retryAfterMs() gives whole, finite waits or none, for any text", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.nat().map(String)), (value) => {
    const ms = retryAfterMs(value, now);
    assert.ok(ms === null || Number.isSafeInteger(ms) && ms >= 0);
  }));
});

Deno.test("parseHttpDate() reads back every date that a server may write", () => {
  fc.assert(fc.property(
    fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true }),
    (date) => {
      const seconds = Math.floor(date.getTime() / 1000);
      const read = parseHttpDate(new Date(seconds * 1000).toUTCString(), now);
      assert.equal(read?.epochMilliseconds, seconds * 1000);
    },
  ));
});
