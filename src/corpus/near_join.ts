/**
 * Finds, among all documents added before, the one whose shingles are most like those of a text.
 *
 * An exact join, no estimate: a text is compared with every document that shares one of its rarest
 * shingles, and the policy's bound says how many of these must be looked at so that no near one can
 * be missed (`near_policy.ts`). Compared are the sets themselves, so the likeness is exact but for
 * the hashes (`shingles.ts`). Answers depend on the documents alone, never on how the tables grew,
 * whether the index was saved in between, or chance.
 *
 * A document of 90 words takes some 500 bytes. What a match means for a collection is decided by who
 * asks; a match that differs in digits alone is called an update where the policy says so.
 *
 * @module
 */

import { type NearFile, nearFile, readNearFile } from "./near_file.ts";
import { Bounds, type NearPolicy } from "./near_policy.ts";
import { Found, MOST_DOCUMENTS, PrefixTable } from "./prefix_table.ts";
import { RareFirst } from "./rare_first.ts";
import { ShingleSets } from "./shingle_sets.ts";
import { type ShingleReader, shingling } from "./shingles.ts";

/** A document that is nearly the same, with the figures that say so. */
export interface NearMatch {
  /** `update` where digits alone differ and the policy lets them matter. */
  readonly kind: "near" | "update";
  /** Number of the document, counted from 0 as they were added. */
  readonly document: number;
  /** Jaccard likeness of the two sets of shingles, 0 to 1: `shared` of all. */
  readonly similarity: number;
  /** The bound that it reached. */
  readonly threshold: number;
  readonly shared: number;
  /** Different shingles of the text and of the document. */
  readonly shingles: readonly [own: number, others: number];
}

/** What became of a text: added or not, and what it was nearest to. */
export interface Admission {
  /** Its number where it was added: it is new, or an update. */
  readonly document: number | null;
  readonly match: NearMatch | null;
}

/** An index of documents by running number. */
export class NearIndex {
  readonly #policy: NearPolicy;
  readonly #bounds: Bounds;
  readonly #shingler: ShingleReader;
  #sets = new ShingleSets();
  readonly #order = new RareFirst();
  readonly #table = new PrefixTable();
  readonly #found = new Found();
  /** What the text is known by, and where in the table each of these may be put. */
  #prefix = new Uint32Array(256);
  #slots = new Uint32Array(256);
  /** The text that all this is of, while nothing was added since it was read. */
  #asked: string | null = null;

  /** `reader` reads shingles of `policy.words`. Throws `RangeError` for a policy that makes no sense. */
  constructor(policy: NearPolicy, reader: ShingleReader = shingling(policy.words)) {
    this.#policy = policy;
    this.#bounds = new Bounds(policy);
    this.#shingler = reader;
  }

  /** Documents ever added: the number of the next one. */
  get size(): number {
    return this.#sets.size;
  }

  /** Bytes of memory that grow with the documents. */
  get bytes(): number {
    return this.#sets.bytes + this.#table.bytes + this.#order.bytes;
  }

  /**
   * Says which texts will be asked for next, in this order. It changes no answer: a reader that has
   * another processor to itself begins on them.
   */
  ahead(normals: readonly string[]): void {
    this.#shingler.ahead(normals);
  }

  /** The nearest document added before, the first of equally near ones; `null` where none is near. */
  nearest(normal: string): NearMatch | null {
    this.#take(normal);
    this.#asked = normal;
    return this.#nearest();
  }

