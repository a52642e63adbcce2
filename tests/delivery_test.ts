import assert from "node:assert/strict";
import { MOST_ATTEMPTS } from "../src/notify/backoff.ts";
import { begun, type Delivery, ended, isDue, readDelivery } from "../src/notify/delivery.ts";
import { DELIVERED, DOWN } from "./support/alerts.ts";

const to = { id: "a", channel: "mail" };
const NOW = Temporal.Instant.from("2026-11-02T00:00:00Z");

function after(attempts: number): Delivery {
  let delivery: Delivery | null = null;
  for (let i = 0; i < attempts; i++) delivery = ended(to, delivery, NOW, DOWN);
  return delivery!;
}

Deno.test("ended() counts attempts, plans the next, and gives up after the last", () => {
  const first = after(1);
  assert.equal(first.state, "waiting");
  assert.equal(first.attempts, 1);
  assert.deepEqual(first.lastError, { ko: "닿지 않습니다.", en: "It is down" });
  assert.equal(after(MOST_ATTEMPTS - 1).state, "waiting");
  assert.equal(after(MOST_ATTEMPTS).state, "given-up");
  assert.equal(isDue(after(MOST_ATTEMPTS), NOW.add({ hours: 10_000 })), false);
});

Deno.test("ended() forgets the error of a delivery that came through", () => {
  const delivered = ended(to, after(3), NOW, DELIVERED);
  assert.equal(delivered.state, "delivered");
  assert.equal(delivered.attempts, 4);
  assert.equal(delivered.lastError, null);
  assert.equal(isDue(delivered, NOW), false);
});

Deno.test("begun() is due again when the process died in the attempt, even in the last one", () => {
  const cut = begun(to, null, NOW);
  assert.equal(isDue(cut, NOW), false);
  assert.equal(isDue(cut, NOW.add({ minutes: 2 })), true);
  const last = begun(to, after(MOST_ATTEMPTS - 1), NOW);
  assert.equal(last.state, "waiting");
  assert.equal(isDue(last, NOW.add({ hours: 24 })), true);
});

Deno.test("begun() keeps the receivers that an earlier attempt left", () => {
  const partly = ended(to, null, NOW, { ...DOWN, left: ["b@example.kr"] } as typeof DOWN);
  const again = begun(to, partly, NOW);
  assert.deepEqual(again.state === "waiting" && again.left, ["b@example.kr"]);
});

Deno.test("isDue() does not wait for a time that a wrong clock planned", () => {
  const ahead = ended(to, null, NOW.add({ hours: 24 * 365 }), DOWN);
  assert.equal(isDue(ahead, NOW), true);
});

Deno.test("readDelivery() reads what was written, and takes damage for no attempt", () => {
  for (const delivery of [after(1), after(MOST_ATTEMPTS), ended(to, null, NOW, DELIVERED)]) {
    assert.deepEqual(readDelivery(JSON.stringify(delivery)), delivery);
  }
  const broken = ["", "{", "null", "[]", "{}", '{"state":"delivered"}', '{"state":"sent"}'];
  for (const text of broken) assert.equal(readDelivery(text), null, text);
  assert.equal(readDelivery(null), null);
  assert.equal(readDelivery(JSON.stringify({ ...after(1), nextAttemptAt: "soon" })), null);
});
