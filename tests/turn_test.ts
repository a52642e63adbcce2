import assert from "node:assert/strict";
import { begun, type Delivery } from "../src/notify/delivery.ts";
import { overview } from "../src/notify/overview.ts";
import { Spool } from "../src/notify/spool.ts";
import { takeTurn } from "../src/notify/turn.ts";
import { alertOf, DELIVERED, DOWN, scriptedChannel } from "./support/alerts.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { MemoryFolder } from "./support/memory_folder.ts";
import { PowerCut } from "./support/memory_log.ts";

const START = "2026-11-01T21:10:00Z";

async function spoolOf(...ids: readonly string[]): Promise<{ spool: Spool; folder: MemoryFolder }> {
  const folder = new MemoryFolder();
  const spool = new Spool(folder);
  for (const id of ids) await spool.add(alertOf(id));
  folder.writes = 0;
  return { spool, folder };
}

Deno.test("takeTurn() delivers every alert once, and never again", async () => {
  const { spool } = await spoolOf("a", "b");
  const clock = new ManualClock(START);
  const channel = scriptedChannel("mail", () => DELIVERED);
  const turn = await takeTurn(channel, { spool, clock });
  assert.deepEqual(turn, { channel: "mail", delivered: 2, undelivered: 0 });
  clock.advance(1e12);
  await takeTurn(channel, { spool, clock });
  assert.deepEqual(channel.sent, ["a", "b"]);
});

Deno.test("takeTurn() tries a failed alert again when it is due, and not before", async () => {
  const { spool } = await spoolOf("a");
  const clock = new ManualClock(START);
  const channel = scriptedChannel("mail", () => DOWN);
  await takeTurn(channel, { spool, clock });
  await takeTurn(channel, { spool, clock });
  assert.equal(channel.sent.length, 1);
  clock.advance(61_000 * 1.1);
  assert.equal((await takeTurn(channel, { spool, clock })).undelivered, 1);
  assert.equal(channel.sent.length, 2);
});

Deno.test("takeTurn() gives up after nine days, and says so", async () => {
  const { spool } = await spoolOf("a");
  const clock = new ManualClock(START);
  const channel = scriptedChannel("mail", () => DOWN);
  for (let hour = 0; hour < 24 * 12 * 4; hour++) {
    await takeTurn(channel, { spool, clock });
    clock.advance(15 * 60_000);
  }
  // The backoff of 15 attempts: what 15-minute looks can see of it is one look later each.
  assert.equal(channel.sent.length, 15);
  const [status] = await overview(spool, [channel]);
  assert.equal(status!.waiting.length, 0);
  assert.equal(status!.givenUp[0]!.id, "a");
  assert.deepEqual(status!.givenUp[0]!.lastError, { ko: "닿지 않습니다.", en: "It is down" });
});

Deno.test("takeTurn() is not held up by an alert that fails, or that breaks the channel", async () => {
  const { spool } = await spoolOf("a", "b", "c");
  const channel = scriptedChannel("mail", ({ id }) => {
    if (id === "a") throw new TypeError("Cannot read properties of undefined");
    return id === "b" ? DOWN : DELIVERED;
  });
  const turn = await takeTurn(channel, { spool, clock: new ManualClock(START) });
  assert.deepEqual(channel.sent, ["a", "b", "c"]);
  assert.deepEqual([turn.delivered, turn.undelivered], [1, 2]);
  assert.match((await spool.delivery("mail", "a"))!.lastError!.en, /a fault of dmf-notify itself/);
});

Deno.test("takeTurn() leaves a channel alone that fails three times in a row", async () => {
  const { spool } = await spoolOf("a", "b", "c", "d", "e");
  const channel = scriptedChannel("mail", () => DOWN);
  const turn = await takeTurn(channel, { spool, clock: new ManualClock(START) });
  assert.deepEqual(channel.sent, ["a", "b", "c"]);
  assert.equal(turn.undelivered, 5);
  assert.equal(await spool.delivery("mail", "d"), null);
});

Deno.test("takeTurn() carries the chosen kinds only, and tests always", async () => {
  const { spool } = await spoolOf("a");
  await spool.add(alertOf("b", { kind: "quarantined" }));
  await spool.add(alertOf("c", { kind: "test" }));
  const channel = scriptedChannel("mail", () => DELIVERED, { kinds: ["quarantined"] });
  await takeTurn(channel, { spool, clock: new ManualClock(START) });
  assert.deepEqual(channel.sent, ["b", "c"]);
});

