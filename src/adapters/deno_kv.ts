/**
 * The event log's store in one Deno KV file.
 *
 * What is written, and in which portions, is decided in `commit.ts` and `store.ts`; here a full
 * portion, a locked file and a file that is none get their words.
 *
 * @module
 */

import { serialize } from "node:v8";
import type { Entry, EventLog, Key, Range, Write } from "../ports.ts";
import { StoreFault } from "../store_fault.ts";
import { diskFault } from "./disk_fault.ts";

/** Entries fetched at once; 500 is where reading a large store stops getting faster. */
const BATCH_SIZE = 500;
/** Limits of Deno KV that a caller can run into. */
const MOST_WRITES = 1000;
const MOST_CHECKS = 100;
const MOST_VALUE_BYTES = 65536;
/** Deno waits 5 s for a lock itself, so this many tries end after half a minute. */
const MOST_TRIES = 6;

/**
 * Opens the store in the file `path`, which is made where it is missing.
 *
 * A missing or emptied file opens as an empty store: prove its identity with `assertSameStore()`.
 *
 * @throws {StoreFault} where the file is no store, cannot be opened, or stays locked.
 */
export async function openDenoKv(path: string): Promise<EventLog & { close(): void }> {
  const kv = await untilUnlocked(() => open(path));
  return {
    get: (key) => untilUnlocked(async () => await kv.get(mutable(key)) as Entry),
    list: (range) => list(kv, range),
    atomic: (checks, writes) => untilUnlocked(() => commit(kv, checks, writes)),
    close: () => kv.close(),
  };
}

/**
 * Repeats an operation that another process's lock kept out, with growing, uneven pauses.
 *
 * @throws {StoreFault} when the lock stays; any other fault passes through at once.
 */
export async function untilUnlocked<T>(
  operation: () => Promise<T>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (attempt === MOST_TRIES) {
        throw new StoreFault(
          "Cannot use dmf.kv: another program keeps it locked; close whatever has it open " +
            "(a backup, a second dmf) and run again",
          { cause: error },
        );
      }
      await pause(25 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

async function open(path: string): Promise<Deno.Kv> {
  let kv: Deno.Kv | undefined;
  try {
    kv = await Deno.openKv(path);
    // A file that is no database shows it on the first read only.
    await kv.get(["meta"]);
    return kv;
  } catch (error) {
    kv?.close();
    if (isLocked(error)) throw error;
    const message = error instanceof Error ? error.message : "";
    if (/not a database|malformed|disk image/.test(message)) {
      throw new StoreFault(
        `Cannot use ${path}: it is damaged (${message}); restore a backup of the data folder`,
        { cause: error },
      );
    }
    if (/unable to open|readonly database/.test(message)) {
      throw new StoreFault(
        `Cannot open ${path}: the folder is missing, or this account may not write there`,
        { cause: error },
      );
    }
    throw diskFault(error, path);
  }
}

async function* list(kv: Deno.Kv, range: Range): AsyncGenerator<Entry> {
  const entries = kv.list(toSelector(range), {
    batchSize: BATCH_SIZE,
    reverse: range.reverse ?? false,
    ...(range.limit === undefined ? {} : { limit: range.limit }),
  });
  // The iterator keeps its place when a lock keeps it from the next batch.
  for (;;) {
    const next = await untilUnlocked(() => entries.next());
    if (next.done) return;
    yield next.value as Entry;
  }
}

function toSelector({ prefix, start, end }: Range): Deno.KvListSelector {
  for (const bound of [start, end]) {
    if (bound !== undefined && !prefix.every((part, i) => part === bound[i])) {
      throw new RangeError(
        `Cannot list below ${JSON.stringify(prefix)} from or to ${JSON.stringify(bound)}`,
      );
    }
  }
  if (start !== undefined && end !== undefined) return { start: mutable(start), end: mutable(end) };
  return {
    prefix: mutable(prefix),
    ...(start === undefined ? {} : { start: mutable(start) }),
    ...(end === undefined ? {} : { end: mutable(end) }),
  } as Deno.KvListSelector;
}

async function commit(
  kv: Deno.Kv,
  checks: readonly Entry[],
  writes: readonly Write[],
): Promise<boolean> {
  if (writes.length > MOST_WRITES || checks.length > MOST_CHECKS) {
    throw new StoreFault(
      `Cannot commit ${writes.length} writes and ${checks.length} checks at once: ` +
        `the store takes ${MOST_WRITES} and ${MOST_CHECKS}`,
    );
  }
  const operation = kv.atomic();
  for (const { key, versionstamp } of checks) {
    operation.check({ key: mutable(key), versionstamp });
  }
  for (const { key, value } of writes) {
    if (value === undefined) operation.delete(mutable(key));
    else operation.set(mutable(key), value);
  }
  try {
    return (await operation.commit()).ok;
  } catch (error) {
    throw commitFault(error, writes);
  }
}

function commitFault(error: unknown, writes: readonly Write[]): unknown {
  if (!(error instanceof Error) || isLocked(error)) return error;
  if (/too large/.test(error.message)) {
    const { key, bytes } = largest(writes);
    return new StoreFault(
      bytes > MOST_VALUE_BYTES
        ? `Cannot store ${JSON.stringify(key)}: its value takes ${bytes} bytes, ` +
          `the store takes ${MOST_VALUE_BYTES}`
        : `Cannot commit ${writes.length} writes at once: ${error.message}; ` +
          `the largest is ${JSON.stringify(key)} with ${bytes} bytes`,
      { cause: error },
    );
  }
  if (/malformed|not a database|disk image/.test(error.message)) {
    return new StoreFault(
      `Cannot write dmf.kv: it is damaged (${error.message}); restore a backup of the data folder`,
      { cause: error },
    );
  }
  if (/disk is full|disk I\/O|readonly database/.test(error.message)) {
    return new StoreFault(
      `Cannot write dmf.kv: ${error.message}; free space or give the right to write, then run ` +
        "again, nothing recorded is lost",
      { cause: error },
    );
  }
  return error;
}

/** Deno KV stores values in V8's own serialization. */
function largest(writes: readonly Write[]): { readonly key: Key; readonly bytes: number } {
  return writes
    .map(({ key, value }) => ({ key, bytes: serialize(value).length }))
    .reduce((most, write) => write.bytes > most.bytes ? write : most, { key: [], bytes: 0 });
}

function isLocked(error: unknown): boolean {
  return error instanceof Error &&
    /database (?:table )?is locked|database is busy/.test(error.message);
}

/** Deno's key types are not readonly; they are not written to. */
function mutable(key: Key): Deno.KvKey {
  return key as Deno.KvKey;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
