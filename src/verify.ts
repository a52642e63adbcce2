/**
 * Whether a whole list is believed, and which row is which record if it is.
 *
 * Pages and completeness were judged while they were read; what is left is whether the change from
 * the accepted past is one that a day explains.
 *
 * @module
 */

import type { CrawledList, RefusedList } from "./crawl.ts";
import { compare, type Compared } from "./diff.ts";
import { identify, type Matching } from "./identity.ts";
import { type ChangeCounts, countChanges, NO_BASELINE } from "./plausibility.ts";
import { plausible, plausibleSize } from "./plausibility.ts";
import type { Past } from "./recall.ts";
import type { Job } from "./world.ts";

/** A list that is believed, identified and compared. */
export interface Believed {
  readonly kind: "believed";
  readonly crawled: CrawledList;
  readonly matching: Matching;
  readonly compared: readonly Compared[];
  readonly counts: ChangeCounts;
}

/** Judges what was crawled against the past; what the crawl itself refused stays refused. */
export function verify(
  job: Pick<Job, "spec" | "prepared" | "replica">,
  past: Past,
  crawled: CrawledList | RefusedList,
): Believed | Pick<RefusedList, "kind" | "refusal"> {
  if (crawled.kind === "refused") return crawled;
  const { rows } = crawled.list;
  const wrongSize = plausibleSize(job.spec, rows.length, job.replica);
  if (wrongSize) return { kind: "refused", refusal: wrongSize };
  if (past.founding) {
    const matching = { pairs: [], fresh: rows, absent: [], issues: [] };
    return { kind: "believed", crawled, matching, compared: [], counts: NO_BASELINE.largest };
  }
  const matching = identify(past.state.values(), rows, job.prepared.wellFormed);
  const compared = compare(matching.pairs);
  const counted = countChanges(matching, compared);
  const refusal = plausible(job.spec, past.inForce.length, counted, past.baseline);
  if (refusal) return { kind: "refused", refusal };
  const { examples: _, ...counts } = counted;
  return { kind: "believed", crawled, matching, compared, counts };
}
