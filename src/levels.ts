/**
 * Where the statistics of a list may lie whatever the past: what a first list is measured by.
 *
 * The bounds stand in the selector spec and were taken from rows of the publisher; a list of fewer
 * than fifty rows is too small for them.
 *
 * @module
 */

import { LEVEL_WORDS } from "./drift_words.ts";
import { levelOf } from "./learned.ts";
import type { Refusal } from "./refusal.ts";
import type { SelectorSpec } from "./selector_spec.ts";
import type { Tally } from "./statistics.ts";
import { columnLabels, type Level, type ValueColumn } from "./value_column.ts";

const FEWEST_RECORDS = 50;

/** The statistics of a list that lie outside their bounds. */
export function levelsOutside(
  { bounds }: Pick<SelectorSpec, "bounds">,
  today: Tally,
): Refusal[] {
  if (today.records < FEWEST_RECORDS) return [];
  const doubts: Refusal[] = [];
  for (const [column, levels] of Object.entries(bounds.levels ?? {})) {
    for (const [level, [min, max]] of Object.entries(levels)) {
      const found = levelOf(today, column as ValueColumn, level as Level);
      if (found >= min && found <= max) continue;
      const label = columnLabels(column as ValueColumn).ko;
      const statistic = LEVEL_WORDS[level as Level];
      doubts.push({ kind: "level-outside", label, statistic, min, max, found });
    }
  }
  return doubts;
}
