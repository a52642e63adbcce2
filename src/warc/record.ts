/**
 * One WARC 1.1 record as bytes (ISO 28500:2017, section 4), with its digest and a name of its own.
 *
 * What a record says is decided in `capture.ts`; whether it is compressed, by whoever writes it.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { canonical, digestOf } from "../digest.ts";

/** Named fields in the order they are written. */
export type Fields = readonly (readonly [name: string, value: string])[];

const encoder = new TextEncoder();

/**
 * A record with the fields and a block in parts.
 *
 * Digests are SHA-256 in base 16: the grammar asks for a token, and the padding of base 32 is none.
 *
 * @throws {RangeError} where a value would break out of its line.
 */
export function warcRecord(fields: Fields, block: readonly Uint8Array[]): readonly Uint8Array[] {
  const hash = createHash("sha256");
  for (const part of block) hash.update(part);
  const length = block.reduce((sum, part) => sum + part.length, 0);
  const all: Fields = [
    ...fields,
    ["WARC-Block-Digest", `sha256:${hash.digest("hex")}`],
    ["Content-Length", `${length}`],
  ];
  return [
    encoder.encode(`WARC/1.1\r\n${warcFields(all)}\r\n`),
    ...block,
    encoder.encode("\r\n\r\n"),
  ];
}

/** Fields as lines, as in a header and in a block of type `application/warc-fields`. */
export function warcFields(fields: Fields): string {
  return fields.map(([name, value]) => {
    // deno-lint-ignore no-control-regex
    if (!/[\u0000-\u001f\u007f]/.test(value)) return `${name}: ${value}\r\n`;
    throw new RangeError(`Cannot write ${JSON.stringify(value)} as the value of "${name}"`);
  }).join("");
}

/**
 * A record id made of what the record is about, so that a second export has the same bytes.
 *
 * It is a UUID of version 8, whose content is the maker's affair (RFC 9562, section 5.8).
 */
export function recordId(about: readonly unknown[]): string {
  const hex = digestOf(canonical(about));
  const variant = (parseInt(hex[16] as string, 16) & 3 | 8).toString(16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `<urn:uuid:${groups.join("-")}>`;
}

/** A URL as RFC 3986 wants it written, `null` where it is none of the web. */
export function targetUri(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  // A browser's URL may hold characters that the RFC has no place for, such as "|".
  return url.href.replace(
    /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu,
    (character) => encodeURIComponent(character),
  );
}
