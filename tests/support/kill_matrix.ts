/**
 * SIGKILL of the real program at writes of every stage of one day, each followed by a rerun.
 *
 * @module
 */

import assert from "node:assert/strict";
import { NO_SHIM } from "./fault_shim.ts";
import { FaultyDay } from "./faulty_day.ts";
import { type FixtureDay, simulate } from "./fixture_days.ts";
import { type Stage, STAGES } from "./write_stages.ts";

/** Kills by stage; a stage with fewer writes is killed at each of them. */
const KILLS: Readonly<Record<Stage, number>> = {
  folder: 7,
  lease: 6,
  archive: 17,
  checkpoint: 10,
  stage: 10,
  seal: 10,
  release: 7,
  report: 14,
  outbox: 10,
  projection: 10,
  closing: 6,
};

/** Three lists of one register: it is founded, it changes, a row that is gone is looked up. */
const DAYS = simulate(110, 3, 5);

/** Registers the tests of the `nth` day (from 0), of which at least `least` must kill. */
export function killMatrix(name: string, nth: 0 | 1 | 2, least: number): void {
  const day = DAYS[nth] as FixtureDay;
  let faulty: FaultyDay;
  let kills = 0;
  const struck = new Set<Stage>();
  const ignore = NO_SHIM !== null;
  const reason = ignore ? ` [not run: ${NO_SHIM}]` : "";
  Deno.test.beforeAll(async () => {
    if (!ignore) faulty = await FaultyDay.after(DAYS.slice(0, nth), day);
  });
  Deno.test.afterAll(() => faulty?.[Symbol.asyncDispose]());
  const kill = (at: number) =>
    faulty.suffer({ at, does: at % 2 === 0 ? "kill" : "tear" }, (befallen) => {
      // A run may make a few writes less than another by chance: then nothing was killed.
      if (befallen.struck === null) return;
      assert.equal(befallen.ended.signal, "SIGKILL", befallen.ended.err);
      struck.add(befallen.struck.stage);
      kills += 1;
    });
  for (const stage of STAGES) {
    Deno.test({
      name: `${name}: killed in stage ${stage}, a rerun gives the truth, once${reason}`,
      ignore,
      fn: async () => {
        for (const { n } of faulty.points(stage, KILLS[stage])) await kill(n);
      },
    });
  }
  Deno.test({
    name: `${name}: at least ${least} processes were killed, in every stage${reason}`,
    ignore,
    fn: () => {
      assert.ok(kills >= least, `${kills} kills`);
      assert.deepEqual(STAGES.filter((stage) => !struck.has(stage)), []);
    },
  });
}
