/**
 * Which entries count: those of each accepted run, or what a correction put in their place.
 *
 * The log only grows. A run that turned out wrong keeps its entries and its seal; a correction,
 * sealed behind it, says what stands in their place. Every fold of the log goes through here, so
 * that lists, versions, events and proofs agree on it. How a correction is sealed is decided in
 * `correct.ts`.
 *
 * @module
 */

import { headKey, runKey } from "./keys.ts";
import type { RunId, SourceId } from "./model.ts";
import type { EventLog } from "./ports.ts";
import type { Sentence } from "./refusal.ts";
import type { Accepted, Corrected, Head, Replacement } from "./run_record.ts";
import { runsBack } from "./store.ts";

/** Where the entries of an accepted run are read. */
export interface Place {
  /** The run itself, or the correction that speaks for it. */
  readonly at: RunId;
  /** Index of its first entry there. */
  readonly from: number;
  readonly entries: number;
}

/** What speaks for a corrected run. */
export interface Corrector extends Replacement, Pick<Corrected, "specVersion"> {
  readonly by: RunId;
}

/** Corrected runs, each with the last correction that speaks for it. */
export type Corrections = ReadonlyMap<RunId, Corrector>;

/** The corrections of a source that are sealed under a head. */
export async function readCorrections(
  log: Pick<EventLog, "get">,
  source: SourceId,
  head: Head | null,
): Promise<Corrections> {
  const corrected = new Map<RunId, Corrector>();
  for (const by of head?.corrections ?? []) {
    const { replaces, specVersion } = (await log.get(runKey(source, by))).value as Corrected;
    for (const one of replaces) corrected.set(one.run, { ...one, by, specVersion });
  }
  return corrected;
}

/** The correction that revoked a run, or `null`. */
export async function revocationOf(
  log: Pick<EventLog, "get">,
  source: SourceId,
  run: RunId,
): Promise<Corrected | null> {
  const head = (await log.get(headKey(source))).value as Head | null;
  const corrected = (await readCorrections(log, source, head)).get(run);
  if (!corrected?.revoked) return null;
  return (await log.get(runKey(source, corrected.by))).value as Corrected;
}

/** Corrections sealed after the last accepted run before `run`, oldest first. */
export async function readCorrected(
  log: EventLog,
  source: SourceId,
  run: RunId,
): Promise<Corrected[]> {
  const corrected: Corrected[] = [];
  for await (const { record } of runsBack(log, source, run)) {
    if (record.state === "accepted") break;
    if (record.state === "corrected") corrected.unshift(record);
  }
  return corrected;
}

/** Says that a run counts no more, and why. */
export function revokedSentence(run: RunId, { reason, by }: Corrected): Sentence {
  const who = by === null ? "" : `, ${by}`;
  return {
    ko:
      `"${run}" 실행은 철회되었습니다(이유: ${reason}${who}). 그날은 다시 수집하지 않으며, 다음 ` +
      "날의 수집이 그동안의 변동을 모두 찾습니다.",
    en: `Run "${run}" was revoked (${reason}${who}); that day is not crawled again, the crawl of ` +
      "the next day finds everything that happened meanwhile",
  };
}

/** Says which runs a correction replaced, and why. */
export function correctionSentence(correction: Corrected): Sentence {
  const { kind, specVersion, replaces, reason, by } = correction;
  const [first, last] = [replaces[0]?.run ?? "", replaces.at(-1)?.run ?? ""];
  const span = first === last ? `"${first}"` : `"${first}"~"${last}"`;
  const who = by === null ? reason : `${reason}, ${by}`;
  const count = replaces.length;
  if (kind === "revoked") {
    return {
      ko:
        `${span} 실행 ${count}건이 철회되었습니다(이유: ${who}). 그 보고서는 더 이상 맞지 않습니다.`,
      en: `${count === 1 ? "Run" : `${count} runs,`} ${span}${
        count === 1 ? " was" : ", were"
      } revoked (${who}); what was reported then no longer counts`,
    };
  }
  return {
    ko: `${span} 실행 ${count}건을 선택자 버전 ${specVersion} 기준으로 다시 읽어 바로잡았습니다` +
      `(이유: ${who}). 그 보고서와 다른 값은 지금 값이 맞습니다.`,
    en:
      `${count === 1 ? "Run" : `${count} runs,`} ${span}${
        count === 1 ? " was" : ", were"
      } read again with selector spec ${specVersion} (${who}); where a report of then differs, ` +
      "what stands now is right",
  };
}

/** The run that an entry of a correction speaks for, or `null`. */
export function correctedBy({ replaces }: Corrected, index: number): RunId | null {
  const one = replaces.find(({ from, entries }) => index >= from && index < from + entries);
  return one?.run ?? null;
}

/** Where the entries of an accepted run are, all corrections considered. */
export function placeOf(
  corrections: Corrections,
  run: RunId,
  { entries }: Pick<Accepted, "entries">,
): Place {
  const corrected = corrections.get(run);
  if (!corrected) return { at: run, from: 0, entries };
  return { at: corrected.by, from: corrected.from, entries: corrected.entries };
}
