/**
 * What is odd about the records in force, whatever the day: derived from their values, never stored.
 *
 * @module
 */

import type { Issue } from "./model.ts";
import { fold } from "./normalize.ts";
import type { StandingRecord } from "./report/report.ts";

/** Numbers that cannot be a key alone: malformed, absent, or borne by several records. */
export function standingIssues(records: readonly StandingRecord[], wellFormed: RegExp): Issue[] {
  const bearers = new Map<string, number>();
  const numberOf = ({ values }: StandingRecord) => fold(values.registrationNumber ?? "");
  for (const record of records) {
    const number = numberOf(record);
    if (number !== "") bearers.set(number, (bearers.get(number) ?? 0) + 1);
  }
  const issues: Issue[] = [];
  for (const standing of records) {
    const number = numberOf(standing);
    const { record, values: { registrationNumber } } = standing;
    if (!wellFormed.test(number)) {
      issues.push({ kind: "malformed-number", record, registrationNumber });
    }
    if ((bearers.get(number) ?? 0) > 1) {
      issues.push({ kind: "duplicate-number", record, registrationNumber });
    }
  }
  return issues;
}
