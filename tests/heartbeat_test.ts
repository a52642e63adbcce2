import assert from "node:assert/strict";
import { type Heartbeat, heartbeatOf, readHeartbeat } from "../src/heartbeat.ts";
import { openBox } from "../src/adapters/box.ts";
import type { Desk } from "../src/desk.ts";
import type { RunId, SourceId } from "../src/model.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { type FixtureDay, simulate } from "./support/fixture_days.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { Dmf } from "./support/run_dmf.ts";

const status = {
  source: "mfds-dmf" as SourceId,
  run: "2026-11-02" as RunId,
  verdict: "accepted",
  head: "2026-11-02" as RunId,
  ageHours: 0,
} as const;

Deno.test.each([
  ["2026-11-01T21:08:00Z", "06:08 in Seoul", "2026-11-03T00:00:00Z"],
  ["2026-11-02T14:59:00Z", "before midnight", "2026-11-03T00:00:00Z"],
  ["2026-11-02T20:59:59Z", "just before 06:00", "2026-11-03T00:00:00Z"],
  ["2026-11-02T21:00:00Z", "06:00", "2026-11-04T00:00:00Z"],
])("heartbeatOf() at %s (%s) expects the next one by %s", (now: string, _: string, by: string) => {
  const heartbeat = heartbeatOf(status, Temporal.Instant.from(now));
  assert.equal(heartbeat.nextBy, by);
  assert.deepEqual(readHeartbeat(JSON.stringify(heartbeat)), heartbeat);
});

Deno.test("readHeartbeat() takes damage for no heartbeat", () => {
  const texts = [null, "", "{", "null", "{}", '{"at":"x","nextBy":"y"}'];
  for (const text of texts) assert.equal(readHeartbeat(text), null);
});

async function heartbeatIn(dmf: Dmf): Promise<Heartbeat> {
  return JSON.parse(await Deno.readTextFile(`${dmf.data}/heartbeat.json`));
}

Deno.test("every run leaves a heartbeat, accepted, refused or failed", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  const [first, second] = simulate(60, 2, 3) as [FixtureDay, FixtureDay];
  site.setRows(first.rows);
  const clock = new ManualClock("2026-11-01T21:00:00Z");
  // Workbooks are proven elsewhere, and take their time.
  const openData: Desk["openData"] = async (path, mode) => ({
    ...await openBox(path, mode),
    writeReport: () => Promise.resolve([]),
  });
  const parts = { clock, openData };
  assert.equal((await dmf.run(["--once", "--date", first.date], parts)).code, 0);
  const accepted = await heartbeatIn(dmf);
  assert.deepEqual([accepted.verdict, accepted.run, accepted.head], [
    "accepted",
    first.date,
    first.date,
  ]);
  assert.equal(accepted.nextBy, "2026-11-03T00:00:00Z");

  clock.advance(24 * 3_600_000);
  site.setRows(second.rows.slice(0, 10));
  const { date } = second;
  assert.equal((await dmf.run(["--once", "--date", date], parts)).code, 3);
  const refused = await heartbeatIn(dmf);
  assert.deepEqual([refused.verdict, refused.run, refused.head], [
    "quarantined",
    date,
    first.date,
  ]);
  assert.ok(Math.abs(refused.ageHours! - 24) < 1, String(refused.ageHours));

  await using dead = await dmf.copyTowards("http://127.0.0.1:9");
  clock.advance(24 * 3_600_000);
  assert.equal((await dead.run(["--once"], parts)).code, 1);
  const failed = await heartbeatIn(dead);
  assert.deepEqual([failed.verdict, failed.head], [null, first.date]);
});
