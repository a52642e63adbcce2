/**
 * Values larger than one key of the store takes, kept in parts.
 *
 * A single cell of the list may hold more text than Deno KV takes as one value, and must not stop a
 * whole day. Such a value lies in parts under keys of their own, written by the same atomic
 * operation as the pointer that stands in its place, so that all of them have one version. Parts
 * that no pointer counts any more are never read.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { deserialize, serialize } from "node:v8";
import { partKey } from "../keys.ts";
import type { Entry, EventLog, Write } from "../ports.ts";
import { StoreFault } from "../store_fault.ts";

/** Deno KV takes 65,536 bytes, of which its own serialization needs a few. */
const PART_BYTES = 60_000;

/** Stands in place of a large value. */
interface Pointer {
  readonly inParts: number;
}

/** Returns `store` with values of any size that one atomic operation can take. */
export function withLargeValues<S extends EventLog>(store: S): S {
  return {
    ...store,
    get: async (key) => await whole(store, await store.get(key)),
    async *list(range) {
      for await (const entry of store.list(range)) {
        yield isPointer(entry.value) ? await whole(store, entry) : entry;
      }
    },
    async atomic(checks, writes) {
      try {
        return await store.atomic(checks, writes);
      } catch (fault) {
        // Measuring every value before would cost more than the rare second try.
        const split = fault instanceof StoreFault ? writes.flatMap(inParts) : writes;
        if (split.length === writes.length) throw fault;
        return await store.atomic(checks, split);
      }
    },
  };
}

function inParts(write: Write): Write[] {
  const bytes = new Uint8Array(write.value === undefined ? [] : serialize(write.value));
  if (bytes.length <= PART_BYTES) return [write];
  const parts: Write[] = [];
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const value = bytes.slice(at, at + PART_BYTES);
    parts.push({ key: partKey(write.key, parts.length), value });
  }
  const pointer: Pointer = { inParts: parts.length };
  return [{ key: write.key, value: pointer }, ...parts];
}

async function whole(store: EventLog, found: Entry): Promise<Entry> {
  for (let entry = found;; entry = await store.get(entry.key)) {
    if (!isPointer(entry.value)) return entry;
    const parts: Uint8Array[] = [];
    for (let index = 0; index < entry.value.inParts; index++) {
      const part = await store.get(partKey(entry.key, index));
      // A writer came between: the pointer has another version by now.
      if (part.versionstamp !== entry.versionstamp) break;
      parts.push(part.value as Uint8Array);
    }
    if (parts.length < entry.value.inParts) {
      if ((await store.get(entry.key)).versionstamp === entry.versionstamp) throw damaged(entry);
      continue;
    }
    const bytes = Buffer.concat(parts);
    return { ...entry, value: deserialize(bytes) };
  }
}

/** Whether a stored value only points to parts. */
export function isPointer(value: unknown): value is Pointer {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "inParts");
}

function damaged({ key }: Entry): StoreFault {
  const shown = JSON.stringify(key);
  return new StoreFault({
    ko: `${shown} 키의 값을 읽을 수 없습니다: 일부가 없습니다. ` +
      '"dmf restore FILE --replace"로 백업을 복원하십시오.',
    en: `Cannot read ${shown}: parts of its value are missing; ` +
      'restore a backup with "dmf restore FILE --replace"',
  });
}
