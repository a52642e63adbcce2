/**
 * SIGKILL of the real program at writes of every stage of one command, each followed by a rerun.
 *
 * @module
 */

import assert from "node:assert/strict";
import { NO_SHIM } from "./fault_shim.ts";
import { FaultyDay } from "./faulty_day.ts";
import { type FixtureDay, simulate } from "./fixture_days.ts";
import type { Dmf } from "./run_dmf.ts";
import { type Stage, STAGES } from "./write_stages.ts";

/** Kills by stage; a stage with fewer writes is killed at each of them. */
const KILLS: Readonly<Record<Stage, number>> = {
  folder: 6,
  lease: 6,
  archive: 22,
  checkpoint: 10,
  stage: 9,
  seal: 8,
  release: 5,
  report: 10,
  outbox: 6,
  heartbeat: 4,
  projection: 6,
  seals: 4,
  closing: 4,
};

/** Three lists of one register: it is founded, it changes, a row that is gone is looked up. */
export const KILLED_DAYS = simulate(110, 3, 5);

/** Registers the tests of the `nth` day (from 0), of which at least `least` must kill. */
export function killMatrix(name: string, nth: 0 | 1 | 2, least: number): void {
  const day = KILLED_DAYS[nth] as FixtureDay;
  killAll(name, {
    make: () => FaultyDay.after(KILLED_DAYS.slice(0, nth), day),
    stages: STAGES,
    least,
  });
}

/** Registers the tests of kills in `stages` of whatever `make` makes. */
export function killAll(
  name: string,
  { make, stages, share = 1, least, look }: {
    readonly make: () => Promise<FaultyDay>;
    readonly stages: readonly Stage[];
    /** Share of the kills of a whole day. */
    readonly share?: number;
    readonly least: number;
    /** Looks at what a kill left, before anything is run again. */
    readonly look?: (dmf: Dmf) => Promise<void>;
  },
): void {
  let faulty: FaultyDay;
  let kills = 0;
  const struck = new Set<Stage>();
  const ignore = NO_SHIM !== null;
  const reason = ignore ? ` [not run: ${NO_SHIM}]` : "";
  Deno.test.beforeAll(async () => {
    if (!ignore) faulty = await make();
  });
  Deno.test.afterAll(() => faulty?.[Symbol.asyncDispose]());
  const kill = (at: number) =>
    faulty.suffer({ at, does: at % 2 === 0 ? "kill" : "tear" }, async (befallen, dmf) => {
      // A run may make a few writes less than another by chance: then nothing was killed.
      if (befallen.struck === null) return;
      assert.equal(befallen.ended.signal, "SIGKILL", befallen.ended.err);
      struck.add(befallen.struck.stage);
      kills += 1;
      await look?.(dmf);
    });
  for (const stage of stages) {
    Deno.test({
      name: `${name}: killed in stage ${stage}, a rerun gives the truth, once${reason}`,
      ignore,
      fn: async () => {
        for (const { n } of faulty.points(stage, Math.ceil(share * KILLS[stage]))) await kill(n);
      },
    });
  }
  Deno.test({
    name: `${name}: at least ${least} processes were killed, in every stage${reason}`,
    ignore,
    fn: () => {
      assert.ok(kills >= least, `${kills} kills`);
      assert.deepEqual(stages.filter((stage) => !struck.has(stage)), []);
    },
  });
}