  /** Adds the next document, whatever it is like; returns its number. */
  add(normal: string): number {
    if (this.#asked !== normal) this.#take(normal);
    return this.#add();
  }

  /** Adds the next document unless it is nearly the same as one before. */
  admit(normal: string): Admission {
    this.#take(normal);
    const match = this.#nearest();
    return { document: match?.kind === "near" ? null : this.#add(), match };
  }

  /** Takes a document out: it is never found again. Its number is not given to another. */
  remove(document: number): void {
    if (!(document >= 0 && document < this.size)) {
      throw new RangeError(`Cannot remove document ${document} of ${this.size}`);
    }
    this.#sets.remove(document);
  }

  /** The whole index as bytes for a file, piece by piece. */
  save(): Iterable<Uint8Array> {
    return nearFile({ policy: this.#policy, sets: this.#sets });
  }

  /**
   * Reads what {@linkcode save} wrote, in pieces of any length.
   *
   * Throws `StoreFault`, naming `file`, where it is damaged, foreign or was made by another policy.
   */
  static load(
    pieces: Iterable<Uint8Array>,
    policy: NearPolicy,
    file: string,
    reader?: ShingleReader,
  ): NearIndex {
    const index = new NearIndex(policy, reader);
    const read: NearFile = readNearFile(pieces, policy, file);
    index.#sets = read.sets;
    let entries = 0;
    for (let document = 0; document < index.size; document++) {
      entries += index.#bounds.prefix(index.#sets.count(document));
    }
    index.#renew(entries);
    return index;
  }

  /** Reads the text and chooses what it is known by. */
  #take(normal: string): void {
    this.#asked = null;
    const count = this.#shingler.read(normal);
    const wanted = this.#choose(this.#shingler.set, 0, count);
    this.#table.approach(this.#prefix, wanted, this.#slots);
  }

  /** Puts what a set is known by in place; returns how many shingles these are. */
  #choose(set: Uint32Array, first: number, count: number): number {
    const wanted = this.#bounds.prefix(count);
    if (wanted > this.#prefix.length) {
      this.#prefix = new Uint32Array(wanted * 2);
      this.#slots = new Uint32Array(wanted * 2);
    }
    this.#order.choose(set, first, first + count, wanted, this.#prefix);
    return wanted;
  }

  #nearest(): NearMatch | null {
    const own = this.#shingler.count;
    const wanted = this.#bounds.prefix(own);
    const found = this.#found;
    found.count = 0;
    for (let n = 0; n < wanted; n++) {
      const [hash, home] = [this.#prefix[n] as number, this.#slots[n] as number];
      this.#slots[n] = this.#table.find(hash, home, found);
    }
    const meetings = this.#bounds.meetings(own);
    let [last, met] = [-1, 0];
    let best: { document: number; shared: number; others: number; similarity: number } | null =
      null;
    for (const document of found.count === 0 ? [] : found.inOrder()) {
      met = document === last ? met + 1 : 1;
      last = document;
      if (met !== meetings) continue;
      const others = this.#sets.count(document);
      const shared = this.#shared(document, others);
      const similarity = shared / (own + others - shared);
      if (shared > 0 && similarity > (best?.similarity ?? 0)) {
        best = { document, shared, others, similarity };
      }
    }
    return best && this.#match(best);
  }

  #match(
    { document, shared, others, similarity }: {
      document: number;
      shared: number;
      others: number;
      similarity: number;
    },
  ): NearMatch {
    const own = this.#shingler.count;
    const digitsAlone = similarity < 1 &&
      this.#sets.skeleton(document) === this.#shingler.skeleton;
    return {
      kind: digitsAlone && this.#policy.digitsMatter ? "update" : "near",
      document,
      similarity,
      threshold: this.#bounds.threshold(Math.min(own, others)),
      shared,
      shingles: [own, others],
    };
  }

  /** Shingles shared with a document; 0 where these are too few for the bound. */
  #shared(document: number, others: number): number {
    const { set, count: own } = this.#shingler;
    const needed = this.#bounds.needed(own, others);
    if (others === 0 || needed > Math.min(own, others)) return 0;
    const [block, first] = [this.#sets.block(document), this.#sets.first(document)];
    const end = first + others;
    let [a, b, shared] = [0, first, 0];
    // Shingles of either that may still be missed.
    let [spareA, spareB] = [own - needed, others - needed];
    while (a < own && b < end) {
      const [x, y] = [set[a] as number, block[b] as number];
      if (x === y) {
        shared++;
        a++;
        b++;
      } else if (x < y) {
        a++;
        if (--spareA < 0) return 0;
      } else {
        b++;
        if (--spareB < 0) return 0;
      }
    }
    return shared >= needed ? shared : 0;
  }

  #add(): number {
    const { set, count, skeleton } = this.#shingler;
    if (this.size === MOST_DOCUMENTS) {
      throw new RangeError(
        `Cannot index more than ${MOST_DOCUMENTS} documents: begin another index`,
      );
    }
    const wanted = this.#bounds.prefix(count);
    const document = this.#sets.add(set, count, skeleton);
    const table = this.#table;
    this.#asked = null;
    if (table.isFull(wanted) || table.isCrowded) this.#renew(table.filled + wanted);
    else {
      for (let n = 0; n < wanted; n++) {
        table.put(this.#prefix[n] as number, document, this.#slots[n] as number);
      }
    }
    return document;
  }

  /** Learns the order of shingles where that pays and makes the table anew, for these entries. */
  #renew(entries: number): void {
    const [sets, table] = [this.#sets, this.#table];
    this.#order.learn(sets, table.isCrowded);
    // A table of half the size of the sets is made anew less often.
    table.clear(entries, sets.words / 2);
    table.putAll(sets.size, (document, entries) => {
      const wanted = this.#choose(sets.block(document), sets.first(document), sets.count(document));
      entries.gather(this.#prefix, wanted, document);
    });
  }
}
