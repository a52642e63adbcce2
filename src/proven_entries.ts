/**
 * Sealed entries as they are read, each proven by the chain it hangs in.
 *
 * An event that was altered in the file is never shown: reading ends there with a fault. What else
 * may be damaged is told by `fsck.ts`.
 *
 * @module
 */

import { sealHash } from "./commit.ts";
import { type Corrections, placeOf } from "./corrections.ts";
import { eventKey, eventsOf, keyText, runKey } from "./keys.ts";
import { entryHash, type SealedEntry } from "./log.ts";
import type { RunId, SourceId } from "./model.ts";
import type { EventLog, Key } from "./ports.ts";
import { runsBack } from "./store.ts";
import { type Accepted, isSealed, type Sealed } from "./run_record.ts";
import { StoreFault } from "./store_fault.ts";

/** The entries that count of accepted runs, whatever was corrected since. */
export class EffectiveEntries {
  /** Entries of corrections, each read once. */
  readonly #corrections = new Map<RunId, Promise<readonly SealedEntry[]>>();

  constructor(
    private readonly log: EventLog,
    private readonly source: SourceId,
    private readonly corrections: Corrections,
  ) {}

  /**
   * The entries of an accepted run in order.
   *
   * @throws {StoreFault} where one is missing, or is not what was sealed.
   */
  async *of(run: RunId, record: Accepted): AsyncGenerator<SealedEntry> {
    const { at, from, entries } = placeOf(this.corrections, run, record);
    if (at === run) return yield* provenEntries(this.log, this.source, run, record);
    const all = await this.#correction(at);
    for (const entry of all.slice(from, from + entries)) yield { ...entry, run };
  }

  async #correction(at: RunId): Promise<readonly SealedEntry[]> {
    const known = this.#corrections.get(at);
    if (known) return await known;
    const record = (await this.log.get(runKey(this.source, at))).value as Sealed;
    const read = Array.fromAsync(provenEntries(this.log, this.source, at, record));
    this.#corrections.set(at, read);
    return await read;
  }
}

/**
 * The entries that a run was sealed with, in order, whether they count or not.
 *
 * @throws {StoreFault} where one is missing, or is not what was sealed.
 */
export async function* provenEntries(
  log: EventLog,
  source: SourceId,
  run: RunId,
  record: Sealed,
): AsyncGenerator<SealedEntry> {
  let hash = await hashBefore(log, source, run, record);
  let index = 0;
  const end = eventKey(source, run, record.entries);
  for await (const { key, value } of log.list({ prefix: eventsOf(source, run), end })) {
    const sealed = value as SealedEntry;
    const { seq, entry } = sealed;
    const whole = key.at(-1) === index && seq === record.firstSeq + index && sealed.run === run &&
      sealed.hash === entryHash(hash, seq, run, entry);
    if (!whole) throw altered(key);
    hash = sealed.hash;
    index += 1;
    yield sealed;
  }
  const { chain, ...unchained } = record;
  if (index < record.entries) throw altered(eventKey(source, run, index));
  if (sealHash(hash, unchained) !== chain) throw altered(runKey(source, run));
}

/**
 * One entry of an accepted run, proven by the hash of the entry before it and no further: enough to
 * find any damage to it, without reading the ten thousand entries of a baseline for one of them.
 *
 * @throws {StoreFault} where it is missing, or is not what was sealed.
 */
export async function provenEntry(
  log: EventLog,
  source: SourceId,
  run: RunId,
  record: Sealed,
  index: number,
): Promise<SealedEntry> {
  const key = eventKey(source, run, index);
  const sealed = (await log.get(key)).value as SealedEntry | null;
  const before = index === 0
    ? await hashBefore(log, source, run, record)
    : ((await log.get(eventKey(source, run, index - 1))).value as SealedEntry | null)?.hash;
  const { seq, entry } = sealed ?? {};
  const whole = sealed !== null && before !== undefined && entry !== undefined &&
    seq === record.firstSeq + index && index < record.entries && sealed.run === run &&
    sealed.hash === entryHash(before, seq, run, entry);
  if (!whole) throw altered(key);
  return sealed;
}

/** The seal that the first entry of a run is chained to. */
async function hashBefore(
  log: EventLog,
  source: SourceId,
  run: RunId,
  { firstSeq }: Sealed,
): Promise<string> {
  if (firstSeq === 1) return "";
  for await (const { record } of runsBack(log, source, run)) {
    if (isSealed(record)) return record.chain;
  }
  return "";
}

function altered(key: Key): StoreFault {
  const at = keyText(key);
  return new StoreFault({
    ko: `"dmf.kv" 파일의 "${at}" 값이 봉인된 이력과 맞지 않습니다. 파일이 손상되었습니다. 모든 ` +
      '손상은 "dmf fsck"로 볼 수 있습니다. "dmf restore FILE --replace"로 백업을 복원하십시오.',
    en: `"${at}" in "dmf.kv" is not what was sealed: the file is damaged; "dmf fsck" lists all ` +
      'damage, restore a backup with "dmf restore FILE --replace"',
  });
}
