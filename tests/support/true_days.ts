/**
 * Days of a register lived through by the whole program, each held to its true events.
 *
 * @module
 */

import assert from "node:assert/strict";
import { simulate } from "./fixture_days.ts";
import type { SiteOptions } from "./fixture_options.ts";
import { FixtureSite } from "./fixture_site.ts";
import { Dmf } from "./run_dmf.ts";
import { assertTrue } from "./truth.ts";

/** Lives through days and holds every one to its true events. */
export async function liveTruly(
  { size, days, seed = 1, options = {} }: {
    readonly size: number;
    readonly days: number;
    readonly seed?: number;
    readonly options?: SiteOptions;
  },
): Promise<void> {
  await using site = new FixtureSite(options);
  await using dmf = await Dmf.towards(site.origin);
  for (const day of simulate(size, days, seed)) {
    site.setRows(day.rows);
    const { code, err } = await dmf.once(day.date);
    assert.equal(code, 0, err);
    assertTrue(day, await dmf.changes("--since", day.date, "--until", day.date));
  }
}
