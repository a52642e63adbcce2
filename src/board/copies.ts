/**
 * Notices that repeat one of another board: told once.
 *
 * The same title and the same text make a copy, as canonical addresses cannot: every board numbers
 * by itself. A text that is long enough may differ as far as small edits go.
 *
 * @module
 */

import type { RecordId } from "../model.ts";
import { fold } from "../normalize.ts";
import type { Notice } from "../notice/notice.ts";
import type { KnownNotice } from "../notice/notice_state.ts";
import { textChange } from "../text_change.ts";

/** Days between two postings of one text that still are one. */
const MOST_DAYS = 31;

/** The notice that this one repeats: of another board, and itself no copy. */
export function originalOf(
  notice: Pick<Notice, "board" | "title" | "body" | "postedOn">,
  known: Iterable<Pick<KnownNotice, "record" | "notice">>,
): RecordId | null {
  const { body } = notice;
  if (body === null || body === "") return null;
  const title = fold(notice.title);
  for (const { record, notice: other } of known) {
    if (other.board === notice.board || other.copyOf !== null || !other.body) continue;
    if (fold(other.title) !== title || daysBetween(other.postedOn, notice.postedOn) > MOST_DAYS) {
      continue;
    }
    if (fold(other.body) === fold(body)) return record;
    if (textChange(other.body, body).kind === "reworded") return record;
  }
  return null;
}

function daysBetween(a: string, b: string): number {
  return Math.abs(Temporal.PlainDate.from(a).until(b).total("days"));
}
