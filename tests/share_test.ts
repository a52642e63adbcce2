import assert from "node:assert/strict";
import fc from "fast-check";
import { shareOf } from "../src/share.ts";

Deno.test.each([
  // Wilson's interval as statistics packages print it.
  [0, 10, 0, 0.2775],
  [1, 1, 0.2065, 1],
  [5, 10, 0.2366, 0.7634],
  [119, 120, 0.9543, 0.9985],
  [81, 263, 0.2553, 0.3662],
])("shareOf(%i, %i) lies within %f to %f", (good, of, low, high) => {
  const found = shareOf(good, of);
  assert.equal(found.low.toFixed(4), low.toFixed(4));
  assert.equal(found.high.toFixed(4), high.toFixed(4));
  assert.equal(found.share, good / of);
});

Deno.test("shareOf() knows nothing of no try", () => {
  assert.deepEqual(shareOf(0, 0), { of: 0, good: 0, share: null, low: 0, high: 1 });
});

Deno.test("shareOf() holds the share in its interval, and failures mirror successes", () => {
  fc.assert(fc.property(fc.nat(400), fc.integer({ min: 1, max: 400 }), (some, of) => {
    const good = some % (of + 1);
    const { share, low, high } = shareOf(good, of);
    assert.ok(0 <= low && low <= share! && share! <= high && high <= 1);
    const mirrored = shareOf(of - good, of);
    assert.ok(Math.abs(mirrored.low - (1 - high)) < 1e-12);
  }));
});
