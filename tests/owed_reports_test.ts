/** A sealed day that was cut off before its report gets it from the next run. */
import assert from "node:assert/strict";
import { owedReportsOf } from "../src/keys.ts";
import type { SourceId } from "../src/model.ts";
import { openBox } from "../src/adapters/box.ts";
import type { DataFolder } from "../src/desk.ts";
import { simulate } from "./support/fixture_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { PowerCut } from "./support/memory_log.ts";
import { Dmf } from "./support/run_dmf.ts";

const DAYS = simulate(110, 3, 5);

/** A disk that refuses reports: the seal is there, and nothing after it. */
async function withoutReports(path: string, mode: "found" | "existing"): Promise<DataFolder> {
  const box = await openBox(path, mode);
  return { ...box, writeReport: () => Promise.reject(new PowerCut("off")) };
}

async function owed(dmf: Dmf): Promise<unknown[]> {
  const { log, close } = await dmf.open();
  try {
    const marks = log.list({ prefix: owedReportsOf("mfds-dmf" as SourceId) });
    return await Array.fromAsync(marks, ({ key }) => key.at(-1));
  } finally {
    await close();
  }
}

async function reports(dmf: Dmf): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(`${dmf.data}/reports`), ({ name }) => name);
  return names.filter((name) => name.endsWith(".xlsx")).sort();
}

Deno.test("once writes the reports that sealed days are owed, also where its own run fails", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  const dates = DAYS.map(({ date }) => date) as [string, string, string];
  for (const [nth, { rows, date }] of DAYS.entries()) {
    site.setRows(rows);
    if (nth === 0) assert.equal((await dmf.once(date)).code, 0);
    else if (nth === 1) {
      const cut = await dmf.run(["--once", "--date", date], { openData: withoutReports });
      assert.notEqual(cut.code, 0);
      assert.deepEqual(await owed(dmf), [date]);
      assert.deepEqual(await reports(dmf), [`${dates[0]}.xlsx`]);
    } else {
      site.misbehave({ kind: "status", status: 404 });
      assert.equal((await dmf.once(date)).code, 1);
    }
  }
  assert.deepEqual(await owed(dmf), []);
  assert.deepEqual(await reports(dmf), [`${dates[0]}.xlsx`, `${dates[1]}.xlsx`]);
  const { out } = await dmf.run(["report", "--date", dates[1], "--json"]);
  assert.equal(JSON.parse(out).run, dates[1]);
});
