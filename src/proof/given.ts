/**
 * Which entry of the log gave a field the value it has, found through the versions of its record.
 *
 * A version tells by which entry it began. Going back from the version in force as long as the field
 * says the same leads to the entry without reading a log of years. Whether the archive bears the
 * entry out is decided in `prove.ts`.
 *
 * @module
 */

import { readCorrections } from "../corrections.ts";
import { canonical } from "../digest.ts";
import { readEntries, versionsUntil } from "../history.ts";
import type { LogEntry, SealedEntry } from "../log.ts";
import type { FieldName, RecordId, RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import { provenEntry } from "../proven_entries.ts";
import type { Accepted } from "../run_record.ts";
import { readHead, readRun, type StoredVersion } from "../store.ts";
import { StoreFault } from "../store_fault.ts";

/** A record on a day: its versions until then, the last one first. */
export interface Standing {
  readonly record: RecordId;
  readonly versions: readonly [StoredVersion, ...StoredVersion[]];
  /** The run that delisted it, where it was not listed on that day. */
  readonly delistedBy: RunId | null;
}

/** An entry with the run that sealed it. */
export interface Given {
  readonly sealed: SealedEntry;
  readonly run: Accepted;
  /** The version that the field has had this value since. */
  readonly version: StoredVersion;
}

/** What is known of a record as of a run; `null` where nothing was known yet. */
export async function standingOn(
  log: EventLog,
  source: SourceId,
  record: RecordId,
  run: RunId,
): Promise<Standing | null> {
  const [last, ...earlier] = await Array.fromAsync(versionsUntil(log, source, record, run));
  if (last === undefined) return null;
  const delistedBy = last.validTo !== null && last.validTo <= run ? last.validTo : null;
  return { record, versions: [last, ...earlier], delistedBy };
}

/** Finds the entries that records have their values of. */
export class Givers {
  readonly #log: EventLog;
  readonly #source: SourceId;
  readonly #runs = new Map<RunId, Promise<Accepted>>();
  readonly #entries = new Map<string, Promise<readonly SealedEntry[]>>();

  constructor(log: EventLog, source: SourceId) {
    this.#log = log;
    this.#source = source;
  }

  /** The entry that gave a field its value. */
  async of({ record, versions }: Standing, field: FieldName): Promise<Given> {
    let [version] = versions;
    const value = canonical(version.values[field]);
    for (const before of versions.slice(1)) {
      // Where a record was away in between, its return gave every field its value.
      if (before.validTo !== version.validFrom) break;
      if (canonical(before.values[field]) !== value) break;
      version = before;
    }
    const run = await this.#run(version.validFrom);
    const sealed = await this.#entry(version, run, (entry) => gives(entry, field));
    if (sealed !== null) return { sealed, run, version };
    throw unexplained(record, field, version.validFrom);
  }

  /** The entry by which a record was delisted. */
  async delisting({ record, versions }: Standing, by: RunId): Promise<Given> {
    const run = await this.#run(by);
    const sealed = (await this.#ofRecord(by, record))
      .findLast(({ entry }) => entry.kind === "delisted");
    if (sealed) return { sealed, run, version: versions[0] };
    throw unexplained(record, null, by);
  }

  async #entry(
    { record, validFrom, seq }: StoredVersion,
    run: Accepted,
    fits: (entry: LogEntry) => boolean,
  ): Promise<SealedEntry | null> {
    const index = seq - run.firstSeq;
    // What a correction put in the place of a run stands elsewhere.
    if (index >= 0 && index < run.entries) {
      const last = await provenEntry(this.#log, this.#source, validFrom, run, index);
      if (last.entry.record === record && fits(last.entry)) return last;
    }
    // A run may have said several things of one record; the version began with the last of them.
    const all = await this.#ofRecord(validFrom, record);
    return all.findLast(({ entry }) => fits(entry)) ?? null;
  }

  #run(run: RunId): Promise<Accepted> {
    return memo(this.#runs, run, async () => {
      const found = await readRun(this.#log, this.#source, run);
      if (found?.state === "accepted") {
        const { head } = await readHead(this.#log, this.#source);
        const corrector = (await readCorrections(this.#log, this.#source, head)).get(run);
        // What was read again has its values of the spec that it was read with.
        return { ...found, specVersion: corrector?.specVersion ?? found.specVersion };
      }
      throw new StoreFault({
        ko: `"dmf.kv" 파일이 손상되었습니다: "${run}" 실행에서 시작한 버전이 있으나 그 실행은 ` +
          '확정되지 않았습니다. 모든 손상은 "dmf fsck"로 볼 수 있습니다.',
        en: `"dmf.kv" is damaged: a version began with run "${run}", but that run was not ` +
          'accepted; "dmf fsck" lists all damage',
      });
    });
  }

  #ofRecord(run: RunId, record: RecordId): Promise<readonly SealedEntry[]> {
    return memo(this.#entries, `${run} ${record}`, async () => {
      const found: SealedEntry[] = [];
      for await (const sealed of readEntries(this.#log, this.#source, { since: run, until: run })) {
        if (sealed.entry.record === record) found.push(sealed);
      }
      return found;
    });
  }
}

function memo<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function gives(entry: LogEntry, field: FieldName): boolean {
  if (entry.kind === "founded") return true;
  return "fields" in entry && (field in entry.fields || "values" in entry);
}

function unexplained(record: RecordId, field: FieldName | null, run: RunId): StoreFault {
  const what = field === null ? "delisted" : field;
  return new StoreFault({
    ko: `"dmf.kv" 파일이 손상되었습니다: 레코드 "${record}"의 "${what}" 값을 준 항목이 "${run}" ` +
      '실행의 이력에 없습니다. 모든 손상은 "dmf fsck"로 볼 수 있습니다.',
    en: `"dmf.kv" is damaged: no entry of run "${run}" gave the record "${record}" its ` +
      `"${what}"; "dmf fsck" lists all damage`,
  });
}
