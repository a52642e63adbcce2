/**
 * Typed reading of the store, and writing in portions that one atomic operation can take.
 *
 * @module
 */

import { canonical, digestOf } from "./digest.ts";
import {
  baselineKey,
  headKey,
  keyText,
  missingOf,
  recordsOf,
  runKey,
  runsOf,
  troubleKey,
  versionsOf,
} from "./keys.ts";
import { isLearned, type Learned, NOTHING_LEARNED } from "./learned.ts";
import type { Content } from "./log.ts";
import type { RecordId, RegisterRecord, RunId, Site, SourceId } from "./model.ts";
import { type ChangeBaseline, NO_BASELINE } from "./plausibility.ts";
import type { Entry, EventLog, Key, Range, Write } from "./ports.ts";
import type { Head, RecordedRun, RunRecord } from "./run_record.ts";
import type { Earlier, Known, MissingMark, State } from "./state.ts";
import type { Trouble } from "./trouble.ts";
import { StoreFault } from "./store_fault.ts";

/** A record as stored: its content, since when, by which entry, and the hash of all that. */
export interface StoredRecord extends Content {
  readonly record: RecordId;
  readonly validFrom: RunId;
  readonly delisted: boolean;
  readonly seq: number;
  readonly hash: string;
}

/** One version of a record over the half-open span of runs `[validFrom, validTo)`. */
export interface StoredVersion extends Content {
  readonly record: RecordId;
  readonly validFrom: RunId;
  readonly validTo: RunId | null;
  readonly seq: number;
}

/** Text of the terms page as last seen. */
export interface TermsBaseline {
  readonly hash: string;
  readonly run: RunId;
}

/** Hash that a stored record carries. */
export function recordHash(record: Omit<StoredRecord, "hash">): string {
  const { record: id, values, raw, validFrom, delisted, seq } = record;
  return digestOf(canonical([id, values, raw, validFrom, delisted, seq]));
}

/** The last sealed run, as an entry that a commit can insist on. */
export async function readHead(
  log: EventLog,
  source: SourceId,
): Promise<{ readonly entry: Entry; readonly head: Head | null }> {
  const entry = await log.get(headKey(source));
  return { entry, head: entry.value as Head | null };
}

/** How a run went, or `null` where it never began. */
export async function readRun(
  log: EventLog,
  source: SourceId,
  run: RunId,
): Promise<RunRecord | null> {
  return (await log.get(runKey(source, run))).value as RunRecord | null;
}

/**
 * Runs from the last one back, or from before one. What is looked for is nearly always among the
 * last, and a store reads many at once where it is not told how few.
 */
export async function* runsBack(
  log: Pick<EventLog, "list">,
  source: SourceId,
  before: RunId | null = null,
): AsyncGenerator<RecordedRun> {
  let end = before && runKey(source, before);
  for (const limit of [{ limit: 2 }, {}]) {
    const range = { prefix: runsOf(source), ...(end ? { end } : {}), reverse: true, ...limit };
    for await (const { key, value } of log.list(range)) {
      end = key;
      yield { run: key.at(-1) as RunId, record: value as RunRecord };
    }
  }
}

/** Everything known of a source as its sealed log has it; throws on a damaged record. */
export async function loadState(log: EventLog, source: SourceId): Promise<State> {
  const missing = new Map<RecordId, MissingMark>();
  for await (const { key, value } of log.list({ prefix: missingOf(source) })) {
    missing.set(key.at(-1) as RecordId, value as MissingMark);
  }
  const state: State = new Map();
  const shared = new SharedTexts();
  for await (const { value } of log.list({ prefix: recordsOf(source) })) {
    const stored = value as StoredRecord;
    proveRecord(stored);
    const known = knownOf(stored, missing.get(stored.record) ?? null);
    state.set(stored.record, { ...known, values: shared.record(known.values) });
  }
  return state;
}

/**
 * Texts that many records have in common, each kept once: countries, dates, applicants. What a run
 * holds for good decides how much garbage the runtime lets pile up around it.
 */
class SharedTexts {
  readonly #texts = new Map<string, string>();

  record(values: RegisterRecord): RegisterRecord {
    const shared: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      shared[name] = name === "sites"
        ? values.sites.map((site) => this.#site(site))
        : this.#text(value);
    }
    return shared as unknown as RegisterRecord;
  }

  #site({ name, address, country }: Site): Site {
    return { name: this.#text(name), address: this.#text(address), country: this.#text(country) };
  }

  #text<T>(value: T): T {
    if (typeof value !== "string") return value;
    const kept = this.#texts.get(value);
    if (kept !== undefined) return kept as T;
    this.#texts.set(value, value);
    return value;
  }
}

