/**
 * What is older than anything known of a board joins its baseline: it is no news.
 *
 * Lists shift when notices are removed, and then show at their end what stood there all the time.
 *
 * @module
 */

import type { Board } from "../notice/board_spec.ts";
import type { Notice } from "../notice/notice.ts";
import type { NoticeState } from "../notice/notice_state.ts";

/** The oldest notice of a board that stood in its place, by day and number. */
export function oldestKnown(known: NoticeState, board: Board): Notice | null {
  let oldest: Notice | null = null;
  for (const { notice } of known.values()) {
    if (notice.board !== board.id || notice.pinned) continue;
    if (oldest === null || isOlder(notice, oldest)) oldest = notice;
  }
  return oldest;
}

/** Whether a notice was there before the oldest that is known: it joins the baseline. */
export function isOlder(
  one: Pick<Notice, "postedOn" | "seq">,
  oldest: Pick<Notice, "postedOn" | "seq"> | null,
): boolean {
  if (oldest === null) return false;
  if (one.postedOn !== oldest.postedOn) return one.postedOn < oldest.postedOn;
  return Number(one.seq) < Number(oldest.seq);
}
