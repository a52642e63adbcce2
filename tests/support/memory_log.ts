/**
 * The store in memory: same order of keys, same all-or-nothing, and a power cut at will.
 *
 * @module
 */

import type { Entry, EventLog, Key, KeyPart, Range, Write } from "../../src/ports.ts";

/** A store whose content outlives the "machine" that a power cut stops. */
export class MemoryLog implements EventLog {
  readonly #entries = new Map<string, { key: Key; value: unknown; versionstamp: string }>();
  #version = 0;

  get(key: Key): Promise<Entry> {
    const entry = this.#entries.get(JSON.stringify(key));
    return Promise.resolve(
      entry ? structuredClone(entry) : { key, value: null, versionstamp: null },
    );
  }

  async *list(range: Range): AsyncGenerator<Entry> {
    const found = [...this.#entries.values()].filter(({ key }) => inRange(key, range))
      .sort((a, b) => compareKeys(a.key, b.key));
    if (range.reverse) found.reverse();
    for (const entry of found.slice(0, range.limit)) yield await structuredClone(entry);
  }

  atomic(checks: readonly Entry[], writes: readonly Write[]): Promise<boolean> {
    for (const { key, versionstamp } of checks) {
      const now = this.#entries.get(JSON.stringify(key))?.versionstamp ?? null;
      if (now !== versionstamp) return Promise.resolve(false);
    }
    if (writes.length > 1000) throw new RangeError(`Cannot write ${writes.length} keys at once`);
    const versionstamp = String(++this.#version).padStart(8, "0");
    for (const { key, value } of writes) {
      const id = JSON.stringify(key);
      if (value === undefined) this.#entries.delete(id);
      else this.#entries.set(id, structuredClone({ key, value, versionstamp }));
    }
    return Promise.resolve(true);
  }

  /** Another store with the same content. */
  copy(): MemoryLog {
    const copy = new MemoryLog();
    for (const [id, entry] of this.#entries) copy.#entries.set(id, entry);
    copy.#version = this.#version;
    return copy;
  }

  /** Everything stored, in key order, for comparing two stores. */
  dump(): { key: Key; value: unknown }[] {
    return [...this.#entries.values()].sort((a, b) => compareKeys(a.key, b.key))
      .map(({ key, value }) => structuredClone({ key, value }));
  }
}

/** The machine lost power. */
export class PowerCut extends Error {}

/**
 * A view of a store that dies at the n-th write, from 1, for good. With `applied` the write reaches
 * the disk although nobody learns of it, as an unacknowledged commit may.
 */
export function diesAt(log: EventLog, n: number, applied = false): EventLog & { writes(): number } {
  let writes = 0;
  let dead = false;
  const alive = () => {
    if (dead) throw new PowerCut("The machine is off");
  };
  return {
    writes: () => writes,
    get: (key) => {
      alive();
      return log.get(key);
    },
    list: (range) => {
      alive();
      return log.list(range);
    },
    async atomic(checks, entries) {
      alive();
      writes += 1;
      if (writes < n) return await log.atomic(checks, entries);
      dead = true;
      if (applied) await log.atomic(checks, entries);
      throw new PowerCut(`Power cut at write ${n}`);
    },
  };
}

function inRange(key: Key, { prefix, start, end }: Range): boolean {
  if (key.length <= prefix.length) return false;
  if (prefix.some((part, index) => part !== key[index])) return false;
  if (start && compareKeys(key, start) < 0) return false;
  return !(end && compareKeys(key, end) >= 0);
}

function compareKeys(a: Key, b: Key): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareParts(a[index] as KeyPart, b[index] as KeyPart);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** As in Deno KV, any string comes before any number. */
function compareParts(a: KeyPart, b: KeyPart): number {
  if (typeof a !== typeof b) return typeof a === "string" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
