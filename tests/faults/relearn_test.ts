/** What the log alone teaches is what the runs had learned. */
import assert from "node:assert/strict";
import { prepareSpec } from "../../src/extract.ts";
import { readCounted } from "../../src/history.ts";
import type { SourceId } from "../../src/model.ts";
import { relearn } from "../../src/relearn.ts";
import { selectSpec } from "../../src/selectors.ts";
import { readBaseline, readLearned } from "../../src/store.ts";
import { simulate } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { Dmf } from "../support/run_dmf.ts";

Deno.test("relearn() learns from the log what every accepted run had learned from its list", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  const source = "mfds-dmf" as SourceId;
  const { wellFormed } = prepareSpec(selectSpec(source));
  for (const { date, rows } of simulate(120, 7, 6, { refused: [4] })) {
    if (date.endsWith("-05")) continue;
    site.setRows(rows);
    const { code, err } = await dmf.once(date);
    assert.equal(code, 0, err);
    const { log, close } = await dmf.open();
    try {
      const { change, statistics } = await relearn(readCounted(log, source), wellFormed);
      assert.deepEqual(change, await readBaseline(log, source), date);
      assertClose(statistics, await readLearned(log, source), date);
    } finally {
      await close();
    }
  }
});

/** Equal but for the order in which numbers were added up. */
function assertClose(a: unknown, b: unknown, where: string): void {
  if (typeof a === "number" && typeof b === "number") {
    assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${where}: ${a} is not ${b}`);
  } else if (a && b && typeof a === "object" && typeof b === "object") {
    assert.deepEqual(Object.keys(a).sort(), Object.keys(b).sort(), where);
    for (const [name, value] of Object.entries(a)) {
      assertClose(value, (b as Record<string, unknown>)[name], `${where}.${name}`);
    }
  } else assert.deepEqual(a, b, where);
}
