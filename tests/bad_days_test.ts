/**
 * Ways in which the site can fail on one morning: nothing untrue is published, nothing is lost.
 *
 * These stand for their kinds; the whole table is played in faults/.
 */
import assert from "node:assert/strict";
import { BAD, type GoodDays, inMemory, onDisk, play } from "./support/bad_day.ts";
import { EVERYDAY_BAD_DAYS } from "./support/bad_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";

let memory: GoodDays;
Deno.test.beforeAll(async () => {
  memory = await inMemory();
});

for (const day of EVERYDAY_BAD_DAYS) {
  Deno.test(`kind ${day.kind}: ${day.clause}, ends with ${day.ends}`, () => play(day, memory));
}

const MAINTENANCE = EVERYDAY_BAD_DAYS.find(({ kind, ends }) => kind === 1 && ends === 3)!;
Deno.test(`kind 1 on a disk, with reports: ${MAINTENANCE.clause}`, async () => {
  await using disk = await onDisk();
  await play(MAINTENANCE, disk);
});

Deno.test("a list that never stands still is read three times and no more", async () => {
  const day = EVERYDAY_BAD_DAYS.find(({ clause }) => clause === "the list shifts at every page")!;
  await using site = new FixtureSite(day.site);
  await using dmf = await Dmf.towards(site.origin);
  site.setRows(BAD.rows);
  assert.equal((await dmf.once(BAD.date)).code, 3);
  const firstPages = site.log.filter(({ path, query }) =>
    path.includes("getList") && query.get("page") === "1"
  );
  assert.equal(firstPages.length, 3);
});

Deno.test("no two requests are ever in flight, and each carries our name", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin, { contact: "ra@example.kr" });
  site.setRows(BAD.rows);
  await dmf.once(BAD.date);
  assert.ok(site.log.length > 3);
  assert.ok(site.log.every(({ inFlight }) => inFlight === 1));
  assert.ok(site.log.every(({ userAgent }) => userAgent === "dmf/0.0.0 (+mailto:ra@example.kr)"));
});
