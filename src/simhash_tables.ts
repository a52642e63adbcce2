/**
 * All fingerprints within a few bits of one, among millions, without looking at every one.
 *
 * The permuted tables of Manku, Jain and Das Sarma (2007): 64 bits are cut into blocks, more than
 * `k` of them. Two fingerprints within `k` bits agree wholly in all blocks but `k` at most, so a
 * table for every choice of `blocks − k` blocks, sorted by these, has the near ones side by side.
 * More blocks mean more tables, and fewer strangers met in each. What is fingerprinted, and what
 * nearness means, is decided elsewhere.
 *
 * @module
 */

import { bitsSet, NEAR, type SimHash } from "./simhash.ts";

/** How an index is laid out. */
export interface IndexOptions {
  /** Bits in which a fingerprint that is found may differ; 3 unless given. */
  readonly k?: number;
  /**
   * Blocks that 64 bits are cut into, more than `k`; one more unless given: four tables at k = 3.
   * More of them pay from some ten millions on, see `tests/bench/simhash_tables.md`.
   */
  readonly blocks?: number;
}

/** A fingerprint that was found: its number, counted from 0 as they were added, and how far it is. */
export interface Found {
  readonly id: number;
  readonly distance: number;
}

/** A run of bits of a fingerprint. */
interface Block {
  readonly start: number;
  readonly length: number;
}

/** One table: the leading bits of every fingerprint, in order, and whose they are. */
interface Table {
  readonly lead: readonly Block[];
  /** Leading bits of the key that must agree, at most 32 of them. */
  readonly mask: number;
  keys: Uint32Array;
  ids: Uint32Array;
}

/** An index of fingerprints; they are added in batches and never taken out. */
export class SimHashIndex {
  readonly k: number;
  #high = new Uint32Array(0);
  #low = new Uint32Array(0);
  readonly #tables: readonly Table[];

