/**
 * The figures of the watch itself, as values: how often the source changes, how fresh the copy is,
 * how well the selectors hold, how long a run takes, what became of the promised delay.
 *
 * They are folded from run records and events as of a run (`watch_rates.ts`), so that the same run
 * always has the same figures. Reports, `dmf status` and whatever else shows them take them from
 * here; the schedule never does.
 *
 * @module
 */

import type { EventKind, RunId } from "./model.ts";

/** A change rate with what is known of its error. */
export interface RateEstimate {
  /** λ̂: changes a day. */
  readonly perDay: number;
  /** True while there are too few visits, and `perDay` is what is assumed. */
  readonly isPrior: boolean;
  readonly standardError: number | null;
  /** 95 % interval; without an upper end where every visit found a change. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Successes of tries, and between which shares the truth lies with 95 %. */
export interface Share {
  readonly of: number;
  readonly good: number;
  /** `null` without a try. */
  readonly share: number | null;
  readonly low: number;
  readonly high: number;
}

/** The last fourteen days beside all visits before them. */
export interface RecentRate {
  readonly visits: number;
  readonly changed: number;
  /** λ̂ of these visits, however few; `null` without one. */
  readonly perDay: number | null;
  /** λ̂ of the visits before them; `null` while these are too few. */
  readonly usualPerDay: number | null;
  readonly isBurst: boolean;
}

/** How often something changes. */
export interface ChangeRate extends RateEstimate {
  /** Accepted runs that were compared with one before. */
  readonly visits: number;
  /** Visits that found at least one change. */
  readonly changed: number;
  /** Changes that they found. */
  readonly events: number;
  /** Mean interval between visits, in days; 1 before the first. */
  readonly intervalDays: number;
  /** F̄: share of the time in which the copy is as the source. */
  readonly freshness: number;
  /** Ā: mean age of the copy. */
  readonly ageHours: number;
  readonly recent: RecentRate;
}

/** How long nothing has changed. */
export interface Silence {
  /** The last run that found a change, or the baseline. */
  readonly since: RunId;
  /** Days from then to the last accepted run. */
  readonly days: number;
  /** How probable such a silence is at the rate before it; `null` where that is not known. */
  readonly probability: number | null;
  readonly isSuspect: boolean;
}

/** Runs that were read with one version of the selector spec. */
export interface SelectorReuse extends Share {
  readonly specVersion: number;
}

/** How well the selectors hold. */
export interface Reuse {
  /** By version, the latest first. */
  readonly versions: readonly SelectorReuse[];
  /** Of the last runs with the present version. */
  readonly recent: Share;
  readonly isWorn: boolean;
}

/** How long the last run took. */
export interface RunDuration {
  readonly run: RunId;
  readonly minutes: number;
  /** Median of the accepted runs before it; `null` while these are too few. */
  readonly usualMinutes: number | null;
  readonly isSlow: boolean;
}

/** A day on which the promise was not kept. */
export interface MissedDay {
  readonly day: RunId;
  /** `late`: accepted, but more than 24 hours after the run before began. */
  readonly why: "not-run" | "failed" | "quarantined" | "unfinished" | "late";
}

/** What became of the promise: a change is detected after at most 24 hours and a run, 12 on average. */
export interface DetectionDelay {
  /** Days that kept it, of the last thirty since the baseline. */
  readonly days: Share;
  readonly missed: readonly MissedDay[];
  /** Changes of these days. */
  readonly changes: number;
  /** Of these, how many may have waited longer than promised. */
  readonly late: number;
  /** Longest that one of them can have waited. */
  readonly longestHours: number | null;
  /** How long they waited on average, if they came at any time of their interval alike. */
  readonly meanHours: number | null;
}

/** Something that a person should look at. */
export type RateFlag =
  | { readonly kind: "burst"; readonly of: EventKind | "any"; readonly recent: RecentRate }
  | { readonly kind: "silence"; readonly silence: Silence }
  | { readonly kind: "worn-selectors"; readonly specVersion: number; readonly recent: Share }
  | { readonly kind: "slow-run"; readonly duration: RunDuration };

/** All figures of a source as of a run. */
export interface Rates {
  readonly asOf: RunId;
  /** Changes of any kind. */
  readonly any: ChangeRate;
  readonly kinds: Readonly<Record<EventKind, ChangeRate>>;
  /** `null` before the second accepted run. */
  readonly silence: Silence | null;
  readonly reuse: Reuse;
  /** `null` before a list was read to its end. */
  readonly duration: RunDuration | null;
  readonly delay: DetectionDelay;
  readonly flags: readonly RateFlag[];
}
