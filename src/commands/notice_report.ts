/**
 * The report of one run of boards, from the store.
 *
 * @module
 */

import type { DataFolder } from "../desk.ts";
import { lastAccepted } from "../history.ts";
import type { RunId } from "../model.ts";
import type { BoardSpec } from "../notice/board_spec.ts";
import { readNoticeChanges, readNotices } from "../notice/notice_state.ts";
import { type NoticeReport, shownNotices } from "../report/notices.ts";
import type { Accepted, Quarantined } from "../run_record.ts";

/** Puts the report together; of a refused run it shows what stays in force. */
export async function noticeReport(
  { log }: Pick<DataFolder, "log">,
  spec: BoardSpec,
  run: RunId,
  record: Accepted | Quarantined,
): Promise<NoticeReport> {
  const isAccepted = record.state === "accepted";
  const lastGood = isAccepted ? run : (await lastAccepted(log, spec.source))?.run ?? null;
  const state = await readNotices(log, spec.source, isAccepted ? run : null);
  const changes = isAccepted ? await readNoticeChanges(log, spec, { since: run, until: run }) : [];
  const { startedAt, finishedAt, pages, requests, specVersion } = record;
  return {
    source: spec.source,
    name: spec.name,
    run,
    verdict: record.state,
    reason: isAccepted ? null : record.reason,
    baseline: isAccepted && record.baseline,
    ...{ startedAt, finishedAt, pages, requests, specVersion },
    lastGood,
    records: [...state.values()].filter(({ delisted }) => !delisted).length,
    changes,
    issues: record.issues,
    notices: shownNotices(state, changes, spec, run),
  };
}
