/**
 * Row numbers by SHA-256, of which 128 bits are held: 16 bytes a row and 4 to 8 for its slot.
 *
 * Two of a million different texts share 128 bits with a chance of about 10⁻²⁷.
 *
 * @module
 */

import type { Digest } from "../model.ts";

const WORDS = 4;
const LEAST_SLOTS = 1024;

/** Rows in the order they were added; the last of several rows with one digest is found. */
export class DigestTable {
  #words = new Uint32Array(LEAST_SLOTS * WORDS);
  /** Row + 1, or 0; open addressing, at most half full. */
  #slots = new Int32Array(2 * LEAST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Number of the row, or −1; `words` as `wordsOf()` gives them. */
  find(words: ArrayLike<number>): number {
    return (this.#slots[this.#slotOf(words)] as number) - 1;
  }

  /** Adds a row and returns its number. */
  add(words: ArrayLike<number>): number {
    this.#makeRoom();
    this.#words.set(words, this.#size * WORDS);
    this.#slots[this.#slotOf(words)] = ++this.#size;
    return this.#size - 1;
  }

  /** Whether a row has the digest that begins with these words. */
  isWords(row: number, words: ArrayLike<number>): boolean {
    return this.#same(row, words);
  }

  /** Everything that `load()` needs. */
  save(): Uint32Array<ArrayBuffer> {
    return this.#words.slice(0, this.#size * WORDS);
  }

  static load(words: Uint32Array): DigestTable {
    const table = new DigestTable();
    const size = words.length / WORDS;
    let slots = LEAST_SLOTS;
    while (slots < size) slots *= 2;
    table.#words = new Uint32Array(slots * WORDS);
    table.#words.set(words);
    table.#size = size;
    table.#place(2 * slots);
    return table;
  }

  #makeRoom(): void {
    if (2 * this.#size < this.#slots.length) return;
    const words = new Uint32Array(2 * this.#words.length);
    words.set(this.#words);
    this.#words = words;
    this.#place(2 * this.#slots.length);
  }

  #place(slots: number): void {
    this.#slots = new Int32Array(slots);
    for (let row = 0; row < this.#size; row++) {
      const words = this.#words.subarray(row * WORDS, (row + 1) * WORDS);
      this.#slots[this.#slotOf(words)] = row + 1;
    }
  }

  /** The slot that holds these words, or the empty one where they belong. */
  #slotOf(words: ArrayLike<number>): number {
    const mask = this.#slots.length - 1;
    for (let slot = (words[0] as number) & mask;; slot = (slot + 1) & mask) {
      const row = (this.#slots[slot] as number) - 1;
      if (row < 0 || this.#same(row, words)) return slot;
    }
  }

  #same(row: number, words: ArrayLike<number>): boolean {
    const at = row * WORDS;
    return this.#words[at] === words[0] && this.#words[at + 1] === words[1] &&
      this.#words[at + 2] === words[2] && this.#words[at + 3] === words[3];
  }
}

/** The first 128 bits of a digest, 32 at a time. */
export function wordsOf(digest: Digest): readonly number[] {
  return [0, 8, 16, 24].map((at) => parseInt(digest.slice(at, at + 8), 16));
}
