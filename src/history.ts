/**
 * The read side: sealed events, records as of a day, and where each source stands.
 *
 * Only what is sealed is read. Projections are rolled forward by the caller first, so that a reader
 * after a crash sees the same as one before it.
 *
 * @module
 */

import { type Corrections, readCorrections } from "./corrections.ts";
import { missingOf, numberKey, recordKey, runKey, runsOf, versionKey, versionsOf } from "./keys.ts";
import { changeOf, type LogEntry, type SealedEntry } from "./log.ts";
import type { Change, RecordId, RunId, SourceId } from "./model.ts";
import type { EventLog } from "./ports.ts";
import { EffectiveEntries } from "./proven_entries.ts";
import type { MissingRecord } from "./report/report.ts";
import type { Accepted, RecordedRun, RunRecord } from "./run_record.ts";
import type { MissingMark } from "./state.ts";
import { knownOf, readHead, runsBack, type StoredRecord, type StoredVersion } from "./store.ts";

/** A closed span of runs; `null` leaves an end open. */
export interface Span {
  readonly since: RunId | null;
  readonly until: RunId | null;
}

/** Every run of a source in the span, oldest first, with how it went. */
export async function* readRuns(
  log: EventLog,
  source: SourceId,
  { since, until }: Span,
): AsyncGenerator<RecordedRun> {
  const start = since ? { start: runKey(source, since) } : {};
  for await (const { key, value } of log.list({ prefix: runsOf(source), ...start })) {
    const run = key.at(-1) as RunId;
    if (until !== null && run > until) return;
    yield { run, record: value as RunRecord };
  }
}

/** An accepted run that counts, with the number of records in force after it as corrected. */
export interface AcceptedRun {
  readonly run: RunId;
  readonly record: Accepted;
  readonly records: number;
  /** Version of the spec that its entries were read with, as corrected. */
  readonly specVersion: number;
}

/** Every sealed run of the span in order that was not revoked. */
export async function* readAccepted(
  log: EventLog,
  source: SourceId,
  span: Span,
  corrections?: Corrections,
): AsyncGenerator<AcceptedRun> {
  const { head } = await readHead(log, source);
  const corrected = corrections ?? await readCorrections(log, source, head);
  for await (const { run, record } of readRuns(log, source, span)) {
    if (record.state !== "accepted" || !head || run > head.run) continue;
    if (!corrected.get(run)?.revoked) yield countedAs(run, record, corrected);
  }
}

function countedAs(run: RunId, record: Accepted, corrections: Corrections): AcceptedRun {
  const corrector = corrections.get(run);
  const { records } = corrector ?? record;
  return { run, record, records, specVersion: corrector?.specVersion ?? record.specVersion };
}

/** Every entry of the span in order that counts. */
export async function* readEntries(
  log: EventLog,
  source: SourceId,
  span: Span,
): AsyncGenerator<SealedEntry> {
  const corrections = await readCorrections(log, source, (await readHead(log, source)).head);
  const entries = new EffectiveEntries(log, source, corrections);
  for await (const { run, record } of readAccepted(log, source, span, corrections)) {
    yield* entries.of(run, record);
  }
}

/** An accepted run with the entries that count of it. */
export interface CountedRun extends AcceptedRun {
  readonly entries: readonly LogEntry[];
}

/** Every accepted run that counts with its entries, oldest first. */
export async function* readCounted(log: EventLog, source: SourceId): AsyncGenerator<CountedRun> {
  const corrections = await readCorrections(log, source, (await readHead(log, source)).head);
  const effective = new EffectiveEntries(log, source, corrections);
  const span = { since: null, until: null };
  for await (const one of readAccepted(log, source, span, corrections)) {
    const sealed = await Array.fromAsync(effective.of(one.run, one.record));
    yield { ...one, entries: sealed.map(({ entry }) => entry) };
  }
}

/** The events of the span, oldest first. */
export async function readChanges(log: EventLog, source: SourceId, span: Span): Promise<Change[]> {
  const corrections = await readCorrections(log, source, (await readHead(log, source)).head);
  const entries = new EffectiveEntries(log, source, corrections);
  const changes: Change[] = [];
  for await (const { run, record } of readAccepted(log, source, span, corrections)) {
    for await (const entry of entries.of(run, record)) {
      const change = changeOf(entry, record.after ?? null);
      if (change) changes.push(change);
    }
  }
  return changes;
}

/** Records missing as of the last sealed run. */
export async function readMissing(log: EventLog, source: SourceId): Promise<MissingRecord[]> {
  const missing: MissingRecord[] = [];
  for await (const { key, value } of log.list({ prefix: missingOf(source) })) {
    const mark = value as MissingMark;
    const stored = (await log.get(recordKey(source, key.at(-1) as RecordId))).value as StoredRecord;
    const { record, values } = knownOf(stored, mark);
    missing.push({ record, values, since: mark.since, misses: mark.misses });
  }
  return missing;
}

