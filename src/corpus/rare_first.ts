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
const MOST_BITS = 20;
/** Documents that are looked at to see whether an order by counts would pay, and then to learn it. */
const GLANCE = 4_000;
const SAMPLE = 30_000;
/** Strangers that a shingle must lead to on average before ranks pay for looking them up. */
const WORTH = 4;
/** The order is learned anew when there are so many times more documents. */
const GROWN = 3;
/** Ranks: two for every doubling of a count. */
const RANKS = 64;

/** An order of shingles; it holds until it is learned anew. */
export class RareFirst {
  /** Kept from one time to the next, since untouched memory is dear. */
  #counts = new Uint32Array(1);
  #ranks = new Uint8Array(1);
  #shift = 31;
  #matters = false;
  #learnedFrom = 0;
  readonly #tally = new Uint32Array(RANKS);
  /** Ranks of the set at hand. */
  #own = new Uint8Array(256);

  /**
   * Learns how common shingles are in the documents at hand: from few, and if it matters from more.
   * What was learned holds for a while, unless it did not serve: `anew`.
   */
  learn(sets: ShingleSets, anew: boolean): void {
    if (!anew && sets.size < GROWN * this.#learnedFrom) return;
    this.#learnedFrom = sets.size;
    const stride = Math.ceil(sets.size / GLANCE) || 1;
    this.#matters = this.#count(sets, stride) * stride > WORTH;
    if (!this.#matters) return;
    const closer = Math.ceil(sets.size / SAMPLE);
    if (closer < stride) this.#count(sets, closer);
    const places = 2 ** (32 - this.#shift);
    if (this.#ranks.length !== places) this.#ranks = new Uint8Array(places);
    const [ranks, counts] = [this.#ranks, this.#counts];
    for (let n = 0; n < places; n++) ranks[n] = rankOf(counts[n] as number);
  }

  /**
   * Counts the shingles of every `stride`-th document; returns how many of these documents one of
   * them leads to on average, beyond what falls on one count by chance.
   */
  #count(sets: ShingleSets, stride: number): number {
    let total = 0;
    for (let document = 0; document < sets.size; document += stride) total += sets.count(document);
    const bits = Math.min(MOST_BITS, Math.max(FEWEST_BITS, 32 - Math.clz32(total)));
    const places = 1 << bits;
    const shift = this.#shift = 32 - bits;
    if (this.#counts.length < places) this.#counts = new Uint32Array(places);
    else this.#counts.fill(0, 0, places);
    const counts = this.#counts;
    let met = 0;
    for (let document = 0; document < sets.size; document += stride) {
      const [block, first] = [sets.block(document), sets.first(document)];
      const end = first + sets.count(document);
      for (let n = first; n < end; n++) met += counts[(block[n] as number) >>> shift]!++;
    }
    return 2 * met / (total || 1) - total / places;
  }

  /**
   * Puts the first `wanted` of the sorted hashes from `from` to `end` into `into`: which they are
   * follows from this order, but they do not stand in it.
   */
  choose(set: Uint32Array, from: number, end: number, wanted: number, into: Uint32Array): void {
    if (!this.#matters) {
      for (let n = 0; n < wanted; n++) into[n] = set[from + n] as number;
      return;
    }
    const [ranks, shift, tally] = [this.#ranks, this.#shift, this.#tally.fill(0)];
    if (this.#own.length < end - from) this.#own = new Uint8Array(2 * (end - from));
    const own = this.#own;
    for (let n = from; n < end; n++) {
      const rank = ranks[(set[n] as number) >>> shift] as number;
      own[n - from] = rank;
      tally[rank]!++;
    }
    let last = 0;
    let ofLast = wanted;
    while (ofLast > (tally[last] as number)) ofLast -= tally[last++] as number;
    let chosen = 0;
    for (let n = 0; chosen < wanted; n++) {
      const rank = own[n] as number;
      if (rank < last || rank === last && ofLast-- > 0) into[chosen++] = set[from + n] as number;
    }
  }
}

/** Twice the logarithm to base 2 of one more than the count, the half steps by its second bit. */
function rankOf(count: number): number {
  const bits = 31 - Math.clz32(count + 1);
  return 2 * bits + (bits > 0 ? count + 1 >>> bits - 1 & 1 : 0);
}
