import assert from "node:assert/strict";
import type { Alert } from "../src/alert.ts";
import { aliveAlert, isFirstOfWeek, type Week, weekOf } from "../src/alive.ts";
import { countEvents } from "../src/announce.ts";
import { generateRegister, type RegisterRow } from "../src/demo/register.ts";
import { replica } from "../src/demo/replica.ts";
import { readChanges } from "../src/history.ts";
import { outboxOf } from "../src/keys.ts";
import type { InstantText, RunId, SourceId } from "../src/model.ts";
import { runOnce } from "../src/pipeline.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { MemoryLog } from "./support/memory_log.ts";
import { HandlerFetch, jobFor, MemoryArchive } from "./support/memory_world.ts";

const run = (text: string) => text as RunId;

Deno.test.each([
  ["2026-11-30", "2026-W49"],
  ["2026-12-31", "2026-W53"],
  ["2027-01-03", "2026-W53"],
  ["2027-01-04", "2027-W01"],
  ["2024-12-30", "2025-W01"],
])("weekOf() puts %s into %s", (day: string, week: string) => {
  assert.equal(weekOf(run(day)), week);
});

Deno.test("isFirstOfWeek() goes by the week of the last accepted run, over a new year too", () => {
  assert.equal(isFirstOfWeek(run("2026-11-30"), run("2026-11-29")), true);
  assert.equal(isFirstOfWeek(run("2026-12-01"), run("2026-11-30")), false);
  assert.equal(isFirstOfWeek(run("2026-12-02"), run("2026-11-29")), true);
  assert.equal(isFirstOfWeek(run("2027-01-01"), run("2026-12-31")), false);
  assert.equal(isFirstOfWeek(run("2026-12-01"), run("2025-12-01")), true);
  assert.equal(isFirstOfWeek(run("2026-12-01"), null), true);
});

const WEEK: Week = {
  source: "mfds-dmf" as SourceId,
  run: run("2026-11-30"),
  at: "2026-11-29T21:05:00Z" as InstantText,
  records: 9149,
  events: { ...countEvents([]), registered: 3, amended: 1200 },
  lastSuccess: run("2026-11-29"),
  issues: 2,
  failing: ["mail"],
};

Deno.test("aliveAlert() says what stands, what happened and what fails", () => {
  const { id, kind, sentence } = aliveAlert(WEEK);
  assert.deepEqual([id, kind], ["mfds-dmf-alive-2026-W49", "alive"]);
  assert.equal(
    sentence.ko,
    "정상 동작 중입니다. 등록 현황 9,149건. 최근 7일: 신규 3건, 변경 1,200건. " +
      "이번 실행 2026-11-30, 그 전 성공 2026-11-29. 확인할 사항 2건. 전달에 실패한 채널: mail.",
  );
  assert.match(sentence.en, /3 registered, 1,200 amended.*channels that fail: mail\.$/);
});

Deno.test("aliveAlert() says that nothing happened where nothing did", () => {
  const quiet = { ...WEEK, events: countEvents([]), lastSuccess: null, failing: [] };
  assert.match(
    aliveAlert(quiet).sentence.ko,
    /최근 7일: 변동 없음.*그 전 성공 없음.*채널: 없음\.$/,
  );
});

/** A machine that lives through days, each with its rows; the alerts that it leaves. */
async function live(days: readonly (readonly [string, readonly RegisterRow[]])[]) {
  const [log, archive] = [new MemoryLog(), new MemoryArchive()];
  for (const [date, rows] of days) {
    const end = await runOnce(jobFor(date), {
      clock: new ManualClock(`${date}T00:00:00Z`),
      fetch: new HandlerFetch(replica(() => rows)),
      archive,
      log,
      failingChannels: () => Promise.resolve(["mail"]),
    });
    assert.ok(end.kind === "accepted" || end.kind === "done", end.kind);
  }
  const alerts = (await Array.fromAsync(log.list({ prefix: outboxOf() })))
    .map(({ value }) => value as Alert);
  return { log, alive: alerts.filter(({ kind }) => kind === "alive") };
}

Deno.test("the first accepted run of a week says what seven days brought, once", async () => {
  const rows = generateRegister({ size: 60 });
  const amended = (version: string, ...at: readonly number[]) =>
    rows.map((row, index) => at.includes(index) ? { ...row, documentVersion: version } : row);
  const { log, alive } = await live([
    ["2026-11-02", rows],
    ["2026-11-03", amended("v8.0.0/2026", 1)],
    ["2026-11-04", amended("v9.0.0/2026", 1)],
    // Monday was refused or slept through: Tuesday begins the week.
    ["2026-11-10", amended("v9.0.0/2026", 1, 2, 3)],
    ["2026-11-10", amended("v9.0.0/2026", 1, 2, 3)],
    ["2026-11-11", amended("v9.0.0/2026", 1, 2, 3)],
  ]);
  assert.deepEqual(alive.map(({ id, run }) => [id, run]), [
    ["mfds-dmf-alive-2026-W45", "2026-11-02"],
    ["mfds-dmf-alive-2026-W46", "2026-11-10"],
  ]);
  // Seven days that end on the 10th begin on the 4th.
  const span = { since: run("2026-11-04"), until: run("2026-11-10") };
  assert.equal((await readChanges(log, WEEK.source, span)).length, 3);
  const { sentence } = alive[1]!;
  assert.match(sentence.en, /: 60 records in force; last 7 days: 3 amended; this run 2026-11-10, /);
  assert.match(sentence.en, /the success before it 2026-11-04; .*channels that fail: mail\.$/);
});
