import assert from "node:assert/strict";
import fc from "fast-check";
import type { RecordId, RegisterRecord } from "../src/model.ts";
import {
  ingredientSources,
  isSingleSource,
  lostSources,
  type Standing,
} from "../src/stats/ingredient_sources.ts";
import { groupPlants } from "../src/stats/plants.ts";
import { anyRecord, record } from "./support/rows.ts";

/** A record made at plants that are named by letters, each at an address of its own. */
function made(id: string, plants: string, over: Partial<RegisterRecord> = {}): Standing {
  const sites = [...plants].map((name) => ({
    name: `Plant ${name.repeat(9)}`,
    address: `${name.charCodeAt(0)} Long Road, Town ${name}`,
    country: "인도",
  }));
  return { record: id as RecordId, values: record({ ingredient: "가나정", sites, ...over }) };
}

function sourcesOf(...records: Standing[]) {
  const plants = groupPlants(records.map(({ values }) => values));
  return [...ingredientSources(records, plants).values()];
}

Deno.test("records without a plant in common are independent sources", () => {
  const [two] = sourcesOf(made("1", "a"), made("2", "b"));
  assert.equal(two!.sources.length, 2);
  assert.ok(!isSingleSource(two!));
});

Deno.test("several applicants of one plant are one source", () => {
  const [one] = sourcesOf(made("1", "a"), made("2", "a", { applicant: "㈜둘약품" }));
  assert.ok(isSingleSource(one!));
  assert.equal(one!.applicants, 2);
  assert.equal(one!.sources[0]!.siteSets, 1);
});

Deno.test("records that share a plant are one source, through others as well", () => {
  const [one] = sourcesOf(made("1", "ab"), made("2", "cd"), made("3", "bc"));
  assert.ok(isSingleSource(one!));
  assert.deepEqual(
    { records: one!.sources[0]!.records, siteSets: one!.sources[0]!.siteSets },
    { records: 3, siteSets: 3 },
  );
  assert.equal(one!.sources[0]!.plants.length, 4);
});

Deno.test("withdrawn and cancelled records are no sources", () => {
  const [one] = sourcesOf(
    made("1", "a"),
    made("2", "b", { status: "withdrawn" }),
    made("3", "c", { status: "cancelled" }),
  );
  assert.ok(isSingleSource(one!));
});

Deno.test("an ingredient with a record that names no site is never called single-source", () => {
  const [one] = sourcesOf(made("1", "a"), made("2", ""));
  assert.equal(one!.unknown, 1);
  assert.ok(!isSingleSource(one!));
  assert.ok(!isSingleSource(sourcesOf(made("1", ""))[0]!));
});

Deno.test("salts are other ingredients, notation is not", () => {
  assert.equal(sourcesOf(made("1", "a"), made("2", "b", { ingredient: "가나정염산염" })).length, 2);
  assert.equal(sourcesOf(made("1", "a"), made("2", "b", { ingredient: "가 나정" })).length, 1);
});

function lost(before: Standing[], now: Standing[]) {
  const plants = groupPlants([...before, ...now].map(({ values }) => values));
  return lostSources(before, now, plants).map(({ ingredient, plant, records, left }) => [
    ingredient,
    plant.name.at(-1),
    records.map(({ why }) => why).join(),
    left,
  ]);
}

Deno.test("lostSources() tells the plant, why, and what is left", () => {
  const before = [made("1", "a"), made("2", "b"), made("3", "c"), made("4", "d"), made("5", "e")];
  const now = [
    made("1", "a", { status: "withdrawn" }),
    made("2", "b", { status: "cancelled" }),
    made("4", "f"),
    made("5", "e", { ingredient: "다른정" }),
  ];
  assert.deepEqual(lost(before, now), [
    ["가나정", "a", "withdrawn", 1],
    ["가나정", "b", "cancelled", 1],
    ["가나정", "c", "delisted", 1],
    ["가나정", "d", "site-changed", 1],
    ["가나정", "e", "ingredient-changed", 1],
  ]);
});

Deno.test("a source is not lost while another active record has it, nor by another writing of its site", () => {
  assert.deepEqual(lost([made("1", "a"), made("2", "a")], [made("2", "a")]), []);
  const shouted = made("1", "a");
  const values = {
    ...shouted.values,
    sites: shouted.values.sites.map((site) => ({ ...site, name: site.name!.toUpperCase() })),
  };
  assert.deepEqual(lost([made("1", "a")], [{ ...shouted, values }]), []);
  assert.deepEqual(lost([made("1", "a", { status: "withdrawn" })], []), [], "it was no source");
});

const anyStanding = fc.array(anyRecord, { maxLength: 12 }).map((all) =>
  all.map((values, index): Standing => ({ record: `r${index}` as RecordId, values }))
);

Deno.test("law: sources of an ingredient have no plant in common and hold every record that names a site", () => {
  fc.assert(fc.property(anyStanding, (records) => {
    const plants = groupPlants(records.map(({ values }) => values));
    for (const { sources, unknown } of ingredientSources(records, plants).values()) {
      const all = sources.flatMap((source) => source.plants);
      assert.equal(new Set(all).size, all.length);
      assert.ok(sources.every((source) => source.plants.length > 0 && source.records > 0));
      assert.ok(unknown >= 0);
    }
    const counted = [...ingredientSources(records, plants).values()]
      .reduce((n, one) => n + one.unknown + one.sources.reduce((m, s) => m + s.records, 0), 0);
    assert.equal(counted, records.filter(({ values }) => values.status === "active").length);
  }));
});

Deno.test("law: nothing is lost between a list and itself, and the order of records says nothing", () => {
  fc.assert(fc.property(anyStanding, (records) => {
    const plants = groupPlants(records.map(({ values }) => values));
    assert.deepEqual(lostSources(records, records, plants), []);
    const there = ingredientSources(records, plants);
    const back = ingredientSources(records.toReversed(), plants);
    for (const [key, sources] of there) assert.deepEqual(back.get(key), sources);
  }));
});
