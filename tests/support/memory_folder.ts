/**
 * The outbox folder in memory, with a power cut at will.
 *
 * @module
 */

import type { Folder } from "../../src/notify/spool.ts";
import { PowerCut } from "./memory_log.ts";

/** A folder whose files outlive the "machine" that a power cut stops. */
export class MemoryFolder implements Folder {
  /** Dies at this write, from 1, for good; nothing of it is on the disk. */
  diesAt = Infinity;
  writes = 0;

  constructor(readonly files = new Map<string, string>()) {}

  list(subfolder: string): Promise<readonly string[]> {
    const prefix = subfolder === "" ? "" : `${subfolder}/`;
    const names = [...this.files.keys()].filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length).replace(/\/.*/, "/"));
    return Promise.resolve([...new Set(names)].sort());
  }

  read(path: string): Promise<string | null> {
    return Promise.resolve(this.files.get(path) ?? null);
  }

  write(path: string, text: string | null): Promise<void> {
    this.writes += 1;
    if (this.writes >= this.diesAt) {
      return Promise.reject(new PowerCut(`Power cut at write ${this.writes}`));
    }
    if (text === null) this.files.delete(path);
    else this.files.set(path, text);
    return Promise.resolve();
  }
}
