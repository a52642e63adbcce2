/**
 * Reading a store file without Deno KV: key by key, whatever of it can still be read.
 *
 * Deno KV ends the process on a damaged page and rolls a store forward on opening; a proof of the
 * store and a look into a backup must do neither. The file is read in one transaction, so that what
 * is read is of one moment beside a running crawl. The layout is Deno 2's: keys in the order of
 * FoundationDB's tuples, values as V8 or raw bytes.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { deserialize } from "node:v8";
import { type ReadableLog, UnreadableValue } from "../fsck/reading.ts";
import { partKey } from "../keys.ts";
import type { Entry, Key, KeyPart, Range } from "../ports.ts";
import { StoreFault } from "../store_fault.ts";
import { diskFault } from "./disk_fault.ts";
import { isPointer } from "./large_values.ts";

/** An opened store file. */
export interface StoreFile extends Disposable {
  readonly log: ReadableLog;
  readonly database: DatabaseSync;
  /** What SQLite finds wrong with its pages; empty where it finds nothing. */
  integrity(): string[];
}

interface Row {
  readonly k: Uint8Array;
  readonly v: Uint8Array;
  readonly v_encoding: number;
  readonly version: number;
}

/**
 * Opens the file `path` for reading; it must be there.
 *
 * @throws {StoreFault} where it is no store.
 */
export function openStoreFile(path: string): StoreFile {
  let database: DatabaseSync | undefined;
  let statements: Statements;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    database.exec("BEGIN");
    database.prepare("SELECT k, v, v_encoding, version FROM kv LIMIT 1").get();
    statements = new Statements(database);
  } catch (error) {
    database?.close();
    throw notStore(error, path);
  }
  const opened = database;
  return {
    database: opened,
    log: {
      get: (key) => Promise.resolve(read(statements, key)),
      list: (range) => list(statements, range),
    },
    integrity: () => integrityOf(opened),
    [Symbol.dispose]: () => opened.close(),
  };
}

function notStore(error: unknown, path: string): unknown {
  if (!isSqlite(error)) return diskFault(error, path);
  return new StoreFault({
    ko:
      `"${path}" 파일을 사용할 수 없습니다: 저장소가 아니거나 손상되었습니다(${error.message}). ` +
      '"dmf restore FILE --replace"로 백업을 복원하십시오.',
    en: `Cannot use "${path}": it is no store, or damaged (${error.message}); restore a backup ` +
      'with "dmf restore FILE --replace"',
  }, { cause: error });
}

function integrityOf(database: DatabaseSync): string[] {
  try {
    return database.prepare("PRAGMA integrity_check(20)").all()
      .map((row) => String(Object.values(row)[0]).replaceAll("\n", " "))
      .filter((line) => line !== "ok");
  } catch (error) {
    if (isSqlite(error)) return [error.message];
    throw error;
  }
}

/** The statements of an opened store, each made once: they are freed with the garbage alone. */
class Statements {
  readonly get: StatementSync;
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.get = database.prepare("SELECT v, v_encoding, version FROM kv WHERE k = ?");
  }

  /** A list has a statement of its own, since several may be under way. */
  list(reverse: boolean): StatementSync {
    return this.#database.prepare(
      `SELECT k, v, v_encoding, version FROM kv WHERE k >= ? AND k < ?
       ORDER BY k ${reverse ? "DESC" : "ASC"} LIMIT ?`,
    );
  }
}

function read(statements: Statements, key: Key): Entry {
  return reading(() => {
    const row = statements.get.get(encodeKey(key)) as unknown as Row | undefined;
    if (!row) return { key, value: null, versionstamp: null };
    return whole(statements, { key, value: valueOf(row), versionstamp: stampOf(row) });
  });
}

async function* list(
  statements: Statements,
  { prefix, start, end, reverse, limit }: Range,
): AsyncGenerator<Entry> {
  const below = encodeKey(prefix);
  const rows = reading(() =>
    statements.list(reverse ?? false).iterate(
      start ? encodeKey(start) : Buffer.concat([below, Buffer.of(0x00)]),
      end ? encodeKey(end) : Buffer.concat([below, Buffer.of(0xff)]),
      limit ?? -1,
    ) as unknown as Iterator<Row>
  );
  try {
    for (;;) {
      const next = reading(() => rows.next());
      if (next.done) return;
      const key = decodeKey(next.value.k);
      const entry = { key, value: valueOf(next.value), versionstamp: stampOf(next.value) };
      yield await Promise.resolve(whole(statements, entry));
    }
  } finally {
    rows.return?.();
  }
}

