/**
 * What a run has to know of the past before it begins.
 *
 * @module
 */

import { lastAccepted } from "./history.ts";
import type { Learned } from "./learned.ts";
import type { RecordId, RegisterRecord, RunId, SourceId } from "./model.ts";
import type { ChangeBaseline } from "./plausibility.ts";
import type { EventLog } from "./ports.ts";
import type { EarlierOf } from "./returned.ts";
import type { Known, State } from "./state.ts";
import { shapesOf, Tally } from "./statistics.ts";
import {
  loadState,
  readBaseline,
  readEarlier,
  readLearned,
  readTerms,
  readTrouble,
  type TermsBaseline,
} from "./store.ts";
import { StoreFault } from "./store_fault.ts";
import type { Trouble } from "./trouble.ts";
import type { Job } from "./world.ts";

/** The sealed past of a source. */
export interface Past {
  readonly state: State;
  readonly inForce: readonly Known[];
  /** The last accepted run. */
  readonly last: { readonly run: RunId; readonly specVersion: number } | null;
  /** True where nothing is known yet: the first accepted list founds the baseline. */
  readonly founding: boolean;
  /**
   * Records in force by their number. A row that is not one of them as it stands may become an event,
   * and is proven while its page is at hand; `null` while founding, when no row becomes an event.
   */
  readonly expected: ReadonlyMap<string, RegisterRecord> | null;
  readonly baseline: ChangeBaseline;
  readonly learned: Learned;
  /** Statistics of the records in force. */
  readonly accepted: Tally;
  readonly earlierOf: EarlierOf;
  readonly terms: TermsBaseline | null;
  readonly trouble: Trouble | null;
}

/** Loads the past of a source. */
export async function recall(
  log: EventLog,
  { spec: { source }, prepared }: Pick<Job, "spec" | "prepared">,
): Promise<Past> {
  const state = await loadState(log, source);
  const inForce = [...state.values()].filter((known) => !known.delisted);
  const last = await readLast(log, source);
  const founding = state.size === 0;
  if (founding && last !== null) throw withoutRecords(last.run);
  const accepted = new Tally(shapesOf(prepared.wellFormed));
  for (const { values } of inForce) accepted.add(values);
  return {
    state,
    inForce,
    last,
    founding,
    expected: founding
      ? null
      : new Map(inForce.map(({ values }) => [values.registrationNumber ?? "", values])),
    baseline: await readBaseline(log, source),
    learned: await readLearned(log, source),
    accepted,
    earlierOf: (record: RecordId) => readEarlier(log, source, record),
    terms: await readTerms(log, source),
    trouble: await readTrouble(log, source),
  };
}

/** A register that is known must never be founded again. */
function withoutRecords(run: RunId): StoreFault {
  return new StoreFault({
    ko: `"dmf.kv" 파일에 "${run}" 실행의 목록이 없습니다. 이력에서 다시 만들려면 "dmf fsck ` +
      '--rebuild"를 실행하십시오.',
    en: `"dmf.kv" lacks the list of run "${run}"; make it anew from the log with "dmf fsck ` +
      '--rebuild"',
  });
}

async function readLast(log: EventLog, source: SourceId): Promise<Past["last"]> {
  const last = await lastAccepted(log, source);
  return last && { run: last.run, specVersion: last.specVersion };
}
