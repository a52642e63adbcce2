/** A power cut at every write of a revocation and of a rebuild, then whoever comes next. */
import assert from "node:assert/strict";
import { generateRegister } from "../src/demo/register.ts";
import { replica } from "../src/demo/replica.ts";
import { asOf } from "../src/as_of.ts";
import { lastAccepted, readChanges } from "../src/history.ts";
import { beginCorrection, Hold } from "../src/hold.ts";
import type { InstantText, RunId, SourceId } from "../src/model.ts";
import { runOnce } from "../src/pipeline.ts";
import type { EventLog } from "../src/ports.ts";
import { rollForward, settle } from "../src/project.ts";
import { projectionsIn, renew } from "../src/rebuild.ts";
import { revoke } from "../src/revoke.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { diesAt, MemoryLog, PowerCut } from "./support/memory_log.ts";
import { HandlerFetch, jobFor, MemoryArchive } from "./support/memory_world.ts";

const source = "mfds-dmf" as SourceId;
const [DAY1, DAY2] = ["2026-11-02", "2026-11-03"] as const as readonly [RunId, RunId];
const founding = generateRegister({ size: 16 });
const changed = founding.map((row, n) => n < 2 ? { ...row, documentVersion: "v9.9.9/2026" } : row);
const { wellFormed } = jobFor(DAY1).prepared;

async function lived(): Promise<MemoryLog> {
  const log = new MemoryLog();
  const archive = new MemoryArchive();
  for (const [date, rows] of [[DAY1, founding], [DAY2, changed]] as const) {
    const fetch = new HandlerFetch(replica(() => rows));
    const clock = new ManualClock(`${date}T00:00:00Z`);
    const end = await runOnce(jobFor(date), { clock, fetch, archive, log });
    assert.equal(end.kind, "accepted");
    await settle(log, source);
  }
  return log;
}

/** Revokes the second day; a lease of the dead is taken over, as after a crash. */
async function revokeLast(log: EventLog): Promise<void> {
  const clock = new ManualClock("2026-11-03T05:00:00Z");
  const hold = await beginCorrection({ log, clock }, source, { alone: true });
  assert.ok(hold instanceof Hold);
  const at = clock.now().toString() as InstantText;
  const decision = { reason: "틀린 목록", by: null, at };
  await revoke(log, hold, [DAY2], { decision, wellFormed });
  await rollForward(log, source);
  await hold.release();
}

/** What users see of a store: whose list is in force, what it holds, what changed. */
async function seen(log: EventLog) {
  await rollForward(log, source);
  const inForce = (await lastAccepted(log, source))?.run as RunId;
  const list = (await asOf(log, source, DAY2)).map(({ values }) => values.documentVersion);
  const changes = (await readChanges(log, source, { since: null, until: null })).length;
  return { inForce, list, changes, ...await projectionsIn(log, source) };
}

for (const applied of [false, true]) {
  const how = applied ? "after" : "before";
  Deno.test(`a power cut ${how} any write of a revocation leaves the run in force or revoked`, async () => {
    const start = await lived();
    const before = await seen(start.copy());
    const whole = start.copy();
    await revokeLast(whole);
    const after = await seen(whole);
    assert.deepEqual([before.inForce, after.inForce], [DAY2, DAY1]);
    assert.deepEqual([before.changes, after.changes], [2, 0]);

    const ends = new Set<string>();
    let cuts = 0;
    for (;; cuts++) {
      const log = start.copy();
      try {
        await revokeLast(diesAt(log, cuts, applied));
        break;
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
      }
      const left = await seen(log);
      assert.deepEqual(left, left.inForce === DAY2 ? before : after, `write ${cuts}`);
      ends.add(left.inForce);
      if (left.inForce === DAY2) {
        await revokeLast(log);
        assert.deepEqual(await seen(log), after, `write ${cuts}, said again`);
      }
    }
    assert.ok(cuts >= 6, `only ${cuts} writes`);
    assert.deepEqual(ends, new Set([DAY1, DAY2]));
  });

  Deno.test(`a power cut ${how} any write of a rebuild is finished by whoever comes next`, async () => {
    const start = await lived();
    const before = await seen(start.copy());
    let cuts = 0;
    for (;; cuts++) {
      const log = start.copy();
      try {
        await renew(diesAt(log, cuts, applied), source);
        break;
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
      }
      assert.deepEqual(await seen(log), before, `write ${cuts}`);
    }
    assert.ok(cuts >= 5, `only ${cuts} writes`);
  });
}

Deno.test("two processes that rebuild at once end with the same projections", async () => {
  const start = await lived();
  const before = await seen(start.copy());
  for (let turn = 0; turn < 6; turn++) {
    const log = start.copy();
    const late = (async () => {
      for (let n = 0; n < turn; n++) await Promise.resolve();
      await renew(log, source);
    })();
    await Promise.all([renew(log, source), late]);
    assert.deepEqual(await seen(log), before, `${turn} steps later`);
  }
});
