/** The soak over three days: that it notices what it is there to notice. Three weeks of it are in faults/. */
import assert from "node:assert/strict";
import { eventKey } from "../src/keys.ts";
import type { RunId } from "../src/model.ts";
import { SOURCE } from "./soak/look.ts";
import { type Evening, judgeMemory, openFiles } from "./soak/measure.ts";
import { soaked } from "./support/soaked.ts";

Deno.test("soak() notices an entry that vanished, an alert that was lost, a file that was left", async () => {
  const { untrue } = await soaked({
    days: 3,
    calm: true,
    async afterDay(day, dmf) {
      if (day !== 3) return;
      const box = await dmf.open();
      const key = eventKey(SOURCE, "2026-11-03" as RunId, 0);
      await box.log.atomic([], [{ key, value: undefined }]);
      await box.close();
      await Deno.remove(`${dmf.data}/outbox/${SOURCE}-2026-11-03-changes.json`);
      await Deno.writeTextFile(`${dmf.data}/logs/run.log.tmp`, "half a fi");
    },
  });
  const all = untrue.join("\n");
  assert.match(all, /dmf changes ended with 4: .*2026-11-03/);
  assert.match(all, /The chain breaks in 2026-11-03/);
  assert.match(all, /The alert mfds-dmf-2026-11-03-changes was lost/);
  assert.match(all, /logs\/run\.log\.tmp was left/);
});

Deno.test("soak() notices an event that never was, one that was not told, and a wrong value", async () => {
  const { untrue } = await soaked({
    days: 3,
    calm: true,
    truth: (day, events) => day === 2 ? events.slice(1) : day === 3 ? events.map(altered) : events,
  });
  assert.ok(untrue.some((sentence) => sentence.startsWith("Events of 2026-11-03")));
  assert.ok(untrue.some((sentence) => sentence.startsWith("2026-11-04: values of")));
});

/** The same event with another new value. */
function altered<E extends { readonly fields: object }>(event: E): E {
  const fields = Object.entries(event.fields).map(([name, change]) => [
    name,
    { ...change, to: name === "sites" ? [] : "another" },
  ]);
  return { ...event, fields: Object.fromEntries(fields) };
}

Deno.test("judgeMemory() calls growth from the second quarter to the last unbounded", () => {
  const evenings = (live: (day: number) => number) =>
    Array.from({ length: 40 }, (_, day): Evening => ({
      date: "2026-11-02",
      rssMb: 300,
      liveMb: live(day),
      kvBytes: 0,
      rawBytes: 0,
      reportBytes: 0,
      restBytes: 0,
      files: 0,
      rows: 0,
      events: 0,
    }));
  assert.equal(judgeMemory(evenings(() => 200)).bounded, true);
  const growing = judgeMemory(evenings((day) => 200 + 5 * day));
  assert.equal(growing.bounded, false);
  assert.equal(Math.round(growing.slope), 500);
});

Deno.test("judgeMemory() calls daily runs that take ever more unbounded", () => {
  const peaks = (...runs: readonly number[]) =>
    runs.map((once) => ({
      date: "2026-11-02",
      once,
      readers: { "status": 1, "changes --json": 1, "fsck": 1 },
    }));
  assert.equal(judgeMemory([], peaks(150, 150, 150, 190)).bounded, true);
  assert.equal(judgeMemory([], peaks(150, 150, 150, 200)).bounded, false);
});

Deno.test("openFiles() counts what is open below a folder, and nothing else", async () => {
  const folder = await Deno.makeTempDir();
  const elsewhere = await Deno.makeTempFile();
  const nothing = await openFiles(folder);
  using _other = await Deno.open(elsewhere);
  {
    using _file = await Deno.create(`${folder}/a`);
    assert.equal(await openFiles(folder), nothing === null ? null : 1);
  }
  assert.ok(nothing === null || await openFiles(folder) === 0);
  await Deno.remove(folder, { recursive: true });
  await Deno.remove(elsewhere);
});
