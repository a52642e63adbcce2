/**
 * JSON Lines for programs: one value a line, the shapes of `dmf changes --json` and `dmf as-of --json`.
 *
 * @module
 */

import type { Change } from "../model.ts";
import { withDistances } from "../rewording.ts";
import type { StandingRecord } from "./report.ts";

/** Every event, its long texts with their distance. */
export function* changesJsonLines(changes: Iterable<Change>): Iterable<string> {
  for (const change of changes) yield `${JSON.stringify(withDistances(change))}\n`;
}

/** Every record in force: its id and number, all fields, and since when it reads so. */
export function* recordsJsonLines(records: Iterable<StandingRecord>): Iterable<string> {
  for (const { record, values, validFrom } of records) {
    const { registrationNumber, ...fields } = values;
    yield `${JSON.stringify({ record, registrationNumber, ...fields, validFrom })}\n`;
  }
}
