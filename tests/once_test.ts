import assert from "node:assert/strict";
import { simulate } from "./support/fixture_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import type { SiteOptions } from "./support/fixture_options.ts";
import { Dmf } from "./support/run_dmf.ts";
import { assertTrue } from "./support/truth.ts";

/** Lives through days and holds every one to its true events. */
async function live(size: number, options: SiteOptions = {}, seed = 1, days = 12) {
  await using site = new FixtureSite(options);
  await using dmf = await Dmf.towards(site.origin);
  for (const day of simulate(size, days, seed)) {
    site.setRows(day.rows);
    const { code, err } = await dmf.once(day.date);
    assert.equal(code, 0, err);
    assertTrue(day, await dmf.changes("--since", day.date, "--until", day.date));
  }
}

Deno.test("once finds exactly the true events of twelve days", () => live(300));

const MARKUPS: readonly [string, SiteOptions, number?][] = [
  ["a server that caps the page size", { paging: { kind: "capped", at: 50 } }],
  ["a server that ignores the page size", { paging: { kind: "size-ignored" } }, 110],
  ["a list on one page", { paging: { kind: "one-page" } }],
];
for (const [name, options, size = 150] of MARKUPS) {
  Deno.test(`once finds exactly the true events from ${name}`, () => live(size, options, 7, 4));
}
