/**
 * The event log's store in one Deno KV file.
 *
 * What is written, and in which portions, is decided in `commit.ts` and `store.ts`; here a full
 * portion, a locked file and a file that is none get their words.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { serialize } from "node:v8";
import type { Entry, EventLog, Key, Range, Write } from "../ports.ts";
import type { Sentence } from "../refusal.ts";
import { StoreFault } from "../store_fault.ts";
import { diskFault } from "./disk_fault.ts";
import { closeUnlessStuck, isLocked, patiently, untilUnlocked } from "./kv_lock.ts";

/** Entries fetched at once; 500 take 13 MB more for 10,000 records, which a crawl has not to spare. */
const BATCH_SIZE = 100;
/** The most that Deno KV fetches at once: a third less time for thousands of entries. */
const LARGE_BATCH_SIZE = 500;
/** Limits of Deno KV that a caller can run into. */
const MOST_WRITES = 1000;
const MOST_CHECKS = 100;
const MOST_VALUE_BYTES = 65536;

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
    get: (key) => reading(path, async () => await kv.get(mutable(key)) as Entry),
    list: (range) => list(kv, path, range),
    atomic: (checks, writes) => untilUnlocked(() => commit(kv, path, checks, writes)),
    close: () => closeUnlessStuck(kv),
  };
}

/** Reads; a file that was damaged after it was written shows it only where the damage lies. */
async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await untilUnlocked(read);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (error instanceof StoreFault || !DAMAGED.test(message)) throw await refusalOf(error, path);
    throw new StoreFault({
      ko:
        `"dmf.kv" 파일을 읽을 수 없습니다: 손상되었습니다(${message}). "dmf restore FILE --replace"로 ` +
        "백업을 복원하십시오.",
      en: `Cannot read "dmf.kv": it is damaged (${message}); ` +
        'restore a backup with "dmf restore FILE --replace"',
    }, { cause: error });
  }
}

async function open(path: string): Promise<Deno.Kv> {
  let kv: Deno.Kv | undefined;
  try {
    await assertWhole(path);
    kv = await Deno.openKv(path);
    // A file that is no database shows it on the first read only, and a locked one keeps it waiting.
    await patiently(kv, kv.get(["meta"]));
    return kv;
  } catch (error) {
    if (kv) closeUnlessStuck(kv);
    if (isLocked(error)) throw error;
    throw await openFault(error, path);
  }
}

/** Deno ends the process, without a word of ours, when it meets a damaged page later on. */
async function assertWhole(path: string): Promise<void> {
  const size = await Deno.stat(path).then((file) => file.size, () => 0);
  if (size === 0) return;
  const database = new DatabaseSync(path);
  try {
    const found = Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {})[0];
    if (found !== "ok") throw new Error(`malformed: ${String(found).replaceAll("\n", " ")}`);
  } finally {
    database.close();
  }
}

async function openFault(error: unknown, path: string): Promise<unknown> {
  const message = error instanceof Error ? error.message : "";
  if (DAMAGED.test(message)) {
    return new StoreFault({
      ko:
        `"${path}" 파일을 사용할 수 없습니다: 손상되었습니다(${message}). "dmf restore FILE --replace"로 ` +
        "백업을 복원하십시오.",
      en: `Cannot use "${path}": it is damaged (${message}); ` +
        'restore a backup with "dmf restore FILE --replace"',
    }, { cause: error });
  }
  if (/unable to open|readonly database/.test(message)) {
    return await refusalBeside(path) ?? new StoreFault({
      ko: `"${path}" 파일을 열 수 없습니다: 폴더가 없거나 이 계정에 쓰기 권한이 없습니다.`,
      en: `Cannot open "${path}": the folder is missing, or this account may not write there`,
    }, { cause: error });
  }
  return await refusalOf(error, path);
}

/** SQLite does not say why it cannot open a file: the same is tried beside it, and that tells. */
async function refusalBeside(path: string): Promise<unknown> {
  const trial = `${path}.trial`;
  try {
    await Deno.writeFile(trial, new Uint8Array(64 * 1024));
    return null;
  } catch (error) {
    const fault = diskFault(error, path);
    return fault instanceof StoreFault ? fault : null;
  } finally {
    await Promise.allSettled([Deno.remove(trial)]);
  }
}

/** The fault that says what to do about a refusal of the disk, or `error` as it is. */
async function refusalOf(error: unknown, path: string): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  if (/disk is full/.test(error.message)) return withCode(error, "ENOSPC", path);
  if (!/disk I\/O error/.test(error.message)) return diskFault(error, path);
  return await refusalBeside(path) ?? withCode(error, "EIO", path);
}

