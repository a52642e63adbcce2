import assert from "node:assert/strict";
import fc from "fast-check";
import { meanAge, meanFreshness } from "../src/freshness.ts";

/** Mean of a smooth function over `[0, end]`, by Simpson's rule. */
function meanOver(end: number, f: (t: number) => number): number {
  const steps = 20_000;
  const h = end / steps;
  let total = f(0) + f(end);
  for (let i = 1; i < steps; i += 1) total += f(i * h) * (i % 2 === 1 ? 4 : 2);
  return total * h / 3 / end;
}

const near = (found: number, expected: number, relative: number) =>
  assert.ok(
    Math.abs(found - expected) <= relative * Math.abs(expected),
    `${found} is not ${expected}`,
  );

const CASES = [[0.01, 1], [0.14, 1], [0.2, 1], [0.5, 1], [1, 1], [3, 1], [0.5, 7], [
  40,
  2,
]] as const;

Deno.test.each(CASES)("meanFreshness(%f, %f) is the mean of e^(−λt) over the interval", (
  perDay,
  days,
) => {
  near(meanFreshness(perDay, days), meanOver(days, (t) => Math.exp(-perDay * t)), 1e-9);
});

Deno.test.each(CASES)("meanAge(%f, %f) is the mean of the expected age over the interval", (
  perDay,
  days,
) => {
  const age = (t: number) => t - (1 - Math.exp(-perDay * t)) / perDay;
  near(meanAge(perDay, days), meanOver(days, age), 1e-9);
});

Deno.test("meanAge() is what ages are on average where changes come by chance", () => {
  // The age at a moment is the time since the first change after the reading; here without calculus.
  const [perDay, days, moments] = [0.7, 1, 4000];
  let total = 0;
  for (let i = 0; i < moments; i += 1) {
    const first = -Math.log(1 - (i + 0.5) / moments) / perDay;
    // The age grows from the first change to the end of the interval.
    total += first < days ? (days - first) ** 2 / 2 / days : 0;
  }
  near(meanAge(perDay, days), total / moments, 1e-3);
});

Deno.test("the documents' own freshness of some sources comes out", () => {
  const shown = [0.14, 0.2, 0.5, 1, 3].map((perDay) => meanFreshness(perDay, 1).toFixed(3));
  assert.deepEqual(shown, ["0.933", "0.906", "0.787", "0.632", "0.317"]);
});

Deno.test("a source that never changes is always fresh and never old", () => {
  assert.equal(meanFreshness(0, 1), 1);
  assert.equal(meanAge(0, 1), 0);
});

Deno.test("a source that always changes is never fresh, and half an interval old", () => {
  near(meanFreshness(1e6, 1), 1e-6, 1e-9);
  near(meanAge(1e6, 1), 0.5, 1e-5);
  assert.equal(meanFreshness(1e300, 1e10), 0);
  assert.equal(meanAge(1e300, 1e10), 5e9);
});

Deno.test("both are exact where λI is tiny, and nothing jumps where the series ends", () => {
  for (const x of [1e-300, 1e-18, 1e-12, 1e-6]) {
    near(meanFreshness(x, 1), 1 - x / 2, 1e-12);
    near(meanAge(x, 1), x / 6 - x * x / 24, 1e-12);
  }
  const edge = meanAge(1, 1) - meanAge(1 - 1e-12, 1);
  assert.ok(edge >= 0 && edge < 1e-12, `${edge}`);
});

const rate = fc.double({ min: 1e-9, max: 50, noNaN: true });
const interval = fc.double({ min: 0.01, max: 60, noNaN: true });

Deno.test("freshness is above 0 and at most 1, age from 0 to half the interval", () => {
  fc.assert(fc.property(rate, interval, (perDay, days) => {
    const [fresh, age] = [meanFreshness(perDay, days), meanAge(perDay, days)];
    assert.ok(fresh > 0 && fresh <= 1, `${fresh}`);
    assert.ok(age >= 0 && age <= days / 2, `${age}`);
  }));
});

Deno.test("with more changes, or less often read, a copy is less fresh and older", () => {
  fc.assert(
    fc.property(rate, interval, fc.double({ min: 1.01, max: 5, noNaN: true }), (l, i, k) => {
      assert.ok(meanFreshness(l * k, i) < meanFreshness(l, i) || l * i * k < 1e-15);
      assert.ok(meanFreshness(l, i * k) < meanFreshness(l, i) || l * i * k < 1e-15);
      assert.ok(meanAge(l * k, i) > meanAge(l, i));
      assert.ok(meanAge(l, i * k) > meanAge(l, i));
    }),
  );
});
