import assert from "node:assert/strict";
import fc from "fast-check";
import type { RegisterRecord } from "../src/model.ts";
import { shapesOf, Tally, valuesIn } from "../src/statistics.ts";
import { FEATURES, VALUE_COLUMNS } from "../src/value_column.ts";
import { record } from "./support/rows.ts";

const shapes = shapesOf(/^\d{8}-\d+-[A-Z]+-\d+$/);

function tallyOf(records: readonly RegisterRecord[]): Tally {
  const tally = new Tally(shapes);
  for (const one of records) tally.add(one);
  return tally;
}

Deno.test("measure() counts each kind of character once, and white space as none", () => {
  const tally = new Tally(shapes);
  const features = tally.measure("ingredient", "글리 Glim-1 Ⅳ");
  const shown = Object.fromEntries(FEATURES.map((name, at) => [name, features[at]]));
  assert.deepEqual(shown, {
    length: 11,
    words: 3,
    digits: 1 / 11,
    latin: 4 / 11,
    hangul: 2 / 11,
    punctuation: 1 / 11,
    other: 1 / 11,
    pattern: 1,
  });
});

Deno.test("measure() tells values that fit the pattern of their column", () => {
  const tally = new Tally(shapes);
  const fits = (column: "registrationNumber" | "firstRegisteredOn", value: string) =>
    tally.measure(column, value)[FEATURES.indexOf("pattern")];
  assert.equal(fits("registrationNumber", "20241015-209-J-1903"), 1);
  assert.equal(fits("registrationNumber", "20241015---1903"), 0);
  assert.equal(fits("firstRegisteredOn", "2024. 10. 15."), 1);
  assert.equal(fits("firstRegisteredOn", "15.10.2024"), 0);
});

Deno.test("Tally: the unseen share is that of words seen once (Good–Turing)", () => {
  const tally = tallyOf(["가", "가", "나", "다"].map((applicant) => record({ applicant })));
  assert.equal(tally.unseen("applicant"), 3 / 5);
  assert.equal(tally.distinct("applicant"), 3 / 4);
  assert.ok(tally.knows("applicant", "가"));
  assert.ok(!tally.knows("applicant", "라"));
});

const records = fc.array(
  fc.record({
    applicant: fc.option(fc.string({ unit: "grapheme", maxLength: 12 })),
    ingredient: fc.option(fc.string({ maxLength: 12 })),
    documentVersion: fc.option(fc.string({ maxLength: 12 })),
  }).map((values) => record(values)),
  { minLength: 1, maxLength: 12 },
);

Deno.test("Tally: what was added and removed again leaves no trace", () => {
  fc.assert(fc.property(records, records, (kept, passing) => {
    const tally = tallyOf([...kept, ...passing]);
    for (const one of passing) tally.remove(one);
    const fresh = tallyOf(kept);
    for (const column of VALUE_COLUMNS) {
      assert.equal(tally.filled(column), fresh.filled(column));
      assert.equal(tally.distinct(column), fresh.distinct(column));
      for (const feature of FEATURES) {
        const [a, b] = [tally, fresh].map((one) => one.spread(column, feature).mean);
        assert.ok(Math.abs((a as number) - (b as number)) < 1e-9, `${column} ${feature}`);
      }
    }
  }));
});

Deno.test("Tally: a copy goes its own way", () => {
  const tally = tallyOf([record({ applicant: "가" })]);
  const copy = tally.copy();
  copy.add(record({ applicant: "나" }));
  assert.equal(tally.records, 1);
  assert.ok(!tally.knows("applicant", "나"));
  assert.equal(copy.size("applicant"), 2);
});

Deno.test("valuesIn() gives each site its own value and a blank for nothing", () => {
  const sites = [{ name: "A", address: null, country: "인도" }, {
    name: "B",
    address: "b",
    country: null,
  }];
  const values = record({ sites, lastAnnualReportYear: 2025, applicant: null });
  assert.deepEqual(valuesIn(values, "sites.name"), ["A", "B"]);
  assert.deepEqual(valuesIn(values, "sites.address"), ["", "b"]);
  assert.deepEqual(valuesIn(values, "lastAnnualReportYear"), ["2025"]);
  assert.deepEqual(valuesIn(values, "applicant"), [""]);
});
