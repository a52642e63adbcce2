/**
 * The one file of a backup: an SQLite copy of dmf.kv with a manifest and the archive in tables of ours.
 *
 * SQLite's own backup makes the copy, which is of one moment even beside a running crawl; the
 * archive is read after it and can therefore only hold more than the copy points to. Where a backup
 * is put is decided in `restore.ts`.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { backup as copyDatabase, DatabaseSync, type StatementSync } from "node:sqlite";
import { canonical, digestOf } from "../digest.ts";
import type { ProvenHead } from "../fsck.ts";
import type { ReadableLog } from "../fsck/reading.ts";
import { type ArchiveFiles, isArchivePath } from "./archive_census.ts";
import { openStoreFile } from "./store_file.ts";
import type { StoreMarker } from "./store_marker.ts";

/** Layout of a backup that this program reads and writes. */
export const BACKUP_FORMAT = 1;

/** What a backup says of itself. */
export interface Manifest {
  readonly format: number;
  readonly store: string;
  readonly schema: number;
  readonly heads: readonly ProvenHead[];
  readonly madeAt: string;
  readonly program: string;
  /** False where the archive was left out. */
  readonly archive: boolean;
  readonly members: number;
  /** Digest over every row of the store. */
  readonly contents: string;
  /** Digest over path and digest of every member. */
  readonly memberDigests: string;
}

/** A member of a backup: `store.json`, or a file of the archive. */
interface Member {
  readonly path: string;
  readonly digest: string;
}

const TABLES = `
  CREATE TABLE dmf_backup (manifest TEXT NOT NULL);
  CREATE TABLE dmf_backup_member (
    path TEXT PRIMARY KEY, digest TEXT NOT NULL, bytes BLOB NOT NULL
  ) WITHOUT ROWID;`;

/** More pages than any store has: one step, so that a writer cannot make it begin anew. */
const ALL_PAGES = 2 ** 30;

/** Copies the store in `kv` into the file `target`, as it is at this moment. */
export async function copyStore(kv: string, target: string): Promise<void> {
  // Reading it first proves that it is a store and within reach.
  using source = openStoreFile(kv);
  source.database.exec("ROLLBACK");
  await copyDatabase(source.database, target, { rate: ALL_PAGES });
}

