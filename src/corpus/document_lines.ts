/**
 * Lines of a stream of bytes, each with where it ends, and the texts of files.
 *
 * Everything must be UTF-8: a Korean file of another encoding is told apart from broken bytes, because
 * one can be converted.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Sentence } from "../refusal.ts";

/** Most bytes of a line or of a file that is one document. */
export const MOST_BYTES = 32 << 20;

/** A line. */
export interface Line {
  readonly bytes: Uint8Array;
  /** Bytes of the stream up to and with this line's end. */
  readonly end: number;
  /** Longer than `MOST_BYTES`: `bytes` is empty. */
  readonly tooLong: boolean;
}

/** Cuts a stream into lines; `offset` is what was read before it. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  offset: number,
): AsyncGenerator<Line> {
  let rest: Uint8Array[] = [];
  let length = 0;
  let at = offset;
  const take = (last: Uint8Array, end: number): Line => {
    const whole = rest.length === 0 ? last : Buffer.concat([...rest, last]);
    const tooLong = length + last.length > MOST_BYTES;
    [rest, length] = [[], 0];
    return { bytes: tooLong ? new Uint8Array() : whole, end, tooLong };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = take(chunk.subarray(start, end), at + end + 1);
      start = end + 1;
      yield line;
    }
    const left = chunk.subarray(start);
    length += left.length;
    // What is too long is not held, only counted.
    if (left.length > 0 && length <= MOST_BYTES) rest.push(left.slice());
    at += chunk.length;
  }
  if (length > 0) yield take(new Uint8Array(), at);
}

const STRICT = new TextDecoder("utf-8", { fatal: true });

/** The text of bytes without its byte order mark, or why it is none. */
export function readUtf8(bytes: Uint8Array): string | Sentence {
  try {
    return STRICT.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  if (isUtf16(bytes)) {
    return {
      ko: "UTF-16으로 저장되어 있습니다. UTF-8로 저장하십시오",
      en: "it is saved as UTF-16; save it as UTF-8",
    };
  }
  return isEucKr(bytes)
    ? {
      ko: "EUC-KR(CP949)로 저장되어 있습니다. UTF-8로 저장하십시오",
      en: "it is saved as EUC-KR (CP949); save it as UTF-8",
    }
    : { ko: "UTF-8이 아닌 바이트가 있습니다", en: "it has bytes that are not UTF-8" };
}

/** Whether bytes begin with the mark of UTF-16. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return first === 0xff && second === 0xfe || first === 0xfe && second === 0xff;
}

function isEucKr(bytes: Uint8Array): boolean {
  try {
    return /[가-힣]/.test(new TextDecoder("euc-kr", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
