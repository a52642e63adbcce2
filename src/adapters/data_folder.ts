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
import { canonical } from "../digest.ts";
import type { Sentence } from "../refusal.ts";
import { StoreFault } from "../store_fault.ts";
import { diskFault } from "./disk_fault.ts";
import { removeUnfinished } from "./durable_file.ts";
import {
  readMarker,
  type Sealed,
  STORE_SCHEMA,
  type StoreMarker,
  writeMarker,
} from "./store_marker.ts";

/** Where things lie below the data folder. */
export interface FolderPaths {
  readonly root: string;
  readonly kv: string;
  readonly raw: string;
  readonly reports: string;
  readonly outbox: string;
  /** The sign of life of the last run. */
  readonly heartbeat: string;
  readonly logs: string;
  /** `store.json`, see {@linkcode StoreMarker}. */
  readonly marker: string;
  /** Held by the process that writes; the system frees it when that process ends, however. */
  readonly lock: string;
  /** There while a backup is being put in force, see `restore.ts`. */
  readonly restoring: string;
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
  /** Remembers the last seals of the store; from then on a store without them is a fault. */
  remember(sealed: Sealed): Promise<void>;
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
  await assertNotRestoring(paths);
  if (mustExist && await readMarker(paths.marker) === null && !await hasTraces(paths)) {
    throw noData(path);
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

/** There is nothing to read in a folder. */
export function noData(path: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${path}" 폴더에 자료가 없습니다. 먼저 "dmf --once"를 실행하거나 "--data" 옵션으로 ` +
      "폴더를 지정하십시오.",
    en: `Cannot find any data in "${path}": run "dmf --once" first, or name the folder with ` +
      '"--data"',
  });
}

/**
 * Proves that no backup is half put in force.
 *
 * @throws {StoreFault} that says to finish it.
 */
export async function assertNotRestoring({ root, restoring }: FolderPaths): Promise<void> {
  // What is no folder, or out of reach, gets its own words.
  if (!(await maybeStat(root))?.isDirectory || await maybeStat(restoring) === null) return;
  throw new StoreFault({
    ko: `"${root}" 폴더를 열 수 없습니다: 백업 복원이 중간에 끊겼습니다. 같은 파일로 ` +
      '"dmf restore FILE"을 다시 실행하면 마저 끝냅니다.',
    en: `Cannot open "${root}": a restore was cut off halfway; run "dmf restore FILE" with the ` +
      "same file again, and it goes on to the end",
  });
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
    if (marker.founded) throw emptied(marker);
    return;
  }
  const id = typeof meta === "object" && "store" in meta ? String(meta.store) : null;
  if (id !== marker.store) throw exchanged(marker, id);
}

function emptied({ store, createdAt }: StoreMarker): StoreFault {
  return new StoreFault({
    ko: `"dmf.kv" 파일을 사용할 수 없습니다: 비어 있는데 "store.json" 파일에는 "${createdAt}" ` +
      `시각에 여기에 만든 저장소 "${store}" 기록이 있습니다. ${RESTORE.ko}`,
    en: `Cannot use "dmf.kv": it is empty, but "store.json" says that the store "${store}" was ` +
      `founded here at "${createdAt}"; ${RESTORE.en}`,
  });
}

function exchanged({ store }: StoreMarker, id: string | null): StoreFault {
  return new StoreFault({
    ko: `"dmf.kv" 파일을 사용할 수 없습니다: "store.json" 파일에 적힌 저장소는 "${store}"인데 ` +
      `들어 있는 저장소는 다릅니다(${id === null ? "이름 없음" : `"${id}"`}). ` +
      "같은 백업의 두 파일을 자료 폴더에 함께 넣으십시오.",
    en: `Cannot use "dmf.kv": expected the store "${store}" that "store.json" names, found ` +
      `${id === null ? "none" : `"${id}"`}; put both files of one backup into the data folder`,
  });
}

const RESTORE: Sentence = {
  ko:
    '"dmf restore FILE --replace"로 백업을 복원하십시오. 새로 시작하려면 "--data" 옵션으로 다른 폴더를 ' +
    "지정하십시오.",
  en: 'restore a backup with "dmf restore FILE --replace", or name another folder with "--data" ' +
    "to begin anew",
};

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
    async remember(sealed) {
      if (canonical(sealed) === canonical(current.sealed ?? {})) return;
      const remembered = { ...current, sealed };
      await writeMarker(paths.marker, remembered);
      current = remembered;
    },
    close: () => lockFile.close(),
  };
}

/** The paths below a data folder. */
export function pathsOf(root: string): FolderPaths {
  const below = (name: string) => join(root, name);
  return {
    root,
    kv: below("dmf.kv"),
    raw: below("raw"),
    reports: below("reports"),
    outbox: below("outbox"),
    heartbeat: below("heartbeat.json"),
    logs: below("logs"),
    marker: below("store.json"),
    lock: below("dmf.lock"),
    restoring: below("restore.json"),
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

/** Opens the file that is locked; whoever has its lock may write. */
export async function openLock(path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { create: true, read: true, write: true });
  } catch (error) {
    throw diskFault(error, path);
  }
}

/**
 * Founds the store's identity, once, whoever else tries at the same moment.
 *
 * The founder keeps the lock: in the moment between letting it go and taking it to write, another
 * process could take it, and both would write.
 */
async function found(paths: FolderPaths, lockFile: Deno.FsFile): Promise<StoreMarker> {
  if (!await lockFile.tryLock(true)) {
    for (let look = 0; look < 40; look++) {
      const theirs = await readMarker(paths.marker);
      if (theirs !== null) return theirs;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new StoreFault({
      ko: `"${paths.root}" 폴더를 열 수 없습니다: 다른 dmf가 지금 만들고 있습니다. ` +
        "잠시 뒤 다시 실행하십시오.",
      en: `Cannot open "${paths.root}": another dmf is just founding it; run again in a moment`,
    });
  }
  const theirs = await readMarker(paths.marker);
  if (theirs !== null) return theirs;
  if (await hasTraces(paths)) {
    throw new StoreFault({
      ko: `"${paths.root}" 폴더를 열 수 없습니다: 전에 쓰던 폴더인데 "store.json" 파일이 ` +
        `없습니다. ${RESTORE.ko}`,
      en: `Cannot open "${paths.root}": "store.json" is missing, but the folder has been used ` +
        `before; ${RESTORE.en}`,
    });
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
}

/** Whether a store has ever been here. */
export async function hasTraces(paths: FolderPaths): Promise<boolean> {
  return await maybeStat(paths.kv) !== null || await hasEntries(paths.raw) ||
    await hasEntries(paths.reports);
}

async function hasEntries(folder: string): Promise<boolean> {
  if (await maybeStat(folder) === null) return false;
  for await (const _ of Deno.readDir(folder)) return true;
  return false;
}

/** What the system says of a path, `null` where nothing is there. */
export async function maybeStat(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw diskFault(error, path);
  }
}
