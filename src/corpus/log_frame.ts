/**
 * One frame of a corpus log: entries and their texts, compressed, with length and digest.
 *
 * A frame carries the digest of the one before, so that none can be lost, doubled or exchanged unseen.
 * What a broken frame means is decided in `document_log.ts`.
 *
 * ```text
 * 0  "DMFC"  4 format  8 bytes of entries  12 bytes of texts  16 entries unpacked  20 texts unpacked
 * 24 digest of the frame before (32)  56 digest of this one: everything but itself (32)  88 entries, texts
 * ```
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Batch } from "./corpus_record.ts";

/** Version of the layout above and of the entries in it. */
export const LOG_FORMAT = 1;
/** Bytes before the entries of a frame. */
export const HEADER = 88;
/** What the first frame has in place of the digest of the one before. */
export const FIRST = new Uint8Array(32);

const MAGIC = 0x43464d44;
const DIGEST = 56;
/** Nothing that was written is larger; a length beyond it is damage and not to be allocated. */
const LARGEST = 1 << 30;

/** What the header of a frame says. */
export interface FrameHeader {
  readonly entries: number;
  readonly texts: number;
  /** Bytes of the whole frame. */
  readonly length: number;
  readonly before: Uint8Array;
  readonly digest: Uint8Array;
}

/** A frame as read. */
export interface Frame extends Batch {
  /** Texts of the entries that carry one, by number of the entry. */
  text(entry: number): string;
}

/** A frame as bytes; `texts` in the order of the entries that have a `length`. */
export function encodeFrame(
  batch: Batch,
  texts: readonly string[],
  before: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const plain = Buffer.from(JSON.stringify([batch.position, ...batch.entries]));
  const joined = Buffer.from(texts.join(""));
  const entries = zstdCompressSync(plain);
  const packed = zstdCompressSync(joined);
  const bytes = new Uint8Array(HEADER + entries.length + packed.length);
  const view = new DataView(bytes.buffer);
  const numbers = [
    MAGIC,
    LOG_FORMAT,
    entries.length,
    packed.length,
    plain.length,
    joined.length,
  ];
  numbers.forEach((number, i) => view.setUint32(4 * i, number, true));
  bytes.set(before, 24);
  bytes.set(entries, HEADER);
  bytes.set(packed, HEADER + entries.length);
  bytes.set(digestOfFrame(bytes), DIGEST);
  return bytes;
}

/** Reads a header; `null` where these bytes are none, or of another format. */
export function readHeader(bytes: Uint8Array): FrameHeader | null {
  if (bytes.length < HEADER) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== LOG_FORMAT) return null;
  const [entries, texts] = [view.getUint32(8, true), view.getUint32(12, true)];
  const length = HEADER + entries + texts;
  if (length > LARGEST || view.getUint32(16, true) > LARGEST) return null;
  if (view.getUint32(20, true) > LARGEST) return null;
  return {
    entries,
    texts,
    length,
    before: bytes.slice(24, 56),
    digest: bytes.slice(DIGEST, HEADER),
  };
}

/** Whether a whole frame has the digest that it names. */
export function isWhole(bytes: Uint8Array): boolean {
  return Buffer.compare(digestOfFrame(bytes), bytes.subarray(DIGEST, HEADER)) === 0;
}

/** Unpacks a frame whose digest was proven; texts only when one is asked for. */
export function decodeFrame(bytes: Uint8Array): Frame {
  const { entries: packed } = readHeader(bytes) as FrameHeader;
  const text = zstdDecompressSync(bytes.subarray(HEADER, HEADER + packed)).toString();
  const [position, ...entries] = JSON.parse(text) as [Batch["position"], ...Batch["entries"]];
  const unpack = () => textsOf(entries, bytes.subarray(HEADER + packed));
  return frameOf({ position, entries }, unpack);
}

/** A frame of which the entries are known; `unpack` gives its texts by number of the entry. */
export function frameOf(batch: Batch, unpack: () => ReadonlyMap<number, string>): Frame {
  let texts: ReadonlyMap<number, string> | null = null;
  return {
    ...batch,
    text(entry) {
      texts ??= unpack();
      const found = texts.get(entry);
      if (found === undefined) throw new RangeError(`Entry ${entry} has no text in its frame`);
      return found;
    },
  };
}

function textsOf(entries: Batch["entries"], packed: Uint8Array): ReadonlyMap<number, string> {
  const joined = zstdDecompressSync(packed).toString();
  const texts = new Map<number, string>();
  let at = 0;
  for (const [number, length] of lengths(entries)) {
    texts.set(number, joined.slice(at, at + length));
    at += length;
  }
  return texts;
}

function* lengths(entries: Batch["entries"]): Generator<readonly [number, number]> {
  for (const [number, entry] of entries.entries()) {
    if (entry.kind === "seen" && entry.length !== undefined) yield [number, entry.length];
  }
}

/** Texts by number of their entry, from texts in the order of the entries that have a `length`. */
export function numbered(
  entries: Batch["entries"],
  texts: readonly string[],
): ReadonlyMap<number, string> {
  return new Map(lengths(entries).map(([number], i) => [number, texts[i] as string]));
}

function digestOfFrame(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes.subarray(0, DIGEST)).update(bytes.subarray(HEADER))
    .digest();
}
