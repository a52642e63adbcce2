/** The demo is what README.md promises: seconds of a whole product, too long for the suite. */
import assert from "node:assert/strict";
import { openBox } from "../../src/adapters/box.ts";
import { readChanges } from "../../src/history.ts";
import { runId } from "../../src/model.ts";
import { viewOfStore } from "../../src/report/compose.ts";
import { selectSpec } from "../../src/selectors.ts";
import { readRun } from "../../src/store.ts";
import { Dmf } from "../support/run_dmf.ts";

const NOWHERE = "http://127.0.0.1:9";

Deno.test("the demo prints what README.md shows, dates evidence by its days, keeps a refused day's data", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  const { code, err } = await dmf.run(["demo"]);
  assert.equal(code, 0, err);
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  const shown = readme.split("```")[1]?.split("\n").filter((line) => /^(mfds-dmf| )/.test(line));
  assert.ok(shown && shown.length >= 6);
  for (const line of shown) {
    assert.ok(
      err.includes(line.split("…")[0] as string),
      `README.md shows "${line}", the demo not`,
    );
  }
  const data = await openBox(`${dmf.data}/demo`, "existing");
  try {
    const known = selectSpec("mfds-dmf");
    const changes = await readChanges(data.log, known.source, { since: null, until: null });
    assert.ok(changes.length > 0);
    for (const { run, observedAt } of changes) {
      const seen = Temporal.Instant.from(observedAt).toZonedDateTimeISO("Asia/Seoul");
      assert.equal(seen.toPlainDate().toString(), run);
    }
    const refused = runId("2026-11-09");
    const record = await readRun(data.log, known.source, refused);
    assert.ok(record?.state === "quarantined");
    const view = await viewOfStore(data.log, known, refused, record);
    assert.equal(view.lastGood?.run, "2026-11-06");
    assert.equal(view.records.length, 2_003);
  } finally {
    await data.close();
  }
});
