import assert from "node:assert/strict";
import fc from "fast-check";
import type { Site } from "../src/model.ts";
import { foldedSites } from "../src/normalize.ts";
import { siteChanges } from "../src/site_changes.ts";

const site = (
  name: string | null,
  address: string | null,
  country: string | null = "인도",
): Site => ({
  name,
  address,
  country,
});

const RANU = "Block No. 123, 131 & 132, Village-Ranu, Tal-Padra, Dist : Vadodara, Gujarat state";
const MAHAD = "C-89 to C-95, MIDC Industrial Area, Mahad Dist. Raigad (M.S.)-402309";

Deno.test("siteChanges() finds the one site that was re-worded among sites in another order", () => {
  const [a, b, c] = [site("Ipca", RANU), site("Ipca", MAHAD), site("㈜하이플", "경기도")];
  const b2 = { ...b, address: MAHAD.replace("402309", "402301") };
  const { paired, added, removed } = siteChanges(
    [a, b, c],
    [{ ...c, name: "(주)하이플" }, b2, a],
  );
  assert.deepEqual(paired, [[b, b2]]);
  assert.deepEqual([added, removed], [[], []]);
});

Deno.test("siteChanges() pairs by name, by address, and by nearness, in this order of surety", () => {
  const cases: [Site, Site, boolean][] = [
    [site("Ipca", RANU), site("Ipca", MAHAD), true],
    [site("Ipca", RANU), site("Umedica", RANU), true],
    [site("Ipca Laboratories Limited", RANU), site("Ipca Laboratories Ltd", `${RANU}.`), true],
    [site("Ipca", RANU), site("하이플", MAHAD), false],
    [site(null, null), site("하이플", MAHAD), false],
  ];
  for (const [before, after, one] of cases) {
    const { paired } = siteChanges([before], [after]);
    assert.equal(paired.length, one ? 1 : 0, JSON.stringify([before, after]));
  }
  const [named, placed] = [site("Ipca", MAHAD), site("Umedica", RANU)];
  const both = site("Ipca", `${RANU} 2`);
  assert.deepEqual(siteChanges([site("Ipca", RANU)], [placed, both]).paired[0]?.[1], both);
  assert.deepEqual(siteChanges([site("Ipca", RANU)], [named]).paired[0]?.[1], named);
});

Deno.test("siteChanges() tells sites that came and went, also the second of two alike", () => {
  const [a, b] = [site("Ipca", RANU), site("하이플", MAHAD)];
  assert.deepEqual(siteChanges([a], [a, b]), { paired: [], added: [b], removed: [] });
  assert.deepEqual(siteChanges([a, a], [a]), { paired: [], added: [], removed: [a] });
  assert.deepEqual(siteChanges([a], [b]), { paired: [], added: [b], removed: [a] });
});

Deno.test("siteChanges() loses no site, and has none twice", () => {
  const part = fc.constantFrom(null, "Ipca", "㈜하이플", "(주)하이플", RANU, MAHAD, `${MAHAD}1`);
  const sites = fc.array(
    fc.record({ name: part, address: part, country: part }, { noNullPrototype: true }),
    { maxLength: 6 },
  );
  fc.assert(fc.property(sites, sites, (before, after) => {
    const { paired, added, removed } = siteChanges(before, after);
    for (const [a, b] of paired) assert.notEqual(foldedSites([a]), foldedSites([b]));
    const kept = (all: readonly Site[], changed: readonly Site[]) =>
      foldedSites(all.filter((one) => !changed.includes(one)));
    const [left, right] = [
      [...paired.map(([a]) => a), ...removed],
      [...paired.map(([, b]) => b), ...added],
    ];
    assert.equal(kept(before, left), kept(after, right), "what did not change is the same");
    for (const [some, all] of [[left, before], [right, after]] as readonly [Site[], Site[]][]) {
      assert.equal(new Set(some).size, some.length);
      assert.ok(some.every((one) => all.includes(one)));
    }
  }));
});
