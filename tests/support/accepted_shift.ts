/**
 * A true list that is refused, because the whole register moved at once, and then accepted.
 *
 * @module
 */

import assert from "node:assert/strict";
import { FaultyDay } from "./faulty_day.ts";
import { type FixtureDay, Watch } from "./fixture_days.ts";
import { dice, foundingOf } from "./fixture_founding.ts";
import type { FixtureRow } from "./fixture_row.ts";
import type { Dmf } from "./run_dmf.ts";
import { assertTrue } from "./truth.ts";
import { type Stage, STAGES } from "./write_stages.ts";

/** Large enough that so many names at once are not believed, and on two pages. */
const first: FixtureDay = { date: "2026-11-02", rows: foundingOf(110, dice(3)).rows, events: [] };
const DATE = "2026-11-03";

/** Every applicant gets a suffix on the second day, and nothing else happens. */
const ROWS: readonly FixtureRow[] = first.rows.map((row) => ({
  ...row,
  applicant: `${row.applicant} 코리아`,
}));

const watch = new Watch();
watch.believe(first.rows);
/** One of them for every row. */
const EVENTS = watch.believe(ROWS);

/** Stages of an acceptance: the pages are in the archive already, and the site is not asked. */
export const ACCEPTED_STAGES: readonly Stage[] = STAGES.filter((stage) =>
  stage !== "archive" && stage !== "checkpoint"
);

/** The acceptance of that list, to be disturbed. */
export function accepting(): Promise<FaultyDay> {
  assert.equal(EVENTS.length, ROWS.length);
  return FaultyDay.accepting(
    [first],
    { date: DATE, rows: ROWS },
    async (dmf) => assert.equal(await allOrNothing(dmf), "all"),
  );
}

/** Whether a reader sees all that the list says, or nothing of it; fails at anything between. */
export async function allOrNothing(dmf: Dmf): Promise<"all" | "nothing"> {
  const changes = await dmf.changes("--since", DATE);
  if (changes.length === 0) return "nothing";
  assertTrue({ date: DATE, rows: ROWS, events: EVENTS }, changes);
  return "all";
}
