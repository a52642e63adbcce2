/**
 * One record over time, read without the rest of the log.
 *
 * The versions of a record name the runs in which something happened to it, so only those runs are
 * read and proven; of the baseline, which holds every record, one entry. Folded, the proven entries
 * must give the versions, hence neither an altered event nor an altered version is ever shown.
 * Absences make no version: they stand at the end of each run's entries, which are looked at there.
 *
 * @module
 */

import { type Corrections, readCorrections } from "./corrections.ts";
import { canonical } from "./digest.ts";
import { eventKey, keyText, missingKey, recordKey, versionKey, versionsOf } from "./keys.ts";
import { changeOf, type LogEntry, type Missed, type SealedEntry } from "./log.ts";
import type {
  Change,
  FieldName,
  Position,
  RecordId,
  RegisterRecord,
  RunId,
  SourceId,
  Status,
} from "./model.ts";
import type { EventLog } from "./ports.ts";
import { EffectiveEntries, provenEntry } from "./proven_entries.ts";
import type { MissingRecord } from "./report/report.ts";
import type { Accepted } from "./run_record.ts";
import { apply, type Known, type MissingMark } from "./state.ts";
import { proveRecord, readHead, type StoredRecord, type StoredVersion } from "./store.ts";
import { StoreFault } from "./store_fault.ts";

/** An accepted run, by its id. */
export type AcceptedRuns = ReadonlyMap<RunId, Accepted>;

/** A value that a field took, and the event that told of it; none where the baseline did. */
export interface Step {
  readonly value: RegisterRecord[FieldName];
  readonly since: RunId;
  readonly seq: number | null;
}

/** A span of accepted lists that lacked the record, half-open; it lasts where `until` is `null`. */
export interface Absence {
  readonly since: RunId;
  readonly until: RunId | null;
}

/** One record over time. */
export interface Timeline {
  readonly source: SourceId;
  readonly record: RecordId;
  readonly status: Status;
  readonly versions: readonly StoredVersion[];
  readonly changes: readonly Change[];
  readonly missing: MissingRecord | null;
  readonly delisted: boolean;
  /** Where the baseline showed the record; `null` for one that came later. */
  readonly founded: (Position & { readonly run: RunId }) | null;
  /** The numbers it had, the latest last. */
  readonly numbers: readonly Step[];
  readonly annualReports: readonly Step[];
  readonly documentVersions: readonly Step[];
  readonly absences: readonly Absence[];
}

/** Everything known of one record. */
export async function timeline(
  log: EventLog,
  source: SourceId,
  record: RecordId,
  runs: AcceptedRuns,
): Promise<Timeline> {
  const corrections = await readCorrections(log, source, (await readHead(log, source)).head);
  const effective = new EffectiveEntries(log, source, corrections);
  const of = { log, source, record, runs, corrections, effective };
  const versions: StoredVersion[] = [];
  for await (const { value } of log.list({ prefix: versionsOf(source, record) })) {
    versions.push(value as StoredVersion);
  }
  const { key, value } = await log.get(recordKey(source, record));
  if (value === null) throw unlike(keyText(key));
  const stored = value as StoredRecord;
  proveRecord(stored);
  const entries = await entriesOf(of, versions, stored);
  assertFolded(source, entries, versions, stored);
  const changes = entries.flatMap((sealed) =>
    changeOf(sealed, runs.get(sealed.run)?.after ?? null) ?? []
  );
  const mark = (await log.get(missingKey(source, record))).value as MissingMark | null;
  const { values, delisted } = stored;
  const steps = (field: FieldName) => stepsOf(field, versions, changes);
  return {
    source,
    record,
    status: values.status,
    versions,
    changes,
    missing: mark && { record, values, since: mark.since, misses: mark.misses },
    delisted,
    founded: foundedIn(entries),
    numbers: steps("registrationNumber"),
    annualReports: steps("lastAnnualReportYear"),
    documentVersions: steps("documentVersion"),
    absences: await absencesOf(of, versions),
  };
}

interface Of {
  readonly log: EventLog;
  readonly source: SourceId;
  readonly record: RecordId;
  readonly runs: AcceptedRuns;
  readonly corrections: Corrections;
  readonly effective: EffectiveEntries;
}

/** The proven entries of a record in the runs that began or ended one of its versions. */
async function entriesOf(
  { log, source, record, runs, corrections, effective }: Of,
  versions: readonly StoredVersion[],
  stored: StoredRecord,
): Promise<SealedEntry[]> {
  const bounds = versions.flatMap(({ validFrom, validTo }) => [validFrom, validTo ?? validFrom]);
  const own = [...new Set([...bounds, stored.validFrom])].sort();
  const entries: SealedEntry[] = [];
  for (const run of own) {
    const accepted = runs.get(run);
    if (!accepted) continue;
    const seq = versions.find(({ validFrom }) => validFrom === run)?.seq;
    if (accepted.baseline && !corrections.has(run)) {
      const index = (seq ?? 0) - accepted.firstSeq;
      const founded = await provenEntry(log, source, run, accepted, index);
      if (founded.entry.record === record) entries.push(founded);
      continue;
    }
    for await (const sealed of effective.of(run, accepted)) {
      if (sealed.entry.record === record) entries.push(sealed);
    }
  }
  return entries;
}

