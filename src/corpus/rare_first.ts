/**
 * The order in which shingles are looked at: the rare ones first.
 *
 * A join by first shingles finds the same pairs in any order that all sets share, but a shingle that
 * stands in every tenth text (a form's wording, "of the") leads to every tenth document. How common
 * shingles are is learned from the documents at hand, by counts in a table in which several
 * shingles may fall on one count: a rare one that is taken for common costs time and nothing else.
 * Shingles rank by the logarithm of the count, then by hash. Where no shingle is common enough to
 * matter they rank by hash alone, which is quicker.
 *
 * @module
 */

import type { ShingleSets } from "./shingle_sets.ts";

/** Bits of a hash that say where it is counted, by how many are counted. */
const FEWEST_BITS = 10;
const MOST_BITS = 22;
/** Documents that are looked at to see whether an order by counts would pay. */
const SAMPLE = 20_000;
/** Strangers that a shingle must lead to on average before ranks pay for looking them up. */
const WORTH = 2;
/** Ranks that a doubled count moves a shingle. */
const STEPS = 2;
const RANKS = 24 * STEPS;

/** An order of shingles; it holds until it is learned anew. */
export class RareFirst {
  #ranks = new Uint8Array(1);
  #shift = 31;
  #matters = false;
  readonly #tally = new Uint32Array(RANKS);

  /** Learns how common shingles are in the documents at hand: from some, and if it matters from all. */
  learn(sets: ShingleSets): void {
    const stride = Math.ceil(sets.size / SAMPLE) || 1;
    const some = this.#count(sets, stride);
    this.#matters = some.strangers * stride > WORTH;
    if (!this.#matters) return;
    const { counts } = stride === 1 ? some : this.#count(sets, 1);
    if (this.#ranks.length !== counts.length) this.#ranks = new Uint8Array(counts.length);
    for (let n = 0; n < counts.length; n++) {
      const rank = Math.floor(STEPS * Math.log2(1 + (counts[n] as number)));
      this.#ranks[n] = Math.min(RANKS - 1, rank);
    }
  }

  /** Counts the shingles of every `stride`-th document. */
  #count(sets: ShingleSets, stride: number) {
    let total = 0;
    for (let document = 0; document < sets.size; document += stride) total += sets.count(document);
    const bits = Math.min(MOST_BITS, Math.max(FEWEST_BITS, 32 - Math.clz32(total)));
    const counts = new Uint32Array(1 << bits);
    const shift = this.#shift = 32 - bits;
    let met = 0;
    for (let document = 0; document < sets.size; document += stride) {
      const [block, first] = [sets.block(document), sets.first(document)];
      const end = first + sets.count(document);
      for (let n = first; n < end; n++) met += counts[(block[n] as number) >>> shift]!++;
    }
    // Documents that a shingle leads to on average, beyond what falls on one count by chance.
    return { counts, strangers: 2 * met / (total || 1) - total / counts.length };
  }

  /**
   * Puts the first `wanted` of the sorted hashes from `from` to `end` into `into`: which they are
   * follows from this order, but they do not stand in it.
   */
  choose(set: Uint32Array, from: number, end: number, wanted: number, into: Uint32Array): void {
    let last = 0;
    let ofLast = wanted;
    if (this.#matters) {
      const tally = this.#tally.fill(0);
      for (let n = from; n < end; n++) tally[this.#rank(set[n] as number)]!++;
      while (ofLast > (tally[last] as number)) ofLast -= tally[last++] as number;
    }
    let chosen = 0;
    for (let n = from; chosen < wanted; n++) {
      const hash = set[n] as number;
      const rank = this.#matters ? this.#rank(hash) : 0;
      if (rank < last || rank === last && ofLast-- > 0) into[chosen++] = hash;
    }
  }

  #rank(hash: number): number {
    return this.#ranks[hash >>> this.#shift] as number;
  }
}
