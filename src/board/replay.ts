/**
 * Reading the archived pages of notices again with today's spec: what the log would say.
 *
 * The site is asked for nothing and nothing is written. A page that another reader reads today is
 * told as such: it is no difference, and the next visit to its notice takes it over silently.
 *
 * @module
 */

import { decode } from "../decode.ts";
import { fold } from "../normalize.ts";
import type { RecordId } from "../model.ts";
import type { KnownNotice, NoticeState } from "../notice/notice_state.ts";
import { type Archive, ArchiveFault } from "../ports.ts";
import { type NoticePage, type NoticeReader, readNoticePage } from "./read_notice.ts";

/** What came of reading again; notices by what they are. */
export interface Replayed {
  /** Read as the log has them. */
  readonly same: number;
  /** Text or files read otherwise. */
  readonly differing: readonly RecordId[];
  /** The page no longer shows its notice to this spec. */
  readonly unshown: readonly RecordId[];
  /** Read by another reader than before. */
  readonly otherReader: readonly RecordId[];
  /** The archive does not have the page any more. */
  readonly gone: readonly RecordId[];
}

/** Reads every notice that was ever opened again. */
export async function replayNotices(
  state: NoticeState,
  archive: Archive,
  reader: NoticeReader,
): Promise<Replayed> {
  let same = 0;
  const differing: RecordId[] = [];
  const unshown: RecordId[] = [];
  const otherReader: RecordId[] = [];
  const gone: RecordId[] = [];
  for (const known of state.values()) {
    const { record, notice } = known;
    if (notice.body === null) continue;
    const page = await archivedPage(known, archive, reader);
    if (page === "gone") gone.push(record);
    else if (page === null) unshown.push(record);
    else if (page.reader !== notice.reader) otherReader.push(record);
    else if (isSame(known, page)) same += 1;
    else differing.push(record);
  }
  return { same, differing, unshown, otherReader, gone };
}

function isSame({ notice }: KnownNotice, { body, attachments }: NoticePage): boolean {
  const files = (of: NoticePage["attachments"]) =>
    of.map(({ name, address }) => `${fold(name)} ${address}`).sort().join("\n");
  return fold(body) === fold(notice.body ?? "") && files(attachments) === files(notice.attachments);
}

/**
 * The page that a notice was read from, read again; `null` where it does not show the notice to
 * this reader, "gone" where the archive does not have it any more.
 */
export async function archivedPage(
  { notice: { url, title }, readIn, proof }: Pick<KnownNotice, "notice" | "readIn" | "proof">,
  archive: Archive,
  reader: NoticeReader,
): Promise<NoticePage | null | "gone"> {
  try {
    const body = await archive.body(readIn, proof.digest);
    const [kept] = await archive.snapshots(readIn, proof.digest);
    const decoded = decode(body, kept?.snapshot?.headers["content-type"] ?? null);
    return decoded.kind === "undecodable" ? null : readNoticePage(decoded.text, {
      url,
      title,
    }, reader);
  } catch (fault) {
    if (fault instanceof ArchiveFault) return "gone";
    throw fault;
  }
}
