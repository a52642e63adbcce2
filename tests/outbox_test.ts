import assert from "node:assert/strict";
import type { Alert } from "../src/alert.ts";
import { outboxKey } from "../src/keys.ts";
import type { InstantText, RunId, SourceId } from "../src/model.ts";
import { deliver } from "../src/outbox.ts";
import { MemoryLog } from "./support/memory_log.ts";

async function outboxOf(...ids: readonly string[]): Promise<MemoryLog> {
  const log = new MemoryLog();
  for (const id of ids) {
    const alert: Alert = {
      id,
      kind: "changes",
      source: "mfds-dmf" as SourceId,
      run: "2026-11-02" as RunId,
      at: "2026-11-02T00:00:00Z" as InstantText,
      sentence: { ko: "신규 1건", en: "1 registered" },
    };
    await log.atomic([], [{ key: outboxKey(id), value: alert }]);
  }
  return log;
}

Deno.test("deliver() hands every alert on and then forgets it", async () => {
  const log = await outboxOf("a", "b");
  const sent: string[] = [];
  const notify = { send: (alert: Alert) => Promise.resolve(void sent.push(alert.id)) };
  await deliver(log, notify);
  await deliver(log, notify);
  assert.deepEqual(sent, ["a", "b"]);
});

Deno.test("deliver() keeps what could not be sent, and sends the others", async () => {
  const log = await outboxOf("a", "b", "c");
  let broken = true;
  const sent: string[] = [];
  const notify = {
    send: (alert: Alert) => {
      if (broken && alert.id === "b") return Promise.reject(new Error("No route"));
      return Promise.resolve(void sent.push(alert.id));
    },
  };
  await assert.rejects(deliver(log, notify), /No route/);
  assert.deepEqual(sent, ["a", "c"]);
  broken = false;
  await deliver(log, notify);
  assert.deepEqual(sent, ["a", "c", "b"]);
});
