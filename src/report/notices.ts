/**
 * What a report says of notices: those that a person should see, with what happened to them.
 *
 * @module
 */

import type { InstantText, Issue, RecordId, RunId, Verdict } from "../model.ts";
import type { BoardSpec } from "../notice/board_spec.ts";
import type { NoticeChange, NoticesShown, ShownNotice } from "../notice/notice.ts";
import type { NoticeState } from "../notice/notice_state.ts";
import { relevantWords } from "../notice/relevance.ts";
import type { Sentence } from "../refusal.ts";

/** One run of a source of boards, for its files. */
export interface NoticeReport extends Omit<NoticesShown, "run"> {
  readonly source: string;
  readonly run: RunId;
  readonly verdict: Verdict;
  readonly reason: Sentence | null;
  readonly baseline: boolean;
  readonly startedAt: InstantText;
  readonly finishedAt: InstantText;
  readonly pages: number;
  readonly requests: number;
  readonly specVersion: number;
  readonly lastGood: RunId | null;
  readonly records: number;
  readonly changes: readonly NoticeChange[];
  /** What a person should look at. */
  readonly issues: readonly Issue[];
}

/** Days for which a notice is shown; one about the register is shown for a year. */
const DAYS_SHOWN = 30;
const DAYS_RELEVANT = 365;

/** The notices to be shown as of a run: about the register first, the newest first. */
export function shownNotices(
  state: NoticeState,
  changes: readonly NoticeChange[],
  spec: BoardSpec,
  run: RunId,
): readonly ShownNotice[] {
  const nameOf = new Map(spec.boards.map(({ id, name }) => [id, name]));
  const named = (board: string): Sentence => nameOf.get(board) ?? { ko: board, en: board };
  const changeOf = new Map(changes.map((change) => [change.record, change]));
  const copies = Map.groupBy(
    [...state.values()].filter(({ notice }) => notice.copyOf !== null),
    ({ notice }) => notice.copyOf as RecordId,
  );
  const shown: ShownNotice[] = [];
  for (const { record, notice, since, changed, delisted, missing } of state.values()) {
    const change = changeOf.get(record) ?? null;
    if (notice.copyOf !== null || (delisted && change === null)) continue;
    const relevant = relevantWords(notice, spec);
    const days = relevant.length > 0 ? DAYS_RELEVANT : DAYS_SHOWN;
    const first = Temporal.PlainDate.from(run).subtract({ days }).toString();
    if (change === null && notice.postedOn < first && changed < first) continue;
    const others = copies.get(record)?.map((copy) => copy.notice.board) ?? [];
    shown.push({
      record,
      notice,
      boards: [...new Set([notice.board, ...others])].map(named),
      relevant,
      change,
      since,
      missingSince: missing?.since ?? null,
    });
  }
  return shown.toSorted(inOrder);
}

function inOrder(a: ShownNotice, b: ShownNotice): number {
  return Number(b.relevant.length > 0) - Number(a.relevant.length > 0) ||
    Number(b.change !== null) - Number(a.change !== null) ||
    descending(a.notice.postedOn, b.notice.postedOn) || descending(a.record, b.record);
}

function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
