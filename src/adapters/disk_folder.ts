/**
 * The outbox folder on a disk: small text files, each whole or not there.
 *
 * @module
 */

import type { Folder } from "../notify/spool.ts";
import { diskFault } from "./disk_fault.ts";
import { maybeRead, removeUnfinished, writeDurably } from "./durable_file.ts";

/** A file that is larger than this was not written by us. */
const LARGEST = 1 << 20;

/** Files below `root`; a folder is made when something is written into it. */
export function diskFolder(root: string): Folder {
  const inside = (path: string) => path === "" ? root : `${root}/${path}`;
  return {
    async list(subfolder) {
      try {
        const entries = await Array.fromAsync(Deno.readDir(inside(subfolder)));
        return entries.map(({ name, isDirectory }) => isDirectory ? `${name}/` : name).sort();
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return [];
        throw diskFault(error, inside(subfolder));
      }
    },
    async read(path) {
      try {
        if ((await Deno.stat(inside(path))).size > LARGEST) return "";
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return null;
        throw diskFault(error, inside(path));
      }
      const bytes = await maybeRead(inside(path));
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    async write(path, text) {
      if (text === null) return await remove(inside(path));
      const folder = inside(path.split("/").slice(0, -1).join("/"));
      try {
        await Deno.mkdir(folder, { recursive: true });
      } catch (error) {
        throw diskFault(error, folder);
      }
      await writeDurably(inside(path), new TextEncoder().encode(text));
    },
  };
}

async function remove(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw diskFault(error, path);
  }
}

/** Removes what crashed deliverers left half-written below `outbox/sent`; only under its lock. */
export async function removeUnfinishedBelow(root: string): Promise<void> {
  await removeUnfinished(root);
  for await (const { name, isDirectory } of Deno.readDir(root)) {
    if (isDirectory) await removeUnfinished(`${root}/${name}`);
  }
}
