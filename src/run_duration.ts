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
const LEAST_EXCESS_MS = 60_000;
const MS_A_MINUTE = 60_000;

/** How long the last of some runs took, beside those before it; `null` where there is none. */
export function durationOf(runs: readonly ReadRun[]): RunDuration | null {
  const last = runs.findLast(({ record }) => !isReleased(record));
  if (!last) return null;
  const whole = runs.slice(0, runs.indexOf(last))
    .filter(({ record }) =>
      record.state === "accepted" && record.earlier.length === 0 && !isReleased(record)
    )
    .slice(-MEASURED)
    .map(({ record }) => msOf(record));
  const ms = msOf(last.record);
  const usualMs = whole.length < FEWEST_MEASURED ? null : median(whole);
  return {
    run: last.run,
    minutes: ms / MS_A_MINUTE,
    usualMinutes: usualMs && usualMs / MS_A_MINUTE,
    isSlow: usualMs !== null && ms >= SLOW * usualMs && ms - usualMs >= LEAST_EXCESS_MS,
  };
}

function isReleased(record: Accepted | Quarantined): boolean {
  return record.state === "accepted" && record.released !== undefined;
}

function msOf({ startedAt, finishedAt }: Accepted | Quarantined): number {
  const [from, to] = [startedAt, finishedAt].map((at) => Temporal.Instant.from(at));
  return to!.epochMilliseconds - from!.epochMilliseconds;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return (sorted[low]! + sorted[high]!) / 2;
}
