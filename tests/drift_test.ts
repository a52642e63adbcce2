/**
 * Proofs that the drift laboratory can fail, and a few of its trials.
 *
 * Every kind of them is in faults/; `deno task drift` runs the large one and writes `drift/RATES.md`.
 */
import assert from "node:assert/strict";
import { BENIGN } from "./drift/benign.ts";
import { run } from "./drift/laboratory.ts";
import { MUTATIONS } from "./drift/mutations.ts";
import { missedGoals, renderRates } from "./drift/rates_table.ts";
import { noSpoilt, sum, wilson } from "./drift/tally.ts";
import { verdictOn } from "./drift/truth.ts";
import { NO_BOUNDS } from "./drift/watcher.ts";

const SEED = 7;

Deno.test("the laboratory has at least 45 kinds of mutation and 20 of benign days, each named once", () => {
  const kinds = [...MUTATIONS, ...BENIGN].map(({ kind }) => kind);
  assert.equal(new Set(kinds).size, kinds.length);
  assert.ok(MUTATIONS.length >= 45 && BENIGN.length >= 20);
});

const FEW: ReadonlySet<string> = new Set([
  "half list",
  "cells swapped",
  "Hangul lost",
  "status inverted",
  "classes changed",
  "decomposed (NFD)",
]);

Deno.test("a few kinds of mutation make the program publish no untruth, and are named", async () => {
  const rates = await run({
    seed: SEED,
    mutated: FEW.size,
    benign: 0,
    founding: 0,
    sensitivity: 0,
    plans: [{ size: 110, pasts: [3], manner: {} }],
    kinds: (kind) => FEW.has(kind),
  });
  const { crawls, refused, named, harmless, false: untrue } = sum(
    rates.mutated.values(),
    noSpoilt(),
  );
  assert.deepEqual({ crawls, refused, named, harmless, untrue }, {
    crawls: 6,
    refused: 4,
    named: 4,
    harmless: 2,
    untrue: 0,
  });
});

Deno.test("a program without bounds is caught publishing untruths", async () => {
  const careless = await run({
    seed: SEED,
    mutated: 4,
    benign: 0,
    founding: 0,
    sensitivity: 0,
    plans: [{ size: 150, pasts: [3], manner: {} }],
    bounds: NO_BOUNDS,
    kinds: (kind) =>
      ["half list", "another register", "rows dropped", "rows of another register"].includes(kind),
  });
  assert.ok(sum(careless.mutated.values(), noSpoilt()).false > 0);
  assert.match(missedGoals(careless).join(), /published an untruth/);
  assert.match(renderRates(careless, SEED), /Missed: /);
});

Deno.test("verdictOn() tells a missing event from one that did not happen", () => {
  assert.equal(verdictOn(["a", "b"], ["b", "a"]), "true");
  assert.equal(verdictOn(["a"], ["a", "a"]), "silent");
  assert.equal(verdictOn(["a", "a"], ["a", "b"]), "untrue");
});

Deno.test("wilson() gives the intervals of the textbook", () => {
  const rounded = (hits: number, of: number) => wilson(hits, of).map((share) => share.toFixed(4));
  assert.deepEqual(rounded(0, 10), ["0.0000", "0.2775"]);
  assert.deepEqual(rounded(5, 10), ["0.2366", "0.7634"]);
  assert.deepEqual(wilson(0, 0), [0, 1]);
});
