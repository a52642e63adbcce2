/**
 * The shingle sets of an index as a file: what it says about itself, the sets, a digest.
 *
 * One line of JSON states version, policy, documents and bytes; then each document has its count of
 * shingles, its skeleton and its shingles, in words of 32 bits, least byte first; then 32 bytes of
 * SHA-256 over all that. Tables are not written: they follow from the sets. Anything that is not so
 * to the last byte is refused with what was expected and what was found.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { canonical } from "../digest.ts";
import { StoreFault } from "../store_fault.ts";
import type { NearPolicy } from "./near_policy.ts";
import { NORMALISATION } from "./normal_text.ts";
import { ShingleSets } from "./shingle_sets.ts";

/** Version of this form. */
const FORM = 1;
const MAGIC = "dmf near index";
const LONGEST_HEADER = 4096;
const DIGEST_BYTES = 32;
/** Words that are written in one piece. */
const PIECE = 1 << 16;

/** What a file holds. */
export interface NearFile {
  readonly policy: NearPolicy;
  readonly sets: ShingleSets;
}

/** The bytes of the file, piece by piece; a piece is the reader's to keep. */
export function* nearFile({ policy, sets }: NearFile): Generator<Uint8Array> {
  let words = 0;
  for (let document = 0; document < sets.size; document++) words += 2 + sets.count(document);
  const hash = createHash("sha256");
  const header = { ...expected(policy), documents: sets.size, bytes: words * 4 };
  const line = new TextEncoder().encode(`${canonical(header)}\n`);
  hash.update(line);
  yield line;
  for (const piece of wordPieces(sets)) {
    hash.update(piece);
    yield piece;
  }
  yield new Uint8Array(hash.digest());
}

function* wordPieces(sets: ShingleSets): Generator<Uint8Array> {
  let piece = new DataView(new ArrayBuffer(PIECE * 4));
  let at = 0;
  for (let document = 0; document < sets.size; document++) {
    const [block, first, count] = [
      sets.block(document),
      sets.first(document),
      sets.count(document),
    ];
    for (let n = -2; n < count; n++) {
      if (at === piece.byteLength) {
        yield new Uint8Array(piece.buffer);
        piece = new DataView(new ArrayBuffer(PIECE * 4));
        at = 0;
      }
      piece.setUint32(at, block[first + n] as number, true);
      at += 4;
    }
  }
  if (at > 0) yield new Uint8Array(piece.buffer, 0, at);
}

function expected(policy: NearPolicy) {
  return { kind: MAGIC, form: FORM, normalisation: NORMALISATION, policy };
}

/** Reads a file of the same policy; throws `StoreFault` otherwise. */
export function readNearFile(
  pieces: Iterable<Uint8Array>,
  policy: NearPolicy,
  file: string,
): NearFile {
  const bytes = new Bytes(pieces, file);
  const { documents, words } = readHeader(bytes, policy, file);
  const sets = new ShingleSets();
  let left = words;
  let set = new Uint32Array(256);
  for (let document = 0; document < documents; document++) {
    const count = left < 2 ? left + 1 : bytes.word();
    if (count > left - 2) {
      throw damaged(file, `${left} words for document ${document} and all after it`, `${count}`);
    }
    const skeleton = bytes.word();
    if (set.length < count) set = new Uint32Array(count * 2);
    for (let n = 0; n < count; n++) {
      set[n] = bytes.word();
      if (n > 0 && (set[n] as number) <= (set[n - 1] as number)) {
        throw damaged(file, `ascending shingles in document ${document}`, "others");
      }
    }
    sets.add(set, count, skeleton);
    left -= count + 2;
  }
  if (left > 0) throw damaged(file, `${words} words for ${documents} documents`, `${left} more`);
  bytes.end();
  return { policy, sets };
}

function readHeader(bytes: Bytes, policy: NearPolicy, file: string) {
  const line = bytes.line();
  let header: Record<string, unknown> | null;
  try {
    header = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    header = null;
  }
  const foreign = header === null || typeof header !== "object" || header.kind !== MAGIC;
  if (foreign) {
    throw damaged(file, `a header of kind "${MAGIC}"`, JSON.stringify(line.slice(0, 60)));
  }
  for (const [key, wanted] of Object.entries(expected(policy))) {
    const found = header?.[key];
    if (canonical(found) !== canonical(wanted)) {
      throw otherwise(file, `${key} ${canonical(wanted)}`, `${key} ${canonical(found)}`);
    }
  }
  const { documents, bytes: length } = header as { documents: unknown; bytes: unknown };
  if (!isCount(documents) || !isCount(length) || length % 4 !== 0) {
    throw damaged(file, "counts of documents and bytes", canonical({ documents, bytes: length }));
  }
  return { documents, words: length / 4 };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && value as number >= 0;
}

