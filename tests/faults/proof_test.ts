/** 1,000 random cells of workbooks, and every field of every record, proven from the archive alone. */
import assert from "node:assert/strict";
import { FIELD_NAMES } from "../../src/fields.ts";
import { COLUMNS, inWords, witnessed } from "../support/cell_witness.ts";
import { dice } from "../support/fixture_founding.ts";
import { ProvenBox } from "../support/proven_box.ts";

for (const [first, cells] of [[0, 340], [1, 330], [3, 330]] as const) {
  Deno.test(`${cells} random cells of a box founded in markup ${first} are what the archive says`, async () => {
    await using box = await ProvenBox.lived({ size: 160, days: 7, seed: 20 + first, first });
    const sampled = await box.sample({ cells, rows: 110 }, dice(first + 1));
    assert.equal(sampled.length, cells);
    for (const { record, header, shown, archived } of sampled) {
      assert.equal(archived, shown, `${record} ${header}`);
    }
    assert.ok(sampled.filter(({ shown }) => shown !== "").length > cells / 2);
    // What is proven comes from several days, charsets and kinds of event.
    assert.ok(new Set(sampled.map(({ told }) => told.event.run)).size >= 3);
    assert.ok(new Set(sampled.map(({ told }) => told.page.charset)).size === 2);
  });
}

Deno.test("every field of every record of a box is what its archived bytes say", async () => {
  await using box = await ProvenBox.lived({ size: 112, days: 6, seed: 31, first: 2 });
  const { out } = await box.dmf.run(["as-of", box.lastDay, "--json"]);
  let proven = 0;
  for (const { record } of JSON.parse(out) as { record: string }[]) {
    const { fields } = await box.told(record);
    assert.deepEqual(fields.map(({ field }) => field), [...FIELD_NAMES]);
    for (const told of fields) {
      assert.ok(told.proven, `${record} ${told.field}`);
      proven += 1;
      for (const [, , column] of COLUMNS.filter(([, field]) => field === told.field)) {
        const archived = witnessed(box.dmf.data, told, column);
        assert.equal(archived, inWords(told, column), `${record} ${column}`);
      }
    }
  }
  assert.ok(proven >= 112 * FIELD_NAMES.length);
});