Deno.test("takeTurn() spares a new channel the news of last month", async () => {
  const { spool } = await spoolOf("old");
  const clock = new ManualClock(START);
  clock.advance(30 * 24 * 3_600_000);
  await spool.add(alertOf("new", { at: clock.now().toString() as never }));
  const channel = scriptedChannel("mail", () => DELIVERED);
  const turn = await takeTurn(channel, { spool, clock });
  assert.deepEqual(channel.sent, ["new"]);
  assert.equal(turn.undelivered, 0);
});

Deno.test("takeTurn() goes on with the receivers that are left", async () => {
  const { spool } = await spoolOf("a");
  const clock = new ManualClock(START);
  const asked: (readonly string[] | null)[] = [];
  const channel = scriptedChannel("mail", (_, only) => {
    asked.push(only);
    return only === null ? { ...DOWN, left: ["b@example.kr"] } as typeof DOWN : DELIVERED;
  });
  await takeTurn(channel, { spool, clock });
  clock.advance(70_000);
  await takeTurn(channel, { spool, clock });
  assert.deepEqual(asked, [null, ["b@example.kr"]]);
});

Deno.test("a power cut at any write of a turn loses no alert and repeats it under its id", async () => {
  for (let at = 1; at <= 7; at++) {
    const { spool, folder } = await spoolOf("a", "b");
    const clock = new ManualClock(START);
    const received: string[] = [];
    const channel = scriptedChannel("mail", ({ id }) => {
      received.push(id);
      return DELIVERED;
    });
    folder.diesAt = at;
    const turn = takeTurn(channel, { spool, clock });
    // A channel file and two writes an alert.
    if (at <= 5) await assert.rejects(turn, PowerCut, `write ${at}`);
    else await turn;
    folder.diesAt = Infinity;
    const before = received.length;
    clock.advance(120_000);
    await takeTurn(channel, { spool, clock });
    assert.deepEqual([...new Set(received)].sort(), ["a", "b"], `write ${at}`);
    // Sent and not written down: writes 3 and 5 are the ones that follow a hand-over.
    const twice = received.length - new Set(received).size;
    assert.equal(twice, at === 3 || at === 5 ? 1 : 0, `write ${at}, ${before} before it`);
  }
});

Deno.test("an alert that kills the process is put off, and the next one is delivered", async () => {
  const { spool } = await spoolOf("a", "b");
  const clock = new ManualClock(START);
  await spool.serve("mail", clock.now());
  // What a killed attempt leaves behind.
  await spool.record(begun({ id: "a", channel: "mail" }, null, clock.now()));
  const channel = scriptedChannel("mail", () => DELIVERED);
  await takeTurn(channel, { spool, clock });
  assert.deepEqual(channel.sent, ["b"]);
  assert.equal((await spool.delivery("mail", "a"))!.attempts, 1);
});

Deno.test("files that are no alerts hold nothing up and stay", async () => {
  const { spool, folder } = await spoolOf("b");
  for (const text of ["", "{", "null", "[]", '{"id":"x"}', '{"id":7}']) {
    folder.files.set(`a${folder.files.size}.json`, text);
  }
  const before = folder.files.size;
  const channel = scriptedChannel("mail", () => DELIVERED);
  const turn = await takeTurn(channel, { spool, clock: new ManualClock(START) });
  assert.deepEqual(channel.sent, ["b"]);
  assert.equal(turn.undelivered, 0);
  assert.equal(folder.files.size, before + 2);
});

Deno.test("an attempt that is aborted is neither delivered nor an error", async () => {
  const { spool } = await spoolOf("a");
  const stop = new AbortController();
  const seen: Delivery[] = [];
  const channel = scriptedChannel("mail", () => {
    stop.abort(new Error("Stopped by the user"));
    return Promise.reject(stop.signal.reason);
  });
  const post = {
    spool,
    clock: new ManualClock(START),
    signal: stop.signal,
    observe: (delivery: Delivery) => void seen.push(delivery),
  };
  await assert.rejects(takeTurn(channel, post), /Stopped by the user/);
  assert.deepEqual(seen, []);
  assert.equal((await spool.delivery("mail", "a"))!.state, "waiting");
});
