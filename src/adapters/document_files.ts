/**
 * Files of documents on a disk, and standard input.
 *
 * @module
 */

import type { DocumentFiles, FoundFile, OpenedFile } from "../corpus/corpus_files.ts";
import { diskFault } from "./disk_fault.ts";
import { entriesIn } from "./durable_file.ts";

/** Bytes read at once. */
const CHUNK = 1 << 20;

/** What lies below the folder the program is started in, as far as the sandbox lets it. */
export const documentFiles: DocumentFiles = { look, walk, stream };

async function look(path: string): Promise<"file" | "folder" | null> {
  try {
    return (await Deno.stat(path)).isDirectory ? "folder" : "file";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw diskFault(error, path);
  }
}

async function* walk(folder: string): AsyncGenerator<FoundFile> {
  for (const { name, isDirectory, isFile } of await entriesIn(folder)) {
    const path = `${folder}/${name}`;
    const at = isFile || isTorn(name) ? await lookAt(path) : NOWHERE;
    if (isTorn(name) && at === null) yield { path, ...NOWHERE, odd: true };
    else if (isDirectory) yield* walk(path);
    // What is gone by now was never there.
    else if (at !== null) yield { path, ...at, odd: !isFile };
  }
}

const NOWHERE = { bytes: 0, modifiedAt: 0 };

/** A name that is no UTF-8 comes with signs in place of its bytes, and opens nothing. */
function isTorn(name: string): boolean {
  return name.includes("\uFFFD");
}

async function lookAt(path: string): Promise<Omit<FoundFile, "path" | "odd"> | null> {
  try {
    const { size, mtime } = await Deno.lstat(path);
    return { bytes: size, modifiedAt: mtime?.getTime() ?? 0 };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw diskFault(error, path);
  }
}

async function stream(path: string, offset: number): Promise<OpenedFile | null> {
  if (path === "-") {
    return {
      bytes: 0,
      modifiedAt: 0,
      chunks: Deno.stdin.readable,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
    await file.seek(offset, Deno.SeekMode.Start);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw diskFault(error, path);
  }
  const { size, mtime } = await file.stat();
  return {
    bytes: size,
    modifiedAt: mtime?.getTime() ?? 0,
    chunks: chunksOf(file, path),
    [Symbol.asyncDispose]() {
      file.close();
      return Promise.resolve();
    },
  };
}

async function* chunksOf(file: Deno.FsFile, path: string): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = new Uint8Array(CHUNK);
    let read: number | null;
    try {
      read = await file.read(chunk);
    } catch (error) {
      throw diskFault(error, path);
    }
    if (read === null) return;
    yield chunk.subarray(0, read);
  }
}
