/**
 * The order in which shingles are looked at: the rare ones first.
 *
 * A join by first shingles finds the same pairs in any order that all sets share, but a shingle that
 * stands in every tenth text (a form's wording, "of the") leads to every tenth document. How common
 * shingles are is learned from the documents at hand by counts in a small table: shingles far
 * above the mean of the table have a class, the rest is class 0, ordered by hash. Where two shingles
 * fall on one count, a rare one is taken for common, which costs time and nothing else.
 *
 * @module
 */

import type { ShingleSets } from "./shingle_sets.ts";

/** Bits of a hash that say where it is counted. */
const BITS = 18;
/** Documents that are looked at when the order is learned. */
const SAMPLE = 65_536;
const RARE = 6;

/** An order of shingles; it holds until it is learned anew. */
export class RareFirst {
  readonly #classes = new Uint8Array(1 << BITS);
  #highest = 0;

  /** Learns how common shingles are in the documents at hand. */
  learn(sets: ShingleSets): void {
    const counts = new Uint32Array(1 << BITS);
    const stride = Math.ceil(sets.size / SAMPLE) || 1;
    let total = 0;
    for (let document = 0; document < sets.size; document += stride) {
      const [block, first] = [sets.block(document), sets.first(document)];
      const end = first + sets.count(document);
      for (let n = first; n < end; n++) counts[(block[n] as number) >>> 32 - BITS]!++;
      total += end - first;
    }
    const mean = total / counts.length;
    const usual = mean + RARE * Math.sqrt(mean) + RARE;
    this.#highest = 0;
    for (let n = 0; n < counts.length; n++) {
      const count = counts[n] as number;
      const of = count <= usual ? 0 : 1 + Math.floor(Math.log2(count / usual));
      this.#classes[n] = of;
      if (of > this.#highest) this.#highest = of;
    }
  }

  /** Puts the first `wanted` of the sorted hashes from `from` to `end`, in this order, into `into`. */
  choose(set: Uint32Array, from: number, end: number, wanted: number, into: Uint32Array): void {
    let chosen = 0;
    if (this.#highest === 0) {
      for (; chosen < wanted; chosen++) into[chosen] = set[from + chosen] as number;
    }
    for (let rank = 0; chosen < wanted; rank++) {
      for (let n = from; n < end && chosen < wanted; n++) {
        const hash = set[n] as number;
        if (this.#classes[hash >>> 32 - BITS] === rank) into[chosen++] = hash;
      }
    }
  }
}
