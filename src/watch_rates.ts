/**
 * Folds run records and events into the figures of the watch, as of a run.
 *
 * Run records say when a list was read and how it ended, the events of a run of which kinds the
 * changes were; each is read once, over 400 days at most, so that ten years cost no more than one.
 * Nothing is kept in the store: the figures of a run are the same whenever they are asked for, unless
 * history itself was corrected.
 *
 * A visit is an accepted run that was compared with one before; its interval counts in days of run
 * ids, so that a refused or failed day makes the next interval longer. What the figures are is
 * decided in `change_rate.ts`, `freshness.ts`, `selector_reuse.ts`, `run_duration.ts` and
 * `detection_delay.ts`.
 *
 * @module
 */

import { estimateRate, likeliestRate, RECENT_DAYS, recentRate, type Visit } from "./change_rate.ts";
import { daysBetween, delayOf, type Seen, type Step } from "./detection_delay.ts";
import { meanAge, meanFreshness } from "./freshness.ts";
import { lastRun, readAccepted, readEntries, readRuns } from "./history.ts";
import type { SealedEntry } from "./log.ts";
import { EVENT_KINDS, type EventKind, type RunId, type SourceId } from "./model.ts";
import type { EventLog } from "./ports.ts";
import type { ChangeRate, RateFlag, Rates, Silence } from "./rates.ts";
import { durationOf, type ReadRun } from "./run_duration.ts";
import type { Accepted, RunRecord } from "./run_record.ts";
import { seoulDate } from "./schedule.ts";
import { reuseOf } from "./selector_reuse.ts";
import { StoreFault } from "./store_fault.ts";

/** Days of runs that the figures are taken from. */
export const WINDOW_DAYS = 400;
/** So long without any change, a source that is read well is suspect. */
const SILENT_DAYS = 30;

/** What the figures are folded from. */
interface Past {
  readonly asOf: RunId;
  readonly runs: ReadonlyMap<RunId, RunRecord>;
  readonly steps: readonly Step[];
  /** The run that founded the baseline, or the earliest that is looked at. */
  readonly earliest: RunId | null;
  /** Events by run and kind. */
  readonly counts: ReadonlyMap<RunId, ReadonlyMap<EventKind, number>>;
  readonly seen: readonly Seen[];
}

/**
 * The figures of a source as of a run, or of a day that may have none; `null` where the history they
 * are taken from is damaged, which keeps nobody from a report or a status.
 */
export async function readRates(
  log: EventLog,
  source: SourceId,
  asOf: RunId,
): Promise<Rates | null> {
  try {
    return ratesOf(await readPast(log, source, asOf));
  } catch (fault) {
    if (fault instanceof StoreFault) return null;
    throw fault;
  }
}

/**
 * The figures as of now: of the day before, or of today where today's run has come to a verdict; so
 * that a day without a run shows, and one that is still to come does not.
 *
 * Runs that were given another date than the clock's are a replica's: the last of them is their now.
 */
export async function ratesNow(
  log: EventLog,
  source: SourceId,
  now: Temporal.Instant,
): Promise<Rates | null> {
  const last = await lastRun(log, source);
  if (last === null) return null;
  const made = seoulDate(Temporal.Instant.from(last.record.startedAt));
  const isDated = Math.abs(daysBetween(last.run, made)) > 1;
  const isOver = last.record.state === "accepted" || last.record.state === "quarantined";
  const yesterday = dayBefore(seoulDate(now), 1);
  const asOf = isDated || (isOver && last.run > yesterday) ? last.run : yesterday;
  return await readRates(log, source, asOf);
}

async function readPast(log: EventLog, source: SourceId, asOf: RunId): Promise<Past> {
  const since = dayBefore(asOf, WINDOW_DAYS - 1);
  const span = { since, until: asOf };
  const runs = new Map<RunId, RunRecord>();
  for await (const { run, record } of readRuns(log, source, span)) runs.set(run, record);
  const steps: Step[] = [];
  let before: { run: RunId; record: Accepted } | null = null;
  let earliest: RunId | null = null;
  for await (const { run, record } of readAccepted(log, source, span)) {
    earliest ??= run;
    if (before) steps.push({ run, record, before });
    before = { run, record };
  }
  const counts = new Map<RunId, Map<EventKind, number>>();
  const seen: Seen[] = [];
  const first = steps[0]?.run;
  if (first) {
    for await (const { run, entry } of readEntries(log, source, { since: first, until: asOf })) {
      if (!isEvent(entry)) continue;
      const ofRun = counts.get(run) ?? new Map<EventKind, number>();
      counts.set(run, ofRun.set(entry.kind, (ofRun.get(entry.kind) ?? 0) + 1));
      if (entry.kind !== "delisted") seen.push({ run, observedAt: entry.observedAt });
    }
  }
  return { asOf, runs, steps, earliest, counts, seen };
}

