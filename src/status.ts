/**
 * Where a source stands: what is in force, how old it is, how the last run went.
 *
 * @module
 */

import { revocationOf, revokedSentence } from "./corrections.ts";
import { isHeld } from "./hold.ts";
import { driftSentence } from "./drift_words.ts";
import { lastAccepted, lastRun, readRuns } from "./history.ts";
import type { RunId, SourceId, Verdict } from "./model.ts";
import type { EventLog } from "./ports.ts";
import { isReleasable, type Sentence } from "./refusal.ts";
import { sentence } from "./refusal_words.ts";
import { hoursBetween } from "./report/compose.ts";
import { type BoundMove, type Decision, doubtsOf } from "./run_record.ts";
import { readTrouble } from "./store.ts";
import type { Trouble } from "./trouble.ts";

/** One source in `dmf status --json`, its reason still in both languages. */
export interface SourceStatus {
  readonly source: SourceId;
  /** Last sealed run. */
  readonly head: RunId | null;
  /** Last run begun. */
  readonly lastRun: RunId | null;
  /** Records in force. */
  readonly records: number;
  /** Verdict of the last run; `null` where it has none: not ended, not read, or revoked. */
  readonly verdict: Verdict | null;
  readonly words: Sentence | null;
  /** True where the last run was accepted and revoked since. */
  readonly revoked: boolean;
  /** Age of the data in force. */
  readonly ageHours: number | null;
  /** The last list where it is refused. */
  readonly refused: RefusedStatus | null;
  /** How improbable the last list was, where that was measured. */
  readonly drift: { readonly joint: number; readonly words: Sentence } | null;
  /** Bounds that the run in force moved. */
  readonly moved: readonly BoundMove[];
  /** What has stood in the way, and since when. */
  readonly trouble: Pick<Trouble, "kind" | "since"> | null;
}

/** A refused run as a person decides on it. */
export interface RefusedStatus {
  readonly run: RunId;
  /** Every doubt, the gravest first. */
  readonly doubts: readonly Sentence[];
  /** True where `dmf accept` may lift all of them. */
  readonly releasable: boolean;
  readonly rejected: Decision | null;
}

/** The status of one source at `now`. */
export async function statusOf(
  log: EventLog,
  source: SourceId,
  now: Temporal.Instant,
): Promise<SourceStatus> {
  const good = await lastAccepted(log, source);
  const last = await lastRun(log, source);
  const revoked = last && await revocationOf(log, source, last.run);
  return {
    source,
    head: good?.run ?? null,
    lastRun: last?.run ?? null,
    records: good?.records ?? 0,
    verdict: revoked ? null : verdictOf(last),
    revoked: Boolean(revoked),
    words: last && revoked
      ? revokedSentence(last.run, revoked)
      : reasonOf(last, await isHeld(log, source, now)),
    refused: refusedOf(await lastList(log, source)),
    drift: revoked ? null : driftOf(last),
    moved: good?.record.moved ?? [],
    trouble: troubleOf(await readTrouble(log, source)),
    ageHours: good ? hoursBetween(good.record.finishedAt, now.toString()) : null,
  };
}

function troubleOf(trouble: Trouble | null): SourceStatus["trouble"] {
  return trouble && { kind: trouble.kind, since: trouble.since };
}

function driftOf(last: Last): SourceStatus["drift"] {
  if (last === null || !("drift" in last.record)) return null;
  const { state, drift } = last.record;
  // "As usual" beside the reason of a refusal would read as if nothing were wrong.
  if (state === "quarantined" && drift.carriers.length === 0) return null;
  return { joint: drift.joint, words: driftSentence(drift) };
}

/** The last run that came to a list: a refused one waits also where a later run came to none. */
async function lastList(log: EventLog, source: SourceId): Promise<Last> {
  let last: Last = null;
  const { run: since } = await lastAccepted(log, source) ?? { run: null };
  for await (const { run, record } of readRuns(log, source, { since, until: null })) {
    if (record.state === "accepted" || record.state === "quarantined") last = { run, record };
  }
  return last;
}

function refusedOf(last: Last): RefusedStatus | null {
  if (last?.record.state !== "quarantined") return null;
  const { rejected = null } = last.record;
  const doubts = doubtsOf(last.record);
  return {
    run: last.run,
    doubts: doubts.map(sentence),
    releasable: doubts.every(isReleasable),
    rejected,
  };
}

type Last = Awaited<ReturnType<typeof lastRun>>;

function verdictOf(last: Last): Verdict | null {
  const state = last?.record.state;
  return state === "accepted" || state === "quarantined" ? state : null;
}

function reasonOf(last: Last, held: boolean): Sentence | null {
  if (last === null) return null;
  switch (last.record.state) {
    case "accepted":
      return null;
    case "failed":
    case "quarantined":
      return last.record.reason;
    case "running":
      return held ? UNENDED : CUT_OFF;
  }
}

/** While a lease lasts nobody can tell one at work from one that was killed a moment ago. */
const UNENDED: Sentence = {
  ko: "수집이 끝나지 않았습니다. 실행 중이거나 중단되었습니다. 다시 실행하면 이어서 수집합니다.",
  en: "The run has not ended: it is at work or was cut off; running again goes on from there.",
};

const CUT_OFF: Sentence = {
  ko: "수집이 중단되었습니다. 다시 실행하면 그동안의 변동을 모두 찾습니다.",
  en: "The run was cut off; running again finds everything that happened meanwhile.",
};
