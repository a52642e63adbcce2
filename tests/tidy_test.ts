import assert from "node:assert/strict";
import { Spool } from "../src/notify/spool.ts";
import { tidy } from "../src/notify/tidy.ts";
import { takeTurn } from "../src/notify/turn.ts";
import { alertOf, DELIVERED, DOWN, scriptedChannel } from "./support/alerts.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { MemoryFolder } from "./support/memory_folder.ts";
import { PowerCut } from "./support/memory_log.ts";

const MONTH = 31 * 24 * 3_600_000;

/** An outbox with alerts that had their turn on a channel that works and one that does not. */
async function served(...ids: readonly string[]) {
  const folder = new MemoryFolder();
  const spool = new Spool(folder);
  const clock = new ManualClock("2026-11-01T21:10:00Z");
  for (const id of ids) await spool.add(alertOf(id));
  const mail = scriptedChannel("mail", () => DELIVERED);
  const hook = scriptedChannel("webhook", ({ id }) => id === "bad" ? DOWN : DELIVERED);
  for (const channel of [mail, hook]) await takeTurn(channel, { spool, clock });
  return { folder, spool, clock, channels: [mail, hook] };
}

Deno.test("tidy() puts aside what every channel had a month ago, with its deliveries", async () => {
  const { folder, spool, clock, channels } = await served("bad", "good");
  await tidy(spool, channels, { now: clock.now() });
  assert.ok(folder.files.has("good.json"));
  clock.advance(MONTH);
  await tidy(spool, channels, { now: clock.now() });
  assert.deepEqual([...folder.files.keys()].filter((path) => path.includes("good")), [
    "done/good.json",
  ]);
  assert.ok(folder.files.has("bad.json") && folder.files.has("sent/webhook/bad.json"));
});

Deno.test("tidy() puts nothing aside where no channel is configured", async () => {
  const { folder, spool, clock } = await served("good");
  clock.advance(MONTH);
  await tidy(spool, [], { now: clock.now() });
  assert.ok(folder.files.has("good.json"));
});

Deno.test("an alert that was put aside does not come back", async () => {
  const { folder, spool, clock, channels } = await served("good");
  clock.advance(MONTH);
  await tidy(spool, channels, { now: clock.now() });
  await spool.add(alertOf("good"));
  assert.equal(folder.files.has("good.json"), false);
});

Deno.test("tidy() keeps a bounded number of settled alerts, and as many aside", async () => {
  const ids = Array.from({ length: 22 }, (_, i) => `n${String(i).padStart(4, "0")}`);
  const { folder, spool, clock, channels } = await served("bad", ...ids);
  const count = (prefix: RegExp) => [...folder.files.keys()].filter((p) => prefix.test(p)).length;
  await tidy(spool, channels, { now: clock.now(), most: 20 });
  assert.equal(count(/^n\d+\.json$/), 20);
  assert.ok(folder.files.has("done/n0000.json") && folder.files.has("done/n0001.json"));
  clock.advance(MONTH);
  await tidy(spool, channels, { now: clock.now(), most: 20 });
  assert.equal(count(/^n\d+\.json$/), 0);
  assert.equal(count(/^done\//), 20);
  assert.ok(folder.files.has("bad.json"), "an undelivered alert was put aside");
});

Deno.test("a power cut at any write of tidy() loses no alert, and the next one finishes", async () => {
  for (let at = 1; at <= 4; at++) {
    const { folder, spool, clock, channels } = await served("good");
    clock.advance(MONTH);
    folder.writes = 0;
    folder.diesAt = at;
    await assert.rejects(tidy(spool, channels, { now: clock.now() }), PowerCut);
    folder.diesAt = Infinity;
    assert.ok(folder.files.has("good.json") || folder.files.has("done/good.json"), `write ${at}`);
    await tidy(spool, channels, { now: clock.now() });
    const left = [...folder.files.keys()].filter((path) => path.includes("good"));
    assert.deepEqual(left, ["done/good.json"], `write ${at}`);
  }
});

Deno.test("what is delivered while tidy() looks is not forgotten", async () => {
  const { folder, spool, clock, channels } = await served("good");
  const list = folder.list.bind(folder);
  let late = true;
  // The crawler adds an alert right behind the first look at the outbox, and a turn delivers it.
  folder.list = async (subfolder) => {
    const names = await list(subfolder);
    if (subfolder === "" && late) {
      late = false;
      await spool.add(alertOf("late"));
      await takeTurn(channels[0]!, { spool, clock });
    }
    return names;
  };
  await tidy(spool, [], { now: clock.now() });
  assert.equal(late, false);
  assert.equal((await spool.delivery("mail", "late"))?.state, "delivered");
});
