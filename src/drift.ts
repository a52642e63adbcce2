/**
 * How improbable a list is, given the accepted past: wrapper verification in the manner of RAPTURE.
 *
 * Three things are looked at for every column: how many causes moved it (against what accepted days
 * show), what the new values look like (against the values of the accepted list), and where the
 * statistics of the whole list stand (against those of accepted runs). Each is a surprise; those of
 * one column are joined, those of all columns added, and a sum beyond the spec's bound is a drift.
 * All of it knows how few values it has seen: one odd value is never a drift, nine alike are.
 *
 * @module
 */

import {
  causesOf,
  COUNTED,
  type CountedKind,
  expectedCauses,
  type Learned,
  levelOf,
} from "./learned.ts";
import type { Row, RunId } from "./model.ts";
import { causeOf, isYoung, type Movement } from "./movements.ts";
import { type Tally, valuesIn } from "./statistics.ts";
import { countSurprise, normalSurprise, shareSurprise } from "./surprise.ts";
import {
  type Feature,
  FEATURES,
  type Level,
  LEVELS,
  VALUE_COLUMNS,
  type ValueColumn,
  WORDED,
} from "./value_column.ts";

/** Which observation carries an improbability. */
export type Statistic =
  | { readonly of: "causes"; readonly kind: CountedKind }
  | { readonly of: "values"; readonly group: "new" | "moved"; readonly feature: Feature }
  | { readonly of: "words"; readonly group: "new" | "moved" }
  | { readonly of: "age" }
  | { readonly of: "level"; readonly level: Level };

/** One observation of a column with what was expected and found. */
export interface Observation {
  readonly column: ValueColumn;
  readonly statistic: Statistic;
  readonly expected: number;
  readonly found: number;
  /** Values looked at. */
  readonly values: number;
  /** −log10 of the probability of such an observation or a stranger one. */
  readonly surprise: number;
}

/** The joint improbability of a list and the observations that carry it, strangest first. */
export interface Drift {
  /** −log10 of the joint improbability, ordinary surprises left out. */
  readonly joint: number;
  readonly carriers: readonly Observation[];
}

/** No comparison, no surprise. */
export const NO_DRIFT: Drift = { joint: 0, carriers: [] };

/** A list to be judged: today's and the accepted one it is compared with. */
export interface Judged {
  readonly run: RunId;
  /** Days since the accepted list; what a longer silence brings is not more improbable. */
  readonly days: number;
  readonly accepted: Tally;
  readonly today: Tally;
  readonly learned: Learned;
  readonly movements: readonly Movement[];
  readonly fresh: readonly Row[];
}

/** Surprises below this come every other day and are not added up. */
const ORDINARY = 1;
/** Observations of one column from which the strangest is taken: their number is made up for. */
const LOOKS = Math.log10(20);
/** One value, however odd, weighs no more than this many standard deviations. */
const MOST_DEVIATIONS = 3;
const MOST_CARRIERS = 5;
/** Correlation of values that come on one day: new rows come in kinds, corrections hardly do. */
const LIKENESS = { new: 0.15, moved: 0.05 } as const;
/** Columns of a few fixed words: how long or how Korean those are tells nothing. */
const VOCABULARIES: ReadonlySet<ValueColumn> = new Set<ValueColumn>(["status", "noticeCategory"]);

/** Measures how improbable a list is. */
export function driftOf(judged: Judged): Drift {
  const carriers: Observation[] = [];
  let joint = 0;
  // The parts of the sites move together: they are one field with three views.
  const fields = Map.groupBy(VALUE_COLUMNS, (column) => column.split(".")[0]);
  for (const columns of fields.values()) {
    const counts = strangest(columns.flatMap((column) => counted(judged, column)));
    const looks = strangest(columns.flatMap((column) => looked(judged, column)));
    joint += beyond(counts, ORDINARY) + beyond(looks, ORDINARY + LOOKS);
    for (const one of [counts, looks]) if (one && one.surprise > ORDINARY) carriers.push(one);
  }
  carriers.sort((a, b) => b.surprise - a.surprise);
  return { joint, carriers: carriers.slice(0, MOST_CARRIERS) };
}

function strangest(observations: readonly Observation[]): Observation | null {
  return observations.reduce<Observation | null>(
    (worst, one) => worst === null || one.surprise > worst.surprise ? one : worst,
    null,
  );
}

function beyond(observation: Observation | null, ordinary: number): number {
  return Math.max(0, (observation?.surprise ?? 0) - ordinary);
}

/** How many causes moved a column. */
function counted(
  { movements, learned, accepted, days }: Judged,
  column: ValueColumn,
): Observation[] {
  return COUNTED.map((kind) => {
    const found = causesOf(movements, column, kind);
    const expected = days * expectedCauses(learned, accepted.records, column, kind);
    const surprise = countSurprise(found, expected);
    return { column, statistic: { of: "causes", kind }, expected, found, values: found, surprise };
  });
}

