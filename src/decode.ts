/**
 * Bytes to text, believing a charset only where the bytes bear it out; and back to places in bytes.
 *
 * Header, document and truth disagree on Korean boards (EUC-KR read as windows-1252 is the classic),
 * and a wrong guess would change every value at once. What is claimed is read in
 * `charset_claims.ts`; a page that fits nothing is refused in `extract.ts`.
 *
 * @module
 */

import { headerCharset, metaCharset } from "./charset_claims.ts";

/** Text with the charset that proved right, or the charsets that did not. */
export type Decoded =
  | {
    readonly kind: "decoded";
    /** Without its byte order mark. */
    readonly text: string;
    /** Name of the Encoding Standard in lower case; `euc-kr` is windows-949. */
    readonly charset: string;
    readonly by: "bom" | "header" | "meta" | "proof";
  }
  | { readonly kind: "undecodable"; readonly tried: readonly string[] };

type Candidate = readonly [charset: string, by: "bom" | "header" | "meta" | "proof"];

/**
 * Decodes a body by its byte order mark, else as the header says, else as the document says, else
 * as UTF-8 or EUC-KR; of these the first in which every byte is valid.
 *
 * A claim that can hardly fail is believed only where the bytes do not prove another charset.
 */
export function decode(body: Uint8Array, contentType: string | null): Decoded {
  const tried = new Set<string>();
  for (const [charset, by] of candidates(body, contentType)) {
    if (tried.has(charset)) continue;
    tried.add(charset);
    const text = by === "bom" || isCredible(charset, body) ? maybeText(body, charset) : null;
    if (text !== null) return { kind: "decoded", text, charset, by };
  }
  return { kind: "undecodable", tried: [...tried] };
}

function* candidates(body: Uint8Array, contentType: string | null): Generator<Candidate> {
  const mark = markedCharset(body);
  if (mark !== null) yield [mark, "bom"];
  const header = headerCharset(contentType);
  if (header !== null) yield [header, "header"];
  const meta = metaCharset(body);
  if (meta !== null) yield [meta, "meta"];
  yield ["utf-8", "proof"];
  yield ["euc-kr", "proof"];
}

function markedCharset(body: Uint8Array): string | null {
  const [first, second, third] = body;
  if (first === 0xEF && second === 0xBB && third === 0xBF) return "utf-8";
  if (first === 0xFE && second === 0xFF) return "utf-16be";
  if (first === 0xFF && second === 0xFE) return "utf-16le";
  return null;
}

/** False where the charset would accept the bytes although they prove another one. */
function isCredible(charset: string, body: Uint8Array): boolean {
  switch (charset) {
    case "utf-8":
      return true;
    case "euc-kr":
      // Hangul syllables in UTF-8 do not come about by chance in EUC-KR text; the reverse does in
      // short texts.
      return !/[가-힣]/.test(maybeText(body, "utf-8") ?? "");
    // Without a byte order mark, markup begins with an ASCII character and thus with a zero byte
    // (XML 1.0 appendix F).
    case "utf-16le":
      return body[1] === 0;
    case "utf-16be":
      return body[0] === 0;
    default:
      return !isSingleByte(charset) || !provesMultiByte(body);
  }
}

function isSingleByte(charset: string): boolean {
  return /^(?:windows-(?:125\d|874)|iso-8859-|ibm866|koi8-|macintosh|x-mac-|x-user-)/.test(charset);
}

function provesMultiByte(body: Uint8Array): boolean {
  const text = maybeText(body, "utf-8");
  // deno-lint-ignore no-control-regex -- the range is ASCII
  if (text !== null) return /[^\x00-\x7F]/.test(text);
  return /[가-힣]/.test(maybeText(body, "euc-kr") ?? "");
}

function maybeText(body: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Maps offsets into `text`, in UTF-16 code units and ascending, to offsets into `body`.
 *
 * Evidence points into archived bodies, the parser counts in text. `text` must be what
 * {@linkcode decode} returned for `body` with `charset`. A byte order mark counts as bytes; an
 * offset between the halves of a surrogate pair counts as after the pair.
 *
 * @throws {RangeError} where an offset descends or lies outside the text.
 */
export function byteOffsets(
  body: Uint8Array,
  charset: string,
  text: string,
  offsets: readonly number[],
): number[] {
  let last = 0;
  for (const offset of offsets) {
    if (!(offset >= last && offset <= text.length)) {
      throw new RangeError(
        `Cannot map the offset ${offset}: expected ${last} to ${text.length}`,
      );
    }
    last = offset;
  }
  switch (charset) {
    case "utf-8":
      return summed(text, offsets, { from: markBytes(body), bytesOf: utf8Bytes });
    case "euc-kr":
      // ASCII aside, every character of windows-949 is two bytes long.
      return summed(text, offsets, { from: 0, bytesOf: (unit) => unit < 0x80 ? 1 : 2 });
    case "utf-16le":
    case "utf-16be": {
      const from = markBytes(body);
      return offsets.map((offset) => from + 2 * offset);
    }
    default:
      return replayed(body, charset, offsets);
  }
}

/** UTF-8 length that ends with this code unit; both halves of a pair are paid for by the first. */
function utf8Bytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit >= 0xD800 && unit < 0xDC00) return 4;
  return unit >= 0xDC00 && unit < 0xE000 ? 0 : 3;
}

function summed(
  text: string,
  offsets: readonly number[],
  { from, bytesOf }: { readonly from: number; readonly bytesOf: (unit: number) => number },
): number[] {
  let at = 0;
  let bytes = from;
  return offsets.map((offset) => {
    for (; at < offset; at++) bytes += bytesOf(text.charCodeAt(at));
    return bytes;
  });
}

/** Decodes again byte by byte: exact for every charset, a quarter of a second for a megabyte. */
function replayed(body: Uint8Array, charset: string, offsets: readonly number[]): number[] {
  const decoder = new TextDecoder(charset, { fatal: true });
  let bytes = 0;
  let units = 0;
  return offsets.map((offset) => {
    while (units < offset && bytes < body.length) {
      units += decoder.decode(body.subarray(bytes, bytes + 1), { stream: true }).length;
      bytes += 1;
    }
    return bytes;
  });
}

function markBytes(body: Uint8Array): number {
  if (body[0] === 0xEF && body[1] === 0xBB && body[2] === 0xBF) return 3;
  const mark = (body[0] ?? 0) << 8 | (body[1] ?? 0);
  return mark === 0xFEFF || mark === 0xFFFE ? 2 : 0;
}
