/**
 * When a notice is gone: never because a list lacks it, for lists are paged by time.
 *
 * A known notice that ought to stand on the pages that were read, and does not, is asked for at its
 * own address. Where that does not show it either, while another notice is shown at its, it is
 * missing; where the same is found on another day, it is delisted. A notice that has left the pages
 * by its age is never asked for.
 *
 * @module
 */

import type { Halted, Looking } from "./look.ts";
import { openNotice } from "./open_notice.ts";
import type { BoardList } from "./read_board.ts";

/** Looks for what a list lacks. */
export async function lookForMissing(list: BoardList, looking: Looking): Promise<Halted | null> {
  const { board, absent, proof, observedAt } = list;
  let works: boolean | null = null;
  for (const known of absent) {
    const halted = await looking.again(known, board, true);
    if (halted !== null && halted !== "unshown") return halted;
    const { record, missing, notice } = known;
    const entry = { record, observedAt, evidence: proof };
    if (halted === null) {
      if (missing) looking.entries.push({ kind: "notice-sighted", ...entry });
      continue;
    }
    if (works === null) {
      const shown = await showsNotices(list, looking);
      if (typeof shown !== "boolean") return shown;
      works = shown;
    }
    if (!works) {
      // A site that shows no notice at all says nothing of this one.
      looking.issues.push({ kind: "board-note", found: `${record}: ${notice.title}` });
    } else if (missing === null) {
      const since = looking.job.run;
      looking.entries.push({ kind: "notice-missed", since, misses: 1, ...entry });
    } else {
      looking.entries.push({ kind: "notice-delisted", ...entry });
    }
  }
  return null;
}

/** Whether the pages of notices work: one that the list names must be shown. */
async function showsNotices(
  { found }: BoardList,
  { job, pages }: Looking,
): Promise<boolean | Halted> {
  const [control] = found.values();
  if (control === undefined) return false;
  const opening = await openNotice(control, job, pages);
  switch (opening.kind) {
    case "opened":
      return true;
    case "unshown":
    case "not-modified":
      return false;
    default:
      return opening;
  }
}
