/**
 * What is strange about a column, observation by observation.
 *
 * How many causes moved it (against what accepted days show), what its new values look like
 * (against the values of the accepted list), and where its statistics stand (against those of
 * accepted runs). Each observation knows how few values it has seen. What they amount to together
 * is decided in `drift.ts`.
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

/** One value, however odd, weighs no more than this many standard deviations. */
const MOST_DEVIATIONS = 3;
/** Correlation of values that come on one day: new rows come in kinds, corrections hardly do. */
const LIKENESS = { new: 0.15, moved: 0.05 } as const;
/** Columns of a few fixed words: how long or how Korean those are tells nothing. */
const VOCABULARIES: ReadonlySet<ValueColumn> = new Set<ValueColumn>(["status", "noticeCategory"]);

/** How many causes moved a column. */
export function counted(
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
export function looked(judged: Judged, column: ValueColumn): Observation[] {
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

/**
 * Where the statistics of the whole list stand, beside those of the accepted runs. One value counts
 * for no more than three deviations here too: a single endless cell moves a mean, and is no drift.
 */
function levelObservations(judged: Judged, column: ValueColumn): Observation[] {
  const { learned, today, accepted, fresh, movements } = judged;
  const levels = learned.levels[column];
  if (levels === undefined || today.size(column) === 0) return [];
  // New rows may lack what the register fills in later, and many changes move every mean.
  const moved = movements.filter((one) => one.column === column);
  const turnover = (fresh.length + moved.length) / Math.max(1, today.records);
  return LEVELS.map((level) => {
    const { mean: expected, squares } = levels[level];
    const learnedVariance = learned.runs > 1
      ? squares / (learned.runs - 1) * (1 + 1 / learned.runs)
      : 0;
    const least = leastLevelDeviation(accepted, column, level);
    const spread = Math.hypot(Math.sqrt(learnedVariance), least * (1 + 10 * turnover));
    const found = levelOf(today, column, level);
    const steady = level === "filled" || level === "distinct"
      ? found
      : levelOf(accepted, column, level) + clippedShift(judged, column, level);
    const surprise = normalSurprise((steady - expected) / spread);
    const statistic: Statistic = { of: "level", level };
    return { column, statistic, expected, found, values: today.size(column), surprise };
  });
}

/** How far today's values move a mean, each of them by three deviations at most. */
function clippedShift(
  { accepted, today, movements, fresh }: Judged,
  column: ValueColumn,
  feature: Feature,
): number {
  const { mean: usual, deviation } = accepted.spread(column, feature);
  const spread = Math.max(deviation, leastDeviation(feature, usual));
  const at = FEATURES.indexOf(feature);
  const measured = (text: string) => {
    const values = text.split("\n").filter((value) => value !== "");
    return values.length === 0
      ? usual
      : mean(values.map((value) => accepted.measure(column, value)[at] as number));
  };
  let shift = 0;
  for (const { column: moved, from, to } of movements) {
    if (moved === column) shift += clipped((measured(to) - measured(from)) / spread);
  }
  for (const { values } of fresh) {
    shift += clipped((measured(valuesIn(values, column).join("\n")) - usual) / spread);
  }
  return shift * spread / Math.max(1, today.size(column));
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
