import assert from "node:assert/strict";
import fc from "fast-check";
import { type Dimension, DIMENSION_NAMES } from "../src/dimension.ts";
import type { RegisterRecord } from "../src/model.ts";
import { groupPlants } from "../src/stats/plants.ts";
import { numberKind, tally } from "../src/stats/tally.ts";
import { jobFor } from "./support/memory_world.ts";
import { anyRecord, record } from "./support/rows.ts";

const { wellFormed } = jobFor("2026-11-02").prepared;

function counts(by: Dimension, ...overs: Partial<RegisterRecord>[]) {
  const records = overs.map(record);
  return tally(records, by, { plants: groupPlants(records), wellFormed });
}

const short = (by: Dimension, ...overs: Partial<RegisterRecord>[]) =>
  counts(by, ...overs).map(({ value, active, withdrawn, cancelled }) => [
    value,
    active,
    withdrawn,
    cancelled,
  ]);

const inCountry = (...countries: (string | null)[]) => ({
  sites: countries.map((country, index) => ({ name: `Plant ${index}`, address: null, country })),
});

Deno.test("a record counts once under each country of its sites", () => {
  assert.deepEqual(
    short(
      "country",
      inCountry("인도", "인도"),
      inCountry("인도", "중국"),
      inCountry("중국,일본"),
      inCountry(null),
    ),
    [["인도", 2, 0, 0], ["중국", 2, 0, 0], [null, 1, 0, 0], ["일본", 1, 0, 0]],
  );
});

Deno.test("withdrawn and cancelled records are counted apart", () => {
  assert.deepEqual(
    counts("ingredient", {}, { status: "withdrawn" }, { status: "cancelled", applicant: "둘" }),
    [{
      value: "노메게스트롤아세테이트",
      active: 1,
      withdrawn: 1,
      cancelled: 1,
      ingredients: 1,
      applicants: 1,
    }],
  );
});

Deno.test("an applicant is one however its legal form is written, and named as most often", () => {
  const names = ["㈜솔빛", "솔빛(주)", "주식회사 솔빛", "솔빛(주)", "솔빛파마"];
  assert.deepEqual(short("applicant", ...names.map((applicant) => ({ applicant }))), [
    ["솔빛(주)", 4, 0, 0],
    ["솔빛파마", 1, 0, 0],
  ]);
});

Deno.test("salts are counted apart, and together by ingredient-base", () => {
  const salts = ["가나정염산염", "가나정", "가나정염산염수화물"].map((ingredient) => ({
    ingredient,
  }));
  assert.equal(counts("ingredient", ...salts).length, 3);
  assert.deepEqual(short("ingredient-base", ...salts), [["가나정", 3, 0, 0]]);
});

Deno.test("numberKind() tells 최초, 허여, letters, 비정형 and no number", () => {
  const kinds = {
    "20241015-209-J-1903": "first",
    "수30-12-ND(3)": "granted",
    "20050831-37-C-34-05(A)": "lettered",
    "20261007---12263-25": "irregular",
  };
  for (const [number, kind] of Object.entries(kinds)) {
    assert.equal(numberKind(number, wellFormed), kind);
  }
  assert.equal(numberKind(null, wellFormed), "none");
});

Deno.test("years are those of the first registration, the newest first", () => {
  const dates = ["2005-08-31", "2024-10-15", "2024-01-02", "미정", null];
  const years = short("year", ...dates.map((firstRegisteredOn) => ({ firstRegisteredOn })));
  assert.deepEqual(years, [["2024", 2, 0, 0], ["2005", 1, 0, 0], [null, 2, 0, 0]]);
});

Deno.test("law: one value a record makes the counts add up, and no order of records changes them", () => {
  const single: readonly Dimension[] = [
    "applicant",
    "ingredient",
    "ingredient-base",
    "status",
    "year",
    "category",
    "kind-of-number",
  ];
  const by = fc.constantFrom(...DIMENSION_NAMES);
  fc.assert(fc.property(fc.array(anyRecord, { maxLength: 20 }), by, (records, dimension) => {
    const options = { plants: groupPlants(records), wellFormed };
    const found = tally(records, dimension, options);
    const sum = found.reduce((n, one) => n + one.active + one.withdrawn + one.cancelled, 0);
    if (single.includes(dimension)) assert.equal(sum, records.length);
    else assert.ok(sum >= records.length);
    assert.deepEqual(tally(records.toReversed(), dimension, options), found);
  }));
});
