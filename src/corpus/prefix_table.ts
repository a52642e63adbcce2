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

/** Entries that are put in together when the table is made anew, and regions they are sorted by. */
const TOGETHER = 1 << 16;
const REGION_BITS = 8;

/** Documents that a table can tell apart. */
export const MOST_DOCUMENTS = 2 ** (32 - TAG_BITS) - 1;

/** Shingles of documents, each by what a document is known by. */
export class PrefixTable {
  #slots = new Uint32Array(SMALLEST);
  #scale = SMALLEST / 2 ** 32;
  #filled = 0;
  #walked = 0;
  /** Kept from one time to the next, since untouched memory is dear. */
  readonly #entries = new Entries();
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
      const home = spread(hashes[n] as number) * this.#scale >>> 0;
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
    slots[at] = slotOf(hash, document);
    this.#filled++;
  }

  /**
   * Puts the documents in that `entriesOf` gathers, in any order: many entries at once, those of one
   * region of a great table after the other. One by one each would wait for its place in memory.
   */
  putAll(documents: number, entriesOf: (document: number, into: Entries) => void): void {
    const entries = this.#entries;
    for (let document = 0; document < documents; document++) {
      entriesOf(document, entries);
      if (entries.count >= TOGETHER) this.#putSorted(entries);
    }
    this.#putSorted(entries);
  }

  #putSorted(entries: Entries): void {
    const slots = this.#slots;
    const starts = entries.sort(this.#scale);
    const [homes, values] = [entries.homes, entries.values];
    let seen = 0;
    for (let region = 0; region + 1 < starts.length; region++) {
      const [first, end] = [starts[region] as number, starts[region + 1] as number];
      for (let n = first; n < end; n++) seen ^= slots[homes[n] as number] as number;
      for (let n = first; n < end; n++) {
        let at = homes[n] as number;
        while (slots[at] !== 0) if (++at === slots.length) at = 0;
        slots[at] = values[n] as number;
      }
    }
    this.#seen = seen;
    this.#filled += entries.count;
    entries.count = 0;
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

/** Entries for a table, gathered and then sorted by where they go. */
export class Entries {
  count = 0;
  #spread = new Uint32Array(1024);
  #gathered = new Uint32Array(1024);
  /** Homes and slots as they were sorted last. */
  homes = new Uint32Array(0);
  values = new Uint32Array(0);
  readonly #ends = new Uint32Array((1 << REGION_BITS) + 1);

  /** Gathers that the document is known by the first `count` of the shingles. */
  gather(hashes: Uint32Array, count: number, document: number): void {
    if (this.count + count > this.#spread.length) {
      const length = 2 * (this.count + count);
      this.#spread = longer(this.#spread, length);
      this.#gathered = longer(this.#gathered, length);
    }
    let at = this.count;
    for (let n = 0; n < count; n++) {
      const hash = hashes[n] as number;
      this.#spread[at] = spread(hash);
      this.#gathered[at++] = slotOf(hash, document);
    }
    this.count = at;
  }

  /** Sorts by regions of a table of this scale; returns where each region begins, and the end. */
  sort(scale: number): Uint32Array {
    if (this.homes.length < this.#spread.length) {
      this.homes = new Uint32Array(this.#spread.length);
      this.values = new Uint32Array(this.#spread.length);
    }
    const [from, ends, shift] = [this.#spread, this.#ends.fill(0), 32 - REGION_BITS];
    // Where a region begins moves to its end, which is where the next begins, as it is filled.
    for (let n = 0; n < this.count; n++) ends[((from[n] as number) >>> shift) + 1]!++;
    for (let n = 1; n < ends.length; n++) ends[n]! += ends[n - 1] as number;
    for (let n = 0; n < this.count; n++) {
      const place = ends[(from[n] as number) >>> shift]!++;
      this.homes[place] = (from[n] as number) * scale >>> 0;
      this.values[place] = this.#gathered[n] as number;
    }
    ends.copyWithin(1, 0);
    ends[0] = 0;
    return ends;
  }
}

/** Documents are known by low hashes, which would all fall to the front of the table. */
function spread(hash: number): number {
  return Math.imul(hash, 0x9E3779B1) >>> 0;
}

function slotOf(hash: number, document: number): number {
  return document + 1 << TAG_BITS | hash & TAG;
}

function longer(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const made = new Uint32Array(length);
  made.set(array);
  return made;
}

/** Documents that were found, perhaps more than once. */
export class Found {
  #documents = new Uint32Array(64);
  count = 0;

  push(document: number): void {
    if (this.count === this.#documents.length) {
      this.#documents = longer(this.#documents, this.count * 2);
    }
    this.#documents[this.count++] = document;
  }

  /** The documents in ascending order, one that was found twice still twice. */
  inOrder(): Uint32Array {
    const documents = this.#documents.subarray(0, this.count);
    return this.count > 1 ? documents.sort() : documents;
  }
}