function withCode(error: Error, code: string, path: string): unknown {
  return diskFault(Object.assign(new Error(error.message, { cause: error }), { code }), path);
}

/** What SQLite and Deno say of a file that is no database, or no longer one. */
const DAMAGED = /malformed|not a database|disk image|table \w+ already exists|deserialize/;

async function* list(kv: Deno.Kv, path: string, range: Range): AsyncGenerator<Entry> {
  const entries = kv.list(toSelector(range), {
    batchSize: range.many ? LARGE_BATCH_SIZE : BATCH_SIZE,
    reverse: range.reverse ?? false,
    ...(range.limit === undefined ? {} : { limit: range.limit }),
  });
  // The iterator keeps its place when a lock keeps it from the next batch.
  for (;;) {
    const next = await reading(path, () => entries.next());
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
  path: string,
  checks: readonly Entry[],
  writes: readonly Write[],
): Promise<boolean> {
  if (writes.length > MOST_WRITES || checks.length > MOST_CHECKS) {
    throw new StoreFault({
      ko: `쓰기 ${writes.length}개와 확인 ${checks.length}개를 한 번에 확정할 수 없습니다: ` +
        `저장소의 한도는 ${MOST_WRITES}개와 ${MOST_CHECKS}개입니다.`,
      en: `Cannot commit ${writes.length} writes and ${checks.length} checks at once: ` +
        `the store takes ${MOST_WRITES} and ${MOST_CHECKS}`,
    });
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
    return (await patiently(kv, operation.commit())).ok;
  } catch (error) {
    throw await commitFault(error, path, writes);
  }
}

async function commitFault(
  error: unknown,
  path: string,
  writes: readonly Write[],
): Promise<unknown> {
  if (!(error instanceof Error) || isLocked(error)) return error;
  const { message } = error;
  if (/too large/.test(message)) return new StoreFault(tooLarge(writes, message), { cause: error });
  if (DAMAGED.test(message)) {
    return new StoreFault({
      ko:
        `"dmf.kv" 파일에 쓸 수 없습니다: 손상되었습니다(${message}). "dmf restore FILE --replace"로 ` +
        "백업을 복원하십시오.",
      en: `Cannot write "dmf.kv": it is damaged (${message}); ` +
        'restore a backup with "dmf restore FILE --replace"',
    }, { cause: error });
  }
  if (/readonly database/.test(message)) {
    return new StoreFault({
      ko:
        `"dmf.kv" 파일에 쓸 수 없습니다(${message}). 쓰기 권한을 주거나 쓰기 가능하게 마운트한 뒤 ` +
        "다시 실행하십시오. 이미 기록된 것은 그대로입니다.",
      en: `Cannot write "dmf.kv": ${message}; give the right to write or mount the disk ` +
        "writable, then run again, nothing recorded is lost",
    }, { cause: error });
  }
  return await refusalOf(error, path);
}

function tooLarge(writes: readonly Write[], message: string): Sentence {
  const { key, bytes } = largest(writes);
  const shown = JSON.stringify(key);
  return bytes > MOST_VALUE_BYTES
    ? {
      ko: `${shown} 키의 값을 저장할 수 없습니다: 값이 ${bytes}바이트인데 저장소의 한도는 ` +
        `${MOST_VALUE_BYTES}바이트입니다.`,
      en: `Cannot store ${shown}: its value takes ${bytes} bytes, ` +
        `the store takes ${MOST_VALUE_BYTES}`,
    }
    : {
      ko: `쓰기 ${writes.length}개를 한 번에 확정할 수 없습니다(${message}). 가장 큰 값은 ` +
        `${shown} 키의 ${bytes}바이트입니다.`,
      en: `Cannot commit ${writes.length} writes at once: ${message}; ` +
        `the largest is ${shown} with ${bytes} bytes`,
    };
}

/** Deno KV stores values in V8's own serialization. */
function largest(writes: readonly Write[]): { readonly key: Key; readonly bytes: number } {
  return writes
    .map(({ key, value }) => ({ key, bytes: serialize(value).length }))
    .reduce((most, write) => write.bytes > most.bytes ? write : most, { key: [], bytes: 0 });
}

/** Deno's key types are not readonly; they are not written to. */
function mutable(key: Key): Deno.KvKey {
  return key as Deno.KvKey;
}
