/**
 * Which documents are known by a shingle: one open table of 32-bit slots.
 *
 * A slot holds a document and eight bits of the shingle's hash; the rest of the hash says where the
 * search for it begins. So one shingle in 256 that is passed on the way leads to a document that
 * does not have it, and whoever asks must look at the document itself. Nothing is taken out; the
 * table is made anew from the documents when it is nearly full, after the old one was
 * dropped, so that the two are never held at once.
 *
 * @module
 */

const TAG_BITS = 8;
const TAG = (1 << TAG_BITS) - 1;
const SMALLEST = 1024;
/** How full a table may get. */
const FULLEST = 0.78;
/** How full it is made: room for 70 % more entries; or less full, where there is room enough. */
const FRESH = 0.46;
const EMPTIEST = 0.3;
/** Slots passed for one shingle that are not worth mentioning, and when their sum is. */
const USUAL_WALK = 24;
const COSTLY = 32;

/** Documents that a table can tell apart. */
export const MOST_DOCUMENTS = 2 ** (32 - TAG_BITS) - 1;

/** Shingles of documents, each by what a document is known by. */
export class PrefixTable {
  #slots = new Uint32Array(SMALLEST);
  #scale = SMALLEST / 2 ** 32;
  #filled = 0;
  #walked = 0;
  /** Kept so that what was looked at counts as used. */
  #seen = 0;

  /** Bytes of memory held. */
  get bytes(): number {
    return this.#slots.byteLength;
  }

  /** Entries made since it was cleared. */
  get filled(): number {
    return this.#filled;
  }

  /** What was seen last, of no other use. */
  get seen(): number {
    return this.#seen;
  }

  /** Whether there is no room for so many more. */
  isFull(more: number): boolean {
    return this.#filled + more > this.#slots.length * FULLEST;
  }

  /** Whether searches pass so many slots that a better order of shingles would pay. */
  get isCrowded(): boolean {
    return this.#walked > COSTLY * (this.#filled + SMALLEST);
  }

  /** Drops everything and makes room for so many, and for more where `slots` suffice for that. */
  clear(entries: number, slots: number): void {
    this.#slots = new Uint32Array(0);
    const [least, most] = [Math.ceil(entries / FRESH), Math.ceil(entries / EMPTIEST)];
    const size = Math.max(SMALLEST, least, Math.min(most, Math.floor(slots)));
    this.#slots = new Uint32Array(size);
    this.#scale = size / 2 ** 32;
    this.#filled = 0;
    this.#walked = 0;
  }

  /**
   * Puts where the search for each of the first `count` shingles begins into `homes`.
   *
   * All these places are looked at, one after the other without a decision in between, so that the
   * processor fetches them at once: waiting for each alone would take most of the time.
   */
  approach(hashes: Uint32Array, count: number, homes: Uint32Array): void {
    let seen = 0;
    for (let n = 0; n < count; n++) {
      // Documents are known by low hashes, which would all fall to the front of the table.
      const home = (Math.imul(hashes[n] as number, 0x9E3779B1) >>> 0) * this.#scale >>> 0;
      homes[n] = home;
      seen ^= this.#slots[home] as number;
    }
    this.#seen = seen;
  }

  /**
   * Notes that the document is known by the shingle, in the first free slot from `from`: its home or
   * what {@linkcode find} returned. {@linkcode isFull} was asked before.
   */
  put(hash: number, document: number, from: number): void {
    const slots = this.#slots;
    let at = from;
    while (slots[at] !== 0) if (++at === slots.length) at = 0;
    slots[at] = document + 1 << TAG_BITS | hash & TAG;
    this.#filled++;
  }

  /** Adds the documents that may be known by the shingle to `found`; returns the free slot after them. */
  find(hash: number, start: number, found: Found): number {
    const slots = this.#slots;
    const tag = hash & TAG;
    let at = start;
    for (let slot = slots[at] as number; slot !== 0; slot = slots[at] as number) {
      if ((slot & TAG) === tag) found.push((slot >>> TAG_BITS) - 1);
      if (++at === slots.length) at = 0;
    }
    const walk = at >= start ? at - start : at - start + slots.length;
    if (walk > USUAL_WALK) this.#walked += walk - USUAL_WALK;
    return at;
  }
}

/** Documents that were found, perhaps more than once. */
export class Found {
  #documents = new Uint32Array(64);
  count = 0;

  push(document: number): void {
    if (this.count === this.#documents.length) {
      const longer = new Uint32Array(this.count * 2);
      longer.set(this.#documents);
      this.#documents = longer;
    }
    this.#documents[this.count++] = document;
  }

  /** The documents in ascending order, one that was found twice still twice. */
  inOrder(): Uint32Array {
    const documents = this.#documents.subarray(0, this.count);
    return this.count > 1 ? documents.sort() : documents;
  }
}
