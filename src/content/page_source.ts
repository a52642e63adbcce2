/**
 * The bytes of a file or an answer as the text of a page, or what they are instead.
 *
 * Which charset is believed is decided in `decode.ts`. A page whose bytes fit no charset is read all the
 * same, for people and with a warning; the register never is.
 *
 * @module
 */

import { headerCharset, metaCharset } from "../charset_claims.ts";
import { decode } from "../decode.ts";

/** Text to be parsed, or no text at all. */
export type PageSource =
  | {
    readonly kind: "text";
    /** Without its byte order mark. */
    readonly text: string;
    /** Name of the Encoding Standard in lower case. */
    readonly charset: string;
    /** Letters that could not be read and stand there as U+FFFD; 0 where the charset proved right. */
    readonly unreadable: number;
  }
  | { readonly kind: "no-text"; readonly what: string };

/** Decodes a page; `contentType` is the header's, `null` for a file. */
export function pageSource(bytes: Uint8Array, contentType: string | null): PageSource {
  const what = fileKind(bytes);
  if (what !== null) return { kind: "no-text", what };
  const decoded = decode(bytes, contentType);
  if (decoded.kind === "decoded" && !isBinary(decoded.text)) {
    return { kind: "text", text: decoded.text, charset: decoded.charset, unreadable: 0 };
  }
  const best = leastUnreadable(bytes, contentType);
  return isBinary(best.text) ? { kind: "no-text", what: "binary" } : best;
}

/** As claimed or in one of the two charsets of Korean pages, whichever loses the fewest letters. */
function leastUnreadable(bytes: Uint8Array, contentType: string | null) {
  const claims = [headerCharset(contentType), metaCharset(bytes), "utf-8", "euc-kr"];
  const readings = [...new Set(claims)].filter((claim) => claim !== null).map((charset) => {
    const text = new TextDecoder(charset).decode(bytes);
    return { kind: "text" as const, text, charset, unreadable: text.split("\uFFFD").length - 1 };
  });
  return readings.reduce((best, one) => one.unreadable < best.unreadable ? one : best);
}

const SIGNATURES: readonly (readonly [string, string])[] = [
  ["%PDF-", "PDF"],
  ["PK\x03\x04", "ZIP (docx, xlsx, hwpx)"],
  ["\xD0\xCF\x11\xE0", "OLE (hwp, doc, xls)"],
  ["HWP Document File", "HWP"],
  ["\x89PNG", "PNG"],
  ["\xFF\xD8\xFF", "JPEG"],
  ["GIF8", "GIF"],
  ["\x1F\x8B", "gzip"],
];

function fileKind(bytes: Uint8Array): string | null {
  const begin = String.fromCharCode(...bytes.subarray(0, 24));
  return SIGNATURES.find(([signature]) => begin.startsWith(signature))?.[1] ?? null;
}

/** Pages have no NUL; a stray one in a thousand letters is a mistake, more are no text. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, 65_536);
  return (sample.split("\0").length - 1) * 1000 > sample.length;
}
