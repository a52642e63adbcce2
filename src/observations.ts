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

import { causesOf, COUNTED, expectedCauses, levelOf, levelsToCompare } from "./learned.ts";
import { causeOf } from "./movements.ts";
import {
  clipped,
  type Judged,
  leastDeviation,
  mean,
  type Observation,
  type Statistic,
} from "./observation.ts";
import { copies, echoes } from "./repetition.ts";
import { type Tally, valuesIn } from "./statistics.ts";
import { countSurprise, normalSurprise } from "./surprise.ts";
import { ageOf, futureOf, valueObservations } from "./value_observations.ts";
import { type Feature, FEATURES, type Level, type ValueColumn } from "./value_column.ts";

/** How many causes moved the columns of one field. */
export function counted(
  { movements, learned, accepted, days }: Judged,
  columns: readonly ValueColumn[],
): Observation[] {
  return COUNTED.map((kind) => {
    const found = causesOf(movements, columns, kind);
    const own = columns.map((column) => causesOf(movements, [column], kind));
    const column = columns[own.indexOf(Math.max(...own))] as ValueColumn;
    // Names, addresses and countries of sites move together: their rates are one, not three.
    const rates = columns.map((one) => expectedCauses(learned, accepted.records, one, kind));
    const expected = days * Math.max(...rates);
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
    ...copies(judged, column, "moved", moved),
    ...copies(judged, column, "new", arrived),
    ...echoes(judged, column, "moved"),
    ...echoes(judged, column, "new"),
    ...(column === "firstRegisteredOn" ? [ageOf(judged), futureOf(judged)] : []),
    ...levelObservations(judged, column),
  ];
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
  // A column that was blank has no mean to be moved: that it is filled is what there is to see.
  const moved = accepted.size(column) === 0
    ? 0
    : movements.filter((one) => one.column === column).length;
  const turnover = (fresh.length + moved) / Math.max(1, today.records);
  return levelsToCompare(accepted, column).flatMap((level): Observation[] => {
    const known = levels[level];
    if (known === undefined) return [];
    const { mean: expected, squares, runs = learned.runs } = known;
    const learnedVariance = runs > 1 ? squares / (runs - 1) * (1 + 1 / runs) : 0;
    const least = leastLevelDeviation(accepted, column, level);
    const spread = Math.hypot(Math.sqrt(learnedVariance), least * (1 + 10 * turnover));
    const found = levelOf(today, column, level);
    const steady = level === "filled" || level === "distinct"
      ? found
      : levelOf(accepted, column, level) + clippedShift(judged, column, level);
    const surprise = normalSurprise((steady - expected) / spread);
    const statistic: Statistic = { of: "level", level };
    return [{ column, statistic, expected, found, values: today.size(column), surprise }];
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
  // What a few values have in common is hardly steadier than one of them.
  const unsteadiness = Math.max(0.1, 1 / Math.sqrt(Math.max(1, accepted.size(column))));
  if (level === "distinct") return 0.5 * unsteadiness;
  const { mean: expected, deviation } = accepted.spread(column, level);
  return unsteadiness * Math.max(deviation, leastDeviation(level, expected));
}
