/**
 * One day of a register, run by the real program with a fault at a chosen write, then proven.
 *
 * Where to strike is taken from a run of the same day that nothing disturbs, so that every stage gets
 * its share; in which stage a fault landed is told by the writes of the faulty process itself.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type Ended, type Fault, launch } from "./dmf_process.ts";
import type { FixtureDay } from "./fixture_days.ts";
import { FixtureSite } from "./fixture_site.ts";
import { Dmf } from "./run_dmf.ts";
import { assertSound } from "./sound_store.ts";
import { assertTrue } from "./truth.ts";
import { commitsOf, type Stage, type Staged, staged } from "./write_stages.ts";

/** A run that a fault befell. */
export interface Befallen {
  readonly ended: Ended;
  /** The write at which the fault struck first, or `null` where the run was over before. */
  readonly struck: Staged | null;
}

/** A day to be run again and again from the same start. */
export class FaultyDay implements AsyncDisposable {
  private constructor(
    private readonly day: FixtureDay,
    private readonly base: Dmf,
    private readonly writes: readonly Staged[],
    private readonly commits: number,
    /** What the outbox folder holds after an undisturbed run. */
    private readonly alerts: ReadonlyMap<string, string>,
  ) {}

  /** A data folder as it is before `day`, and a record of the writes of that day. */
  static async after(past: readonly FixtureDay[], day: FixtureDay): Promise<FaultyDay> {
    await using site = new FixtureSite();
    const base = await Dmf.towards(site.origin);
    for (const { rows, date } of past) {
      site.setRows(rows);
      assert.equal((await base.once(date)).code, 0);
    }
    site.setRows(day.rows);
    await using dmf = await base.copyTowards(site.origin);
    const { code, err, writes } = await run(dmf, day, { at: 0, does: "kill" });
    assert.equal(code, 0, err);
    const commits = commitsOf(writes);
    return new FaultyDay(day, base, staged(writes, commits), commits, await alertsOf(dmf));
  }

  /** At most `count` writes of a stage, spread over all of it. */
  points(stage: Stage, count: number): Staged[] {
    const all = this.writes.filter((write) => write.stage === stage);
    const wanted = Math.min(count, all.length);
    return Array.from(
      { length: wanted },
      (_, i) => all[Math.floor((i + 0.5) * all.length / wanted)] as Staged,
    );
  }

  /** Runs the day with a fault, lets `judge` look at what came of it, and proves the rerun. */
  async suffer(fault: Fault, judge: (befallen: Befallen, dmf: Dmf) => void | Promise<void>) {
    const { day } = this;
    await using site = new FixtureSite();
    await using dmf = await this.base.copyTowards(site.origin);
    site.setRows(day.rows);
    const ended = await run(dmf, day, fault);
    const struck = staged(ended.writes, this.commits).find(({ n }) => n === fault.at) ?? null;
    await judge({ ended, struck }, dmf);
    await this.proveRerun(dmf, site, { ended, struck });
  }

  private async proveRerun(dmf: Dmf, site: FixtureSite, { ended, struck }: Befallen) {
    const { day } = this;
    const asked = listPages(site);
    const where = `write ${struck?.n}, ${struck?.call} ${struck?.path}, stage ${struck?.stage}`;
    const { code, err } = await dmf.once(day.date);
    assert.equal(code, 0, `${where}: ${err}`);
    assertTrue(day, await dmf.changes("--since", day.date));
    const data = await dmf.open();
    try {
      await assertSound(data).catch((fault) => {
        throw new Error(where, { cause: fault });
      });
    } finally {
      await data.close();
    }
    // Only a page that was not remembered yet when the process ended is asked for again.
    const again = listPages(site).slice(asked.length).filter((page) => asked.includes(page));
    const pending = ended.writes.some(({ told }) => told === "verify") ? [] : asked.slice(-1);
    assert.ok(again.every((page) => pending.includes(page)), `${where}: asked again ${again}`);
    assert.deepEqual(await alertsOf(dmf), this.alerts, where);
    // An unfinished marker of a store that was being founded goes with the run after.
    if ((await unfinished(dmf.data)).length > 0) await dmf.once(day.date);
    assert.deepEqual(await unfinished(dmf.data), [], where);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.base[Symbol.asyncDispose]();
  }
}

function run(dmf: Dmf, day: FixtureDay, fault: Fault): Promise<Ended> {
  const args = ["--once", "--date", day.date, "--log", "json", "--lang", "en"];
  return launch(dmf, args, { fault });
}

/** Pages of the list that were asked for, in order. */
function listPages(site: FixtureSite): string[] {
  return site.log.flatMap(({ path, query }) =>
    path.includes("getList") && !query.has("searchDmfPermitNo") ? query.get("page") ?? [] : []
  );
}

/** Alerts in the outbox folder: what each says, by the name of its file. */
async function alertsOf(dmf: Dmf): Promise<Map<string, string>> {
  const alerts = new Map<string, string>();
  const folder = `${dmf.data}/outbox`;
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  for (const name of names.filter((name) => name.endsWith(".json")).sort()) {
    const { id, sentence } = JSON.parse(await Deno.readTextFile(`${folder}/${name}`));
    alerts.set(name, `${id} ${sentence.ko}`);
  }
  return alerts;
}

/** Files below a folder that were begun and never finished. */
async function unfinished(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) found.push(...await unfinished(`${folder}/${name}`));
    else if (name.endsWith(".tmp")) found.push(`${folder}/${name}`);
  }
  return found;
}
