/**
 * The shingles of a text as a sorted set of 32-bit hashes, without an object for any of them.
 *
 * A word is what stands between blanks of a normal text (`normal_text.ts`); a shingle is a run of
 * words, and a text with fewer words than that is one shingle. Two different shingles of a pair of
 * texts with 90 words each have the same hash in 2 of 1,000,000 pairs, which moves the likeness of
 * that pair by one shingle; `near_evidence.ts` counts the words themselves.
 *
 * @module
 */

/** Multiplies the hashes of words by their place in a shingle. */
const PLACE = 0x2C1B3C6D;
const WORD_SEED = 0x811C9DC5 | 0;

/** Reads texts one after another; what it holds is of the last one read. */
export class Shingler {
  readonly #size: number;
  /** `PLACE` to the power of the size: what the hash of a word is worth when it leaves. */
  readonly #leaving: number;
  #words = new Int32Array(256);
  #raw = new Uint32Array(256);
  #spread = new Uint32Array(256);
  #starts = new Uint32Array(257);
  /** The set, in ascending order; valid up to {@linkcode count}. */
  set = new Uint32Array(256);
  count = 0;
  /** A hash of the text with every number in it left open; see {@linkcode maskedWord}. */
  skeleton = 0;

  /** A shingle has `size` words. */
  constructor(size: number) {
    this.#size = size;
    let power = 1;
    for (let n = 0; n < size; n++) power = Math.imul(power, PLACE);
    this.#leaving = power;
  }

  /** Takes a normal text; returns the size of its set, 0 for an empty text. */
  read(normal: string): number {
    const words = this.#readWords(normal);
    const raw = this.#shingle(words);
    this.count = raw < 2 ? this.#few(raw) : this.#sorted(raw);
    return this.count;
  }

  #readWords(text: string): number {
    let words = this.#words;
    const end = text.length;
    let count = 0;
    let skeleton = 0;
    for (let i = 0; i < end; i++) {
      let c = text.charCodeAt(i);
      if (c === 0x20) continue;
      const start = i;
      let hash = WORD_SEED;
      let digits = 0;
      do {
        hash = Math.imul(hash ^ c, 0x5BD1E995);
        // Below zero for a digit: no decision for every letter.
        digits |= (c - 0x3A) & (0x2F - c);
        c = ++i < end ? text.charCodeAt(i) : 0x20;
      } while (c !== 0x20);
      if (count === words.length) words = this.#words = extended(words);
      const word = mixed(hash);
      words[count++] = word;
      const open = digits < 0 ? maskedWord(text, start, i) : word;
      skeleton = Math.imul(skeleton, PLACE) + open | 0;
    }
    this.skeleton = mixed(skeleton ^ count) >>> 0;
    return count;
  }

  /** Makes shingles of the words, in the order of the text. */
  #shingle(words: number): number {
    if (words === 0) return 0;
    const size = Math.min(this.#size, words);
    while (this.#raw.length < words) this.#raw = extended(this.#raw);
    const [hashes, raw] = [this.#words, this.#raw];
    let rolling = 0;
    for (let n = 0; n < size; n++) rolling = Math.imul(rolling, PLACE) + (hashes[n] as number) | 0;
    // Fewer words than a shingle has are told from the same words inside a longer text.
    raw[0] = mixed(size < this.#size ? rolling + words | 0 : rolling);
    let made = 1;
    for (let n = size; n < words; n++) {
      rolling = Math.imul(rolling, PLACE) + (hashes[n] as number) -
          Math.imul(hashes[n - size] as number, this.#leaving) | 0;
      raw[made++] = mixed(rolling);
    }
    return made;
  }

  #few(raw: number): number {
    if (raw === 1) this.set[0] = this.#raw[0] as number;
    return raw;
  }

  /** Sorts by leading bits into about as many buckets as there are hashes, then by insertion. */
  #sorted(raw: number): number {
    const bits = Math.min(16, 32 - Math.clz32(raw - 1));
    const shift = 32 - bits;
    const from = this.#raw;
    if (this.#spread.length < raw) {
      this.#spread = new Uint32Array(from.length);
      this.set = new Uint32Array(from.length);
    }
    if (this.#starts.length < (1 << bits) + 1) this.#starts = new Uint32Array((1 << bits) + 1);
    const [to, starts] = [this.#spread, this.#starts];
    starts.fill(0, 0, (1 << bits) + 1);
    for (let n = 0; n < raw; n++) starts[((from[n] as number) >>> shift) + 1]!++;
    for (let n = 1; n < 1 << bits; n++) starts[n]! += starts[n - 1] as number;
    for (let n = 0; n < raw; n++) {
      const hash = from[n] as number;
      to[starts[hash >>> shift]!++] = hash;
    }
    return insertionSorted(to, raw, this.set);
  }
}

/** Sorts what is nearly sorted and leaves out what comes twice; returns how many are left. */
function insertionSorted(hashes: Uint32Array, count: number, into: Uint32Array): number {
  for (let n = 1; n < count; n++) {
    const hash = hashes[n] as number;
    let at = n - 1;
    while (at >= 0 && (hashes[at] as number) > hash) {
      hashes[at + 1] = hashes[at] as number;
      at--;
    }
    hashes[at + 1] = hash;
  }
  let kept = 1;
  into[0] = hashes[0] as number;
  for (let n = 1; n < count; n++) {
    const hash = hashes[n] as number;
    if (hash !== into[kept - 1]) into[kept++] = hash;
  }
  return kept;
}

/**
 * Hash of a word with each of its numbers left open, so that "3일" and "10일", or "1,200원" and
 * "990원", have the same: digits and the marks between two of them count as one digit.
 */
function maskedWord(text: string, start: number, end: number): number {
  let hash = WORD_SEED;
  let inNumber = false;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (isDigit(c)) {
      if (!inNumber) hash = Math.imul(hash ^ 0x30, 0x5BD1E995);
      inNumber = true;
    } else if (!(inNumber && isBetween(c) && i + 1 < end && isDigit(text.charCodeAt(i + 1)))) {
      inNumber = false;
      hash = Math.imul(hash ^ c, 0x5BD1E995);
    }
  }
  return mixed(hash);
}

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

/** Comma, hyphen, full stop, slash, colon. */
function isBetween(c: number): boolean {
  return c >= 0x2C && c <= 0x2F || c === 0x3A;
}

/** Spreads a hash over all its bits, as MurmurHash3 ends. */
function mixed(hash: number): number {
  let h = hash ^ hash >>> 16;
  h = Math.imul(h, 0x85EBCA6B);
  h ^= h >>> 13;
  h = Math.imul(h, 0xC2B2AE35);
  return h ^ h >>> 16;
}

function extended<T extends Int32Array | Uint32Array>(array: T): T {
  const longer = new (array.constructor as new (length: number) => T)(array.length * 2);
  longer.set(array);
  return longer;
}
