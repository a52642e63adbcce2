/**
 * The list of one board, as far as it has to be read: from the newest page back to what is known.
 *
 * The first page is read every morning and without conditions. Reading ends where the last row of a
 * page is known, for what is older is known then too, and after as many pages as the spec allows. A
 * feed is asked as a second opinion: what it names and the list does not is taken in.
 *
 * @module
 */

import type { NotCrawled, WrongClock } from "../crawl.ts";
import type { InstantText, Issue } from "../model.ts";
import type { Board } from "../notice/board_spec.ts";
import { noticeId, type PageProof } from "../notice/notice.ts";
import type { KnownNotice, NoticeState } from "../notice/notice_state.ts";
import { pageUrlOf } from "./board_address.ts";
import type { BoardJob, Pages } from "./board_job.ts";
import { doubt } from "./doubts.ts";
import { readFeed } from "./read_feed.ts";
import { type Listed, readListPage, type RefusedPage } from "./read_list.ts";

/** A notice with the page that names it. */
export interface Found extends Listed {
  readonly board: Board;
  readonly proof: PageProof;
  readonly observedAt: InstantText;
}

/** What a board lists, newest first as it stands there. */
export interface BoardList {
  readonly kind: "listed";
  readonly board: Board;
  readonly found: ReadonlyMap<string, Found>;
  /** Whether nothing of this board is known yet. */
  readonly founding: boolean;
  /** Known notices that ought to stand on the pages that were read, and do not. */
  readonly absent: readonly KnownNotice[];
  /** Proof of the list as it was read last. */
  readonly proof: PageProof;
  readonly observedAt: InstantText;
  readonly issues: readonly Issue[];
}

/** Reads what a board lists. */
export async function readBoard(
  board: Board,
  job: BoardJob,
  pages: Pages,
  known: NoticeState,
): Promise<BoardList | RefusedPage | NotCrawled | WrongClock> {
  const ofBoard = [...known.values()].filter(({ notice }) => notice.board === board.id);
  const read = await readPages(board, job, pages, known);
  if (read.kind !== "read") return read;
  const issues: Issue[] = [];
  const extra = board.feed === undefined ? [] : await askFeed(board, board.feed, job, pages);
  if (extra !== null && "kind" in extra) return extra;
  if (extra === null) {
    issues.push({ kind: "board-note", found: `${board.id}: RSS` });
  }
  // A feed reaches farther back than the pages that were read.
  for (const one of extra ?? []) {
    if (one.postedOn > read.floor && !read.found.has(one.seq)) read.found.set(one.seq, one);
  }
  const found = read.found;
  const founding = ofBoard.length === 0;
  const refusal = founding ? null : strangeness(board, found, ofBoard);
  if (refusal) return { kind: "refused", refusal };
  const absent = absentFrom(read, ofBoard);
  const tooMany = lostTooMany(board, job, absent, ofBoard, read.floor);
  if (tooMany) return { kind: "refused", refusal: tooMany };
  if (!founding && !read.reached) {
    issues.push({ kind: "board-note", found: `${board.id}: > ${job.spec.bounds.pages}` });
  }
  const { proof, observedAt } = read;
  return { kind: "listed", board, found, founding, absent, proof, observedAt, issues };
}

interface Read {
  readonly kind: "read";
  readonly found: Map<string, Found>;
  /** Day of the oldest row in its place: what is newer ought to be among the rows. */
  readonly floor: string;
  /** True where reading came to what was known, or to the end of the list. */
  readonly reached: boolean;
  readonly proof: PageProof;
  readonly observedAt: InstantText;
}

