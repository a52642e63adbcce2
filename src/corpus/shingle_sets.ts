/**
 * The shingle sets of all documents, by running number, in blocks of memory that never move.
 *
 * A document takes two words more than it has shingles: how many these are, and its skeleton. What
 * is taken out leaves a hole until the sets are written and read again.
 *
 * @module
 */

/** Words of one block: 4 MiB. */
const BLOCK_BITS = 20;
const BLOCK = 1 << BLOCK_BITS;
const HEAD = 2;

/** Most shingles that one document may have: it lies in one block. */
export const MOST_SHINGLES = BLOCK - HEAD;
/** Words that can be addressed. */
const MOST_BLOCKS = 2 ** (32 - BLOCK_BITS);

/** Sets of 32-bit hashes by document number: 0, 1, 2 and so on. */
export class ShingleSets {
  #blocks: Uint32Array<ArrayBuffer>[] = [new Uint32Array(1024)];
  /** Words in use of the last block. */
  #used = 0;
  #starts = new Uint32Array(256);
  #size = 0;

  /** Documents ever added. */
  get size(): number {
    return this.#size;
  }

  /** Words of memory in use. */
  get words(): number {
    return (this.#blocks.length - 1) * BLOCK + this.#used;
  }

  /** Bytes of memory held. */
  get bytes(): number {
    return this.#blocks.reduce((sum, { byteLength }) => sum + byteLength, this.#starts.byteLength);
  }

  /** Adds the first `count` of `set`; returns the document's number. */
  add(set: Uint32Array, count: number, skeleton: number): number {
    const at = this.#room(count + HEAD);
    const block = this.#blocks.at(-1) as Uint32Array;
    block[at] = count;
    block[at + 1] = skeleton;
    for (let n = 0; n < count; n++) block[at + HEAD + n] = set[n] as number;
    if (this.#size === this.#starts.length) this.#starts = longer(this.#starts, this.#size * 3 / 2);
    this.#starts[this.#size] = (this.#blocks.length - 1) * BLOCK + at;
    return this.#size++;
  }

  /** Empties the set of a document; its number stays taken. */
  remove(document: number): void {
    const start = this.#starts[document] as number;
    (this.#blocks[start >>> BLOCK_BITS] as Uint32Array)[start & BLOCK - 1] = 0;
  }

  /** The block that a document lies in. */
  block(document: number): Uint32Array {
    return this.#blocks[(this.#starts[document] as number) >>> BLOCK_BITS] as Uint32Array;
  }

  /** Where its shingles begin in the block. */
  first(document: number): number {
    return ((this.#starts[document] as number) & BLOCK - 1) + HEAD;
  }

  /** How many shingles it has; 0 for one that was taken out. */
  count(document: number): number {
    const start = this.#starts[document] as number;
    return (this.#blocks[start >>> BLOCK_BITS] as Uint32Array)[start & BLOCK - 1] as number;
  }

  /** A hash of its text with the numbers left open. */
  skeleton(document: number): number {
    return this.block(document)[this.first(document) - 1] as number;
  }

  /** Finds room for so many words in one block. */
  #room(words: number): number {
    if (words > BLOCK) {
      throw new RangeError(
        `Cannot index a text of ${words - HEAD} different shingles: at most ${MOST_SHINGLES}`,
      );
    }
    if (this.#used + words > BLOCK) {
      if (this.#blocks.length === MOST_BLOCKS) {
        throw new RangeError(`Cannot index more than ${2 ** 32} shingles: begin another index`);
      }
      this.#blocks.push(new Uint32Array(BLOCK));
      this.#used = 0;
    }
    const last = this.#blocks.length - 1;
    const block = this.#blocks[last] as Uint32Array<ArrayBuffer>;
    // Only the first block is ever shorter than a whole one.
    if (this.#used + words > block.length) {
      this.#blocks[last] = longer(block, Math.min(BLOCK, (this.#used + words) * 2));
    }
    const at = this.#used;
    this.#used += words;
    return at;
  }
}

function longer(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const made = new Uint32Array(Math.floor(length));
  made.set(array);
  return made;
}
