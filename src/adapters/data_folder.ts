/**
 * The one folder that holds everything a box knows, and the proof that it is still whole.
 *
 * An emptied or lost dmf.kv opens as an empty store without a word, and an empty store would call
 * every record new. Therefore `store.json` beside it remembers that a store was founded, and which.
 * What is in the store is decided elsewhere.
 *
 * @module
 */

import { join } from "node:path";
import { ConfigurationError } from "../configuration_error.ts";
import { StoreFault } from "../store_fault.ts";
import { diskFault } from "./disk_fault.ts";
import { removeUnfinished } from "./durable_file.ts";
import { readMarker, STORE_SCHEMA, type StoreMarker, writeMarker } from "./store_marker.ts";

/** Where things lie below the data folder. */
export interface FolderPaths {
  readonly root: string;
  readonly kv: string;
  readonly raw: string;
  readonly reports: string;
  readonly outbox: string;
  readonly logs: string;
  /** `store.json`, see {@linkcode StoreMarker}. */
  readonly marker: string;
  /** Held by the process that writes; the system frees it when that process ends, however. */
  readonly lock: string;
}

/** An open data folder. */
export interface DataFolder {
  readonly paths: FolderPaths;
  readonly marker: StoreMarker;
  readonly storeId: string;
  /** False until {@linkcode DataFolder.confirm} was called once in the life of the folder. */
  readonly founded: boolean;
  /** Takes the right to write until `close()`; false where another process has it. */
  lock(): Promise<boolean>;
  /** To be called when the store holds `storeId`; from then on an empty store is a fault. */
  confirm(): Promise<void>;
  close(): void;
}

/**
 * Opens a data folder, and makes it where it is missing unless it `mustExist`.
 *
 * @throws {StoreFault} where the folder cannot be used, or its marker is damaged, lost or newer.
 * @throws {ConfigurationError} where it must exist and does not, or lies outside the sandbox.
 */
export async function openDataFolder(
  path: string,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<DataFolder> {
  const paths = pathsOf(path);
  if (mustExist && await readMarker(paths.marker) === null && !await hasTraces(paths)) {
    throw new ConfigurationError(
      `Cannot find any data in ${path}: run "dmf --once" first, or name the folder with --data`,
    );
  }
  await makeFolders(paths);
  const lockFile = await openLock(paths.lock);
  try {
    const marker = await readMarker(paths.marker) ?? await found(paths, lockFile);
    return toDataFolder(paths, marker, lockFile);
  } catch (error) {
    lockFile.close();
    throw error;
  }
}

/**
 * Proves that the store is the one that the marker was written for.
 *
 * `meta` is the value that the store holds under its meta key, `null` where it holds none.
 *
 * @throws {StoreFault} where the store is empty though it was founded, or another one.
 */
export function assertSameStore(marker: StoreMarker, meta: unknown): void {
  if (meta === null || meta === undefined) {
    if (!marker.founded) return;
    throw new StoreFault(
      `Cannot use dmf.kv: it is empty, but store.json says that the store ${marker.store} was ` +
        `founded here at ${marker.createdAt}; restore a backup of the data folder, or name ` +
        "another folder with --data to begin anew",
    );
  }
  const id = typeof meta === "object" && "store" in meta ? meta.store : undefined;
  if (id === marker.store) return;
  throw new StoreFault(
    `Cannot use dmf.kv: expected the store ${marker.store} that store.json names, found ` +
      `${String(id)}; put both files of one backup into the data folder`,
  );
}

function toDataFolder(
  paths: FolderPaths,
  marker: StoreMarker,
  lockFile: Deno.FsFile,
): DataFolder {
  let current = marker;
  return {
    paths,
    storeId: marker.store,
    get marker() {
      return current;
    },
    get founded() {
      return current.founded;
    },
    lock: () => lockFile.tryLock(true),
    async confirm() {
      if (current.founded) return;
      const confirmed = { ...current, founded: true };
      await writeMarker(paths.marker, confirmed);
      current = confirmed;
    },
    close: () => lockFile.close(),
  };
}

function pathsOf(root: string): FolderPaths {
  const below = (name: string) => join(root, name);
  return {
    root,
    kv: below("dmf.kv"),
    raw: below("raw"),
    reports: below("reports"),
    outbox: below("outbox"),
    logs: below("logs"),
    marker: below("store.json"),
    lock: below("dmf.lock"),
  };
}

async function makeFolders(paths: FolderPaths): Promise<void> {
  for (const folder of [paths.root, paths.raw, paths.reports, paths.outbox, paths.logs]) {
    try {
      await Deno.mkdir(folder, { recursive: true });
    } catch (error) {
      throw diskFault(error, folder);
    }
  }
}

async function openLock(path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { create: true, read: true, write: true });
  } catch (error) {
    throw diskFault(error, path);
  }
}

/** Founds the store's identity, once, whoever else tries at the same moment. */
async function found(paths: FolderPaths, lockFile: Deno.FsFile): Promise<StoreMarker> {
  if (!await lockFile.tryLock(true)) {
    const theirs = await readMarker(paths.marker);
    if (theirs !== null) return theirs;
    throw new StoreFault(
      `Cannot open ${paths.root}: another dmf is just founding it; run again in a moment`,
    );
  }
  try {
    const theirs = await readMarker(paths.marker);
    if (theirs !== null) return theirs;
    if (await hasTraces(paths)) {
      throw new StoreFault(
        `Cannot open ${paths.root}: store.json is missing, but the folder has been used before; ` +
          "restore a backup of the data folder, or name another folder with --data to begin anew",
      );
    }
    await removeUnfinished(paths.root);
    const marker: StoreMarker = {
      store: crypto.randomUUID(),
      schema: STORE_SCHEMA,
      createdAt: Temporal.Now.instant().round("second").toString(),
      founded: false,
    };
    await writeMarker(paths.marker, marker);
    return marker;
  } finally {
    await lockFile.unlock();
  }
}

async function hasTraces(paths: FolderPaths): Promise<boolean> {
  return await maybeStat(paths.kv) !== null || await hasEntries(paths.raw) ||
    await hasEntries(paths.reports);
}

async function hasEntries(folder: string): Promise<boolean> {
  if (await maybeStat(folder) === null) return false;
  for await (const _ of Deno.readDir(folder)) return true;
  return false;
}

async function maybeStat(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw diskFault(error, path);
  }
}