async function readPages(
  board: Board,
  job: BoardJob,
  pages: Pages,
  known: NoticeState,
): Promise<Read | RefusedPage | NotCrawled | WrongClock> {
  const { spec } = job;
  const found = new Map<string, Found>();
  const today = Temporal.PlainDate.from(job.run).add({ days: 1 }).toString();
  let total: number | null = null;
  let [rows, page] = [0, 1];
  for (;; page++) {
    const at = { spec, board, page };
    const asked = await pages.ask(pageUrlOf(job, board, page));
    if (asked.kind === "absent" || asked.kind === "not-modified") {
      const status = asked.kind === "absent" ? asked.status : 304;
      const url = pageUrlOf(job, board, page);
      return { kind: "failed", failure: { kind: "status", url, status, retryAfter: null } };
    }
    if (asked.kind !== "text") return asked;
    if (asked.text === null) return { kind: "refused", refusal: doubt.undecodable(at) };
    const read = readListPage(asked.text, at);
    if (read.kind === "refused") return read;
    const future = read.rows.find(({ postedOn }) => postedOn > today);
    if (future) {
      const refusal = doubt.futureDate(at, future.seq, future.postedOn, job.run);
      return { kind: "refused", refusal };
    }
    const inPlace = read.rows.filter(({ pinned }) => !pinned);
    const fresh = inPlace.filter(({ seq }) => !found.has(seq) || found.get(seq)?.pinned);
    if (page > 1 && fresh.length === 0) {
      return { kind: "refused", refusal: doubt.repeatedPage(at) };
    }
    const { statedTotal } = read;
    // One notice may be posted while the list is read; more is another list.
    if (total !== null && statedTotal !== null && Math.abs(total - statedTotal) > 1) {
      return { kind: "refused", refusal: doubt.totalMoved(at, total, statedTotal) };
    }
    total ??= statedTotal;
    const due = total === null ? 1 : Math.min(spec.list.pageSize, total - rows);
    if (inPlace.length < due) {
      return { kind: "refused", refusal: doubt.shortPage(at, due, inPlace.length) };
    }
    rows += inPlace.length;
    const { proof, observedAt } = asked;
    for (const row of read.rows) {
      const before = found.get(row.seq);
      if (before && !before.pinned) continue;
      found.set(row.seq, { ...row, board, proof, observedAt });
    }
    const last = inPlace.at(-1) ?? read.rows.at(-1) as Listed;
    const isEnd = total !== null ? rows >= total : inPlace.length < spec.list.pageSize;
    const reached = known.has(noticeId(board.id, last.seq)) || isEnd;
    if (!reached && page < spec.bounds.pages) continue;
    return { kind: "read", found, floor: last.postedOn, reached, proof, observedAt };
  }
}

/** What a feed names; `null` where it cannot be read, whatever the reason: the list counts. */
async function askFeed(
  board: Board,
  feed: string,
  { spec, origin }: BoardJob,
  pages: Pages,
): Promise<readonly Found[] | null | WrongClock> {
  const asked = await pages.ask(new URL(feed, origin).href, { feed: true });
  if (asked.kind === "wrong-clock") return asked;
  if (asked.kind !== "text" || asked.text === null) return null;
  const { proof, observedAt } = asked;
  return readFeed(asked.text, spec)?.map((one) => ({ ...one, board, proof, observedAt })) ?? null;
}

/** No known notice at all, though the days overlap: no long absence explains that. */
function strangeness(
  board: Board,
  found: ReadonlyMap<string, Found>,
  ofBoard: readonly KnownNotice[],
) {
  if (ofBoard.some(({ notice }) => found.has(notice.seq))) return null;
  const newest = ofBoard.map(({ notice }) => notice.postedOn).toSorted().at(-1) as string;
  const overlap = [...found.values()].some(({ postedOn, pinned }) => !pinned && postedOn < newest);
  return overlap ? doubt.strange(board, newest) : null;
}

/**
 * Known notices newer than the last row that was read, for lists are ordered by day of posting; and
 * those that were missing before, which by now may be too old for these pages.
 */
function absentFrom({ found, floor }: Read, ofBoard: readonly KnownNotice[]): KnownNotice[] {
  return ofBoard.filter(({ notice, delisted, missing }) =>
    !delisted && (missing !== null || notice.postedOn > floor) && !found.has(notice.seq)
  );
}

function lostTooMany(
  board: Board,
  { spec }: BoardJob,
  absent: readonly KnownNotice[],
  ofBoard: readonly KnownNotice[],
  floor: string,
) {
  const due = ofBoard.filter(({ notice, delisted }) => !delisted && notice.postedOn > floor).length;
  const { rows, share } = spec.bounds.lost;
  const allowed = Math.max(rows, Math.floor(share * due));
  // What is missing already was looked at before.
  const lost = absent.filter(({ missing }) => missing === null);
  if (lost.length <= allowed) return null;
  return doubt.lost(board, allowed, lost.length, lost[0]?.notice.title ?? "");
}
