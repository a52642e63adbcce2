import assert from "node:assert/strict";
import { generateRegister, type RegisterRow } from "../src/demo/register.ts";
import { replica } from "../src/demo/replica.ts";
import type { RunId } from "../src/model.ts";
import { runOnce } from "../src/pipeline.ts";
import { settle } from "../src/project.ts";
import { compose, hoursBetween, viewOfState, viewOfStore } from "../src/report/compose.ts";
import { readRates } from "../src/watch_rates.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { MemoryLog } from "./support/memory_log.ts";
import { HandlerFetch, jobFor, MemoryArchive } from "./support/memory_world.ts";

const founding = generateRegister({ size: 120 });
const [first, , ...others] = founding as [RegisterRow, RegisterRow, ...RegisterRow[]];
const withdrawn = { ...first, status: "취하", statusChangedOn: "2026-11-03" } as RegisterRow;
/** The second record is missing from the second day on; the third day delists it. */
const DAYS: readonly (readonly [string, readonly RegisterRow[]])[] = [
  ["2026-11-02", founding],
  ["2026-11-03", [withdrawn, ...others]],
  ["2026-11-04", [withdrawn, ...others]],
  ["2026-11-05", [first, ...others]],
];

Deno.test("a report from the store is the one that the run had in memory, on its day and ever after", async () => {
  const log = new MemoryLog();
  const archive = new MemoryArchive();
  const reports = new Map<string, unknown>();
  const from = (run: string) => {
    const { spec, origin, prepared: { wellFormed } } = jobFor(run);
    return { spec, origin, wellFormed };
  };
  for (const [date, rows] of DAYS) {
    const job = jobFor(date);
    const end = await runOnce(job, {
      clock: new ManualClock(`${date}T00:00:00Z`),
      fetch: new HandlerFetch(replica(() => rows)),
      archive,
      log,
    });
    assert.ok(end.kind === "accepted");
    await settle(log, job.spec.source);
    const { record, state, changes } = end;
    const rates = await readRates(log, job.spec.source, job.run);
    const lastGood = { run: job.run, record };
    const view = viewOfState(state, changes, { lastGood, corrected: [], rates });
    const report = compose(from(date), job.run, record, view);
    reports.set(date, { report, record });
    if (date === "2026-11-04") {
      assert.deepEqual(report.departed.map(({ record: id }) => id), [changes[0]?.record]);
    }
  }
  for (const [date, told] of reports) {
    const { report, record } = told as { report: unknown; record: never };
    const stored = await viewOfStore(log, jobFor(date).spec, date as RunId, record);
    assert.deepEqual(compose(from(date), date as RunId, record, stored), report, date);
  }
});

Deno.test("hoursBetween() counts in tenths", () => {
  assert.equal(hoursBetween("2026-11-02T21:00:00Z", "2026-11-03T22:15:00Z"), 25.3);
});
