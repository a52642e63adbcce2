/**
 * What accepted runs would have taught, folded from their entries: where history is corrected, what
 * was learned from it is corrected with it.
 *
 * Everything that a run teaches stands in the log: which cells moved, who moved them, what the list
 * came to. Nothing is read from the archive.
 *
 * @module
 */

import { type Compared, fieldChanges } from "./diff.ts";
import { learn, type Learned, NOTHING_LEARNED } from "./learned.ts";
import type { LogEntry } from "./log.ts";
import type { RecordId, Row, RunId } from "./model.ts";
import { movementsOf } from "./movements.ts";
import { fold } from "./normalize.ts";
import { type ChangeBaseline, countChanges, extend, NO_BASELINE } from "./plausibility.ts";
import { applyAll, type Known, type State } from "./state.ts";
import { shapesOf, Tally } from "./statistics.ts";
import type { ValueColumn } from "./value_column.ts";
import { countsIn, daysSince } from "./verify.ts";

/** An accepted run with the entries that count of it. */
export interface Counted {
  readonly run: RunId;
  readonly entries: readonly LogEntry[];
}

/** What a history comes to. */
export interface Relearned {
  /** Records in force after each run. */
  readonly records: ReadonlyMap<RunId, number>;
  readonly change: ChangeBaseline;
  readonly statistics: Learned;
}

/** Folds a history from its founding on; throws where it contradicts itself. */
export async function relearn(
  history: AsyncIterable<Counted>,
  wellFormed: RegExp,
): Promise<Relearned> {
  const state: State = new Map();
  const inForce = new Tally(shapesOf(wellFormed));
  const records = new Map<RunId, number>();
  let [change, statistics, last]: [ChangeBaseline, Learned, RunId | null] = [
    NO_BASELINE,
    NOTHING_LEARNED,
    null,
  ];
  for await (const { run, entries } of history) {
    const founding = state.size === 0;
    const before = new Map(entries.map(({ record }) => [record, state.get(record)]));
    applyAll(state, entries, run);
    const day = dayOf(entries, before, state);
    for (const { known, row } of day.compared) {
      if (!known.delisted) inForce.remove(known.values);
      inForce.add(row.values);
    }
    for (const { values } of day.fresh) inForce.add(values);
    const countsOf = countsIn([...state.values()].filter(isListed));
    const isKnown = (column: ValueColumn, value: string) =>
      (countsOf(column).get(fold(value)) ?? 0) > 1;
    const movements = movementsOf(day.compared, run, isKnown);
    const days = daysSince(last, run, statistics.quietDays);
    const quiet = !founding && movements.length === 0 && day.fresh.length === 0;
    statistics = learn(statistics, { today: inForce, movements, days, quiet, founding });
    change = founding
      ? { ...NO_BASELINE, runs: 1 }
      : extend(change, countChanges(day, day.compared));
    for (const { values } of day.departed) inForce.remove(values);
    records.set(run, [...state.values()].filter(({ delisted }) => !delisted).length);
    last = run;
  }
  return { records, change, statistics };
}

function isListed({ delisted, missing }: Known): boolean {
  return !delisted && missing === null;
}

/** What a run showed, in the shapes in which it was judged. */
interface Day {
  readonly compared: readonly Compared[];
  readonly fresh: readonly Row[];
  readonly absent: readonly Known[];
  readonly departed: readonly Known[];
}

function dayOf(
  entries: readonly LogEntry[],
  before: ReadonlyMap<RecordId, Known | undefined>,
  after: State,
): Day {
  const byRecord = Map.groupBy(entries, ({ record }) => record);
  const compared: Compared[] = [];
  const fresh: Row[] = [];
  const absent: Known[] = [];
  const departed: Known[] = [];
  for (const [record, known] of before) {
    const kinds = new Set(byRecord.get(record)?.map(({ kind }) => kind));
    const row = rowOf(after.get(record) as Known);
    if (known === undefined) fresh.push(row);
    else if (kinds.has("missed") || kinds.has("delisted")) absent.push(known);
    else {
      const fields = fieldChanges(known.values, row.values);
      if (known.delisted || Object.keys(fields).length > 0) compared.push({ known, row, fields });
    }
    if (known && kinds.has("delisted")) departed.push(known);
  }
  return { compared, fresh, absent, departed };
}

/** A row of which only the content counts any more. */
function rowOf({ values, raw }: Known): Row {
  const position = { page: 0, row: 0, url: "", digest: "", observedAt: "" } as Row["position"];
  return { rowNumber: null, values, raw, unknown: {}, position };
}
