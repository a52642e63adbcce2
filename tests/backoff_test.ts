import assert from "node:assert/strict";
import fc from "fast-check";
import { MOST_ATTEMPTS, waitMs } from "../src/notify/backoff.ts";

const MINUTE = 60_000;
const to = { id: "a", channel: "mail" };

Deno.test("waitMs() waits 1, 5, 15, 60 min, 3, 6, 12 h, then a day seven times, then no more", () => {
  const planned = [1, 5, 15, 60, 180, 360, 720, ...Array(7).fill(1440)];
  assert.equal(MOST_ATTEMPTS, planned.length + 1);
  for (const [index, minutes] of planned.entries()) {
    const wait = waitMs(index + 1, to)!;
    assert.ok(wait >= minutes * MINUTE && wait <= 1.1 * minutes * MINUTE, `${index}: ${wait}`);
  }
  assert.equal(waitMs(MOST_ATTEMPTS, to), null);
});

Deno.test("waitMs() says the same for the same id, and scatters different ids", () => {
  assert.equal(waitMs(3, to), waitMs(3, to));
  const waits = new Set(Array.from({ length: 50 }, (_, i) => waitMs(3, { ...to, id: `a${i}` })));
  assert.ok(waits.size > 45, String(waits.size));
});

Deno.test("waitMs() keeps a longer wait that was asked for, up to a week, and no shorter one", () => {
  assert.equal(waitMs(1, { ...to, retryAfterMs: 3_600_000 }), 3_600_000);
  assert.equal(waitMs(1, { ...to, retryAfterMs: 1 }), waitMs(1, to));
  assert.equal(waitMs(1, { ...to, retryAfterMs: Infinity }), 7 * 24 * 60 * MINUTE);
});

Deno.test("waitMs() grows with the attempts, whatever the id", () => {
  fc.assert(fc.property(fc.string(), fc.integer({ min: 1, max: 6 }), (id, attempts) => {
    assert.ok(waitMs(attempts, { ...to, id })! < waitMs(attempts + 1, { ...to, id })!);
  }));
});
