/**
 * What accepted runs have taught of a source: the levels its statistics stay at, and how many
 * causes move a column in a day.
 *
 * Only an accepted run teaches. What is too far from what was learned is decided in `drift.ts`.
 *
 * @module
 */

import type { Movement, MovementKind } from "./movements.ts";
import type { Tally } from "./statistics.ts";
import { type Level, LEVELS, VALUE_COLUMNS, type ValueColumn } from "./value_column.ts";

/** Mean of a level over the accepted runs, and the sum of squared distances from it (Welford). */
export interface LearnedLevel {
  readonly mean: number;
  readonly squares: number;
  /** Accepted runs whose list had something to measure; all that taught where it is not said. */
  readonly runs?: number;
}

/** The levels of one column; one that had no value yet has no look. */
export type LearnedLevels = Readonly<Partial<Record<Level, LearnedLevel>>>;

/** Causes a day, older days counting less. */
export interface LearnedRate {
  readonly causes: number;
  readonly days: number;
}

/** Kinds of movement that are counted against their rate. */
export type CountedKind = Exclude<MovementKind, "progress" | "grown">;
export const COUNTED: readonly CountedKind[] = ["changed", "renewed", "completed", "blanked"];

/** Everything learned of a source; a value at rest in the store. */
export interface Learned {
  /** Accepted runs that taught. */
  readonly runs: number;
  /** Days up to the last accepted run on which nothing moved: what comes next may be theirs. */
  readonly quietDays: number;
  readonly levels: Readonly<Partial<Record<ValueColumn, LearnedLevels>>>;
  readonly rates: Readonly<Partial<Record<`${ValueColumn} ${CountedKind}`, LearnedRate>>>;
}

/** Before the first accepted run. */
export const NOTHING_LEARNED: Learned = { runs: 0, quietDays: 0, levels: {}, rates: {} };

/** Whether a stored value can be what accepted runs have taught: every number is one. */
export function isLearned(value: unknown): value is Learned {
  const { runs, quietDays, levels, rates } = value as Learned;
  const measured = Object.values(levels ?? {}).flatMap((column) => Object.values(column ?? {}));
  const numbers = [
    runs,
    quietDays,
    ...measured.flatMap((level) => [level?.mean, level?.squares, level?.runs ?? 1]),
    ...Object.values(rates ?? {}).flatMap((rate) => [rate?.causes, rate?.days]),
  ];
  return numbers.every((number) => typeof number === "number" && Number.isFinite(number));
}

/** A day counts a thirtieth less with every day that follows. */
const FADING = 1 - 1 / 30;
/** How much more often than a change a movement of each kind comes, before anything is learned. */
const WEIGHTS: Readonly<Record<CountedKind, number>> = {
  changed: 1,
  renewed: 3,
  completed: 1,
  blanked: 0.3,
};
/** The prior weighs as much as two days. */
const PRIOR_DAYS = 2;

/** The level of a statistic in a list. */
export function levelOf(tally: Tally, column: ValueColumn, level: Level): number {
  if (level === "filled") return tally.filled(column);
  if (level === "distinct") return tally.distinct(column);
  return tally.spread(column, level).mean;
}

/** Levels that can be compared: of a column without values only that it has none. */
export function levelsToCompare(tally: Tally, column: ValueColumn): readonly Level[] {
  return tally.size(column) === 0 ? ["filled"] : LEVELS;
}

/** How many different causes moved any of some columns in one way. */
export function causesOf(
  movements: readonly Movement[],
  columns: readonly ValueColumn[],
  kind: CountedKind,
): number {
  const moved = movements.filter((movement) =>
    columns.includes(movement.column) && movement.kind === kind
  );
  return new Set(moved.map(({ cause }) => cause)).size;
}

/**
 * Causes a day to expect in a list of `records`, never below what the smallest register shows by
 * chance: a column that has been quiet for a year may still be corrected three times on one day.
 */
export function expectedCauses(
  learned: Learned,
  records: number,
  column: ValueColumn,
  kind: CountedKind,
): number {
  const prior = Math.max(0.3, records / 1000) * WEIGHTS[kind];
  const { causes, days } = learned.rates[`${column} ${kind}`] ?? { causes: 0, days: 0 };
  return Math.max(0.8 * prior, (prior * PRIOR_DAYS + causes) / (PRIOR_DAYS + days));
}

/** An accepted list that teaches; the founding list teaches levels only. */
export interface Lesson {
  readonly today: Tally;
  readonly movements: readonly Movement[];
  /** Days since the accepted list before, and whether nothing at all moved on them. */
  readonly days: number;
  readonly quiet: boolean;
  readonly founding: boolean;
}

/** What is known after one more accepted run. */
export function learn(
  learned: Learned,
  { today, movements, days, quiet, founding }: Lesson,
): Learned {
  const runs = learned.runs + 1;
  const levels: Partial<Record<ValueColumn, LearnedLevels>> = {};
  const rates = { ...learned.rates };
  for (const column of VALUE_COLUMNS) {
    levels[column] = {
      ...learned.levels[column],
      ...Object.fromEntries(
        levelsToCompare(today, column).map((level) => {
          const before = learned.levels[column]?.[level];
          return [level, add(before, levelOf(today, column, level), learned.runs)];
        }),
      ),
    };
    if (founding) continue;
    for (const kind of COUNTED) {
      const rate = rates[`${column} ${kind}`] ?? { causes: 0, days: 0 };
      rates[`${column} ${kind}`] = {
        causes: rate.causes * FADING + causesOf(movements, [column], kind),
        days: rate.days * FADING + 1,
      };
    }
  }
  return { runs, quietDays: quiet ? learned.quietDays + days : 0, levels, rates };
}

function add(before: LearnedLevel | undefined, value: number, taught: number): LearnedLevel {
  if (before === undefined) return { mean: value, squares: 0, runs: 1 };
  const runs = (before.runs ?? taught) + 1;
  const distance = value - before.mean;
  const mean = before.mean + distance / runs;
  return { mean, squares: before.squares + distance * (value - mean), runs };
}
