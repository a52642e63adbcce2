/**
 * What a run has to know of the past before it begins.
 *
 * @module
 */

import type { RegisterRecord, SourceId } from "./model.ts";
import type { ChangeBaseline } from "./plausibility.ts";
import type { EventLog } from "./ports.ts";
import type { Known, State } from "./state.ts";
import { loadState, readBaseline, readTerms, type TermsBaseline } from "./store.ts";

/** The sealed past of a source. */
export interface Past {
  readonly state: State;
  readonly inForce: readonly Known[];
  /** True where nothing is known yet: the first accepted list founds the baseline. */
  readonly founding: boolean;
  /**
   * Records in force by their number. A row that is not one of them as it stands may become an event,
   * and is proven while its page is at hand; `null` while founding, when no row becomes an event.
   */
  readonly expected: ReadonlyMap<string, RegisterRecord> | null;
  readonly baseline: ChangeBaseline;
  readonly terms: TermsBaseline | null;
}

/** Loads the past of a source. */
export async function recall(log: EventLog, source: SourceId): Promise<Past> {
  const state = await loadState(log, source);
  const inForce = [...state.values()].filter((known) => !known.delisted);
  const founding = state.size === 0;
  return {
    state,
    inForce,
    founding,
    expected: founding
      ? null
      : new Map(inForce.map(({ values }) => [values.registrationNumber ?? "", values])),
    baseline: await readBaseline(log, source),
    terms: await readTerms(log, source),
  };
}
