import assert from "node:assert/strict";
import type { RunId } from "../src/model.ts";
import { durationOf, type ReadRun } from "../src/run_duration.ts";

/** Runs that took so many seconds, in order. */
function runs(seconds: readonly number[], over: Record<string, unknown> = {}): ReadRun[] {
  return seconds.map((took, i) => {
    const startedAt = Temporal.Instant.from("2026-01-01T21:00:00Z").add({ hours: 24 * i });
    const run = startedAt.toString().slice(0, 10) as RunId;
    const finishedAt = startedAt.add({ milliseconds: took * 1000 });
    const record = {
      state: "accepted",
      earlier: [],
      startedAt: `${startedAt}`,
      finishedAt: `${finishedAt}`,
      ...over,
    };
    return { run, record } as unknown as ReadRun;
  });
}

const usual = [590, 610, 600, 600, 620];
const isSlow = (seconds: readonly number[]) => durationOf(runs(seconds))?.isSlow;

Deno.test("a run is slow from three times the median on, to the second", () => {
  assert.equal(isSlow([...usual, 1799]), false);
  assert.equal(isSlow([...usual, 1800]), true);
});

Deno.test("usual is the median of the last fourteen, so that one slow day moves nothing", () => {
  const found = durationOf(runs([3, 3, 3, 3, ...Array(13).fill(600), 6000, 700]));
  assert.deepEqual(found?.usualMinutes, 10);
  assert.equal(durationOf(runs([60, 120, 180, 240, 300, 360, 1]))?.usualMinutes, 3.5);
});

Deno.test("before five runs nothing is usual", () => {
  assert.equal(durationOf(runs([600, 600, 600, 600, 9000]))?.usualMinutes, null);
  assert.equal(isSlow([600, 600, 600, 600, 9000]), false);
  assert.equal(durationOf([]), null);
});

Deno.test("a run that takes seconds instead of one is not slow; a minute more it is", () => {
  assert.equal(isSlow([1, 1, 1, 1, 1, 60]), false);
  assert.equal(isSlow([1, 1, 1, 1, 1, 61]), true);
});

Deno.test("a run that was released, or gone on with, is no measure", () => {
  const earlier = [{ attempt: 1, at: "2026-01-01T21:00:00Z", reason: { ko: "", en: "" } }];
  const [last] = runs([600]).slice(-1) as [ReadRun];
  for (const over of [{ released: { reason: "told" } }, { earlier }, { state: "quarantined" }]) {
    assert.equal(durationOf([...runs([5, 5, 5, 5, 5], over), last])?.usualMinutes, null);
  }
});

Deno.test("a released run is not judged, a refused one is", () => {
  const before = runs(usual);
  const released = runs([0, 0, 0, 0, 0, 9000], { released: { reason: "told" } }).slice(-1);
  assert.equal(durationOf([...before, ...released])?.run, before.at(-1)?.run);
  const refused = runs([0, 0, 0, 0, 0, 9000], { state: "quarantined" }).slice(-1);
  assert.equal(durationOf([...before, ...refused])?.isSlow, true);
});
