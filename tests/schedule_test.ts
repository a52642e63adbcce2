import assert from "node:assert/strict";
import fc from "fast-check";
import { nextDue, retryMinutes, seoulDate } from "../src/schedule.ts";
import type { RunId } from "../src/model.ts";

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[Asia/Seoul]`).toInstant();
const day = (text: string) => text as RunId;

Deno.test("seoulDate() goes by Seoul whatever the day is in UTC", () => {
  assert.equal(seoulDate(Temporal.Instant.from("2026-11-02T14:59:59Z")), "2026-11-02");
  assert.equal(seoulDate(Temporal.Instant.from("2026-11-02T15:00:00Z")), "2026-11-03");
});

Deno.test("nextDue() is due from 06:00 on, once", () => {
  assert.equal(nextDue(day("2026-11-01"), at("2026-11-02T05:59:59")).due, null);
  assert.equal(nextDue(day("2026-11-01"), at("2026-11-02T06:00")).due, "2026-11-02");
  assert.equal(nextDue(day("2026-11-02"), at("2026-11-02T23:59")).due, null);
});

Deno.test("nextDue() catches up a week with one run", () => {
  assert.equal(nextDue(day("2026-11-02"), at("2026-11-09T09:00")).due, "2026-11-09");
  assert.equal(nextDue(day("2026-11-02"), at("2026-11-09T03:00")).due, "2026-11-08");
  assert.equal(nextDue(null, at("2026-11-09T03:00")).due, "2026-11-08");
});

Deno.test("nextDue() never runs a day twice when the clock goes back", () => {
  assert.equal(nextDue(day("2026-11-02"), at("2026-11-01T09:00")).due, null);
});

Deno.test("nextDue() names the next 06:00 in Seoul, at most a day away, which is 21:00 UTC", () => {
  const instants = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 })
    .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000));
  fc.assert(fc.property(instants, (now) => {
    const { next } = nextDue(null, now);
    const wait = now.until(next).total("hours");
    assert.ok(wait > 0 && wait <= 24);
    assert.match(next.toString(), /T21:00:00Z$/);
  }));
});

Deno.test("retryMinutes() backs off and stays within the day", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 9].map(retryMinutes), [10, 20, 40, 80, 120, 120]);
});
