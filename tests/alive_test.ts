import assert from "node:assert/strict";
import type { Alert } from "../src/alert.ts";
import { aliveAlert, isFirstOfWeek, type Week, weekOf } from "../src/alive.ts";
import { countEvents } from "../src/announce.ts";
import type { InstantText, RunId, SourceId } from "../src/model.ts";
import { simulate } from "./support/fixture_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";

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

Deno.test("runs of two weeks leave one alive alert a week, with the week's events", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  const days = simulate(150, 8, 5).filter((_, index) => [0, 1, 7].includes(index));
  for (const day of days) {
    site.setRows(day.rows);
    assert.equal((await dmf.once(day.date)).code, 0);
  }
  const alerts: Alert[] = [];
  for (const { name, isFile } of Deno.readDirSync(`${dmf.data}/outbox`)) {
    if (!isFile) continue;
    const alert: Alert = JSON.parse(Deno.readTextFileSync(`${dmf.data}/outbox/${name}`));
    if (alert.kind === "alive") alerts.push(alert);
  }
  const weeks = [...new Set(days.map(({ date }) => weekOf(run(date))))];
  assert.ok(weeks.length >= 2);
  assert.deepEqual(
    alerts.map(({ id }) => id).sort(),
    weeks.map((w) => `mfds-dmf-alive-${w}`).sort(),
  );
  const last = alerts.sort((a, b) => (a.run < b.run ? -1 : 1)).at(-1)!;
  const since = Temporal.PlainDate.from(last.run).subtract({ days: 6 }).toString();
  const events = await dmf.changes("--since", since, "--until", last.run);
  const counts = countEvents(events);
  assert.ok(events.length > 0);
  const expected = aliveAlert({
    ...WEEK,
    run: last.run,
    events: counts,
    failing: [],
  }).sentence.en.split("; ")[1]!;
  assert.ok(last.sentence.en.includes(expected), `${last.sentence.en}\n${expected}`);
});
