/**
 * Puts a day's report together, from what a run left in memory or from the store alone.
 *
 * Both ways give the same report; the first spares a run the reading of what it has just written.
 *
 * @module
 */

import { countEvents } from "../announce.ts";
import { correctionSentence, readCorrected } from "../corrections.ts";
import { driftSentence } from "../drift_words.ts";
import { listUrl } from "../frontier.ts";
import { asOf, inRegisterOrder } from "../as_of.ts";
import {
  lastAccepted,
  lastAcceptedBefore,
  missingAsOf,
  readChanges,
  readMissing,
  versionAsOf,
} from "../history.ts";
import type { Change, RecordId, RunId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import type { Rates } from "../rates.ts";
import { isReleasable } from "../refusal.ts";
import { type Accepted, type Corrected, doubtsOf, type Quarantined } from "../run_record.ts";
import type { SelectorSpec } from "../selector_spec.ts";
import { standingIssues } from "../standing_issues.ts";
import type { Known, State } from "../state.ts";
import { watchedChanges, type WatchList } from "../watch_list.ts";
import { readRates } from "../watch_rates.ts";
import type { NoticesShown } from "../notice/notice.ts";
import type { MissingRecord, Report, StandingRecord } from "./report.ts";

/** What a report shows besides the run itself. */
export interface View {
  readonly changes: readonly Change[];
  readonly records: readonly StandingRecord[];
  readonly missing: readonly MissingRecord[];
  /** Records that the changes delisted, as they were last seen. */
  readonly departed: readonly StandingRecord[];
  readonly lastGood: { readonly run: RunId; readonly record: Accepted } | null;
  readonly corrected: readonly Corrected[];
  readonly rates: Rates | null;
}

/** The view that an accepted run has in memory when it ends. */
export function viewOfState(
  state: State,
  changes: readonly Change[],
  { lastGood, corrected, rates }: Pick<View, "lastGood" | "corrected" | "rates">,
): View {
  const inForce = [...state.values()].filter((known) => !known.delisted);
  const records = inRegisterOrder(
    inForce.map(({ record, values, validFrom }) => ({ record, values, validFrom })),
  );
  const missing = inForce.flatMap(({ record, values, missing }) =>
    missing ? [{ record, values, since: missing.since, misses: missing.misses }] : []
  );
  const departed = [...delistedBy(changes)].map((id) => {
    const { record, values, validFrom } = state.get(id) as Known;
    return { record, values, validFrom };
  });
  return {
    changes,
    records,
    missing: inIdOrder(missing),
    departed: inIdOrder(departed),
    lastGood,
    corrected,
    rates,
  };
}

function delistedBy(changes: readonly Change[]): ReadonlySet<RecordId> {
  return new Set(changes.filter(({ kind }) => kind === "delisted").map(({ record }) => record));
}

/** The same view, or an earlier day's, from the store. */
export async function viewOfStore(
  log: EventLog,
  spec: SelectorSpec,
  run: RunId,
  record: Accepted | Quarantined,
): Promise<View> {
  const { source } = spec;
  const last = await lastAccepted(log, source);
  const accepted = record.state === "accepted";
  const before = last !== null && last.run < run ? last : lastAcceptedBefore(log, source, run);
  const lastGood = accepted ? { run, record } : await before;
  const rates = await readRates(log, source, run);
  const corrected = await readCorrected(log, source, run);
  if (lastGood === null) {
    return { changes: [], records: [], missing: [], departed: [], lastGood, corrected, rates };
  }
  const changes = accepted ? await readChanges(log, source, { since: run, until: run }) : [];
  const missing = lastGood.run === last?.run
    ? await readMissing(log, source)
    : await missingAsOf(log, source, lastGood.run);
  const departed: StandingRecord[] = [];
  for (const record of delistedBy(changes)) {
    const version = await versionAsOf(log, source, record, run);
    if (version) departed.push({ record, values: version.values, validFrom: run });
  }
  return {
    changes,
    records: await asOf(log, source, lastGood.run),
    missing: inIdOrder(missing),
    departed: inIdOrder(departed),
    lastGood,
    corrected,
    rates,
  };
}

/** What a report depends on besides the run: the watch list is the one of the day it is written. */
export interface Circumstances {
  readonly spec: SelectorSpec;
  readonly origin: string;
  readonly wellFormed: RegExp;
  readonly watch?: WatchList;
  /** Notices to be shown beside the register. */
  readonly notices?: NoticesShown | null;
}

/** The report of one run. */
export function compose(
  from: Circumstances,
  run: RunId,
  record: Accepted | Quarantined,
  view: View,
): Report {
  const { changes, missing, lastGood } = view;
  const since = new Map(missing.map((mark) => [mark.record, mark.since]));
  const records = view.records.map((standing) => {
    const missingSince = since.get(standing.record);
    return missingSince === undefined ? standing : { ...standing, missingSince };
  });
  const standing = new Map(
    [...view.departed, ...records].map(({ record, values }) => [record, values]),
  );
  const at = lastGood?.record.finishedAt ?? null;
  const accepted = record.state === "accepted";
  return {
    source: from.spec.source,
    name: from.spec.name,
    listUrl: listUrl(from.spec, from.origin).href,
    run: {
      run,
      verdict: record.state,
      reason: accepted ? null : record.reason,
      releasable: !accepted && doubtsOf(record).every(isReleasable),
      released: accepted ? record.released?.reason ?? null : null,
      drift: accepted || record.drift.carriers.length > 0 ? driftSentence(record.drift) : null,
      after: accepted ? record.after ?? null : null,
      baseline: accepted && record.baseline,
      startedAt: record.startedAt,
      finishedAt: record.finishedAt,
      attempt: record.attempt,
      pages: record.pages,
      requests: record.requests,
      statedTotal: record.statedTotal,
      rows: record.rows,
      specVersion: record.specVersion,
      chain: lastGood?.record.chain ?? null,
    },
    lastGood: lastGood && at ? { run: lastGood.run, at } : null,
    ageHours: at === null ? null : hoursBetween(at, record.finishedAt),
    counts: countEvents(changes),
    recordCount: records.length,
    changes,
    watched: watchedChanges(from.watch ?? [], changes, (record) => standing.get(record)),
    missing,
    departed: view.departed,
    corrected: view.corrected.map(correctionSentence),
    rates: view.rates,
    issues: [...record.issues, ...standingIssues(records, from.wellFormed)],
    records,
    ...(from.notices ? { notices: from.notices } : {}),
  };
}

/** Whole tenths of hours from one instant to a later one. */
export function hoursBetween(from: string, to: string): number {
  const hours = Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total("hours");
  return Math.round(hours * 10) / 10;
}

function inIdOrder<T extends { readonly record: RecordId }>(records: readonly T[]): T[] {
  return records.toSorted((a, b) => (a.record < b.record ? -1 : 1));
}
