/**
 * The files below a folder.
 *
 * @module
 */

import { digestOf } from "../../src/digest.ts";

/** Every file below a folder by its digest; what SQLite keeps beside a store while it is read is no file. */
export async function tree(folder: string, prefix = ""): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) Object.assign(found, await tree(path, `${prefix}${name}/`));
    else if (!/dmf\.(?:lock|kv-wal|kv-shm)$/.test(name)) {
      found[prefix + name] = digestOf(await Deno.readFile(path));
    }
  }
  return found;
}
