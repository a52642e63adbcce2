/**
 * The parts of a ZIP file, as far as a workbook needs them, and never more than was allowed.
 *
 * Sizes stand in the directory, but a bomb lies there too: expanding stops at the budget whatever
 * the directory says, and a part that does not have its size and CRC is damaged. Only parts that are
 * asked for are expanded.
 *
 * @module
 */

import { crc32, inflateRawSync } from "node:zlib";
import type { Sentence } from "./refusal.ts";

/** A ZIP file that was understood, or why it was not. */
export type Zip =
  | { readonly kind: "zip"; readonly parts: ZipParts }
  | { readonly kind: "broken"; readonly why: Sentence };

/** One part, or why it cannot be had; `null` where there is none of that name. */
export type ZipPart =
  | { readonly kind: "part"; readonly bytes: Uint8Array }
  | { readonly kind: "broken"; readonly why: Sentence }
  | null;

/** What reading may cost. */
export interface ZipLimits {
  readonly entries: number;
  /** Bytes of all expanded parts together. */
  readonly expandedBytes: number;
}

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_LENGTH = 22;
const MOST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** Reads the directory of a ZIP file. */
export function readZip(bytes: Uint8Array, limits: ZipLimits): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return broken(CUT);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || start === 0xffffffff) return broken(TOO_BIG);
  if (count > limits.entries) return broken(TOO_MANY);
  const entries = new Map<string, Entry>();
  let at = start;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) return broken(CUT);
    if (view.getUint16(at + 8, true) & 1) return broken(ENCRYPTED);
    const length = view.getUint16(at + 28, true);
    if (at + 46 + length > end) return broken(CUT);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    if (entries.has(name)) return broken(REPEATED);
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { kind: "zip", parts: new ZipParts(bytes, entries, limits.expandedBytes) };
}

/** The parts of one ZIP file; together they never expand beyond the budget. */
export class ZipParts {
  #left: number;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly entries: ReadonlyMap<string, Entry>,
    expandedBytes: number,
  ) {
    this.#left = expandedBytes;
  }

  /** Names of the parts, in the order of the directory. */
  names(): IterableIterator<string> {
    return this.entries.keys();
  }

  /** Expands one part. */
  read(name: string): ZipPart {
    const entry = this.entries.get(name);
    if (entry === undefined) return null;
    if (entry.size > this.#left) return broken(BOMB);
    const packed = this.#packed(entry);
    if (packed === null) return broken(CUT);
    const bytes = expand(packed, entry);
    if (bytes === null || bytes.length !== entry.size || crc32(bytes) !== entry.crc) {
      return broken(DAMAGED);
    }
    this.#left -= bytes.length;
    return { kind: "part", bytes };
  }

  #packed({ offset, packed }: Entry): Uint8Array | null {
    const { bytes } = this;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (offset + 30 > bytes.length) return null;
    if (view.getUint32(offset, true) !== LOCAL_SIGNATURE) return null;
    const start = offset + 30 + view.getUint16(offset + 26, true) +
      view.getUint16(offset + 28, true);
    return start + packed > bytes.length ? null : bytes.subarray(start, start + packed);
  }
}

/** `null` where the bytes are not what the method says, or are more than the directory says. */
function expand(packed: Uint8Array, { method, size }: Entry): Uint8Array | null {
  if (method === STORED) return packed;
  if (method !== DEFLATED) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - MOST_COMMENT; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    if (at + END_LENGTH + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  return null;
}

function broken(why: Sentence): { readonly kind: "broken"; readonly why: Sentence } {
  return { kind: "broken", why };
}

const CUT = { ko: "압축 파일이 중간에 끊겼습니다", en: "the ZIP file is cut off" };
const DAMAGED = { ko: "압축 파일이 손상되었습니다", en: "the ZIP file is damaged" };
const ENCRYPTED = { ko: "암호가 걸려 있습니다", en: "it is encrypted" };
const REPEATED = { ko: "같은 이름의 부분이 두 개 있습니다", en: "it has two parts of one name" };
const TOO_BIG = { ko: "너무 큰 압축 파일입니다(ZIP64)", en: "it is a ZIP64 file, too big" };
const TOO_MANY = { ko: "압축 파일의 부분이 너무 많습니다", en: "it has too many parts" };
const BOMB = {
  ko: "압축을 풀면 상한보다 커집니다",
  en: "it expands beyond the limit",
};
