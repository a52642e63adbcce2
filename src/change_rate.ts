/**
 * How often a source changes: λ̂ of a Poisson process of which only "changed since the last visit, or
 * not" is seen.
 *
 * A visit at the end of an interval of I days finds a change with probability 1 − e^(−λI), however
 * many there were (Cho and Garcia-Molina's interval-censored observation). With n visits at equal
 * intervals, X of which found a change, the estimate is
 *
 *     λ̂ = −ln(1 − (X + ½)/(n + 1)) / I
 *
 * which is maximum likelihood after half a changed and half an unchanged visit were added, so that
 * X = 0 and X = n have an estimate too. Refused and failed days make intervals unequal. The same two
 * half visits, of the mean interval Ī, are added then, and the derivative of the log-likelihood
 * Σ_changed ln(1 − e^(−λI)) − λ Σ_unchanged I becomes
 *
 *     g(λ) = Σ_changed I/(e^(λI) − 1) + ½Ī/(e^(λĪ) − 1) − Σ_unchanged I − ½Ī
 *
 * λ̂ is its root. Where all intervals are I, g = (X + ½)·I/(e^(λI) − 1) − (n − X + ½)·I, of which the
 * root is the closed form above.
 *
 * What is a visit, and what a person is told, is decided elsewhere (`watch_rates.ts`); the schedule
 * never follows from any of this.
 *
 * @module
 */

import type { RateEstimate, RecentRate } from "./rates.ts";

/** A day on which a source was read and compared with the reading before. */
export interface Visit {
  /** Days since the reading before. */
  readonly days: number;
  readonly changed: boolean;
}

/** Visits before which the rate is assumed, not estimated. */
export const FEWEST_VISITS = 14;
/** The rate that is assumed. */
export const PRIOR_PER_DAY = 0.5;

/** Days that count as recent, and the burst: so many times the usual rate. */
export const RECENT_DAYS = 14;
const BURST = 3;
/** Fewer changed visits than these are never a burst. */
const FEWEST_CHANGED = 3;
/** How improbable the recent visits must be at the usual rate. */
const BURST_CHANCE = 0.001;

const Z95 = 1.959963984540054;

/** The estimate after some visits, or the prior where they are too few. */
export function estimateRate(visits: readonly Visit[]): RateEstimate {
  if (visits.length < FEWEST_VISITS) {
    return { perDay: PRIOR_PER_DAY, isPrior: true, standardError: null, low: null, high: null };
  }
  const sample = sampleOf(visits);
  const perDay = likeliestRate(visits);
  return {
    perDay,
    isPrior: false,
    standardError: 1 / Math.sqrt(information(sample, perDay)),
    ...scoreInterval(sample, visits.filter(({ changed }) => changed).length),
  };
}

/**
 * λ̂ of any number of visits but none.
 *
 * g is convex and falls, so Newton's method that starts where g ≥ 0 climbs to the root and never
 * beyond it. It starts at the root of a lower bound: I/(e^(λI) − 1) ≥ 1/λ − I/2.
 */
export function likeliestRate(visits: readonly Visit[]): number {
  if (visits.length === 0) throw new RangeError("Cannot estimate a rate without a visit");
  const { groups, unchangedDays } = corrected(sampleOf(visits));
  const changed = sum(groups, ({ changed }) => changed);
  const changedDays = sum(groups, ({ days, changed }) => changed * days);
  let rate = changed / (unchangedDays + changedDays / 2);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    let slope = 0;
    let g = -unchangedDays;
    for (const { days, changed } of groups) {
      const odds = 1 / Math.expm1(rate * days);
      g += changed * days * odds;
      slope += changed * days * days * odds * (1 + odds);
    }
    const next = rate + g / slope;
    if (!(next > rate * (1 + Number.EPSILON))) break;
    rate = next;
  }
  return rate;
}

const MOST_STEPS = 200;

/**
 * Recent visits beside those before them: a burst where λ̂ is three times as high.
 *
 * That alone would call a burst on a quarter of all days of a source that changes once a month:
 * without any change λ̂ of 14 visits is 0.034 a day, and of 200 visits 0.0025. So three recent visits
 * must have found a change, and as many as did must have a probability of at most one in a thousand
 * at the usual rate. That leaves less than one false alarm in five years of a steady rate, as
 * `tests/change_rate_test.ts` measures from 0.002 to 2 changes a day. Above 1.1 changes a day nearly
 * every visit finds one, and no rate that 14 visits can show is three times as high.
 */
