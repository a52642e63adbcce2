import assert from "node:assert/strict";
import { fileNotify } from "../src/adapters/file_notify.ts";
import type { Alert } from "../src/alert.ts";
import type { InstantText, RunId, SourceId } from "../src/model.ts";

function alert(id: string): Alert {
  return {
    id,
    kind: "changes",
    source: "mfds-dmf" as SourceId,
    run: "2026-12-01" as RunId,
    at: "2026-11-30T21:05:00Z" as InstantText,
    sentence: { ko: "신규 3건", en: "3 registered" },
  };
}

async function withOutbox(body: (outbox: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(`${folder}/outbox`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function names(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), (entry) => entry.name).sort();
}

Deno.test("send() drops an alert as one file, once however often it is sent", async () => {
  await withOutbox(async (outbox) => {
    const notify = fileNotify(outbox);
    await notify.send(alert("mfds-dmf.2026-12-01.changes"));
    await notify.send(alert("mfds-dmf.2026-12-01.changes"));
    assert.deepEqual(names(outbox), ["mfds-dmf.2026-12-01.changes.json"]);
    const text = Deno.readTextFileSync(`${outbox}/mfds-dmf.2026-12-01.changes.json`);
    assert.deepEqual(JSON.parse(text), alert("mfds-dmf.2026-12-01.changes"));
  });
});

Deno.test("send() keeps any id inside the outbox, and different ids apart", async () => {
  const ids = ["../x", "a/b", "a:b", "a%3Ab", "..", ".x", "종근당", 'a"<>|?*\\', "a b"];
  await withOutbox(async (outbox) => {
    for (const id of ids) await fileNotify(outbox).send(alert(id));
    assert.equal(names(outbox).length, ids.length);
    for (const name of names(outbox)) assert.match(name, /^[A-Za-z0-9_%-][A-Za-z0-9_.%-]*\.json$/);
  });
});

Deno.test("send() refuses an alert without an id", async () => {
  await assert.rejects(fileNotify("nowhere").send(alert("")), RangeError);
});
