import assert from "node:assert/strict";
import { NO_DRIFT } from "../src/drift.ts";
import { begin, Hold } from "../src/hold.ts";
import type { Digest, InstantText, RunId, SourceId } from "../src/model.ts";
import { leaseKey, runKey } from "../src/keys.ts";
import type { Quarantined } from "../src/run_record.ts";
import { says } from "./support/bilingual.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { MemoryLog } from "./support/memory_log.ts";

const source = "mfds-dmf" as SourceId;
const run = "2026-11-02" as RunId;

function world() {
  return { log: new MemoryLog(), clock: new ManualClock() };
}

function page(number: number, pass: number) {
  return {
    page: number,
    pass,
    url: `http://127.0.0.1/?page=${number}`,
    digest: String(number).repeat(64) as Digest,
    contentType: null,
    observedAt: "2026-11-02T00:00:00Z" as InstantText,
  };
}

async function held(where: ReturnType<typeof world>, alone = true): Promise<Hold> {
  const hold = await begin(where, source, run, { alone });
  assert.ok(hold instanceof Hold);
  return hold;
}

Deno.test("begin() is busy while another process holds the source, until its lease runs out", async () => {
  const where = world();
  await held(where);
  const second = await begin(where, source, run, { alone: false });
  assert.ok(!(second instanceof Hold));
  assert.equal(second.kind, "busy");
  where.clock.advance(11 * 60_000);
  await held(where, false);
});

Deno.test("begin() takes over the lease of a dead process at once when it has the folder alone", async () => {
  const where = world();
  await held(where);
  await held(where, true);
});

Deno.test("begin() clears away the lease of a process that died after it had sealed the day", async () => {
  const where = world();
  const left = async () => (await where.log.get(leaseKey(source))).value !== null;
  await held(where);
  await where.log.atomic([], [{ key: runKey(source, run), value: { state: "accepted" } }]);
  assert.deepEqual(await begin(where, source, run, { alone: false }), { kind: "done", run });
  assert.equal(await left(), true);
  assert.deepEqual(await begin(where, source, run, { alone: true }), { kind: "done", run });
  assert.equal(await left(), false);
});

Deno.test("begin() does not take a lease for dead that was taken without the folder's lock", async () => {
  const where = world();
  const first = await held(where, false);
  const second = await begin(where, source, run, { alone: true });
  assert.ok(!(second instanceof Hold));
  assert.equal(second.kind, "busy");
  await first.checkpoint(page(1, 1));
  where.clock.advance(11 * 60_000);
  await held(where, true);
});

Deno.test("a process that was succeeded can write nothing more", async () => {
  const where = world();
  const suspended = await held(where);
  where.clock.advance(11 * 60_000);
  const successor = await held(where, false);
  const lost = says("LeaseLost", /^Run "2026-11-02" of "mfds-dmf" was taken over/);
  await assert.rejects(suspended.checkpoint(page(1, 1)), lost);
  await assert.rejects(suspended.nextPass(), lost);
  await suspended.release();
  await successor.checkpoint(page(1, 1));
  assert.equal((await successor.checkpoints(1)).length, 1);
});

Deno.test("checkpoints() gives the pages of this pass up to the first gap", async () => {
  const where = world();
  const hold = await held(where);
  for (const number of [1, 2, 4]) await hold.checkpoint(page(number, 1));
  assert.deepEqual((await hold.checkpoints(1)).map((p) => p.page), [1, 2]);
  await hold.nextPass();
  assert.deepEqual(await hold.checkpoints(1), []);
});

Deno.test("a refused attempt is followed by one that reads everything anew, and is remembered", async () => {
  const where = world();
  const hold = await held(where);
  await hold.checkpoint(page(1, 1));
  const reason = { ko: "까닭", en: "reason" };
  const refused: Quarantined = {
    ...hold.record,
    state: "quarantined",
    finishedAt: "2026-11-02T00:10:00Z" as InstantText,
    drift: NO_DRIFT,
    others: [],
    refusal: { kind: "no-stated-total", page: 1 },
    reason,
    issues: [],
    pages: 1,
    requests: 3,
    statedTotal: null,
    rows: 0,
    specVersion: 1,
  };
  const trouble = {
    kind: "quarantined",
    about: "",
    since: refused.startedAt,
    toldAt: null,
  } as const;
  await hold.end(refused, { trouble, alert: null });
  await hold.release();
  const again = await held(where);
  assert.equal(again.record.attempt, 2);
  assert.deepEqual(again.record.earlier, [{ attempt: 1, at: refused.finishedAt, reason }]);
  assert.deepEqual(await again.checkpoints(1), []);
});

Deno.test("a run that was cut off goes on as the same attempt", async () => {
  const where = world();
  const hold = await held(where);
  await hold.checkpoint(page(1, 1));
  const again = await held(where);
  assert.equal(again.record.attempt, 1);
  assert.equal((await again.checkpoints(1)).length, 1);
});

Deno.test("begin() refuses to run a day twice, or a day before the head", async () => {
  const where = world();
  await where.log.atomic([], [
    { key: ["head", source], value: { run, seq: 0, hash: "", chain: "", at: "" } },
    { key: runKey(source, run), value: { state: "accepted" } },
  ]);
  assert.deepEqual(await begin(where, source, run, { alone: true }), { kind: "done", run });
  const past = await begin(where, source, "2026-11-01" as RunId, { alone: true });
  assert.deepEqual(past, { kind: "past", head: run });
});
