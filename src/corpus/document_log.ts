/**
 * The log of a corpus: frames one behind the other, the only truth there is.
 *
 * What a process left unfinished at the end is cut off, damage anywhere else is a fault that names the
 * place. A frame is the last one if nothing whole follows it: only the end of a file can be torn.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { StoreFault } from "../store_fault.ts";
import type { LogFile } from "./corpus_files.ts";
import type { Batch, Entry, Place } from "./corpus_record.ts";
import {
  decodeFrame,
  encodeFrame,
  FIRST,
  type Frame,
  type FrameHeader,
  frameOf,
  HEADER,
  isWhole,
  numbered,
  readHeader,
} from "./log_frame.ts";

/** Entries in the frames that were looked at lately and are held. */
const HELD = 16_384;

/** The end of a log up to which something is known. */
export interface LogEnd {
  readonly length: number;
  /** Digest of the last frame. */
  readonly digest: Uint8Array;
}

export const EMPTY: LogEnd = { length: 0, digest: FIRST };

/** A log that is read, and written where its owner may. */
export class DocumentLog {
  readonly #file: LogFile;
  readonly #path: string;
  readonly #held = new Map<number, Frame>();
  #entries = 0;
  #end: LogEnd = EMPTY;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: LogFile, path: string) {
    this.#file = file;
    this.#path = path;
  }

  /** The end of what is committed, or is about to be. */
  get end(): LogEnd {
    return this.#end;
  }

  /**
   * Every frame from `from` on, each with its offset, and finds the end; a torn tail is left out.
   *
   * @throws {StoreFault} where a frame is damaged, or is not the one that followed when it was written.
   */
  async *frames(from: LogEnd = EMPTY): AsyncGenerator<readonly [number, Frame]> {
    const size = await this.#file.size();
    if (size < from.length) throw this.#damaged(size, SHORTER);
    this.#end = from;
    while (this.#end.length < size) {
      const at = this.#end.length;
      const bytes = await this.#readFrame(at, size);
      if (bytes === null) return;
      const header = readHeader(bytes) as FrameHeader;
      if (Buffer.compare(header.before, this.#end.digest) !== 0) throw this.#damaged(at, STRANGE);
      this.#end = { length: at + bytes.length, digest: header.digest };
      yield [at, decodeFrame(bytes)];
    }
  }

  /** Cuts off what a process left unfinished behind the end that `frames()` found. */
  async cutTail(): Promise<void> {
    if (await this.#file.size() > this.#end.length) await this.#file.cut(this.#end.length);
  }

  /** Commits a batch; durable when `settled()` resolves, or the next batch begins to be written. */
  async append(batch: Batch, texts: readonly string[]): Promise<void> {
    const bytes = encodeFrame(batch, texts, this.#end.digest);
    await this.#writing;
    const at = this.#end.length;
    const { digest } = readHeader(bytes) as FrameHeader;
    this.#end = { length: at + bytes.length, digest };
    this.#writing = this.#file.append(at, bytes);
    // Whoever waits for it is told; until then it must not count as a rejection nobody looks at.
    this.#writing.catch(() => undefined);
    this.#hold(at, frameOf(batch, () => numbered(batch.entries, texts)));
  }

  /** Resolves when all that was appended is durable. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** The entry at a place. */
  async entry(place: Place): Promise<Entry> {
    return (await this.#frame(place[0])).entries[place[1]] as Entry;
  }

  /** The text of the entry at a place. */
  async text(place: Place): Promise<string> {
    return (await this.#frame(place[0])).text(place[1]);
  }

  async #frame(at: number): Promise<Frame> {
    const held = this.#held.get(at);
    if (held !== undefined) {
      // It moves to the end of those that are let go.
      this.#held.delete(at);
      this.#held.set(at, held);
      return held;
    }
    const bytes = await this.#readFrame(at, this.#end.length);
    if (bytes === null) throw this.#damaged(at, BROKEN);
    return this.#hold(at, decodeFrame(bytes));
  }

  #hold(at: number, frame: Frame): Frame {
    this.#held.set(at, frame);
    this.#entries += frame.entries.length;
    for (const [oldest, { entries }] of this.#held) {
      if (this.#entries <= HELD || this.#held.size === 1) break;
      this.#held.delete(oldest);
      this.#entries -= entries.length;
    }
    return frame;
  }

  /** The bytes of a whole frame; `null` where it is the torn end of the file. */
  async #readFrame(at: number, size: number): Promise<Uint8Array | null> {
    const header = readHeader(await this.#file.read(at, HEADER));
    if (header !== null && at + header.length <= size) {
      const bytes = await this.#file.read(at, header.length);
      if (isWhole(bytes)) return bytes;
    }
    if (await this.#followed(at, size)) throw this.#damaged(at, BROKEN);
    return null;
  }

  /** Whether a whole frame lies anywhere behind a broken one: then it was no unfinished write. */
  async #followed(at: number, size: number): Promise<boolean> {
    const step = 1 << 20;
    for (let from = at + 1; from < size; from += step) {
      const bytes = Buffer.from(await this.#file.read(from, step + HEADER));
      for (
        let found = bytes.indexOf("DMFC");
        found >= 0;
        found = bytes.indexOf("DMFC", found + 1)
      ) {
        const start = from + found;
        const header = readHeader(await this.#file.read(start, HEADER));
        if (header === null || start + header.length > size) continue;
        if (isWhole(await this.#file.read(start, header.length))) return true;
      }
    }
    return false;
  }

  #damaged(at: number, why: { readonly ko: string; readonly en: string }): StoreFault {
    return new StoreFault({
      ko: `"${this.#path}" 파일이 ${at}바이트 위치에서 손상되었습니다: ${why.ko} 말뭉치 폴더를 ` +
        "백업에서 복원하십시오. 그 앞의 기록은 온전합니다.",
      en: `"${this.#path}" is damaged at byte ${at}: ${why.en}; restore the corpus folder from a ` +
        "backup, what lies before is whole",
    });
  }
}

const BROKEN = {
  ko: "기록의 길이나 SHA-256이 맞지 않고, 그 뒤에 온전한 기록이 있습니다.",
  en: "a record does not have the length and SHA-256 it names, and whole ones follow",
};
const STRANGE = {
  ko: "이 기록은 바로 앞의 기록에 이어 쓴 것이 아닙니다.",
  en: "this record was not written after the one before it",
};
const SHORTER = {
  ko: "체크포인트가 가리키는 곳보다 파일이 짧습니다.",
  en: "the file is shorter than its checkpoint says",
};
