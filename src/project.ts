/**
 * Projections: records, numbers, versions and missing marks, rolled forward behind the log.
 *
 * Each portion is one atomic operation that also moves the mark of how far the projections are and
 * insists on the mark it started from. A crash between portions is finished by whoever comes next,
 * two processes doing it at once cannot apply an entry twice, and throwing everything away and
 * starting from an absent mark rebuilds the same values.
 *
 * @module
 */

import { placeOf, readCorrections } from "./corrections.ts";
import {
  allPagesOf,
  eventKey,
  eventsOf,
  headKey,
  missingKey,
  numberKey,
  projectedKey,
  recordKey,
  runKey,
  runsOf,
  versionKey,
} from "./keys.ts";
import type { LogEntry, SealedEntry } from "./log.ts";
import type { RecordId, RunId, SourceId } from "./model.ts";
import type { Entry, EventLog, Write } from "./ports.ts";
import { isRenewal, throwAway } from "./renewal.ts";
import { type Head, type RecordedRun, type RunRecord, undecidedIn } from "./run_record.ts";
import { apply, type Known, type MissingMark } from "./state.ts";
import {
  clear,
  knownOf,
  proveRecord,
  recordHash,
  runsBack,
  sizeOf,
  type StoredRecord,
} from "./store.ts";

/** How far the projections are: the entries of `run` below `index`, and all of earlier runs. */
interface Mark {
  readonly run: RunId;
  readonly index: number;
}

/** Entries projected in one atomic operation; each makes up to five writes of its size. */
const MOST_ENTRIES = 180;
const MOST_BYTES = 700_000;

/** Finishes a run: its projections, and the checkpoints that nobody needs any more. */
export async function settle(log: EventLog, source: SourceId): Promise<void> {
  await rollForward(log, source);
  const open = await openRuns(log, source);
  await clear(log, { prefix: allPagesOf(source) }, (key) => !open.has(key[2] as RunId));
}

/** Runs whose pages are still of use: to go on with today, or to be released by a person. */
async function openRuns(log: EventLog, source: SourceId): Promise<ReadonlySet<RunId>> {
  const later: RecordedRun[] = [];
  for await (const one of runsBack(log, source)) {
    const { record } = one;
    if (record.state === "corrected") continue;
    later.push(one);
    if (record.state === "accepted" || record.state === "quarantined") break;
  }
  const open = new Set<RunId>();
  const last = later[0];
  if (last?.record.state === "failed" || last?.record.state === "running") open.add(last.run);
  const undecided = undecidedIn(later);
  if (undecided !== null) open.add(undecided);
  return open;
}

/** Brings the projections of a source up to its head. Idempotent. */
export async function rollForward(log: EventLog, source: SourceId): Promise<void> {
  const head = (await log.get(headKey(source))).value as Head | null;
  if (!head) return;
  for (;;) {
    const marked = await log.get(projectedKey(source));
    if (isRenewal(marked.value)) {
      await throwAway(log, source, marked);
      continue;
    }
    const mark = marked.value as Mark | null;
    const due = await nextDue(log, source, mark, head);
    if (!due) return;
    await projectRun(log, source, due, marked);
  }
}

/** Entries of a run that are not projected yet. */
interface Due {
  readonly run: RunId;
  /** Where the run's entries are, itself or a correction, and from which index on. */
  readonly at: RunId;
  readonly first: number;
  /** Of the run's own count: projected so far, and in all. */
  readonly from: number;
  readonly entries: number;
  readonly founding: boolean;
}

/** The first accepted run whose entries are not all projected, or the last, where the mark is before it. */
async function nextDue(
  log: EventLog,
  source: SourceId,
  mark: Mark | null,
  head: Head,
): Promise<Due | null> {
  const corrections = await readCorrections(log, source, head);
  const start = mark ? { start: runKey(source, mark.run) } : {};
  let last: Due | null = null;
  for await (const { key, value } of log.list({ prefix: runsOf(source), ...start })) {
    const record = value as RunRecord;
    const run = key.at(-1) as RunId;
    if (record.state !== "accepted" || run > head.run) continue;
    const { at, from: first, entries } = placeOf(corrections, run, record);
    const from = run === mark?.run ? mark.index : 0;
    last = { run, at, first, from, entries, founding: record.baseline };
    if (from < entries) return last;
  }
  return last?.run === mark?.run ? null : last;
}

