/**
 * What an observation of a column is, and what it is made from.
 *
 * @module
 */

import type { CountedKind, Learned } from "./learned.ts";
import type { RegisterRecord, Row, RunId } from "./model.ts";
import type { Movement } from "./movements.ts";
import type { Tally } from "./statistics.ts";
import type { Feature, Level, ValueColumn } from "./value_column.ts";

/** Which observation carries an improbability. */
export type Statistic =
  | { readonly of: "causes"; readonly kind: CountedKind }
  | { readonly of: "values"; readonly group: "new" | "moved"; readonly feature: Feature }
  | { readonly of: "words"; readonly group: "new" | "moved" }
  | { readonly of: "copies" | "echoes"; readonly group: "new" | "moved" }
  | { readonly of: "age" | "future" }
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
  /** All rows of today's list, in its order. */
  readonly rows: readonly Row[];
  /** How many rows of today have each folded value of a column. */
  readonly countsOf: (column: ValueColumn) => ReadonlyMap<string, number>;
  /** The row above another one in today's list. */
  readonly above: (row: Row) => Row | undefined;
  /** What a row said in the accepted list; nothing where it is new. */
  readonly before: (row: Row) => RegisterRecord | undefined;
}

/** One value, however odd, weighs no more than this many standard deviations. */
const MOST_DEVIATIONS = 3;
/** No statistic is so steady that the next honest value could not differ by this much. */
export function leastDeviation(feature: Feature, expected: number): number {
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

/** A deviation that weighs no more than one value may. */
export function clipped(z: number): number {
  return Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, z));
}

/** The mean of some numbers, 0 of none. */
export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / Math.max(1, numbers.length);
}
