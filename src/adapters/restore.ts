/**
 * Putting a backup in force, so that a kill at any moment leaves the old store, the new one, or a
 * folder that refuses to open until the restore is run again.
 *
 * The backup is proven first, then its store is written beside the present one. From the moment
 * `restore.json` is there the folder does not open; then what was there moves into a folder of its
 * own, the new files take its place, and `restore.json` goes. Nothing is deleted but what an earlier
 * attempt had written. The archive only grows: a body that is there and whole stays.
 *
 * @module
 */

import { basename, dirname } from "node:path";
import type { Restored, RestoreHow } from "../keeping.ts";
import { StoreFault } from "../store_fault.ts";
import { isObject } from "../fsck/reading.ts";
import { digestOf } from "../digest.ts";
import { isWholeBody } from "./archive_census.ts";
import { contentsOfFile } from "./backup_file.ts";
import { type FolderPaths, maybeStat, openLock, pathsOf } from "./data_folder.ts";
import { diskFault } from "./disk_fault.ts";
import { maybeRead, syncFile, syncFolder, writeDurably } from "./durable_file.ts";
import { openBackup, type ProvenBackup } from "./proven_backup.ts";
import { assertReplaceable, foreign, lookAtPresent } from "./replaceable.ts";
import { parseMarker, type SealedHead, type StoreMarker, writeMarker } from "./store_marker.ts";

/** What `restore.json` says: which store is being put in force, and where the old files go. */
interface Journal {
  readonly store: string;
  /** Name of the folder, `null` where nothing was there. */
  readonly replaced: string | null;
}

/** Puts the backup `file` in force in the folder `data`. */
export async function restore(
  data: string,
  file: string,
  { replace, now }: RestoreHow,
): Promise<Restored | { kind: "busy" }> {
  using backup = await openBackup(file);
  const paths = pathsOf(data);
  await makeFolder(paths.root);
  using lock = await openLock(paths.lock);
  if (!await lock.tryLock(true)) return { kind: "busy" };
  const journal = await readJournal(paths) ??
    await begin(paths, backup, { file, replace, name: `replaced-${compact(now)}` });
  if (journal.store !== backup.manifest.store) throw foreign(file, backup.manifest, journal.store);
  await stage(paths, backup);
  await addAbsentMembers(paths, backup);
  await writeDurably(paths.restoring, encode(journal));
  await replaceDamagedMembers(paths, backup, journal);
  await moveAside(paths, journal);
  await putInPlace(paths);
  const { store, heads, madeAt, archive, members } = backup.manifest;
  return {
    kind: "restored",
    store,
    heads,
    madeAt,
    members: archive ? members : null,
    replaced: journal.replaced === null ? null : `${paths.root}/${journal.replaced}`,
  };
}

async function begin(
  paths: FolderPaths,
  backup: ProvenBackup,
  { file, replace, name }: { file: string; replace: boolean; name: string },
): Promise<Journal> {
  const present = await lookAtPresent(paths);
  await assertReplaceable(present, backup, { file, replace });
  const replaced = present.kind === "nothing" ? null : await freeName(paths.root, name);
  return { store: backup.manifest.store, replaced };
}

async function readJournal({ restoring }: FolderPaths): Promise<Journal | null> {
  const bytes = await maybeRead(restoring);
  if (bytes === null) return null;
  const value = maybeJson(new TextDecoder().decode(bytes));
  if (isObject(value) && typeof value.store === "string") return value as unknown as Journal;
  throw new StoreFault({
    ko: `"${restoring}" 파일을 읽을 수 없습니다. 자료 폴더를 옮겨 두고 빈 폴더에 복원하십시오.`,
    en: `Cannot read "${restoring}"; move the data folder away and restore into an empty one`,
  });
}

const STAGE = "restoring";