/** Records missing as of an earlier run, replayed from the log. */
export async function missingAsOf(
  log: EventLog,
  source: SourceId,
  run: RunId,
): Promise<MissingRecord[]> {
  const marks = new Map<RecordId, { since: RunId; misses: number }>();
  for await (const { entry } of readEntries(log, source, { since: null, until: run })) {
    if (entry.kind === "missed") marks.set(entry.record, entry);
    else if (entry.kind === "sighted" || entry.kind === "delisted") marks.delete(entry.record);
  }
  const missing: MissingRecord[] = [];
  for (const [record, { since, misses }] of marks) {
    const version = await versionAsOf(log, source, record, run);
    if (version) missing.push({ record, values: version.values, since, misses });
  }
  return missing.sort((a, b) => (a.record < b.record ? -1 : 1));
}

/** The last version of a record that began by a run, whether it ended since or not. */
export async function versionAsOf(
  log: EventLog,
  source: SourceId,
  record: RecordId,
  run: RunId,
): Promise<StoredVersion | null> {
  const end = versionKey(source, record, `${run}\u0000` as RunId);
  const range = { prefix: versionsOf(source, record), end, reverse: true, limit: 1 };
  for await (const { value } of log.list(range)) return value as StoredVersion;
  return null;
}

/** The versions of a record that began by a run, the last one first. */
export async function* versionsUntil(
  log: EventLog,
  source: SourceId,
  record: RecordId,
  run: RunId,
): AsyncGenerator<StoredVersion> {
  for await (const { value } of log.list({ prefix: versionsOf(source, record), reverse: true })) {
    const version = value as StoredVersion;
    if (version.validFrom <= run) yield version;
  }
}

/** Above so many records one reading of all versions costs less than one look for each. */
const MANY_RECORDS = 300;

/** All versions of some records, oldest first. */
export async function readVersions(
  log: EventLog,
  source: SourceId,
  records: ReadonlySet<RecordId>,
): Promise<ReadonlyMap<RecordId, readonly StoredVersion[]>> {
  const versions = new Map<RecordId, StoredVersion[]>();
  const prefixes = records.size > MANY_RECORDS
    ? [versionsOf(source)]
    : [...records].map((record) => versionsOf(source, record));
  for (const prefix of prefixes) {
    for await (const { value } of log.list({ prefix, many: prefixes.length === 1 })) {
      const version = value as StoredVersion;
      if (!records.has(version.record)) continue;
      const before = versions.get(version.record);
      if (before) before.push(version);
      else versions.set(version.record, [version]);
    }
  }
  return versions;
}

/** The version in force on a day, or `null` where the record was not in the list. */
export function inForceOn(
  versions: readonly StoredVersion[],
  date: RunId,
): StoredVersion | null {
  return versions.find(({ validFrom, validTo }) =>
    validFrom <= date && (validTo === null || date < validTo)
  ) ?? null;
}

/** A longer text is no record id, and may be no key of the store. */
const LONGEST_ID = 100;

/** Ids of the records that a person means: by record id, or by a number one of them has or had. */
export async function findRecords(
  log: EventLog,
  source: SourceId,
  text: string,
): Promise<RecordId[]> {
  if (text.length <= LONGEST_ID) {
    const byId = await log.get(recordKey(source, text as RecordId));
    if (byId.value !== null) return [text as RecordId];
  }
  return ((await log.get(numberKey(source, text))).value as RecordId[] | null) ?? [];
}

/** The accepted run whose data are in force. */
export async function lastAccepted(log: EventLog, source: SourceId): Promise<AcceptedRun | null> {
  const { head } = await readHead(log, source);
  const corrections = await readCorrections(log, source, head);
  for await (const { run, record } of runsBack(log, source)) {
    if (record.state !== "accepted" || !head || run > head.run) continue;
    if (!corrections.get(run)?.revoked) return countedAs(run, record, corrections);
  }
  return null;
}

/** The accepted run whose data were in force when an earlier run ended. */
export async function lastAcceptedBefore(
  log: EventLog,
  source: SourceId,
  run: RunId,
): Promise<AcceptedRun | null> {
  let last = null;
  for await (const one of readAccepted(log, source, { since: null, until: run })) {
    if (one.run < run) last = one;
  }
  return last;
}

/** The last run that was begun, in whatever state; with `until`, of that day or before. */
export async function lastRun(log: EventLog, source: SourceId, until: RunId | null = null) {
  const after = until && Temporal.PlainDate.from(until).add({ days: 1 }).toString() as RunId;
  for await (const { run, record } of runsBack(log, source, after)) {
    if (record.state !== "corrected") return { run, record };
  }
  return null;
}
