import assert from "node:assert/strict";
import fc from "fast-check";
import { countSurprise, normalSurprise, shareSurprise } from "../src/surprise.ts";

function near(found: number, expected: number, within: number): void {
  assert.ok(Math.abs(found - expected) <= within, `${found} is not ${expected}`);
}

Deno.test("normalSurprise() is the two-sided tail of the normal law, near and far", () => {
  // Tables of the normal distribution: 5 %, 1 %, then tails no table of four digits shows.
  for (const [z, p] of [[1.96, 0.05], [2.5758, 0.01], [3.2905, 1e-3], [4.8916, 1e-6]] as const) {
    near(normalSurprise(z), -Math.log10(p), 0.01);
    assert.equal(normalSurprise(-z), normalSurprise(z));
  }
  near(normalSurprise(10), 22.817, 0.01);
  assert.ok(normalSurprise(0) < 1e-6);
});

/** P(X ≥ found), by adding up what it is defined as. */
function tail(found: number, most: number, probability: (k: number) => number): number {
  let sum = 0;
  for (let k = found; k <= most; k++) sum += probability(k);
  return sum;
}

Deno.test("countSurprise() is the tail of a negative binomial with shape 2", () => {
  for (const [found, mean] of [[1, 0.3], [4, 0.3], [8, 0.3], [9, 4], [40, 9]] as const) {
    const q = mean / (mean + 2);
    // (k + 1)(1 − q)² q^k is the negative binomial of shape 2.
    const expected = tail(found, 2000, (k) => (k + 1) * (1 - q) ** 2 * q ** k);
    near(countSurprise(found, mean), -Math.log10(expected), 1e-6);
  }
});

Deno.test("shareSurprise() is the tail of a binomial", () => {
  const choose = (n: number, k: number): number => k === 0 ? 1 : choose(n - 1, k - 1) * n / k;
  for (const [found, of, share] of [[3, 5, 0.05], [8, 8, 0.1], [30, 40, 0.5]] as const) {
    const expected = tail(found, of, (k) => choose(of, k) * share ** k * (1 - share) ** (of - k));
    near(shareSurprise(found, of, share), -Math.log10(expected), 1e-6);
  }
});

Deno.test("nothing beyond what is expected is no surprise, and more is never less of one", () => {
  const counts = fc.record({ found: fc.nat(300), mean: fc.double({ min: 0.1, max: 50 }) });
  fc.assert(fc.property(counts, ({ found, mean }) => {
    const here = countSurprise(found, mean);
    assert.ok(here >= 0 && Number.isFinite(here));
    assert.ok(countSurprise(found + 1, mean) >= here - 1e-9);
    if (found <= mean) assert.equal(here, 0);
  }));
});