/** Writes store and marker beside the present ones, durably. */
async function stage(paths: FolderPaths, { contents, manifest }: ProvenBackup): Promise<void> {
  const folder = `${paths.root}/${STAGE}`;
  const kv = `${folder}/${basename(paths.kv)}`;
  try {
    // It holds nothing but what an attempt that was cut off had begun to write.
    if (await maybeStat(folder) !== null) await Deno.remove(folder, { recursive: true });
    await Deno.mkdir(folder);
    contents.extract(kv);
    await syncFile(kv);
  } catch (error) {
    throw diskFault(error, folder);
  }
  if (contentsOfFile(kv) !== manifest.contents) {
    throw new StoreFault({
      ko: `"${kv}" 파일이 백업과 다르게 쓰였습니다. 디스크를 점검하고 다시 실행하십시오. 지금 ` +
        "쓰던 자료는 그대로입니다.",
      en: `"${kv}" was written other than the backup has it; check the disk and run again, the ` +
        "data in use are untouched",
    });
  }
  await writeMarker(
    `${folder}/${basename(paths.marker)}`,
    markerOf(contents.member("store.json"), manifest),
  );
}

/** The marker of the backup, with the seals that the backup was proven to hold. */
function markerOf(
  bytes: Uint8Array | null,
  { store, schema, heads, madeAt }: ProvenBackup["manifest"],
): StoreMarker {
  const kept = parseMarker(new TextDecoder().decode(bytes ?? undefined));
  const sealed: Record<string, SealedHead> = {};
  for (const { source, run, seq, chain } of heads) sealed[source] = { run, seq, chain };
  return { store, schema, createdAt: kept?.createdAt ?? madeAt, founded: true, sealed };
}

/** Members that are not there yet harm nobody, whichever store is in force. */
async function addAbsentMembers(paths: FolderPaths, { contents }: ProvenBackup): Promise<void> {
  for await (const path of contents.files.paths()) {
    const target = `${paths.root}/${path}`;
    if (await maybeStat(target) !== null) continue;
    await makeFolder(dirname(target));
    await writeDurably(target, contents.member(path) as Uint8Array);
  }
}

async function replaceDamagedMembers(
  paths: FolderPaths,
  { contents }: ProvenBackup,
  { replaced }: Journal,
): Promise<void> {
  for (const { path, digest } of contents.members()) {
    const target = `${paths.root}/${path}`;
    const there = path === "store.json" ? null : await maybeRead(target);
    if (there === null || digestOf(there) === digest || await isWholeBody(path, there)) continue;
    await move(target, `${paths.root}/${replaced ?? STAGE}/${path}`);
    await writeDurably(target, contents.member(path) as Uint8Array);
  }
}

/** Moves away what was in force; what stands there after an attempt that was cut off is not old. */
async function moveAside(paths: FolderPaths, { replaced }: Journal): Promise<void> {
  if (replaced === null) return;
  const folder = `${paths.root}/${replaced}`;
  for (const path of [`${paths.kv}-wal`, `${paths.kv}-shm`, paths.kv, paths.marker]) {
    const target = `${folder}/${basename(path)}`;
    if (await maybeStat(path) === null || await maybeStat(target) !== null) continue;
    await move(path, target);
  }
  await syncFolder(paths.root);
}

async function putInPlace(paths: FolderPaths): Promise<void> {
  const folder = `${paths.root}/${STAGE}`;
  for (const path of [paths.kv, paths.marker]) await move(`${folder}/${basename(path)}`, path);
  await syncFolder(paths.root);
  try {
    await Deno.remove(paths.restoring);
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    throw diskFault(error, paths.restoring);
  }
  await syncFolder(paths.root);
}

async function move(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  try {
    await Deno.rename(from, to);
  } catch (error) {
    throw diskFault(error, from);
  }
  await syncFolder(dirname(to));
}

async function makeFolder(path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true });
  } catch (error) {
    throw diskFault(error, path);
  }
}

async function freeName(root: string, name: string): Promise<string> {
  for (let n = 1;; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (await maybeStat(`${root}/${candidate}`) === null) return candidate;
  }
}

/** An instant as part of a name: no colons, which Windows does not allow. */
function compact(instant: Temporal.Instant): string {
  return instant.round("second").toString().replaceAll(/[-:]/g, "");
}

function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function encode(journal: Journal): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(journal)}\n`);
}
