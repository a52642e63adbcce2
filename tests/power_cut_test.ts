/** A power cut at every write of three days, then the rerun. */
import assert from "node:assert/strict";
import { readEntries } from "../src/history.ts";
import type { SourceId } from "../src/model.ts";
import { runOnce } from "../src/pipeline.ts";
import { rollForward, settle } from "../src/project.ts";
import { applyAll, type State } from "../src/state.ts";
import { loadState } from "../src/store.ts";
import type { EventLog } from "../src/ports.ts";
import { generateRegister, type RegisterRow } from "../src/demo/register.ts";
import { replica } from "../src/demo/replica.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { diesAt, MemoryLog, PowerCut } from "./support/memory_log.ts";
import { HandlerFetch, jobFor, MemoryArchive } from "./support/memory_world.ts";

const source = "mfds-dmf" as SourceId;
const [DAY1, DAY2, DAY3] = ["2026-11-02", "2026-11-03", "2026-11-04"] as const;

/** Sixteen rows on two pages: what is proven is the order of writes. */
const PAGE_SIZE = 10;
const founding = generateRegister({ size: 16 });
const [first, second, third, ...others] = founding as [
  RegisterRow,
  RegisterRow,
  RegisterRow,
  ...RegisterRow[],
];
/** One withdrawn, one amended, one missing from day 2 on, so that day 3 looks it up and delists it. */
const changed: readonly RegisterRow[] = [
  { ...first, status: "취하", statusChangedOn: "2026-11-03" },
  { ...second, documentVersion: "v9.9.9/2026" },
  ...others,
];
/** Day 3 as a shorter rerun finds it: the missing row is back, one change was taken back. */
const quieter: readonly RegisterRow[] = [changed[0] as RegisterRow, second, third, ...others];

class Machine {
  readonly asked: string[] = [];

  constructor(readonly log = new MemoryLog(), readonly archive = new MemoryArchive()) {}

  copy(): Machine {
    return new Machine(this.log.copy(), this.archive.copy());
  }

  async run(date: string, rows: readonly RegisterRow[], log: EventLog = this.log): Promise<string> {
    const fetch = new HandlerFetch(replica(() => rows));
    const job = jobFor(date);
    const spec = { ...job.spec, paging: { ...job.spec.paging, pageSize: PAGE_SIZE } };
    try {
      const end = await runOnce({ ...job, spec, prepared: { ...job.prepared, spec } }, {
        clock: new ManualClock(`${date}T00:00:00Z`),
        fetch,
        archive: this.archive,
        log,
      });
      await settle(log, source);
      return end.kind;
    } finally {
      this.asked.push(...fetch.asked);
    }
  }

  /** Dies at write `n`; false where the run ended before it. */
  async cut(
    date: string,
    rows: readonly RegisterRow[],
    n: number,
    applied: boolean,
  ): Promise<boolean> {
    const log = diesAt(this.log, n, applied);
    try {
      await this.run(date, rows, log);
      return false;
    } catch (error) {
      // Letting go of the lease fails too when the power is off, and hides the first error.
      if (!(error instanceof PowerCut)) throw error;
      return true;
    }
  }

  /** What is sealed, without instants: entries in order. */
  async sealed(): Promise<unknown[]> {
    const entries = await Array.fromAsync(
      readEntries(this.log, source, { since: null, until: null }),
    );
    return entries.map(({ seq, run, entry }) => ({ seq, run, entry }));
  }
}

async function machineAt(date: string): Promise<Machine> {
  const machine = new Machine();
  if (date > DAY1) assert.equal(await machine.run(DAY1, founding), "accepted");
  if (date > DAY2) assert.equal(await machine.run(DAY2, changed), "accepted");
  return machine;
}

async function replayed(log: EventLog): Promise<State> {
  const state: State = new Map();
  for await (const { run, entry } of readEntries(log, source, { since: null, until: null })) {
    applyAll(state, [entry], run);
  }
  return state;
}

const DAYS: readonly [string, readonly RegisterRow[]][] = [
  [DAY1, founding],
  [DAY2, changed],
  [DAY3, changed],
];

for (const [date, rows] of DAYS) {
  for (const applied of [false, true]) {
    const how = applied ? "after" : "before";
    Deno.test(`a power cut ${how} any write of ${date} loses nothing and repeats nothing`, async () => {
      const start = await machineAt(date);
      const before = await start.sealed();
      const whole = start.copy();
      assert.equal(await whole.run(date, rows), "accepted");
      const expected = await whole.sealed();
      let cuts = 0;
      for (let n = 1;; n++) {
        const machine = start.copy();
        if (!await machine.cut(date, rows, n, applied)) break;
        cuts += 1;
        const after = await machine.sealed();
        // A reader sees nothing of the run or all of it.
        assert.deepEqual(after, after.length === before.length ? before : expected);
        assert.ok(["accepted", "done"].includes(await machine.run(date, rows)));
        assert.deepEqual(await machine.sealed(), expected);
        assert.deepEqual(await loadState(machine.log, source), await replayed(machine.log));
      }
      assert.ok(cuts >= 6, `${cuts} cuts`);
    });
  }
}

Deno.test("a rerun that finds fewer changes reads no leftovers of the attempt that was cut off", async () => {
  const start = await machineAt(DAY3);
  const sealedBefore = (await start.sealed()).length;
  const whole = start.copy();
  await whole.run(DAY3, quieter);
  const expected = await whole.sealed();
  for (let n = 1;; n++) {
    const machine = start.copy();
    if (!await machine.cut(DAY3, changed, n, true)) break;
    if ((await machine.sealed()).length > sealedBefore) break;
    // The archived pages would be read again; a quieter list needs the server to be asked again.
    for (const digest of machine.archive.bodies.keys()) machine.archive.bodies.delete(digest);
    assert.equal(await machine.run(DAY3, quieter), "accepted");
    assert.deepEqual(await machine.sealed(), expected);
  }
});

Deno.test("a run that was cut off goes on with the pages it has and asks for none of them again", async () => {
  const machine = await machineAt(DAY1);
  const pages = Math.ceil(founding.length / PAGE_SIZE);
  // Writes of a run: the lease, then one checkpoint a page.
  await machine.cut(DAY1, founding, 1 + pages, true);
  assert.equal(await machine.run(DAY1, founding), "accepted");
  const lists = machine.asked.filter((url) => url.includes("getList"));
  assert.equal(new Set(lists).size, lists.length);
  assert.equal(lists.length, pages);
});

Deno.test("projections rebuilt from the log alone are the same", async () => {
  const machine = await machineAt(DAY3);
  await machine.run(DAY3, changed);
  const before = machine.log.dump();
  const derived = ["projected", "record", "number", "version", "missing"];
  for (const { key } of before) {
    if (derived.includes(key[0] as string)) {
      await machine.log.atomic([], [{ key, value: undefined }]);
    }
  }
  await rollForward(machine.log, source);
  assert.deepEqual(machine.log.dump(), before);
});