/** Reads bytes from pieces of any length, and hashes them on the way. */
class Bytes {
  readonly #pieces: Iterator<Uint8Array>;
  readonly #hash = createHash("sha256");
  readonly #file: string;
  #piece = new Uint8Array(0);
  #at = 0;
  #read = 0;

  constructor(pieces: Iterable<Uint8Array>, file: string) {
    this.#pieces = pieces[Symbol.iterator]();
    this.#file = file;
  }

  /** The next byte, or -1 after the last. */
  #next(): number {
    while (this.#at === this.#piece.length) {
      this.#hash.update(this.#piece);
      const next = this.#pieces.next();
      this.#at = 0;
      this.#piece = next.done ? new Uint8Array(0) : next.value as Uint8Array<ArrayBuffer>;
      if (next.done) return -1;
    }
    this.#read++;
    return this.#piece[this.#at++] as number;
  }

  line(): string {
    const found: number[] = [];
    for (let byte = this.#next(); byte !== -1 && byte !== 0x0A; byte = this.#next()) {
      if (found.push(byte) === LONGEST_HEADER) break;
    }
    return new TextDecoder().decode(new Uint8Array(found));
  }

  word(): number {
    const { length } = this.#piece;
    if (this.#at + 4 <= length) {
      const [piece, at] = [this.#piece, this.#at];
      this.#at += 4;
      this.#read += 4;
      return ((piece[at] as number) | (piece[at + 1] as number) << 8 |
        (piece[at + 2] as number) << 16 | (piece[at + 3] as number) << 24) >>> 0;
    }
    let word = 0;
    for (let shift = 0; shift < 32; shift += 8) {
      const byte = this.#next();
      if (byte < 0) throw damaged(this.#file, "more bytes", `an end after ${this.#read}`);
      word |= byte << shift;
    }
    return word >>> 0;
  }

  /** Compares the digest of all that was read with the bytes that follow, of which none may be left. */
  end(): void {
    this.#hash.update(this.#piece.subarray(0, this.#at));
    const wanted = this.#hash.digest("hex");
    this.#piece = this.#piece.subarray(this.#at);
    this.#at = 0;
    const found: number[] = [];
    for (let n = 0; n < DIGEST_BYTES; n++) found.push(this.#unhashed());
    const text = found.map((byte) => byte < 0 ? "" : byte.toString(16).padStart(2, "0")).join("");
    if (text !== wanted) throw damaged(this.#file, `SHA-256 ${wanted}`, text || "none");
    if (this.#unhashed() >= 0) throw damaged(this.#file, `${this.#read} bytes`, "more");
  }

  #unhashed(): number {
    while (this.#at === this.#piece.length) {
      const next = this.#pieces.next();
      if (next.done) return -1;
      this.#piece = next.value as Uint8Array<ArrayBuffer>;
      this.#at = 0;
    }
    this.#read++;
    return this.#piece[this.#at++] as number;
  }
}

function damaged(file: string, wanted: string, found: string): StoreFault {
  return new StoreFault({
    ko:
      `"${file}" 파일이 손상되었거나 다른 파일입니다. 있어야 할 것: ${wanted}. 있는 것: ${found}. ` +
      "파일을 지우고 문서에서 색인을 다시 만드십시오.",
    en:
      `"${file}" is damaged or another kind of file: expected ${wanted}, found ${found}; remove it ` +
      "and make the index anew from the documents",
  });
}

function otherwise(file: string, wanted: string, found: string): StoreFault {
  return new StoreFault({
    ko:
      `"${file}" 색인은 다른 규칙으로 만들어졌습니다. 있어야 할 것: ${wanted}. 있는 것: ${found}. ` +
      "같은 규칙을 쓰거나 문서에서 색인을 다시 만드십시오.",
    en:
      `"${file}" was made by other rules: expected ${wanted}, found ${found}; use the same rules or ` +
      "make the index anew from the documents",
  });
}