type Entry = SealedEntry["entry"];

function isEvent(entry: Entry): entry is Extract<Entry, { readonly kind: EventKind }> {
  return (EVENT_KINDS as readonly string[]).includes(entry.kind);
}

function dayBefore(run: RunId, days: number): RunId {
  return Temporal.PlainDate.from(run).subtract({ days }).toString() as RunId;
}

function ratesOf(past: Past): Rates {
  const { asOf, runs, steps, earliest, seen } = past;
  const lists = [...runs].flatMap(([run, record]): ReadRun[] =>
    record.state === "accepted" || record.state === "quarantined" ? [{ run, record }] : []
  );
  const figures = {
    asOf,
    any: changeRate(past, null),
    kinds: Object.fromEntries(
      EVENT_KINDS.map((kind) => [kind, changeRate(past, kind)]),
    ) as Rates["kinds"],
    silence: silenceOf(past),
    reuse: reuseOf(lists.map(({ record }) => record)),
    duration: durationOf(lists),
    delay: delayOf(asOf, {
      first: earliest && dayBefore(earliest, -1),
      runs,
      steps: new Map(steps.map((step) => [step.run, step])),
      seen,
    }),
  };
  return { ...figures, flags: flagsOf(figures, lists.at(-1)?.record.specVersion ?? 0) };
}

/** The rate of one kind, or of all. */
function changeRate(past: Past, kind: EventKind | null): ChangeRate {
  const { asOf, steps, counts } = past;
  const eventsOf = (run: RunId): number => {
    const ofRun = counts.get(run);
    if (kind !== null) return ofRun?.get(kind) ?? 0;
    return [...ofRun?.values() ?? []].reduce((a, b) => a + b, 0);
  };
  const visits = steps.map(visitBy((run) => eventsOf(run) > 0));
  const recentSince = dayBefore(asOf, RECENT_DAYS - 1);
  const split = steps.filter(({ run }) => run < recentSince).length;
  const estimate = estimateRate(visits);
  const days = visits.reduce((total, visit) => total + visit.days, 0);
  const intervalDays = visits.length === 0 ? 1 : days / visits.length;
  return {
    ...estimate,
    visits: visits.length,
    changed: visits.filter(({ changed }) => changed).length,
    events: steps.reduce((total, { run }) => total + eventsOf(run), 0),
    intervalDays,
    freshness: meanFreshness(estimate.perDay, intervalDays),
    ageHours: 24 * meanAge(estimate.perDay, intervalDays),
    recent: recentRate(visits.slice(split), visits.slice(0, split)),
  };
}

function visitBy(hasChanged: (run: RunId) => boolean): (step: Step) => Visit {
  return ({ run, before }) => ({ days: daysBetween(before.run, run), changed: hasChanged(run) });
}

/**
 * How long the accepted lists have shown no change: silence counts while the source is read well, and
 * days without an accepted list after the last one do not add to it.
 */
function silenceOf({ steps, counts, earliest }: Past): Silence | null {
  const last = steps.at(-1);
  if (!last || !earliest) return null;
  const at = steps.findLastIndex(({ run }) => counts.has(run));
  const since = steps[at]?.run ?? earliest;
  const days = daysBetween(since, last.run);
  const visits = steps.slice(0, at + 1).map(visitBy((run) => counts.has(run)));
  const usual = visits.length === 0 ? null : likeliestRate(visits);
  const probability = usual === null ? null : Math.exp(-usual * days);
  return { since, days, probability, isSuspect: days >= SILENT_DAYS };
}

function flagsOf(
  { any, kinds, silence, reuse, duration }: Omit<Rates, "flags">,
  specVersion: number,
): RateFlag[] {
  const kindsOf = EVENT_KINDS.filter((kind) => kinds[kind].recent.isBurst)
    .map((of): RateFlag => ({ kind: "burst", of, recent: kinds[of].recent }));
  // All changes together are a burst of their own only where no kind of them is one.
  const bursts: readonly RateFlag[] = kindsOf.length === 0 && any.recent.isBurst
    ? [{ kind: "burst", of: "any", recent: any.recent }]
    : kindsOf;
  return [
    ...(silence?.isSuspect ? [{ kind: "silence", silence } as const] : []),
    ...(reuse.isWorn
      ? [{ kind: "worn-selectors", specVersion, recent: reuse.recent } as const]
      : []),
    ...bursts,
    ...(duration?.isSlow ? [{ kind: "slow-run", duration } as const] : []),
  ];
}
