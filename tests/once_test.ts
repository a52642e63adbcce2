/** The whole program, day after day: exactly what happened is told. */
import type { SiteOptions } from "./support/fixture_options.ts";
import { liveTruly } from "./support/true_days.ts";

Deno.test("once finds exactly the true events of four days", () =>
  liveTruly({ size: 230, days: 4 }));

const MARKUPS: readonly [string, SiteOptions][] = [
  ["a server that caps the page size", { paging: { kind: "capped", at: 50 } }],
  ["a server that ignores the page size", { paging: { kind: "size-ignored" } }],
  ["a list on one page", { paging: { kind: "one-page" } }],
];
for (const [name, options] of MARKUPS) {
  Deno.test(`once finds exactly the true events from ${name}`, () =>
    liveTruly({ size: 110, days: 3, seed: 7, options }));
}
