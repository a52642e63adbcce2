/**
 * A small run of the drift laboratory, and proofs that the laboratory itself can fail.
 *
 * `deno task drift` runs the large one and writes `drift/RATES.md`.
 */
import assert from "node:assert/strict";
import { BENIGN } from "./drift/benign.ts";
import { FEW_PLANS, type Missed, type Rates, run } from "./drift/laboratory.ts";
import { MUTATIONS } from "./drift/mutations.ts";
import { missedGoals, renderRates } from "./drift/rates_table.ts";
import { noSpoilt, sum, wilson } from "./drift/tally.ts";
import { verdictOn } from "./drift/truth.ts";
import { NO_BOUNDS } from "./drift/watcher.ts";

const SEED = 7;

let rates: Rates;
const missed: Missed[] = [];
Deno.test.beforeAll(async () => {
  rates = await run({
    seed: SEED,
    mutated: MUTATIONS.length,
    // Two kinds take several days.
    benign: BENIGN.length + 5,
    founding: 0,
    sensitivity: 0,
    plans: FEW_PLANS,
    missed: (trial) => missed.push(trial),
  });
});

Deno.test("the laboratory has at least 45 kinds of mutation and 20 of benign days, each named once", () => {
  const kinds = [...MUTATIONS, ...BENIGN].map(({ kind }) => kind);
  assert.equal(new Set(kinds).size, kinds.length);
  assert.ok(MUTATIONS.length >= 45 && BENIGN.length >= 20);
});

Deno.test("every kind of mutation happens, and none makes the program publish an untruth", () => {
  assert.deepEqual([...rates.mutated.values()].filter(({ crawls }) => crawls !== 1), []);
  assert.deepEqual(kindsThat("false"), []);
});

Deno.test("every refusal names the field or the page that was spoilt, and is caught up", () => {
  assert.deepEqual([...kindsThat("refused"), ...kindsThat("late")], []);
});

Deno.test("every kind of benign day happens, and is told exactly or asked about", () => {
  for (const [kind, { days, refused, untrue }] of rates.benign) {
    assert.ok(days > 0, kind);
    assert.equal(refused + untrue, 0, kind);
  }
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

function kindsThat(outcome: Missed["came"]["outcome"]): readonly string[] {
  return missed.filter(({ kind, came }) =>
    came.outcome === outcome && MUTATIONS.some((mutation) => mutation.kind === kind)
  ).map(({ kind }) => kind);
}
