/**
 * Opening the page of one notice: what it says now, and what it said before as the same reader has
 * it.
 *
 * @module
 */

import type { NotCrawled, WrongClock } from "../crawl.ts";
import { canonical, digestOf } from "../digest.ts";
import type { InstantText } from "../model.ts";
import { fold } from "../normalize.ts";
import type { Board } from "../notice/board_spec.ts";
import type { PageProof } from "../notice/notice.ts";
import type { KnownNotice } from "../notice/notice_state.ts";
import type { Archive } from "../ports.ts";
import type { BoardJob, Pages } from "./board_job.ts";
import { type NoticePage, publicUrl, readNoticePage, viewUrl } from "./read_notice.ts";
import { archivedPage } from "./replay.ts";

/** A notice that was opened. */
export interface Opened {
  readonly kind: "opened";
  readonly page: NoticePage;
  readonly proof: PageProof;
  readonly observedAt: InstantText;
  /** Of the response; `null` where the page is one of an earlier attempt. */
  readonly headers: Readonly<Record<string, string>> | null;
}

/** How opening ended. */
export type Opening =
  | Opened
  /** 304. */
  | { readonly kind: "not-modified"; readonly headers: Readonly<Record<string, string>> }
  /** There is no such page, or it does not show the notice. */
  | { readonly kind: "unshown" }
  | NotCrawled
  | WrongClock;

/** How a notice is asked for. */
export interface Wanted {
  readonly board: Board;
  readonly seq: string;
  /** The title that its page must show. */
  readonly title: string;
  readonly conditions?: Readonly<Record<string, string>>;
  /** Asks once more for what this run has asked for. */
  readonly anew?: boolean;
}

/** Opens a notice. */
export async function openNotice(wanted: Wanted, job: BoardJob, pages: Pages): Promise<Opening> {
  const { board, seq, title, conditions = {}, anew = false } = wanted;
  const asked = await pages.ask(viewUrl(job.spec, board, seq, job.origin), { conditions, anew });
  switch (asked.kind) {
    case "absent":
      return { kind: "unshown" };
    case "text": {
      const { text, proof, observedAt, headers } = asked;
      const url = publicUrl(job.spec, board, seq);
      const page = text === null ? null : readNoticePage(text, { url, title }, job);
      return page === null
        ? { kind: "unshown" }
        : { kind: "opened", page, proof, observedAt, headers };
    }
    default:
      return asked;
  }
}

/**
 * What a known notice said, as today's reader has it: read again from the archive where another one
 * read it. `null` where it was never read, or cannot be any more.
 */
export async function bodyBefore(
  { notice, readIn, proof }: KnownNotice,
  reader: string,
  job: BoardJob,
  archive: Archive,
): Promise<string | null> {
  if (notice.body === null || notice.reader === reader) return notice.body;
  const page = await archivedPage({ notice, readIn, proof }, archive, job);
  return page !== null && page !== "gone" && page.reader === reader ? page.body : null;
}

/** Hash of what counts of a page: text and files. */
export function contentHash({ body, attachments }: NoticePage): string {
  return digestOf(canonical([fold(body), attachments]));
}
