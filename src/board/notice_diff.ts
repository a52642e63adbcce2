/**
 * What became of a notice between two readings of its page.
 *
 * Bodies are compared as they are folded, so that notation is no change, and only where one reader
 * read both: another model that draws other borders has seen nothing change. How far a text moved is
 * said by its SimHash and by its words (`text_change.ts`).
 *
 * @module
 */

import { fold, saysLess } from "../normalize.ts";
import type { Attachment, Notice, NoticeChanges } from "../notice/notice.ts";
import { textChange } from "../text_change.ts";

/** What is compared of a notice. */
export type Compared = Pick<Notice, "title" | "postedOn" | "body" | "attachments">;

/** The changes from one reading to the next; `null` where nothing changed. */
export function noticeChanges(before: Compared, after: Compared): NoticeChanges | null {
  const fields: NoticeChanges = {
    ...(isChanged(before.title, after.title)
      ? { title: { from: before.title, to: after.title } }
      : {}),
    ...(before.postedOn === after.postedOn
      ? {}
      : { postedOn: { from: before.postedOn, to: after.postedOn } }),
    ...bodyChange(before.body, after.body),
    ...(sameFiles(before.attachments, after.attachments)
      ? {}
      : { attachments: { from: before.attachments, to: after.attachments } }),
  };
  return Object.keys(fields).length === 0 ? null : fields;
}

/** Whether a title says something else; one that is cut says less, and nothing else. */
export function isChanged(before: string, after: string): boolean {
  return fold(before) !== fold(after) && !saysLess(before, after) && !saysLess(after, before);
}

/** A text that was not read, before or now, did not change. */
function bodyChange(
  before: string | null,
  after: string | null,
): Pick<NoticeChanges, "body"> {
  if (before === null || after === null || fold(before) === fold(after)) return {};
  const { kind, distance } = textChange(before, after);
  return { body: { from: before, to: after, kind, distance } };
}

/** Files have no order; a counter in an address is no other file where the name stays. */
function sameFiles(before: readonly Attachment[], after: readonly Attachment[]): boolean {
  return filesText(before) === filesText(after);
}

function filesText(files: readonly Attachment[]): string {
  return files.map(({ name, address }) => `${fold(name)} ${address}`).sort().join("\n");
}