/** Throws unless the entries, folded, give the versions and the record as it stands. */
function assertFolded(
  source: SourceId,
  entries: readonly SealedEntry[],
  versions: readonly StoredVersion[],
  stored: StoredRecord,
): void {
  const { record } = stored;
  const folded = new Map<RunId, Known>();
  let known: Known | undefined;
  for (const { entry, run } of entries) {
    if ((known === undefined) !== isFirst(entry)) break;
    known = apply(known, entry, run);
    if (known.delisted) folded.delete(run);
    else if (known.validFrom === run) folded.set(run, known);
  }
  const wrong = versions.find(({ validFrom, values }) =>
    canonical(folded.get(validFrom)?.values) !== canonical(values)
  );
  const lost = [...folded.keys()].find((run) => versions.every((v) => v.validFrom !== run));
  const differs = wrong?.validFrom ?? lost;
  if (differs) throw unlike(keyText(versionKey(source, record, differs)));
  if (
    canonical(known?.values) !== canonical(stored.values) || known?.delisted !== stored.delisted
  ) {
    throw unlike(keyText(recordKey(source, record)));
  }
}

/** Entries that begin a record, or begin it anew. */
function isFirst({ kind }: LogEntry): boolean {
  return kind === "founded" || kind === "registered";
}

function foundedIn(entries: readonly SealedEntry[]): Timeline["founded"] {
  const first = entries[0];
  return first?.entry.kind === "founded" ? { run: first.run, ...first.entry.position } : null;
}

/** The values that a field took one after the other, blank ones left out before the first. */
function stepsOf(
  field: FieldName,
  versions: readonly StoredVersion[],
  changes: readonly Change[],
): Step[] {
  const steps: Step[] = [];
  for (const { values, validFrom } of versions) {
    const value = values[field];
    if (value === (steps.at(-1)?.value ?? null)) continue;
    const event = changes.find(({ run, fields, kind }) =>
      run === validFrom && (kind === "registered" || fields[field] !== undefined)
    );
    steps.push({ value, since: validFrom, seq: event?.seq ?? null });
  }
  return steps;
}

/**
 * The spans of runs that missed the record, from what the end of each run's entries says of it.
 *
 * An absence begins in a run that counts a record as gone, so the others need not be looked at until
 * one has begun.
 */
async function absencesOf(of: Of, versions: readonly StoredVersion[]): Promise<Absence[]> {
  const first = versions[0]?.validFrom ?? "";
  const absences: Absence[] = [];
  let since: RunId | null = null;
  for (const [run, accepted] of of.runs) {
    const isCorrected = of.corrections.has(run);
    const isQuiet = since === null && accepted.counts.gone === 0 && !isCorrected;
    if (run < first || accepted.baseline || isQuiet) continue;
    const missed: Missed | null = isCorrected
      ? await missedInCorrection(of, run, accepted)
      : await missedIn(of, run, accepted, since);
    if (missed) since = missed.since;
    else if (since !== null) {
      absences.push({ since, until: run });
      since = null;
    }
  }
  return since === null ? absences : [...absences, { since, until: null }];
}

/** The entry by which a run missed the record; such entries come last, before those that delist. */
async function missedIn(
  { log, source, record }: Of,
  run: RunId,
  accepted: Accepted,
  since: RunId | null,
): Promise<Missed | null> {
  let begun = 0;
  for (let index = accepted.entries - 1; index >= 0; index--) {
    // Where no absence lasts only a new one is looked for, and all new ones are counted.
    if (since === null && begun === accepted.counts.gone) return null;
    const { value } = await log.get(eventKey(source, run, index));
    const entry = (value as SealedEntry | null)?.entry;
    if (entry?.kind !== "missed" && entry?.kind !== "delisted") return null;
    if (entry.kind === "missed" && entry.since === run) begun++;
    if (entry.kind === "missed" && entry.record === record) {
      await provenEntry(log, source, run, accepted, index);
      return entry;
    }
  }
  return null;
}

/** The same where a correction speaks for the run, of which nothing is counted. */
async function missedInCorrection(
  { effective, record }: Of,
  run: RunId,
  accepted: Accepted,
): Promise<Missed | null> {
  for await (const { entry } of effective.of(run, accepted)) {
    if (entry.kind === "missed" && entry.record === record) return entry;
  }
  return null;
}

function unlike(at: string): StoreFault {
  return new StoreFault({
    ko: `"dmf.kv" 파일의 "${at}" 값이 봉인된 이력과 다릅니다. 파일이 손상되었습니다. 모든 손상은 ` +
      '"dmf fsck"로 볼 수 있습니다. "dmf restore FILE --replace"로 백업을 복원하십시오.',
    en: `"${at}" in "dmf.kv" is not what the sealed log gives: the file is damaged; "dmf fsck" ` +
      'lists all damage, restore a backup with "dmf restore FILE --replace"',
  });
}
