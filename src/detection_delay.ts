/**
 * The promised delay, and what became of it: a change is detected at most 24 hours and a run after it
 * was made, after 12 hours on average.
 *
 * With one reading a day that holds whatever the change rate is; it fails where a day has no accepted
 * list, or has it late. A day is kept by its own run: a day that was missed does not make the next
 * one missed too, although its changes are told with it, and count as late there.
 *
 * A change lies between the reading before, as early as that began, and the reading that saw it: the
 * interval is the longest it can have waited, half of it what it waited on average. `delisted` is left
 * out: a row that is gone is shown as missing the first day, and believed gone a day later on purpose.
 *
 * @module
 */

import type { InstantText, RunId } from "./model.ts";
import type { DetectionDelay, MissedDay } from "./rates.ts";
import type { Accepted, RunRecord } from "./run_record.ts";
import { shareOf } from "./share.ts";

/** Days that are looked at. */
export const DELAY_DAYS = 30;
const PROMISED_HOURS = 24;
/** A scheduler that starts some minutes earlier or later breaks no promise. */
const GRACE_HOURS = 0.25;

/** An accepted run with the accepted run before it. */
export interface Step {
  readonly run: RunId;
  readonly record: Accepted;
  readonly before: { readonly run: RunId; readonly record: Accepted };
}

/** A change as far as its delay goes. */
export interface Seen {
  readonly run: RunId;
  readonly observedAt: InstantText;
}

/** What became of the promise on some days, `through` being the last. */
export function delayOf(
  through: RunId,
  { first, runs, steps, seen }: {
    /** The first day on which something could be detected; `null` before the baseline. */
    readonly first: RunId | null;
    readonly runs: ReadonlyMap<RunId, RunRecord>;
    readonly steps: ReadonlyMap<RunId, Step>;
    readonly seen: readonly Seen[];
  },
): DetectionDelay {
  const days = first === null ? [] : daysThrough(through, first);
  const missed = days.flatMap((day): MissedDay[] => {
    const why = missedBy(runs.get(day) ?? null, steps.get(day) ?? null);
    return why ? [{ day, why }] : [];
  });
  const judged = new Set(days);
  const waits = seen.flatMap(({ run, observedAt }) => {
    const step = judged.has(run) && steps.get(run);
    return step ? [waitOf(step, observedAt)] : [];
  });
  const hours = waits.map((wait) => wait.hours);
  return {
    days: shareOf(days.length - missed.length, days.length),
    missed,
    changes: waits.length,
    late: waits.filter(({ isLate }) => isLate).length,
    longestHours: hours.length === 0 ? null : hours.reduce((a, b) => Math.max(a, b)),
    meanHours: hours.length === 0 ? null : hours.reduce((a, b) => a + b) / hours.length / 2,
  };
}

/** The last days through one, none before the first. */
function daysThrough(through: RunId, first: RunId): RunId[] {
  const last = Temporal.PlainDate.from(through);
  return Array.from(
    { length: DELAY_DAYS },
    (_, back) => last.subtract({ days: DELAY_DAYS - 1 - back }).toString() as RunId,
  )
    .filter((day) => day >= first);
}

function missedBy(record: RunRecord | null, step: Step | null): MissedDay["why"] | null {
  if (record === null) return "not-run";
  switch (record.state) {
    case "corrected":
      return null;
    case "running":
      return "unfinished";
    case "failed":
    case "quarantined":
      return record.state;
    case "accepted": {
      if (step === null) return null;
      const days = daysBetween(step.before.run, step.run);
      const begun = hoursBetween(beganAt(step.before.record), record.startedAt);
      return begun > days * PROMISED_HOURS + GRACE_HOURS ? "late" : null;
    }
  }
}

function waitOf({ record, before }: Step, observedAt: InstantText) {
  const hours = hoursBetween(beganAt(before.record), observedAt);
  const run = hoursBetween(record.startedAt, record.finishedAt);
  return { hours, isLate: hours > PROMISED_HOURS + run + GRACE_HOURS };
}

/**
 * When a run began to read. Of an earlier attempt that is gone on with only the end is known, so the
 * answer may be late by the time that attempt took.
 */
function beganAt({ startedAt, earlier }: Accepted): string {
  return [startedAt, ...earlier.map(({ at }) => at)].reduce((first, at) =>
    Temporal.Instant.compare(at, first) < 0 ? at : first
  );
}

/** Whole days from one run to a later one. */
export function daysBetween(from: RunId, to: RunId): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
}

function hoursBetween(from: string, to: string): number {
  return Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total("hours");
}