/** A stored record as the state holds it. */
export function knownOf(stored: StoredRecord, missing: MissingMark | null): Known {
  const { record, values, raw, validFrom, delisted } = stored;
  return { record, values, raw, validFrom, delisted, missing };
}

/** Throws where a stored record no longer has its hash. */
export function proveRecord(stored: StoredRecord): void {
  if (recordHash(stored) === stored.hash) return;
  const number = stored.values.registrationNumber;
  throw new StoreFault({
    ko:
      `"dmf.kv" 파일의 레코드 "${stored.record}"(${
        number === null ? "번호 없음" : `"${number}"`
      }) 내용이 해시와 맞지 않습니다. 파일이 손상되었으니 ` +
      '"dmf restore FILE --replace"로 백업을 복원하십시오.',
    en:
      `Record "${stored.record}" (${
        number === null ? "no number" : `"${number}"`
      }) in "dmf.kv" does not match its hash: the file is damaged, ` +
      'restore a backup with "dmf restore FILE --replace"',
  });
}

/** What accepted runs have shown so far. */
export async function readBaseline(log: EventLog, source: SourceId): Promise<ChangeBaseline> {
  const { value } = await log.get(baselineKey(source, "change"));
  return (value as ChangeBaseline | null) ?? NO_BASELINE;
}

/** What the statistics of accepted lists have taught so far. */
export async function readLearned(log: EventLog, source: SourceId): Promise<Learned> {
  const { key, value } = await log.get(baselineKey(source, "statistics"));
  if (value === null) return NOTHING_LEARNED;
  if (isLearned(value)) return value;
  throw new StoreFault({
    ko:
      `"dmf.kv" 파일의 "${keyText(key)}" 값에 수가 아닌 값이 있습니다. 파일이 손상되었으니 자료 ` +
      "폴더의 백업을 복원하십시오.",
    en: `"${keyText(key)}" in "dmf.kv" holds what is no number: the file is damaged, restore a ` +
      "backup of the data folder",
  });
}

/** What a record was before its present version. */
export async function readEarlier(
  log: EventLog,
  source: SourceId,
  record: RecordId,
): Promise<Earlier[]> {
  const earlier: Earlier[] = [];
  for await (const { value } of log.list({ prefix: versionsOf(source, record) })) {
    const { validFrom, validTo, values } = value as StoredVersion;
    if (validTo !== null) earlier.push({ values, validFrom, validTo });
  }
  return earlier;
}

/** What stands between a source and its next accepted run, or `null`. */
export async function readTrouble(log: EventLog, source: SourceId): Promise<Trouble | null> {
  return (await log.get(troubleKey(source))).value as Trouble | null;
}

/** The terms page as last seen, or `null`. */
export async function readTerms(log: EventLog, source: SourceId): Promise<TermsBaseline | null> {
  return (await log.get(baselineKey(source, "terms"))).value as TermsBaseline | null;
}

/** Mutations and bytes that go into one atomic operation; Deno KV takes 1,000 and 800 KiB. */
const MOST_WRITES = 900;
const MOST_BYTES = 700_000;

/** Cuts writes into portions that each fit one atomic operation, groups kept whole. */
export function* portions(groups: Iterable<readonly Write[]>): Generator<Write[]> {
  let portion: Write[] = [];
  let bytes = 0;
  for (const group of groups) {
    const size = group.reduce((sum, write) => sum + sizeOf(write), 0);
    if (
      portion.length > 0 &&
      (portion.length + group.length > MOST_WRITES || bytes + size > MOST_BYTES)
    ) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(...group);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}

/** Upper estimate of the stored size in bytes. */
export function sizeOf(write: Write): number {
  return storedSize(write.value) + storedSize(write.key);
}

/** V8 stores a text of Latin-1 characters in one byte each, any other in two. */
function storedSize(value: unknown): number {
  if (typeof value === "string") return 8 + (LATIN_1.test(value) ? 1 : 2) * value.length;
  if (value === null || typeof value !== "object") return 10;
  let size = 10;
  for (const [name, inner] of Object.entries(value)) size += 4 + name.length + storedSize(inner);
  return size;
}

// deno-lint-ignore no-control-regex
const LATIN_1 = /^[\u0000-\u00ff]*$/;

/** Deletes everything in a range, or what `isOver` of it. */
export async function clear(
  log: EventLog,
  range: Range,
  isOver: (key: Key) => boolean = () => true,
): Promise<void> {
  const deletions: Write[] = [];
  for await (const { key } of log.list(range)) {
    if (isOver(key)) deletions.push({ key, value: undefined });
  }
  for (const portion of portions(deletions.map((write) => [write]))) await log.atomic([], portion);
}
