/**
 * What a day's report says, before it has a format: the input of workbook, CSV and JSON Lines.
 *
 * The same report always gives the same parts; nothing here depends on when it is written.
 *
 * @module
 */

import type {
  Change,
  EventKind,
  InstantText,
  Issue,
  RecordId,
  RegisterRecord,
  RunId,
  Verdict,
} from "../model.ts";
import type { Sentence } from "../refusal.ts";
import type { WatchedChange } from "../watch_list.ts";
import type { Rates } from "../rates.ts";
import type { NoticesShown } from "../notice/notice.ts";

/** A record as it stands on the report's day. */
export interface StandingRecord {
  readonly record: RecordId;
  readonly values: RegisterRecord;
  readonly validFrom: RunId;
  /** Present when the record is absent from the list without being delisted yet. */
  readonly missingSince?: RunId;
}

/** A record that was absent from the accepted list, but is not believed gone yet. */
export interface MissingRecord {
  readonly record: RecordId;
  readonly values: RegisterRecord;
  /** First run that did not show it. */
  readonly since: RunId;
  /** Accepted runs on different days that did not show it. */
  readonly misses: number;
}

/** How the run behind the report went. */
export interface RunSummary {
  readonly run: RunId;
  readonly verdict: Verdict;
  /** The refusal in one sentence; `null` when accepted. */
  readonly reason: { readonly ko: string; readonly en: string } | null;
  /** True where a person may accept the refused list. */
  readonly releasable: boolean;
  /** Why a person accepted a list that was refused first. */
  readonly released: string | null;
  /** How improbable the list was, in one sentence; `null` where it was not measured. */
  readonly drift: { readonly ko: string; readonly en: string } | null;
  /** The accepted run before: what changed may have changed ever since. */
  readonly after: RunId | null;
  /** True for the run that founded the baseline (기준선 수립). */
  readonly baseline: boolean;
  readonly startedAt: InstantText;
  readonly finishedAt: InstantText;
  readonly attempt: number;
  readonly pages: number;
  readonly requests: number;
  readonly statedTotal: number | null;
  readonly rows: number;
  readonly specVersion: number;
  /** Hash over the sealed log, 64 hexadecimal digits; `null` before the first seal. */
  readonly chain: string | null;
}

/** One day of one source. */
export interface Report {
  readonly source: string;
  readonly name: { readonly ko: string; readonly en: string };
  /** Address of the list, for people to open. */
  readonly listUrl: string;
  readonly run: RunSummary;
  /** The accepted run whose data are in force; equals `run.run` when accepted. */
  readonly lastGood: { readonly run: RunId; readonly at: InstantText } | null;
  /** Hours between `lastGood.at` and `run.finishedAt`. */
  readonly ageHours: number | null;
  readonly counts: Readonly<Record<EventKind, number>>;
  /** Records in force: listed or missing, not delisted. */
  readonly recordCount: number;
  readonly changes: readonly Change[];
  /** Those of the changes that the watch list is about, in the order to be told. */
  readonly watched: readonly WatchedChange[];
  readonly missing: readonly MissingRecord[];
  readonly issues: readonly Issue[];
  /** All records in force, in a stable order. */
  readonly records: readonly StandingRecord[];
  /** Records that this run delisted, as they were last seen. */
  readonly departed: readonly StandingRecord[];
  /** Corrections of earlier runs since the last one that was accepted before this, oldest first. */
  readonly corrected: readonly Sentence[];
  /** The figures of the watch as of the run; `null` where the history is damaged. */
  readonly rates: Rates | null;
  /** Notices of the publisher's boards, where any board was ever read. */
  readonly notices?: NoticesShown;
}
