/**
 * The shingles of a text as a sorted set of 32-bit hashes, without an object for any of them.
 *
 * A word is what stands between blanks of a normal text (`normal_text.ts`); a shingle is a run of
 * words, and a text with fewer words than that is one shingle. Two different shingles of a pair of
 * texts with 90 words each have the same hash in 2 of 1,000,000 pairs, which moves the likeness of
 * that pair by one shingle; `near_evidence.ts` counts the words themselves.
 *
 * All of it is one function that refers to nothing outside itself, so that its text can be handed to
 * a worker (`adapters/reading_ahead.ts`) from a bundle as well as from here.
 *
 * @module
 */

/** Reads texts one after another; what it holds is of the last one read. */
export interface ShingleReader {
  /** The set, in ascending order; valid up to {@linkcode count}. */
  readonly set: Uint32Array;
  readonly count: number;
  /** A hash of the text with every number in it left open. */
  readonly skeleton: number;
  /** Takes a normal text; returns the size of its set, 0 for an empty text. */
  read(normal: string): number;
  /** Says which texts will be read next, in this order: some readers can begin on them. */
  ahead(texts: readonly string[]): void;
}

/** A reader of shingles of `size` words. */
export function shingling(size: number): ShingleReader {
  /** Multiplies the hashes of words by their place in a shingle. */
  const PLACE = 0x2C1B3C6D;
  const WORD_SEED = 0x811C9DC5 | 0;
  const LETTER = 0x5BD1E995;
  /** What the hash of a word is worth when it leaves. */
  const leaving = powerOf(PLACE);
  let words = new Int32Array(256);
  let raw = new Uint32Array(256);
  let spread = new Uint32Array(256);
  let starts = new Uint32Array(257);
  const found = { set: new Uint32Array(256), count: 0, skeleton: 0, read, ahead() {} };
  return found;

  function read(normal: string): number {
    const made = shingle(readWords(normal));
    if (made === 1) found.set[0] = raw[0] as number;
    return found.count = made < 2 ? made : sorted(made);
  }

  function powerOf(factor: number): number {
    let power = 1;
    for (let n = 0; n < size; n++) power = Math.imul(power, factor);
    return power;
  }

  function readWords(text: string): number {
    const end = text.length;
    let into = words;
    let count = 0;
    let skeleton = 0;
    for (let i = 0; i < end; i++) {
      let c = text.charCodeAt(i);
      if (c === 0x20) continue;
      const start = i;
      let hash = WORD_SEED;
      let digits = 0;
      do {
        hash = Math.imul(hash ^ c, LETTER);
        // Below zero for a digit: no decision for every letter.
        digits |= (c - 0x3A) & (0x2F - c);
        c = ++i < end ? text.charCodeAt(i) : 0x20;
      } while (c !== 0x20);
      if (count === into.length) into = words = extended(into, new Int32Array(count * 2));
      const word = mixed(hash);
      into[count++] = word;
      const open = digits < 0 ? maskedWord(text, start, i) : word;
      skeleton = Math.imul(skeleton, PLACE) + open | 0;
    }
    found.skeleton = mixed(skeleton ^ count) >>> 0;
    return count;
  }

  /** Makes shingles of the words, in the order of the text. */
  function shingle(count: number): number {
    if (count === 0) return 0;
    const first = Math.min(size, count);
    if (raw.length < count) raw = new Uint32Array(words.length);
    const [hashes, into] = [words, raw];
    let rolling = 0;
    for (let n = 0; n < first; n++) rolling = Math.imul(rolling, PLACE) + (hashes[n] as number) | 0;
    // Fewer words than a shingle has are told from the same words inside a longer text.
    into[0] = mixed(first < size ? rolling + count | 0 : rolling);
    let made = 1;
    for (let n = first; n < count; n++) {
      rolling = Math.imul(rolling, PLACE) + (hashes[n] as number) -
          Math.imul(hashes[n - first] as number, leaving) | 0;
      into[made++] = mixed(rolling);
    }
    return made;
  }

  /** Sorts by leading bits into about as many buckets as there are hashes, then by insertion. */
  function sorted(count: number): number {
    const bits = Math.min(16, 32 - Math.clz32(count - 1));
    const shift = 32 - bits;
    if (spread.length < count) {
      spread = new Uint32Array(raw.length);
      found.set = new Uint32Array(raw.length);
    }
    if (starts.length < (1 << bits) + 1) starts = new Uint32Array((1 << bits) + 1);
    const [from, to, at] = [raw, spread, starts];
    at.fill(0, 0, (1 << bits) + 1);
    for (let n = 0; n < count; n++) at[((from[n] as number) >>> shift) + 1]!++;
    for (let n = 1; n < 1 << bits; n++) at[n]! += at[n - 1] as number;
    for (let n = 0; n < count; n++) {
      const hash = from[n] as number;
      to[at[hash >>> shift]!++] = hash;
    }
    return insertionSorted(to, count, found.set);
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
        if (!inNumber) hash = Math.imul(hash ^ 0x30, LETTER);
        inNumber = true;
      } else if (!(inNumber && isBetween(c) && i + 1 < end && isDigit(text.charCodeAt(i + 1)))) {
        inNumber = false;
        hash = Math.imul(hash ^ c, LETTER);
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

  function extended(array: Int32Array, longer: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
    longer.set(array);
    return longer;
  }
}