/** What values look like that were not there before, and the list as a whole. */
function looked(judged: Judged, column: ValueColumn): Observation[] {
  const { movements, fresh, accepted } = judged;
  const moved = movements.filter((one) => one.column === column && one.kind !== "blanked")
    .flatMap(({ to, cause }) => to.split("\n").map((value) => ({ value, cause })));
  const arrived = fresh.flatMap(({ values }) =>
    valuesIn(values, column).map((value) => ({ value, cause: causeOf(values) }))
  );
  return [
    ...valueObservations(accepted, column, "moved", moved),
    ...valueObservations(accepted, column, "new", arrived),
    ...(column === "firstRegisteredOn" ? [ageOf(judged)] : []),
    ...levelObservations(judged, column),
  ];
}

interface Caused {
  readonly value: string;
  readonly cause: string;
}

function valueObservations(
  accepted: Tally,
  column: ValueColumn,
  group: "new" | "moved",
  all: readonly Caused[],
): Observation[] {
  const values = all.filter(({ value }) => value !== "");
  if (values.length === 0 || accepted.size(column) === 0) return [];
  const byCause = Map.groupBy(values, ({ cause }) => cause);
  const measured = [...byCause.values()].map((ofCause) => {
    const each = ofCause.map(({ value }) => accepted.measure(column, value));
    return FEATURES.map((_, at) => mean(each.map((features) => features[at] as number)));
  });
  const words = WORDED.includes(column) ? [unknownWords(accepted, column, group, values)] : [];
  if (VOCABULARIES.has(column)) return words;
  const observations = FEATURES.map((feature, at): Observation => {
    const { mean: expected, deviation } = accepted.spread(column, feature);
    const least = leastDeviation(feature, expected);
    const spread = Math.max(deviation, group === "new" && feature === "pattern" ? 0.4 : least);
    const found = measured.map((features) => features[at] as number);
    const deviations = found.map((x) => clipped((x - expected) / spread));
    const count = deviations.length;
    const likeness = 1 + (count - 1) * LIKENESS[group];
    const z = deviations.reduce((sum, x) => sum + x, 0) / Math.sqrt(count * likeness);
    return {
      column,
      statistic: { of: "values", group, feature },
      expected,
      found: mean(found),
      values: values.length,
      surprise: normalSurprise(z),
    };
  });
  return [...observations, ...words];
}

/** Words never seen before; an applicant that changes its name nearly always takes a new one. */
function unknownWords(
  accepted: Tally,
  column: ValueColumn,
  group: "new" | "moved",
  values: readonly Caused[],
): Observation {
  const least = column === "applicant" && group === "moved" ? 0.5 : 0.05;
  const expected = Math.min(0.95, Math.max(least, accepted.unseen(column)));
  const words = new Set(values.map(({ value, cause }) => `${cause}\n${value}`));
  const unknown = [...words].filter((word) => {
    return !accepted.knows(column, word.slice(word.indexOf("\n") + 1));
  });
  const surprise = shareSurprise(unknown.length, words.size, expected);
  const found = unknown.length / words.size;
  return {
    column,
    statistic: { of: "words", group },
    expected,
    found,
    values: words.size,
    surprise,
  };
}

/** New rows are young; a handful of old ones at once are somebody else's rows. */
function ageOf({ fresh, run }: Judged): Observation {
  const dated = fresh.filter(({ values }) => values.firstRegisteredOn !== null);
  const old = dated.filter(({ values }) => !isYoung(values, run)).length;
  const expected = 0.1;
  const surprise = shareSurprise(old, dated.length, expected);
  const found = dated.length === 0 ? 0 : old / dated.length;
  const statistic: Statistic = { of: "age" };
  const column = "firstRegisteredOn";
  return { column, statistic, expected, found, values: dated.length, surprise };
}

/** Where the statistics of the whole list stand, beside those of the accepted runs. */
function levelObservations(judged: Judged, column: ValueColumn): Observation[] {
  const { learned, today, accepted, fresh } = judged;
  const levels = learned.levels[column];
  if (levels === undefined || today.size(column) === 0) return [];
  // New rows may lack what the register fills in later, and a burst of them moves every mean.
  const turnover = fresh.length / Math.max(1, today.records);
  return LEVELS.map((level) => {
    const { mean: expected, squares } = levels[level];
    const learnedVariance = learned.runs > 1
      ? squares / (learned.runs - 1) * (1 + 1 / learned.runs)
      : 0;
    const spread = Math.hypot(
      Math.sqrt(learnedVariance),
      leastLevelDeviation(accepted, column, level) * (1 + 10 * turnover),
    );
    const found = levelOf(today, column, level);
    const surprise = normalSurprise((found - expected) / spread);
    const statistic: Statistic = { of: "level", level };
    return { column, statistic, expected, found, values: today.size(column), surprise };
  });
}

function leastLevelDeviation(accepted: Tally, column: ValueColumn, level: Level): number {
  if (level === "filled") return 0.03;
  if (level === "distinct") return 0.05;
  const { mean: expected, deviation } = accepted.spread(column, level);
  return 0.1 * Math.max(deviation, leastDeviation(level, expected));
}

/** No statistic is so steady that the next honest value could not differ by this much. */
function leastDeviation(feature: Feature, expected: number): number {
  switch (feature) {
    case "length":
      return Math.max(1, 0.1 * expected);
    case "words":
      return 0.5;
    case "pattern":
      return 0.1;
    default:
      return 0.05;
  }
}

function clipped(z: number): number {
  return Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, z));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / Math.max(1, numbers.length);
}