/** A backup that is being written. */
export class BackupDraft implements Disposable {
  readonly #database: DatabaseSync;
  // A statement is freed with the garbage alone, hence one for all members.
  readonly #insert: StatementSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    // One file without companions, in which nothing that was cut off counts anyway.
    this.#database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;");
    this.#database.exec(TABLES);
    this.#insert = this.#database.prepare("INSERT INTO dmf_backup_member VALUES (?, ?, ?)");
  }

  /** Adds the marker and, where given, all files of an archive. */
  async fill(marker: StoreMarker, archive: ArchiveFiles | null): Promise<void> {
    this.#database.exec("BEGIN");
    this.#add("store.json", new TextEncoder().encode(`${JSON.stringify(marker, null, 2)}\n`));
    for await (const path of archive?.paths() ?? []) {
      // What is still being written beside us is nobody's yet.
      const bytes = isArchivePath(path) ? await archive?.read(path) : null;
      if (bytes) this.#add(path, bytes);
    }
    this.#database.exec("COMMIT");
  }

  #add(path: string, bytes: Uint8Array): void {
    this.#insert.run(path, digestOf(bytes), bytes);
  }

  /** Writes the manifest, the last thing that a backup gets. */
  sign(manifest: Omit<Manifest, "format" | "members" | "contents" | "memberDigests">): Manifest {
    const members = membersIn(this.#database);
    const signed: Manifest = {
      format: BACKUP_FORMAT,
      ...manifest,
      members: members.length - 1,
      contents: contentsOf(this.#database),
      memberDigests: digestOf(canonical(members)),
    };
    this.#database.prepare("INSERT INTO dmf_backup VALUES (?)").run(JSON.stringify(signed));
    return signed;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** The store, the members and the manifest text of a backup that was opened for reading. */
export interface BackupContents extends Disposable {
  readonly log: ReadableLog;
  readonly files: ArchiveFiles;
  /** `null` where the tables of ours are not there. */
  readonly manifest: string | null;
  integrity(): string[];
  members(): readonly Member[];
  member(path: string): Uint8Array | null;
  /** Digest over every row of the store. */
  contents(): string;
  /** Writes the store alone into a new file. */
  extract(path: string): void;
}

/** Opens a file for reading as a backup; whether it is one is for the caller to see. */
export function openContents(path: string): BackupContents {
  const { database, log, integrity, [Symbol.dispose]: close } = openStoreFile(path);
  const ours = database.prepare("SELECT name FROM sqlite_master WHERE name = 'dmf_backup'").get();
  const row = ours ? database.prepare("SELECT manifest FROM dmf_backup").get() : undefined;
  let select: StatementSync | undefined;
  const member = (name: string) => {
    select ??= database.prepare("SELECT bytes FROM dmf_backup_member WHERE path = ?");
    return (select.get(name)?.bytes as Uint8Array | undefined) ?? null;
  };
  return {
    log,
    integrity,
    member,
    manifest: row ? String(row.manifest) : null,
    members: () => membersIn(database),
    contents: () => contentsOf(database),
    extract: (target) => extract(database, target),
    files: {
      async *paths() {
        yield* await Promise.resolve(
          membersIn(database).map(({ path }) => path).filter(isArchivePath),
        );
      },
      read: (path) => Promise.resolve(member(path)),
    },
    [Symbol.dispose]: close,
  };
}

function membersIn(database: DatabaseSync): readonly Member[] {
  return database.prepare("SELECT path, digest FROM dmf_backup_member ORDER BY path").all()
    .map(({ path, digest }) => ({ path: String(path), digest: String(digest) }));
}

/** The tables of Deno KV, with what makes them. */
function storeTables(database: DatabaseSync): readonly { name: string; sql: string }[] {
  return database.prepare(
    `SELECT name, sql FROM sqlite_master
     WHERE sql IS NOT NULL AND name NOT LIKE 'dmf_backup%' AND name NOT LIKE 'sqlite_%'
     ORDER BY type DESC, name`,
  ).all().map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}

function* rowsOf(database: DatabaseSync, table: string): Generator<unknown[]> {
  const statement = database.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  for (const row of statement.iterate()) yield row as unknown as unknown[];
}

/** Digest of the store in an opened database. */
export function contentsOf(database: DatabaseSync): string {
  const hash = createHash("sha256");
  for (const { name, sql } of storeTables(database)) {
    hash.update(`${sql}\n`);
    if (!sql.startsWith("CREATE TABLE")) continue;
    for (const row of rowsOf(database, name)) {
      const shape = (value: unknown) => value instanceof Uint8Array ? value.length : `=${value}`;
      hash.update(`${row.map(shape).join()}\n`);
      for (const value of row) if (value instanceof Uint8Array) hash.update(value);
    }
  }
  return hash.digest("hex");
}

/** Copies row by row: the sandbox lets no database be attached to another. */
function extract(from: DatabaseSync, path: string): void {
  const to = new DatabaseSync(path);
  try {
    to.exec("PRAGMA synchronous = FULL; BEGIN");
    for (const { name, sql } of storeTables(from)) {
      to.exec(sql);
      if (!sql.startsWith("CREATE TABLE")) continue;
      let insert: StatementSync | undefined;
      for (const row of rowsOf(from, name)) {
        insert ??= to.prepare(`INSERT INTO "${name}" VALUES (${row.map(() => "?").join(", ")})`);
        insert.run(...row as never[]);
      }
    }
    to.exec("COMMIT");
  } finally {
    to.close();
  }
}

/** Digest of the store in a file. */
export function contentsOfFile(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return contentsOf(database);
  } finally {
    database.close();
  }
}
