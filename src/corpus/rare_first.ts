/**
 * The order in which shingles are looked at: the rare ones first.
 *
 * A join by first shingles finds the same pairs in any order that all sets share, but a shingle that
 * stands in every tenth text (a form's wording, "of the") leads to every tenth document. How common
 * shingles are is learned from the documents at hand, by counts in a table in which several
 * shingles may fall on one count: a rare one that is taken for common costs time and nothing else.
 *
 * Of two rare shingles the rarer one is told only where nearly all documents are counted, in a table
 * that grows with them: an order from a sample led to ever more strangers as documents came. So a
 * count is one byte, which is the rank at once: exact while small, then its logarithm, kept by
 * numbers that only look random (Morris's counter). Shingles rank by it, then by hash. Where
 * no shingle is common enough to matter they rank by hash alone, which is quicker.
 *
 * @module
 */

import type { ShingleSets } from "./shingle_sets.ts";

/** Bits of a hash that say where it is counted: so many of few documents, */
const FEWEST_BITS = 10;
const USUAL_BITS = 18;
const MOST_BITS = 26;
/** and of many documents so that no more shingles than this fall on one count. */
const CROWD = 25;
/** Documents that are looked at to see whether an order by counts would pay. */
const GLANCE = 4_000;
/** Strangers that a shingle must lead to on average before ranks pay for looking them up. */
const WORTH = 4;
/** The order is learned anew when there are so many times more documents. */
const GROWN = 1.5;
const RANKS = 64;
/** Counts below this are their own rank; from there on ranks are two for every doubling. */
const EXACT = 16;

/** What a rank stands for, and which of 2^32 numbers raise it. */
const COUNTS = new Float64Array(RANKS);
const RAISING = new Float64Array(RANKS);
for (let rank = 0; rank < RANKS; rank++) {
  COUNTS[rank] = rank < EXACT ? rank : EXACT * 2 ** ((rank - EXACT) / 2);
}
for (let rank = 0; rank < RANKS - 1; rank++) {
  RAISING[rank] = 2 ** 32 / ((COUNTS[rank + 1] as number) - (COUNTS[rank] as number));
}

/** An order of shingles; it holds until it is learned anew. */
export class RareFirst {
  #ranks = new Uint8Array(1);
  #shift = 31;
  #matters = false;
  #learnedFrom = 0;
  readonly #tally = new Uint32Array(RANKS);
  /** Ranks of the set at hand. */
  #own = new Uint8Array(256);

  /** Bytes of memory that grow with the documents. */
  get bytes(): number {
    return this.#ranks.length;
  }

  /**
   * Learns how common shingles are in the documents at hand: from few, and if it matters from all.
   * What was learned holds for a while, unless it did not serve: `anew`.
   */
  learn(sets: ShingleSets, anew: boolean): void {
    if (!anew && sets.size < GROWN * this.#learnedFrom) return;
    this.#learnedFrom = sets.size;
    const stride = Math.ceil(sets.size / GLANCE) || 1;
    const few = Math.min(USUAL_BITS, Math.max(FEWEST_BITS, bitsOf(sets.words / stride)));
    this.#matters = this.#count(sets, stride, few) * stride > WORTH;
    if (!this.#matters) return;
    const usual = Math.min(USUAL_BITS, bitsOf(sets.words));
    const bits = Math.min(MOST_BITS, Math.max(few, usual, bitsOf(sets.words / CROWD)));
    if (stride > 1 || bits > few) this.#count(sets, 1, bits);
  }

  /**
   * Counts the shingles of every `stride`-th document; returns how many of these documents one of
   * them leads to on average, beyond what falls on one count by chance.
   */
  #count(sets: ShingleSets, stride: number, bits: number): number {
    const places = 1 << bits;
    const shift = this.#shift = 32 - bits;
    if (this.#ranks.length === places) this.#ranks.fill(0);
    else this.#ranks = new Uint8Array(places);
    const ranks = this.#ranks;
    let [total, met, drawn] = [0, 0, 0];
    for (let document = 0; document < sets.size; document += stride) {
      const [block, first] = [sets.block(document), sets.first(document)];
      const end = first + sets.count(document);
      total += end - first;
      for (let n = first; n < end; n++) {
        const place = (block[n] as number) >>> shift;
        const rank = ranks[place] as number;
        met += COUNTS[rank] as number;
        if (rank >= EXACT) drawn = Math.imul(drawn, 0x19660D) + 0x3C6EF35F | 0;
        if (rank < EXACT || drawn >>> 0 < (RAISING[rank] as number)) ranks[place] = rank + 1;
      }
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

/** Bits of a number. */
function bitsOf(count: number): number {
  return 32 - Math.clz32(count);
}
