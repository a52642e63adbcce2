import assert from "node:assert/strict";
import type { Refusal } from "../src/refusal.ts";
import type { Accepted, Quarantined } from "../src/run_record.ts";
import { isDrift, reuseOf } from "../src/selector_reuse.ts";

const missing: Refusal = { kind: "missing-column", page: 1, expected: "등록번호", nearest: null };
const gone: Refusal = { kind: "rows-gone", of: 9000, allowed: 90, found: 8000 };
const cut: Refusal = { kind: "cut-document", page: 3, tail: "<td" };

type Told = Accepted | Quarantined;
const held = (specVersion = 2) => ({ state: "accepted", specVersion }) as Told;
const refused = (...[refusal, ...others]: [Refusal, ...Refusal[]]) =>
  ({ state: "quarantined", specVersion: 2, refusal, others }) as unknown as Told;

Deno.test("a list that is cut off or has lost rows says nothing against the selectors", () => {
  assert.deepEqual([missing, gone, cut].map(isDrift), [true, false, false]);
  const { versions: [version] } = reuseOf([held(), refused(gone), refused(cut), refused(missing)]);
  assert.deepEqual([version?.good, version?.of], [3, 4]);
});

Deno.test("a page that calls itself a maintenance page is no drift, one that is nothing known is", () => {
  const page = { kind: "not-the-list", page: 1, title: null } as const;
  assert.equal(isDrift({ ...page, looksLike: { ko: "점검", en: "maintenance" } }), false);
  assert.equal(isDrift({ ...page, looksLike: null }), true);
});

Deno.test("the gravest of several doubts decides", () => {
  const good = (run: Told) => reuseOf([run]).recent.good;
  // Rows that are gone spoil every statistic; a column that was lost makes all rows seem new.
  assert.equal(good(refused(gone, missing)), 1);
  assert.equal(good(refused(missing, gone)), 0);
});

Deno.test("every version has its own share, the latest first", () => {
  const { versions } = reuseOf([held(1), held(1), held(2), refused(missing)]);
  assert.deepEqual(versions.map(({ specVersion, good, of }) => [specVersion, good, of]), [
    [2, 1, 2],
    [1, 2, 2],
  ]);
});

Deno.test("three drifts in the last fourteen runs wear selectors out, two do not", () => {
  const runs = (drifts: number, after: number) => [
    ...Array.from({ length: drifts }, () => refused(missing)),
    ...Array.from({ length: after }, () => held()),
  ];
  assert.equal(reuseOf(runs(2, 0)).isWorn, false);
  assert.equal(reuseOf(runs(3, 0)).isWorn, true);
  assert.equal(reuseOf(runs(3, 11)).isWorn, true);
  assert.equal(reuseOf(runs(3, 12)).isWorn, false);
});

Deno.test("a new version begins without the drifts of the one before", () => {
  const worn = Array.from({ length: 5 }, () => refused(missing));
  const { recent, isWorn } = reuseOf([...worn, held(3)]);
  assert.deepEqual([recent.good, recent.of, isWorn], [1, 1, false]);
});

Deno.test("without a run there is no share", () => {
  const { versions, recent, isWorn } = reuseOf([]);
  assert.deepEqual([versions.length, recent.share, isWorn], [0, null, false]);
});
