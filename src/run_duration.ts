/**
 * Did the last run take unusually long?
 *
 * Usual is the median of the last fourteen accepted runs before it. Runs that went on with pages of
 * an earlier attempt, or that a person released, read less than a list and are no measure.
 *
 * @module
 */

import type { RunId } from "./model.ts";
import type { RunDuration } from "./rates.ts";
import type { Accepted, Quarantined } from "./run_record.ts";

/** A run that read a list to its end. */
export interface ReadRun {
  readonly run: RunId;
  readonly record: Accepted | Quarantined;
}

const MEASURED = 14;
const FEWEST_MEASURED = 5;
const SLOW = 3;
/** A run that takes three seconds instead of one is nobody's concern. */
const LEAST_EXCESS_MINUTES = 1;

/** How long the last of some runs took, beside those before it; `null` where there is none. */
export function durationOf(runs: readonly ReadRun[]): RunDuration | null {
  const last = runs.findLast(({ record }) => !isReleased(record));
  if (!last) return null;
  const whole = runs.slice(0, runs.indexOf(last))
    .filter(({ record }) =>
      record.state === "accepted" && record.earlier.length === 0 && !isReleased(record)
    )
    .slice(-MEASURED)
    .map(({ record }) => minutesOf(record));
  const minutes = minutesOf(last.record);
  const usualMinutes = whole.length < FEWEST_MEASURED ? null : median(whole);
  const isSlow = usualMinutes !== null && minutes >= SLOW * usualMinutes &&
    minutes - usualMinutes >= LEAST_EXCESS_MINUTES;
  return { run: last.run, minutes, usualMinutes, isSlow };
}

function isReleased(record: Accepted | Quarantined): boolean {
  return record.state === "accepted" && record.released !== undefined;
}

function minutesOf({ startedAt, finishedAt }: Accepted | Quarantined): number {
  return Temporal.Instant.from(startedAt).until(Temporal.Instant.from(finishedAt)).total("minutes");
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return (sorted[low]! + sorted[high]!) / 2;
}
