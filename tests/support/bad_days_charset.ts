/**
 * Mornings on which bytes and what is said of them disagree: kind 12 of the known failures.
 *
 * @module
 */

import type { BadDay } from "./bad_day.ts";
import { recoded } from "./bad_days_wire.ts";
import { encodeEucKr } from "./fixture_euc_kr.ts";
import type { Misbehaviour } from "./fixture_misbehaviour.ts";
import type { SiteOptions } from "./fixture_options.ts";

const EUC_KR = { encoding: "euc-kr" } as const;
const HTML = "text/html; charset=";

/** Whatever is said, the bytes can be read. */
const READABLE: readonly BadDay[] = ([
  ["EUC-KR", EUC_KR],
  ["EUC-KR that the header calls windows-1252", { ...EUC_KR, headerCharset: "windows-1252" }],
  ["EUC-KR that the header calls iso-8859-1", { ...EUC_KR, headerCharset: "iso-8859-1" }],
  ["EUC-KR that the header calls UTF-8", { ...EUC_KR, headerCharset: "utf-8" }],
  ["EUC-KR that the document calls UTF-8", { ...EUC_KR, metaCharset: "utf-8" }],
  [
    "EUC-KR that both call UTF-8",
    { ...EUC_KR, headerCharset: "utf-8", metaCharset: "utf-8" },
  ],
  ["EUC-KR of which nobody speaks", { ...EUC_KR, headerCharset: null, metaCharset: null }],
  ["EUC-KR by its Korean name", { ...EUC_KR, headerCharset: "ks_c_5601-1987" }],
  ["EUC-KR by a name that no standard knows", { ...EUC_KR, headerCharset: "ms949" }],
  ["UTF-8 that the header calls EUC-KR", { headerCharset: "euc-kr" }],
  ["UTF-8 that the document calls EUC-KR", { metaCharset: "euc-kr" }],
  ["UTF-8 that both call EUC-KR", { headerCharset: "euc-kr", metaCharset: "euc-kr" }],
  ["UTF-8 that the header calls windows-1252", { headerCharset: "windows-1252" }],
  ["UTF-8 of which nobody speaks", { headerCharset: null, metaCharset: null }],
  ["UTF-8 by a name that is none", { headerCharset: "unicode-1-1" }],
  ["a byte order mark", { byteOrderMark: true }],
  ["a byte order mark that the header contradicts", {
    byteOrderMark: true,
    headerCharset: "euc-kr",
  }],
  ["values that are decomposed", { nfd: "values" }],
  ["a document that is decomposed", { nfd: "document" }],
] satisfies [string, SiteOptions][]).map(([clause, site]) => ({ kind: 12, clause, site, ends: 0 }));

const RECODED: readonly BadDay[] = ([
  ["UTF-16 with its mark", recoded(utf16("le", true))],
  ["UTF-16 big-endian with its mark", recoded(utf16("be", true))],
  [
    "UTF-16 that only the header names",
    recoded(utf16("le", false), { "content-type": `${HTML}utf-16le` }),
  ],
  ["replacement characters in two names", recoded(altered(replaced(2)), {}, { page: 1 })],
  ["EUC-KR on page 2 alone", recoded(toEucKr, { "content-type": "text/html" }, { page: 2 })],
] satisfies [string, Misbehaviour][]).map(([clause, trouble]) => ({
  kind: 12,
  clause,
  troubles: [trouble],
  ends: 0,
}));

const UNREADABLE: readonly BadDay[] = ([
  ["one byte that is none", recoded(broken, {}, { page: 2 }), /Page 2 is not valid text/],
  ["a character cut in half", recoded(halved, {}, { page: 2 }), /Page 2 is not valid text/],
  ["UTF-8 read as Latin-1 and written again", recoded(mojibake), /Page 1 has no table/],
  [
    "EUC-KR read as Latin-1 and written again, on page 2",
    recoded((body) => mojibake(toEucKr(body)), {}, { page: 2 }),
    /Page 2 has no table/,
  ],
  [
    "question marks for all Hangul",
    recoded(altered((html) => html.replace(/[가-힣]/g, "?"))),
    /Page 1 has no table/,
  ],
  [
    "question marks for the Hangul of the names",
    recoded(altered((html) => html.replace(NAMES, (text) => text.replace(/[가-힣]/g, "?")))),
    /\d+ of \d+ records .*at once/,
  ],
  [
    "replacement characters in five names",
    recoded(altered(replaced(5))),
    /성분명/,
  ],
] satisfies [string, Misbehaviour, RegExp][]).map(([clause, trouble, says]) => ({
  kind: 12,
  clause,
  troubles: [trouble],
  ends: 3,
  says,
}));

const EVERYDAY = [
  "EUC-KR that the header calls windows-1252",
  "UTF-8 that the header calls EUC-KR",
  "values that are decomposed",
];

/** All of them. */
export const CHARSET_DAYS: readonly BadDay[] = [...READABLE, ...RECODED, ...UNREADABLE].map(
  (day) => EVERYDAY.includes(day.clause) ? { ...day, everyday: true } : day,
);

/** Ingredient and applicant of a row. */
const NAMES = /(?<=<span class="s-th">(?:성분명|신청인)<\/span><span>)[^<]+/g;

function text(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

function altered(to: (html: string) => string): (body: Uint8Array) => Uint8Array {
  return (body) => new TextEncoder().encode(to(text(body)));
}

function toEucKr(body: Uint8Array): Uint8Array {
  return encodeEucKr(text(body));
}

function mojibake(body: Uint8Array): Uint8Array {
  return new TextEncoder().encode(Array.from(body, (byte) => String.fromCharCode(byte)).join(""));
}

function broken(body: Uint8Array): Uint8Array {
  const at = text(body).length >> 1;
  return Uint8Array.from([...body.subarray(0, at), 0xFF, ...body.subarray(at)]);
}

/** Takes the first byte of the last Hangul syllable away. */
function halved(body: Uint8Array): Uint8Array {
  const at = body.findLastIndex((byte) => byte >= 0xEA && byte <= 0xED);
  return Uint8Array.from([...body.subarray(0, at), ...body.subarray(at + 1)]);
}

/** Damages the first names, as a server does that cuts text between the bytes of a character. */
function replaced(count: number): (html: string) => string {
  return (html) => {
    let left = count;
    return html.replace(
      /(?<=<span class="s-th">성분명<\/span><span>)[^<]+/g,
      (name) => left-- > 0 ? `${name.slice(0, -1)}\uFFFD` : name,
    );
  };
}

function utf16(order: "le" | "be", marked: boolean): (body: Uint8Array) => Uint8Array {
  return (body) => {
    const units = `${marked ? "\uFEFF" : ""}${text(body)}`;
    const view = new DataView(new ArrayBuffer(units.length * 2));
    for (let at = 0; at < units.length; at++) {
      view.setUint16(at * 2, units.charCodeAt(at), order === "le");
    }
    return new Uint8Array(view.buffer);
  };
}