  /** Throws `RangeError` where `k` and `blocks` make no index. */
  constructor({ k = NEAR, blocks = k + 1 }: IndexOptions = {}) {
    if (!Number.isInteger(k) || k < 0 || !Number.isInteger(blocks) || blocks <= k || blocks > 64) {
      throw new RangeError(`Cannot cut 64 bits into ${blocks} blocks for a distance of ${k}`);
    }
    this.k = k;
    const cut = Array.from({ length: blocks }, (_, n): Block => {
      const start = Math.floor(n * 64 / blocks);
      return { start, length: Math.floor((n + 1) * 64 / blocks) - start };
    });
    this.#tables = choices(cut, blocks - k).map((lead) => {
      const bits = Math.min(32, lead.reduce((sum, { length }) => sum + length, 0));
      const mask = (bits === 32 ? 0xFFFFFFFF : ~(0xFFFFFFFF >>> bits)) >>> 0;
      return { lead, mask, keys: new Uint32Array(0), ids: new Uint32Array(0) };
    });
  }

  /** Number of fingerprints in the index. */
  get size(): number {
    return this.#high.length;
  }

  /** Bytes that the fingerprints and their tables take. */
  get bytes(): number {
    return this.size * (8 + this.#tables.length * 8);
  }

  /**
   * Adds fingerprints; the first of them has the number that `size` was.
   *
   * Every table is merged once a batch, so that thousands at a time cost little more than one.
   */
  add(batch: readonly SimHash[]): void {
    const first = this.size;
    this.#high = extended(this.#high, batch.map(({ high }) => high));
    this.#low = extended(this.#low, batch.map(({ low }) => low));
    for (const table of this.#tables) {
      const keys = new Uint32Array(batch.length);
      const ids = new Uint32Array(batch.length);
      for (let n = 0; n < batch.length; n++) {
        keys[n] = keyOf(batch[n] as SimHash, table.lead);
        ids[n] = first + n;
      }
      merge(table, sorted(keys, ids));
    }
  }

  /** Every fingerprint within `k` bits of the given one, the nearest first, each once. */
  query(wanted: SimHash): Found[] {
    const found = new Map<number, number>();
    for (const { lead, mask, keys, ids } of this.#tables) {
      const key = (keyOf(wanted, lead) & mask) >>> 0;
      for (let at = lowerBound(keys, key); at < keys.length; at++) {
        if (((keys[at] as number) & mask) >>> 0 !== key) break;
        const id = ids[at] as number;
        const distance = bitsSet((this.#high[id] as number) ^ wanted.high) +
          bitsSet((this.#low[id] as number) ^ wanted.low);
        if (distance <= this.k) found.set(id, distance);
      }
    }
    return [...found].map(([id, distance]) => ({ id, distance }))
      .sort((a, b) => a.distance - b.distance || a.id - b.id);
  }
}

/** Every choice of `size` blocks, in order. */
function choices(blocks: readonly Block[], size: number): Block[][] {
  if (size === 0) return [[]];
  return blocks.flatMap((block, at) =>
    choices(blocks.slice(at + 1), size - 1).map((rest) => [block, ...rest])
  );
}

/** The leading blocks side by side, of which the first 32 bits are kept. */
function keyOf({ high, low }: SimHash, lead: readonly Block[]): number {
  let key = 0;
  let room = 32;
  for (const { start, length } of lead) {
    const count = Math.min(length, room);
    if (count === 0) break;
    const window = start === 0
      ? high
      : start < 32
      ? high << start | low >>> 32 - start
      : low << start - 32;
    room -= count;
    key |= window >>> 32 - count << room;
  }
  return key >>> 0;
}

function extended(known: Uint32Array<ArrayBuffer>, more: readonly number[]) {
  const all = new Uint32Array(known.length + more.length);
  all.set(known);
  all.set(more, known.length);
  return all;
}

type Sorted = Pick<Table, "keys" | "ids">;

/** Sorts keys with their ids: two passes by 16 bits, which keep the order of equals. */
function sorted(keys: Uint32Array, ids: Uint32Array): Sorted {
  let from: Sorted = { keys, ids };
  for (const shift of [0, 16]) {
    const starts = new Uint32Array(65_537);
    for (const key of from.keys) starts[(key >>> shift & 0xFFFF) + 1]!++;
    for (let n = 1; n < starts.length; n++) starts[n]! += starts[n - 1] as number;
    const to = { keys: new Uint32Array(keys.length), ids: new Uint32Array(keys.length) };
    for (let n = 0; n < keys.length; n++) {
      const key = from.keys[n] as number;
      const at = starts[key >>> shift & 0xFFFF]!++;
      to.keys[at] = key;
      to.ids[at] = from.ids[n] as number;
    }
    from = to;
  }
  return from;
}

/** Merges a sorted batch into a table, from the end, older ids first among equals. */
function merge(table: Table, batch: Sorted): void {
  let [i, j] = [table.keys.length - 1, batch.keys.length - 1];
  const keys = new Uint32Array(i + j + 2);
  const ids = new Uint32Array(i + j + 2);
  for (let at = keys.length - 1; at >= 0; at--) {
    const isOld = j < 0 || (i >= 0 && (table.keys[i] as number) > (batch.keys[j] as number));
    keys[at] = (isOld ? table.keys[i] : batch.keys[j]) as number;
    ids[at] = (isOld ? table.ids[i--] : batch.ids[j--]) as number;
  }
  table.keys = keys;
  table.ids = ids;
}

/** Rounds of interpolation before halving: hashes are spread evenly, so few are needed. */
const GUESSES = 4;

/** The first position whose key is not below the one wanted. */
function lowerBound(keys: Uint32Array, wanted: number): number {
  let [low, high] = [0, keys.length];
  for (let guesses = 0; low < high; guesses++) {
    let middle = low + high >>> 1;
    if (guesses < GUESSES) {
      const [first, last] = [keys[low] as number, keys[high - 1] as number];
      if (wanted <= first) return low;
      if (wanted > last) return high;
      middle = low + Math.floor((high - 1 - low) * (wanted - first) / (last - first));
    }
    if ((keys[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
