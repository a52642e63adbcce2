import assert from "node:assert/strict";
import type { Refusal } from "../src/refusal.ts";
import { readRates } from "../src/watch_rates.ts";
import { MemoryLog } from "./support/memory_log.ts";
import { dayOf, SOURCE, tellDays, type ToldDay } from "./support/told_days.ts";

const FIRST = "2026-01-01";
const gone: Refusal = { kind: "rows-gone", of: 9000, allowed: 90, found: 8000 };
const changed: ToldDay = { events: ["amended"] };
const days = (n: number, day: ToldDay = {}) => Array.from({ length: n }, () => day);

async function delay(all: readonly ToldDay[]) {
  const log = new MemoryLog();
  await tellDays(log, FIRST, all);
  return (await readRates(log, SOURCE, dayOf(FIRST, all.length - 1)))!.delay;
}

Deno.test("daily runs keep the promise: a day and a run at most, half of that on average", async () => {
  const { days: kept, missed, changes, late, longestHours, meanHours } = await delay(
    days(40, { ...changed, minutes: 12 }),
  );
  assert.deepEqual([kept.of, kept.good, missed], [30, 30, []]);
  // Told days are read at once when their ten or twelve minutes are over.
  assert.deepEqual([changes, late, longestHours], [30, 0, 24.2]);
  assert.equal(meanHours!.toFixed(9), "12.100000000");
});

Deno.test("the day of the baseline is not judged: nothing could be detected on it", async () => {
  const { days: kept } = await delay(days(8));
  assert.deepEqual([kept.of, kept.good], [7, 7]);
});

Deno.test("missed days are named with their reason, and do not miss the next one", async () => {
  const { missed, days: kept } = await delay([
    {},
    { ends: "none" },
    {},
    { ends: "failed" },
    { ends: [gone] },
    {},
    { ends: "cut" },
    {},
  ]);
  assert.deepEqual(missed.map(({ day, why }) => [day, why]), [
    ["2026-01-02", "not-run"],
    ["2026-01-04", "failed"],
    ["2026-01-05", "quarantined"],
    ["2026-01-07", "unfinished"],
  ]);
  assert.deepEqual([kept.of, kept.good], [7, 3]);
});

Deno.test("changes that a missed day kept waiting count as late", async () => {
  const found = await delay([{}, changed, { ends: "none" }, changed, changed]);
  assert.deepEqual([found.changes, found.late], [3, 1]);
  assert.equal(found.longestHours!.toFixed(2), (48 + 1 / 6).toFixed(2));
  assert.equal(found.meanHours!.toFixed(2), ((24 + 48 + 24 + 0.5) / 6).toFixed(2));
});

Deno.test("a run is late when it begins more than a quarter of an hour after its time", async () => {
  const late = async (
    startsAt: string,
  ) => (await delay([{}, {}, { ...changed, startsAt }, changed]));
  assert.deepEqual((await late("06:15")).missed, []);
  const { missed, late: changes } = await late("06:16");
  assert.deepEqual(missed, [{ day: "2026-01-03", why: "late" }]);
  assert.equal(changes, 1);
});

Deno.test("after a missed day a run is late by its own time only", async () => {
  const run = (startsAt: string) => delay([{}, { ends: "none" }, { startsAt }]);
  assert.deepEqual((await run("06:10")).missed.map(({ why }) => why), ["not-run"]);
  assert.deepEqual((await run("12:00")).missed.map(({ why }) => why), ["not-run", "late"]);
});

Deno.test("a run that took long is not late, however long it took", async () => {
  const { missed, late } = await delay([{}, { ...changed, minutes: 100 }, changed]);
  assert.deepEqual([missed, late], [[], 0]);
});

Deno.test("an attempt that failed first read pages: the next day is counted from it", async () => {
  // 06:05 failed, 11:00 read; what changed at 06:06 waits until 06:10 of the next day.
  const { longestHours } = await delay([
    {},
    { startsAt: "11:00", failsFirst: 5 },
    { ...changed, minutes: 10 },
  ]);
  assert.equal(longestHours!.toFixed(3), (24 + 5 / 60).toFixed(3));
});

Deno.test("a row that is delisted was shown missing before: it is no delay", async () => {
  const { changes } = await delay([{}, { events: ["delisted", "amended"] }]);
  assert.equal(changes, 1);
});

Deno.test("without a change there is no wait, without a day no share", async () => {
  const quiet = await delay(days(3));
  assert.deepEqual([quiet.changes, quiet.longestHours, quiet.meanHours], [0, null, null]);
  assert.equal((await delay(days(1))).days.share, null);
});