export function recentRate(recent: readonly Visit[], before: readonly Visit[]): RecentRate {
  const perDay = recent.length === 0 ? null : likeliestRate(recent);
  const usualPerDay = before.length < FEWEST_VISITS ? null : likeliestRate(before);
  const changed = recent.filter((visit) => visit.changed).length;
  const isBurst = perDay !== null && usualPerDay !== null && changed >= FEWEST_CHANGED &&
    perDay >= BURST * usualPerDay &&
    chanceOf(changed, recent, usualPerDay) <= BURST_CHANCE;
  return { visits: recent.length, changed, perDay, usualPerDay, isBurst };
}

/** Probability that at least so many of the visits find a change. */
function chanceOf(atLeast: number, visits: readonly Visit[], perDay: number): number {
  // chances[k]: that k of the visits so far found one.
  let chances = [1];
  for (const { days } of visits) {
    const hit = -Math.expm1(-perDay * days);
    const shifted = [0, ...chances];
    chances = shifted.map((chance, k) => chance * hit + (chances[k] ?? 0) * (1 - hit));
  }
  return sum(chances.slice(atLeast), (chance) => chance);
}

/** Visits by the length of their interval: of a year of days there are a handful of lengths. */
interface Sample {
  readonly groups: readonly Group[];
  readonly unchangedDays: number;
  readonly meanDays: number;
}

interface Group {
  readonly days: number;
  readonly visits: number;
  readonly changed: number;
}

function sampleOf(visits: readonly Visit[]): Sample {
  const groups = [...Map.groupBy(visits, ({ days }) => days)].map(([days, of]) => {
    if (!(days > 0)) throw new RangeError(`A visit's interval must be above 0 days: ${days}`);
    return { days, visits: of.length, changed: of.filter(({ changed }) => changed).length };
  });
  const days = sum(groups, (group) => group.days * group.visits);
  return {
    groups,
    unchangedDays: sum(groups, (group) => group.days * (group.visits - group.changed)),
    meanDays: days / visits.length,
  };
}

/** With half a changed and half an unchanged visit of the mean interval. */
function corrected({ groups, unchangedDays, meanDays }: Sample): Sample {
  return {
    groups: [...groups, { days: meanDays, visits: 1, changed: 0.5 }],
    unchangedDays: unchangedDays + meanDays / 2,
    meanDays,
  };
}

/** Fisher information about λ: Σ I²/(e^(λI) − 1). */
function information({ groups }: Sample, rate: number): number {
  return sum(groups, ({ days, visits }) => visits * days * days / Math.expm1(rate * days));
}

/**
 * Rao's score interval: rates at which the score, in standard deviations, is within ±1.96.
 *
 * At equal intervals it is Wilson's interval of X of n, carried over from the probability to the
 * rate. It needs no half visits, and holds what it promises where X is 0 or small.
 */
function scoreInterval(sample: Sample, changed: number): Pick<RateEstimate, "low" | "high"> {
  const { groups, unchangedDays } = sample;
  const score = (rate: number) => {
    const u = sum(groups, (group) => group.changed * group.days / Math.expm1(rate * group.days));
    return (u - unchangedDays) / Math.sqrt(information(sample, rate));
  };
  const middle = sum(groups, ({ visits }) => visits) / sum(groups, (g) => g.days * g.visits);
  return {
    low: changed === 0 ? 0 : crossing(score, Z95, middle),
    high: unchangedDays === 0 ? null : crossing(score, -Z95, middle),
  };
}

/** Where a function that falls has a value: bracketed by doubling, then halved in the logarithm. */
function crossing(falling: (at: number) => number, value: number, start: number): number {
  let [below, above] = [start, start];
  while (!(falling(below) > value)) below /= 2;
  while (falling(above) > value) above *= 2;
  for (let step = 0; step < 80; step += 1) {
    const between = Math.sqrt(below * above);
    if (falling(between) > value) below = between;
    else above = between;
  }
  return Math.sqrt(below * above);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
