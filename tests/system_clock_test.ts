import assert from "node:assert/strict";
import { systemClock } from "../src/adapters/system_clock.ts";

Deno.test("now() is the machine's time", () => {
  const before = Temporal.Now.instant();
  const now = systemClock().now();
  assert.ok(Temporal.Instant.compare(before, now) <= 0);
  assert.ok(Temporal.Instant.compare(now, Temporal.Now.instant()) <= 0);
});

Deno.test("sleep() waits at least as long as asked", async () => {
  const clock = systemClock();
  const before = performance.now();
  await clock.sleep(20);
  assert.ok(performance.now() - before >= 19);
});

Deno.test("sleep() rejects with the signal's reason, before and during the wait", async () => {
  const clock = systemClock();
  const reason = new Error("stop");
  await assert.rejects(clock.sleep(60_000, AbortSignal.abort(reason)), (error) => error === reason);
  await assert.rejects(clock.sleep(0, AbortSignal.abort(reason)), (error) => error === reason);
  const stop = new AbortController();
  const sleeping = clock.sleep(60_000, stop.signal);
  stop.abort(reason);
  await assert.rejects(sleeping, (error) => error === reason);
});

Deno.test("sleep() does not end early for a wait that no single timer can count", async () => {
  const stop = new AbortController();
  const sleeping = systemClock().sleep(2 ** 32, stop.signal).then(() => "woke", () => "stopped");
  const first = await Promise.race([sleeping, systemClock().sleep(20).then(() => "still asleep")]);
  stop.abort();
  assert.equal(first, "still asleep");
  assert.equal(await sleeping, "stopped");
});
