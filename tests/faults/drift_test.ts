/**
 * Every kind of spoilt crawl and of benign day of the drift laboratory, once.
 *
 * `deno task drift` runs the large one and writes `drift/RATES.md`.
 */
import assert from "node:assert/strict";
import { BENIGN } from "../drift/benign.ts";
import { FEW_PLANS, type Missed, type Rates, run } from "../drift/laboratory.ts";
import { MUTATIONS } from "../drift/mutations.ts";

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

function kindsThat(outcome: Missed["came"]["outcome"]): readonly string[] {
  return missed.filter(({ kind, came }) =>
    came.outcome === outcome && MUTATIONS.some((mutation) => mutation.kind === kind)
  ).map(({ kind }) => kind);
}
