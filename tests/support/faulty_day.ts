/**
 * One command of the real program with a fault at a chosen write, run again and proven.
 *
 * Where to strike is taken from a run that nothing disturbs, so that every stage gets
 * its share; in which stage a fault landed is told by the writes of the faulty process itself.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type Ended, type Fault, launch } from "./dmf_process.ts";
import type { FixtureDay } from "./fixture_days.ts";
import type { FixtureRow } from "./fixture_row.ts";
import { FixtureSite } from "./fixture_site.ts";
import { Dmf } from "./run_dmf.ts";
import { assertTrue } from "./truth.ts";
import { assertWhole } from "./whole_store.ts";
import { commitsOf, type Stage, type Staged, staged } from "./write_stages.ts";

/** A run that a fault befell. */
export interface Befallen {
  readonly ended: Ended;
  /** The write at which the fault struck first, or `null` where the run was over before. */
  readonly struck: Staged | null;
}

/** A command line to be run again and again from the same start. */
export class FaultyDay implements AsyncDisposable {
  private constructor(
    private readonly work: Work,
    private readonly base: Dmf,
    private readonly writes: readonly Staged[],
    private readonly commits: number,
    /** What the outbox folder holds after an undisturbed run. */
    private readonly alerts: ReadonlyMap<string, string>,
  ) {}

  /** The crawl of `day`, in a data folder that has lived through `past`. */
  static async after(past: readonly FixtureDay[], day: FixtureDay): Promise<FaultyDay> {
    return await FaultyDay.#of(past, {
      args: ["--once", "--date", day.date],
      date: day.date,
      rows: day.rows,
      prepare: () => Promise.resolve(),
      judge: async (dmf) => assertTrue(day, await dmf.changes("--since", day.date)),
    });
  }

  /** `dmf accept` of the refused list `rows` of `date`; `judge` looks at what was told in the end. */
  static async accepting(
    past: readonly FixtureDay[],
    { date, rows }: Pick<FixtureDay, "date" | "rows">,
    judge: Work["judge"],
  ): Promise<FaultyDay> {
    return await FaultyDay.#of(past, {
      args: ["accept", date, "--reason", REASON],
      date,
      rows,
      judge,
      async prepare(dmf) {
        const { code, err } = await dmf.once(date);
        assert.equal(code, 3, err);
      },
    });
  }

  static async #of(past: readonly FixtureDay[], work: Work): Promise<FaultyDay> {
    await using site = new FixtureSite();
    const base = await Dmf.towards(site.origin);
    for (const { rows, date } of past) {
      site.setRows(rows);
      assert.equal((await base.once(date)).code, 0);
    }
    site.setRows(work.rows);
    await work.prepare(base);
    await using dmf = await base.copyTowards(site.origin);
    const { code, err, writes } = await run(dmf, work, { at: 0, does: "kill" });
    assert.equal(code, 0, err);
    const commits = commitsOf(writes);
    return new FaultyDay(work, base, staged(writes, commits), commits, await alertsOf(dmf));
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

  /** Works with a fault, lets `judge` look at what came of it, and proves the rerun. */
  async suffer(fault: Fault, judge: (befallen: Befallen, dmf: Dmf) => void | Promise<void>) {
    await using site = new FixtureSite();
    await using dmf = await this.base.copyTowards(site.origin);
    site.setRows(this.work.rows);
    const ended = await run(dmf, this.work, fault);
    const struck = staged(ended.writes, this.commits).find(({ n }) => n === fault.at) ?? null;
    await judge({ ended, struck }, dmf);
    const where = `write ${struck?.n}, ${struck?.call} ${struck?.path}, stage ${struck?.stage}`;
    try {
      await this.proveRerun(dmf, site, ended);
    } catch (fault) {
      throw new Error(where, { cause: fault });
    }
  }

  private async proveRerun(dmf: Dmf, site: FixtureSite, ended: Ended) {
    const { work } = this;
    const asked = listPages(site);
    const { code, err } = await dmf.run(work.args);
    assert.equal(code, 0, err);
    await work.judge(dmf);
    await assertWhole(dmf);
    // Only a page that was not remembered yet when the process ended is asked for again.
    const again = listPages(site).slice(asked.length).filter((page) => asked.includes(page));
    const pending = ended.writes.some(({ told }) => told === "verify") ? [] : asked.slice(-1);
    assert.ok(again.every((page) => pending.includes(page)), `asked again ${again}`);
    assert.deepEqual(await alertsOf(dmf), this.alerts);
    await assertSigns(dmf, work.date);
    // Drafts of the dead go with a later run, when nobody can be writing them any more.
    const drafts = await unfinished(dmf.data);
    for (const path of drafts) await Deno.utime(path, 0, 0);
    if (drafts.length > 0) await dmf.run(["--once", "--date", work.date]);
    assert.deepEqual(await unfinished(dmf.data), []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.base[Symbol.asyncDispose]();
  }
}

/** The words that a person accepts a list with. */
export const REASON = "식약처 공고로 확인";

/** What is done with a fault in it, and done again. */
interface Work {
  readonly args: readonly string[];
  readonly date: string;
  /** Rows that the site shows. */
  readonly rows: readonly FixtureRow[];
  /** What else the box lives through before. */
  readonly prepare: (dmf: Dmf) => Promise<void>;
  /** Fails unless exactly the truth was told in the end, once. */
  readonly judge: (dmf: Dmf) => Promise<void>;
}

function run(dmf: Dmf, { args }: Work, fault: Fault): Promise<Ended> {
  return launch(dmf, [...args, "--log", "json", "--lang", "en"], { fault });
}

/** The sign of life is of this run, the report is there, and store.json remembers the seal. */
async function assertSigns(dmf: Dmf, date: string): Promise<void> {
  const read = async (name: string) => JSON.parse(await Deno.readTextFile(`${dmf.data}/${name}`));
  const { run, verdict } = await read("heartbeat.json");
  assert.deepEqual([run, verdict], [date, "accepted"]);
  assert.equal((await read("store.json")).sealed["mfds-dmf"].run, date);
  assert.ok((await Deno.stat(`${dmf.data}/reports/${date}.xlsx`)).size > 0);
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
