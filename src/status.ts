/**
 * Where a source stands: what is in force, how old it is, how the last run went.
 *
 * @module
 */

import { lastAccepted, lastRun } from "./history.ts";
import type { RunId, SourceId, Verdict } from "./model.ts";
import type { EventLog } from "./ports.ts";
import type { Sentence } from "./refusal.ts";
import { hoursBetween } from "./report/compose.ts";

/** One source in `dmf status --json`, its reason still in both languages. */
export interface SourceStatus {
  readonly source: SourceId;
  /** Last sealed run. */
  readonly head: RunId | null;
  /** Last run begun. */
  readonly lastRun: RunId | null;
  /** Records in force. */
  readonly records: number;
  /** Verdict of the last run; `null` where it has none: not begun, not ended, or not read. */
  readonly verdict: Verdict | null;
  readonly words: Sentence | null;
  /** Age of the data in force. */
  readonly ageHours: number | null;
}

/** The status of one source at `now`. */
export async function statusOf(
  log: EventLog,
  source: SourceId,
  now: Temporal.Instant,
): Promise<SourceStatus> {
  const good = await lastAccepted(log, source);
  const last = await lastRun(log, source);
  return {
    source,
    head: good?.run ?? null,
    lastRun: last?.run ?? null,
    records: good?.record.records ?? 0,
    verdict: verdictOf(last),
    words: reasonOf(last),
    ageHours: good ? hoursBetween(good.record.finishedAt, now.toString()) : null,
  };
}

type Last = Awaited<ReturnType<typeof lastRun>>;

function verdictOf(last: Last): Verdict | null {
  const state = last?.record.state;
  return state === "accepted" || state === "quarantined" ? state : null;
}

function reasonOf(last: Last): Sentence | null {
  if (last === null) return null;
  switch (last.record.state) {
    case "accepted":
      return null;
    case "failed":
    case "quarantined":
      return last.record.reason;
    case "running":
      return {
        ko:
          "수집이 끝나지 않았습니다. 실행 중이거나 중단되었습니다. 다시 실행하면 이어서 수집합니다.",
        en:
          "The run has not ended: it is at work or was cut off; running again goes on from there.",
      };
  }
}