/** Reads; a page that is damaged shows it only when its turn comes. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isSqlite(error)) throw error;
    throw new StoreFault({ ko: error.message, en: error.message }, { cause: error });
  }
}

function isSqlite(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/** Joins the parts of a large value (`large_values.ts`), as far as they are there. */
function whole(statements: Statements, entry: Entry): Entry {
  if (!isPointer(entry.value)) return entry;
  const parts: Uint8Array[] = [];
  for (let index = 0; index < entry.value.inParts; index++) {
    const part = read(statements, partKey(entry.key, index));
    if (part.versionstamp !== entry.versionstamp || !(part.value instanceof Uint8Array)) {
      return { ...entry, value: new UnreadableValue(`part ${index + 1} is missing`) };
    }
    parts.push(part.value);
  }
  return { ...entry, value: fromV8(Buffer.concat(parts)) };
}

function valueOf({ v, v_encoding }: Row): unknown {
  switch (v_encoding) {
    case 1:
      return fromV8(v);
    case 3:
      return v;
    default:
      return new UnreadableValue(`encoding ${v_encoding}`);
  }
}

function fromV8(bytes: Uint8Array): unknown {
  try {
    return deserialize(bytes);
  } catch (error) {
    if (error instanceof Error) return new UnreadableValue(error.message);
    throw error;
  }
}

function stampOf({ version }: Row): string {
  return `${version.toString(16).padStart(16, "0")}0000`;
}

// A byte order mark is part of a text here.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const TEXT = 0x02;
const DOUBLE = 0x21;
/** What a zero byte inside a text is followed by, so that a zero alone ends it. */
const ESCAPE = 0xff;

/** A key as Deno KV stores it. */
export function encodeKey(key: Key): Uint8Array {
  return Buffer.concat(key.map((part) => {
    if (typeof part === "number") return encodeNumber(part);
    const bytes = [...new TextEncoder().encode(part)];
    return Buffer.from([TEXT, ...bytes.flatMap((byte) => byte === 0 ? [0, ESCAPE] : [byte]), 0]);
  }));
}

/** Doubles whose bytes sort as the numbers do: negative ones inverted, others with the sign set. */
function encodeNumber(number: number): Uint8Array {
  const bytes = Buffer.alloc(9);
  bytes[0] = DOUBLE;
  bytes.writeDoubleBE(number, 1);
  return withSign(bytes, (bytes[1] as number) >= 0x80);
}

function withSign(bytes: Uint8Array, negative: boolean): Uint8Array {
  return bytes.map((byte, at) =>
    at === 0 ? byte : negative ? 0xff - byte : at > 1 ? byte : byte ^ 0x80
  );
}

/** The key of stored bytes; what cannot be understood of it is shown in hexadecimal. */
export function decodeKey(bytes: Uint8Array): Key {
  const parts: KeyPart[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = endOf(bytes, at);
    if (end === null) return [...parts, `?${Buffer.from(bytes.subarray(at)).toString("hex")}`];
    parts.push(decodePart(bytes.subarray(at, end)));
    at = end;
  }
  return parts;
}

function endOf(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] === DOUBLE) return at + 9 <= bytes.length ? at + 9 : null;
  if (bytes[at] !== TEXT) return null;
  for (let end = at + 1; end < bytes.length; end++) {
    if (bytes[end] !== 0) continue;
    if (bytes[end + 1] !== ESCAPE) return end + 1;
    end += 1;
  }
  return null;
}

function decodePart(bytes: Uint8Array): KeyPart {
  if (bytes[0] === DOUBLE) {
    const plain = withSign(bytes, (bytes[1] as number) < 0x80);
    return new DataView(plain.buffer, plain.byteOffset).getFloat64(1);
  }
  const text = bytes.subarray(1, -1);
  return decoder.decode(text.includes(0) ? withoutEscapes(text) : text);
}

function withoutEscapes(bytes: Uint8Array): Uint8Array {
  // No byte of UTF-8 is the escape itself.
  return bytes.filter((byte) => byte !== ESCAPE);
}
