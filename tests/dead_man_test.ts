import assert from "node:assert/strict";
import type { Alert } from "../src/alert.ts";
import { heartbeatOf } from "../src/heartbeat.ts";
import type { RunId, SourceId } from "../src/model.ts";
import { watchHeartbeat } from "../src/notify/dead_man.ts";
import { Spool } from "../src/notify/spool.ts";
import { MemoryFolder } from "./support/memory_folder.ts";
import { PowerCut } from "./support/memory_log.ts";

const at = (text: string) => Temporal.Instant.from(text);

function heartbeatAt(now: string): string {
  return JSON.stringify(heartbeatOf({
    source: "mfds-dmf" as SourceId,
    run: now.slice(0, 10) as RunId,
    verdict: "accepted",
    head: now.slice(0, 10) as RunId,
    ageHours: 0,
  }, at(now)));
}

async function raised(spool: Spool): Promise<Alert[]> {
  const found: Alert[] = [];
  for await (const { alert } of spool.alerts()) found.push(alert!);
  return found;
}

const kinds = async (spool: Spool) => (await raised(spool)).map(({ kind }) => kind);

Deno.test("watchHeartbeat() tells silence once, its end once, and the next silence again", async () => {
  const spool = new Spool(new MemoryFolder());
  const first = heartbeatAt("2026-11-02T21:05:00Z");
  await watchHeartbeat(spool, first, at("2026-11-03T23:59:00Z"));
  assert.deepEqual(await kinds(spool), []);
  for (const now of ["2026-11-04T00:01:00Z", "2026-11-04T00:02:00Z", "2026-11-09T00:00:00Z"]) {
    await watchHeartbeat(spool, first, at(now));
  }
  assert.deepEqual(await kinds(spool), ["silent"]);
  assert.match(
    (await raised(spool))[0]!.sentence.en,
    /last run was 2026-11-02 \(2026-11-03 06:05\)/,
  );

  const second = heartbeatAt("2026-11-09T02:00:00Z");
  await watchHeartbeat(spool, second, at("2026-11-09T02:01:00Z"));
  await watchHeartbeat(spool, second, at("2026-11-09T02:02:00Z"));
  assert.deepEqual((await kinds(spool)).sort(), ["recovered", "silent"]);

  await watchHeartbeat(spool, second, at("2026-11-20T00:00:00Z"));
  assert.deepEqual((await kinds(spool)).sort(), ["recovered", "silent", "silent"]);
});

Deno.test("watchHeartbeat() tells of a heartbeat that went away, and of none that never was", async () => {
  const spool = new Spool(new MemoryFolder());
  await watchHeartbeat(spool, null, at("2026-11-09T00:00:00Z"));
  assert.deepEqual(await kinds(spool), []);
  await watchHeartbeat(spool, heartbeatAt("2026-11-02T21:05:00Z"), at("2026-11-02T22:00:00Z"));
  await watchHeartbeat(spool, "{half", at("2026-11-04T01:00:00Z"));
  assert.deepEqual(await kinds(spool), ["silent"]);
});

Deno.test("a power cut while silence is told tells it once all the same", async () => {
  for (let write = 1; write <= 2; write++) {
    const folder = new MemoryFolder();
    const spool = new Spool(folder);
    folder.diesAt = write;
    const look = () =>
      watchHeartbeat(spool, heartbeatAt("2026-11-02T21:05:00Z"), at("2026-11-05T00:00:00Z"));
    await assert.rejects(look(), PowerCut);
    folder.diesAt = Infinity;
    await look();
    await look();
    assert.deepEqual(await kinds(spool), ["silent"], `write ${write}`);
  }
});
