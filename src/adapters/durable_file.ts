/**
 * Files that are there whole or not at all, even after a power cut.
 *
 * @module
 */

import { dirname } from "node:path";
import { diskFault } from "./disk_fault.ts";

/** How a file that is still being written ends; such a file means nothing after a crash. */
const UNFINISHED = ".tmp";

/** A name beside `path` that no other process writes to. */
export function unfinishedName(path: string): string {
  return `${path}.${crypto.randomUUID().slice(0, 8)}${UNFINISHED}`;
}

/** A file as it is to be. */
export interface WholeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Writes a file under another name, syncs it, and renames it over whatever had its name. */
export function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  return writeTogether([{ path, bytes }]);
}

/**
 * Writes files side by side, for about the time that one takes, and syncs each folder once.
 *
 * No file has its name before all of them are whole on the disk. The names come one by one: a crash
 * may leave some files without the others, each of them whole.
 */
export async function writeTogether(files: readonly WholeFile[]): Promise<void> {
  const drafts = files.map(({ path, bytes }) => ({
    path,
    bytes,
    unfinished: unfinishedName(path),
  }));
  try {
    await forAll(drafts, ({ unfinished, bytes }) => writeSynced(unfinished, bytes));
    await forAll(drafts, ({ unfinished, path }) => Deno.rename(unfinished, path));
    for (const folder of new Set(drafts.map(({ path }) => dirname(path)))) await syncFolder(folder);
  } catch (fault) {
    for (const { unfinished } of drafts) await removeIfThere(unfinished);
    throw fault;
  }
}

/** Does one step for all files at once; rejects with the first fault, and when all have ended. */
async function forAll<T extends WholeFile>(
  files: readonly T[],
  step: (file: T) => Promise<void>,
): Promise<void> {
  const ends = await Promise.allSettled(files.map(async (file) => {
    try {
      await step(file);
    } catch (error) {
      throw diskFault(error, file.path);
    }
  }));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Removes what a crash left half-written in a folder; only while nothing else writes there. */
export async function removeUnfinished(folder: string): Promise<void> {
  for await (const path of unfinishedIn(folder)) await removeIfThere(path);
}

/** Nothing takes so long to write a file; a clock set forward only costs the other its draft. */
const ABANDONED_MS = 3_600_000;

/** Removes half-written files whose writer must have died, where others may be writing. */
export async function removeAbandoned(folder: string): Promise<void> {
  for await (const path of unfinishedIn(folder)) {
    const written = await lastWritten(path);
    if (written !== null && Date.now() - written > ABANDONED_MS) await removeIfThere(path);
  }
}

async function* unfinishedIn(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isFile && entry.name.endsWith(UNFINISHED)) yield `${folder}/${entry.name}`;
  }
}

async function lastWritten(path: string): Promise<number | null> {
  try {
    return (await Deno.stat(path)).mtime?.getTime() ?? null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw diskFault(error, path);
  }
}

/** Returns the bytes of a file, or `null` where there is none. */
export async function maybeRead(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw diskFault(error, path);
  }
}

/** What lies in a folder, by name; nothing where there is no folder. */
export async function entriesIn(folder: string): Promise<Deno.DirEntry[]> {
  try {
    const found = await Array.fromAsync(Deno.readDir(folder));
    return found.sort((a, b) => a.name < b.name ? -1 : 1);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw diskFault(error, folder);
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true });
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}

/** Makes what was written into a file durable. */
export async function syncFile(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  await file.sync();
}

/** Makes the names in a folder durable. Windows opens no folders, and NTFS journals its names. */
export async function syncFolder(folder: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  try {
    using handle = await Deno.open(folder);
    await handle.sync();
  } catch (error) {
    throw diskFault(error, folder);
  }
}

/** Removes an unfinished file. */
export async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    // Whatever keeps an unfinished file from going away, it harms nobody.
    if (!(error instanceof Error)) throw error;
  }
}
