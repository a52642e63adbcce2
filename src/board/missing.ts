/**
 * When a notice is gone: never because a list lacks it, for lists are paged by time.
 *
 * A known notice that ought to stand on the pages that were read, and does not, is asked for at its
 * own address. Where that does not show it either, it is missing; where the same is found on another
 * day, it is delisted. A notice that has left the pages by its age is never asked for.
 *
 * @module
 */

import type { Halted, Looking } from "./look.ts";
import type { BoardList } from "./read_board.ts";

/** Looks for what a list lacks. */
export async function lookForMissing(index: BoardList, looking: Looking): Promise<Halted | null> {
  const { board, absent, proof, observedAt } = index;
  for (const known of absent) {
    const halted = await looking.again(known, board, true);
    if (halted !== null && halted !== "unshown") return halted;
    const { record, missing } = known;
    const entry = { record, observedAt, evidence: proof };
    if (halted === null) {
      if (missing) looking.entries.push({ kind: "notice-sighted", ...entry });
    } else if (missing === null) {
      const since = looking.job.run;
      looking.entries.push({ kind: "notice-missed", since, misses: 1, ...entry });
    } else {
      looking.entries.push({ kind: "notice-delisted", ...entry });
    }
  }
  return null;
}
