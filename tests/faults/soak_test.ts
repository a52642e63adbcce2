/** The soak over three weeks of random faults. */
import assert from "node:assert/strict";
import { resultJson, resultText } from "../soak/result_text.ts";
import { soaked } from "../support/soaked.ts";

Deno.test("soak() of 20 days with random faults ends with event log = truth", async () => {
  const asked = { days: 20, size: 130, seed: 9, seconds: 1 };
  const result = await soaked(asked);
  assert.deepEqual(result.untrue, []);
  assert.equal([...result.ends.values()].reduce((sum, days) => sum + days, 0), 20);
  assert.ok(result.lines.filter(({ name }) => /^(site|machine):/.test(name)).length >= 5);
  for (const name of ["habit: decide, accepted", "habit: decide, rejected", "register: move"]) {
    assert.ok(result.lines.some((line) => line.name === name), name);
  }
  const text = resultText(asked, result);
  assert.match(text, /\| untrue \| 0 \|/);
  assert.match(text, /\| no fault \| \d+ \| 0 × \d+/);
  assert.equal(JSON.parse(JSON.stringify(resultJson(asked, result))).ends.believed, 16);
});