async function projectRun(log: EventLog, source: SourceId, due: Due, marked: Entry): Promise<void> {
  let index = due.from;
  let portion: SealedEntry[] = [];
  let bytes = 0;
  // While the baseline is projected no number is stored but those of this very loop.
  const numbers = due.founding && due.from === 0 ? new Map<string, RecordId[]>() : null;
  const flush = async () => {
    const writes = await writesFor(log, source, { run: due.run, numbers }, portion);
    const mark: Mark = { run: due.run, index };
    // Losing this race means another process has done the same work; the outer loop looks again.
    const done = await log.atomic([marked], [...writes, {
      key: projectedKey(source),
      value: mark,
    }]);
    if (done) marked = await log.get(projectedKey(source));
    portion = [];
    bytes = 0;
    return done;
  };
  const range = {
    prefix: eventsOf(source, due.at),
    start: eventKey(source, due.at, due.first + index),
  };
  for await (const entry of log.list(range)) {
    if (index >= due.entries) break;
    const sealed = entry.value as SealedEntry;
    const size = 2.2 * sizeOf({ key: entry.key, value: sealed });
    if (portion.length > 0 && (portion.length >= MOST_ENTRIES || bytes + size > MOST_BYTES)) {
      if (!await flush()) return;
    }
    portion.push(sealed);
    bytes += size;
    index += 1;
  }
  await flush();
}

/** The writes that a portion of entries amounts to, given what is stored before it. */
async function writesFor(
  log: EventLog,
  source: SourceId,
  { run, numbers }: { readonly run: RunId; readonly numbers: Map<string, RecordId[]> | null },
  portion: readonly SealedEntry[],
): Promise<Write[]> {
  const writes = new Map<string, Write>();
  const put = (write: Write) => writes.set(JSON.stringify(write.key), write);
  const current = new Map<RecordId, Projected>();
  for (const sealed of portion) {
    const id = sealed.entry.record;
    const before = current.get(id) ?? await read(log, source, id, sealed.entry);
    const effect = effectOf(source, before, sealed, run);
    current.set(id, effect.after);
    effect.writes.forEach(put);
    if (effect.number === null) continue;
    const { number } = effect;
    const key = numberKey(source, number);
    const pending = writes.get(JSON.stringify(key))?.value ?? numbers?.get(number);
    const ids = pending ?? (numbers ? null : (await log.get(key)).value);
    // A number keeps naming the records it ever named, so that an old number finds its record.
    const value = [...new Set([...(ids as RecordId[] | null) ?? [], id])];
    numbers?.set(number, value);
    put({ key, value });
  }
  return [...writes.values()];
}

/** A record as it stands, with the seq of the entry that its present version began with. */
export interface Projected {
  readonly known: Known | undefined;
  readonly seq: number;
}

/** What one entry does to the projections. */
export interface Effect {
  readonly after: { readonly known: Known; readonly seq: number };
  /** Writes of the record, its versions and its missing mark. */
  readonly writes: readonly Write[];
  /** The number that from now on names the record too. */
  readonly number: string | null;
}

/** The effect of `sealed` on a record that stood as `before`. */
export function effectOf(
  source: SourceId,
  before: Projected,
  { entry, seq }: SealedEntry,
  run: RunId,
): Effect {
  const id = entry.record;
  const known = apply(before.known, entry, run);
  const moved = known.validFrom !== before.known?.validFrom ||
    known.values !== before.known.values;
  const after = { known, seq: moved ? seq : before.seq };
  const writes: Write[] = [];
  if (known.missing !== (before.known?.missing ?? null)) {
    writes.push({ key: missingKey(source, id), value: known.missing ?? undefined });
  }
  if (!moved) return { after, writes, number: null };
  if (before.known && !before.known.delisted && before.known.validFrom !== run) {
    writes.push(versionWrite(source, before.known, before.seq, run));
  }
  writes.push({ key: recordKey(source, id), value: storedRecord(after) });
  writes.push(
    known.delisted
      ? { key: versionKey(source, id, run), value: undefined }
      : versionWrite(source, known, seq, null),
  );
  const { registrationNumber: number } = known.values;
  const renamed = number !== before.known?.values.registrationNumber;
  return { after, writes, number: renamed ? number : null };
}

async function read(
  log: EventLog,
  source: SourceId,
  id: RecordId,
  entry: LogEntry,
): Promise<Projected> {
  if (entry.kind === "founded" || entry.kind === "registered") return { known: undefined, seq: 0 };
  const stored = (await log.get(recordKey(source, id))).value as StoredRecord | null;
  if (!stored) return { known: undefined, seq: 0 };
  proveRecord(stored);
  const missing = (await log.get(missingKey(source, id))).value as MissingMark | null;
  return { known: knownOf(stored, missing), seq: stored.seq };
}

/** A record as the store holds it. */
export function storedRecord({ known, seq }: Effect["after"]): StoredRecord {
  const { record, values, raw, validFrom, delisted } = known;
  const stored = { record, values, raw, validFrom, delisted, seq };
  return { ...stored, hash: recordHash(stored) };
}

function versionWrite(source: SourceId, known: Known, seq: number, validTo: RunId | null): Write {
  const { record, values, raw, validFrom } = known;
  return {
    key: versionKey(source, record, validFrom),
    value: { record, values, raw, validFrom, validTo, seq },
  };
}
