/**
 * How one run went, as it is stored and shown.
 *
 * @module
 */

import type { Drift } from "./drift.ts";
import type { InstantText, Issue, RunId } from "./model.ts";
import type { ChangeCounts } from "./plausibility.ts";
import type { Refusal, Sentence } from "./refusal.ts";

/** What every state of a run knows. */
interface Begun {
  /** Counted per day; a quarantined or failed attempt is followed by the next. */
  readonly attempt: number;
  /** Readings of the list so far today; pages of an earlier pass are not read again. */
  readonly pass: number;
  readonly startedAt: InstantText;
  /** Endings of earlier attempts of the same day. */
  readonly earlier: readonly Ending[];
}

/** How an earlier attempt of the same day ended. */
export interface Ending {
  readonly attempt: number;
  readonly at: InstantText;
  readonly reason: Sentence;
}

/** What a crawl that reached its end read. */
export interface Extent {
  readonly pages: number;
  readonly requests: number;
  readonly statedTotal: number | null;
  readonly rows: number;
  readonly specVersion: number;
}

/** Pages are being read. */
export interface Running extends Begun {
  readonly state: "running";
}

/** A person's word on a refused list; taken down as it was given. */
export interface Decision {
  readonly reason: string;
  /** Who decided, as far as that was said. */
  readonly by: string | null;
  readonly at: InstantText;
}

/** The decision that a refused list is true, with the doubts it lifts and no others. */
export interface Release extends Decision {
  readonly doubts: readonly Refusal[];
}

/** A bound that an accepted run moved. */
export interface BoundMove {
  /** Name in the spec's bounds, or "spec" where the spec itself has another version. */
  readonly bound: string;
  readonly from: number;
  readonly to: number;
  readonly by: "run" | "person" | "spec";
  /** The person's words. */
  readonly reason?: string;
}

/** The network, the server or robots.txt was in the way; the pages read so far stay usable today. */
export interface Failed extends Begun {
  readonly state: "failed";
  readonly finishedAt: InstantText;
  readonly reason: Sentence;
  /** True where a person must look (robots.txt forbids), false where time may heal. */
  readonly disallowed: boolean;
}

/** The list is not believed; the last good data stay in force. */
export interface Quarantined extends Begun, Extent {
  readonly state: "quarantined";
  readonly finishedAt: InstantText;
  readonly refusal: Refusal;
  /** Further doubts, which releasing the run would lift as well. */
  readonly others: readonly Refusal[];
  /** Present where a person found the list to be wrong. */
  readonly rejected?: Decision;
  /** How improbable the list was, as far as that was measured. */
  readonly drift: Drift;
  readonly reason: Sentence;
  readonly issues: readonly Issue[];
}

/** Every doubt of a refused list, the gravest first; older stores kept one alone. */
export function doubtsOf(
  { refusal, others = [] }: Pick<Quarantined, "refusal"> & Partial<Pick<Quarantined, "others">>,
): readonly [Refusal, ...Refusal[]] {
  return [refusal, ...others];
}

/** The list is believed and its entries are sealed. */
export interface Accepted extends Begun, Extent {
  readonly state: "accepted";
  readonly finishedAt: InstantText;
  readonly baseline: boolean;
  /** The accepted run before this one: what changed may have changed ever since. */
  readonly after: RunId | null;
  /** Present where a person released the list. */
  readonly released?: Release;
  readonly moved: readonly BoundMove[];
  /** Entries of this run have seq `firstSeq` to `firstSeq + entries − 1`. */
  readonly firstSeq: number;
  readonly entries: number;
  /** Records in force after the run: listed or missing. */
  readonly records: number;
  readonly counts: ChangeCounts;
  readonly drift: Drift;
  /** The first of the issues of this run; a record's standing issues are derived from its values. */
  readonly issues: readonly Issue[];
  readonly chain: string;
}

/** What stands in the place of an accepted run's entries since it was corrected. */
export interface Replacement {
  readonly run: RunId;
  /** True where the run counts as if it had never been. */
  readonly revoked: boolean;
  /** Index of the first of its entries among those of the correction. */
  readonly from: number;
  readonly entries: number;
  /** Records in force after the run, as corrected. */
  readonly records: number;
}

/**
 * Runs that were sealed before and turned out wrong: revoked by a person, or read again from the
 * archive with another selector spec. What they said stays in the log; it no longer counts.
 */
export interface Corrected extends Decision {
  readonly state: "corrected";
  readonly kind: "revoked" | "re-extracted";
  /** Version of the selector spec that they were read with again. */
  readonly specVersion: number | null;
  readonly finishedAt: InstantText;
  readonly replaces: readonly Replacement[];
  readonly firstSeq: number;
  readonly entries: number;
  readonly chain: string;
}

/** A run that is part of the chain. */
export type Sealed = Accepted | Corrected;

/** One run in any state. */
export type RunRecord = Running | Failed | Quarantined | Sealed;

/** A run with how it went. */
export interface RecordedRun {
  readonly run: RunId;
  readonly record: RunRecord;
}

/** Whether a run is part of the chain. */
export function isSealed(record: RunRecord): record is Sealed {
  return record.state === "accepted" || record.state === "corrected";
}

/** The last sealed run of a source. */
export interface Head {
  readonly run: RunId;
  /** Seq of the last sealed entry. */
  readonly seq: number;
  /** Hash of the last sealed entry, chained to all before it. */
  readonly hash: string;
  /** Hash over the log and this run's record: the seal. */
  readonly chain: string;
  readonly at: InstantText;
  /** Every correction so far, the first one first; absent where there is none. */
  readonly corrections?: readonly RunId[];
}

/**
 * The refused run that still waits for a person, of runs from the last one back: a later list that
 * was refused, or accepted, speaks for it; a later run that reached no list does not.
 */
export function undecidedIn(runs: Iterable<RecordedRun>): RunId | null {
  for (const { run, record } of runs) {
    if (record.state === "accepted") return null;
    if (record.state === "quarantined") return record.rejected ? null : run;
  }
  return null;
}

/** Issues kept in a run record: a stored value holds 64 KiB. */
const MOST_ISSUES = 60;

/** Shortens issues to what a run record can hold. */
export function keptIssues(issues: readonly Issue[]): Issue[] {
  return issues.slice(0, MOST_ISSUES).map((issue) =>
    issue.found === undefined ? issue : { ...issue, found: issue.found.slice(0, 200) }
  );
}
