/**
 * Which differences between two texts mean something.
 *
 * `clean()` gives the text people read, `fold()` the text that is compared: what `fold()` removes
 * is notation noise, everything it keeps is a real change. Which cell holds which field is decided
 * in `extract.ts`, what a difference amounts to in `diff.ts`.
 *
 * @module
 */

import type { FieldName, RegisterRecord, Site } from "./model.ts";

// JavaScript's \s lacks NEL and the zero-width joiners and space.
const WHITE_RUN = /[\s\u0085\u200B-\u200D]+/g;
const HAS_WIDTH = /[^\u200B-\u200D\uFEFF]/;
// deno-lint-ignore no-control-regex
const CONTROLS = /[\u0000-\u0008\u000E-\u001F]/g;
const WIDTH_OR_QUOTE = /[\uFF01-\uFF5E`\u00B4\u2018\u2019\u2032\u201C\u201D\u2033]/g;
const COMPANY = /\(주\)|주식회사/g;

/** A date as written nearly always; later days of a month are looked at more closely. */
const PLAIN_DATE = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

/**
 * Returns the display form: NFC, white space collapsed and trimmed, C0 controls dropped.
 *
 * Zero-width characters vanish rather than become a space, since nobody sees them. Width, quotes
 * and company forms stay as the site wrote them.
 */
export function clean(text: string): string {
  if (isClean(text)) return text;
  return text.replace(CONTROLS, "")
    .replace(WHITE_RUN, (run) => HAS_WIDTH.test(run) ? " " : "")
    .trim()
    .normalize("NFC");
}

/**
 * Returns the comparison form, in which notation noise is gone.
 *
 * Noise is: all white space, full-width ASCII, ㈜/(주)/주식회사, quote variants, NFC/NFD. Case,
 * hyphens, punctuation, Ⅳ and ① are not noise. `fold(fold(x)) === fold(x)`.
 */
export function fold(text: string): string {
  const noise = noiseIn(text);
  if (noise === 0) return text;
  const any = (noise & COMPOSES) !== 0;
  // NFC first, as it turns some characters into white space or quotes (U+2000, U+1FEF); NFC again
  // after white space between a letter and its combining mark is gone.
  let out = any ? text.normalize("NFC") : text;
  if (any || noise & WHITE) out = out.replace(WHITE_RUN, "");
  if (any || noise & MAPPED) out = out.replace(WIDTH_OR_QUOTE, narrow);
  if (any) out = out.normalize("NFC");
  if (any || noise & COMPANY_NAME) out = out.replace(COMPANY, "㈜");
  return out;
}

/** Whether two values of a field mean the same; `null` and blank do, and sites have no order. */
export function sameValue(
  field: FieldName,
  a: RegisterRecord[FieldName],
  b: RegisterRecord[FieldName],
): boolean {
  if (a === b) return true;
  if (field === "sites") return sameSites(a as readonly Site[], b as readonly Site[]);
  return foldedScalar(a) === foldedScalar(b);
}

/**
 * Whether a value is the former one with something lost on the way: cut at an ellipsis, or with
 * characters that could not be decoded. Nothing is known to have changed then.
 */
export function saysLess(
  before: RegisterRecord[FieldName],
  after: RegisterRecord[FieldName],
): boolean {
  if (typeof before === "string" && typeof after === "string") return isLessOf(before, after);
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) {
    return false;
  }
  const parts = (sites: readonly Site[]) =>
    sites.flatMap(({ name, address, country }) => [name ?? "", address ?? "", country ?? ""]);
  const whole = parts(before);
  return parts(after).every((part, index) => {
    const known = whole[index] as string;
    return fold(part) === fold(known) || isLessOf(known, part);
  });
}

function isLessOf(before: string, after: string): boolean {
  // Every text passes here, and hardly any is damaged.
  if (!/…$|\.{3}$|\uFFFD/.test(after)) return false;
  // Not folded: half of a 주식회사 is not the beginning of ㈜.
  const whole = clean(before).replaceAll(" ", "");
  const pieces = clean(after).replaceAll(" ", "").split(/\uFFFD+|(?:…|\.{3})$/);
  const [first = ""] = pieces;
  const last = pieces.pop() ?? "";
  if (!whole.startsWith(first) || !whole.endsWith(last)) return false;
  let at = 0;
  for (const piece of pieces) {
    const found = whole.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at + last.length < whole.length;
}

/** Sites that are the same to the letter are not folded; that is nearly all of them. */
function sameSites(a: readonly Site[], b: readonly Site[]): boolean {
  const literally = a.length === b.length && a.every((site, index) => {
    const other = b[index] as Site;
    return site.name === other.name && site.address === other.address &&
      site.country === other.country;
  });
  return literally || foldedSites(a) === foldedSites(b);
}

/** Returns the canonical text of sites as a multiset: the same for any order and notation. */
export function foldedSites(sites: readonly Site[]): string {
  const folded: string[] = [];
  for (const { name, address, country } of sites) {
    const parts = [fold(name ?? ""), fold(address ?? ""), fold(country ?? "")];
    if (parts.some((part) => part !== "")) folded.push(JSON.stringify(parts));
  }
  return folded.sort().join();
}

/**
 * Reads a date written with `-`, `.` or `/` as `YYYY-MM-DD`; `null` when it is no calendar date.
 *
 * A trailing dot, blanks and one-digit months and days are accepted: `2026. 5. 7.`
 */
export function readDate(text: string): string | null {
  if (PLAIN_DATE.test(text)) return text;
  const match = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})\.?$/.exec(fold(text));
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return `${match[1]}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Reads `2025` or `2025년`; `null` outside 1990 to 2100. */
export function readYear(text: string): number | null {
  const folded = fold(text);
  const year = /^\d{4}년?$/.test(folded) ? Number(folded.slice(0, 4)) : 0;
  return year >= 1990 && year <= 2100 ? year : null;
}

const WHITE = 1;
const MAPPED = 2;
const COMPOSES = 4;
const COMPANY_NAME = 8;

function noiseIn(text: string): number {
  let noise = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x80) {
      if (c <= 0x20) noise |= WHITE;
      else if (c === 0x60) noise |= MAPPED;
    } else if (c >= 0xAC00 && c <= 0xD7A3) {
      if (c === 0xC8FC) noise |= COMPANY_NAME;
    } else if (c >= 0xFF01 && c <= 0xFF5E) {
      noise |= MAPPED;
    } else if (c < 0x300 || isSettled(c)) {
      if (c === 0x85 || c === 0xA0) noise |= WHITE;
      else if (c === 0xB4 || (c >= 0x2018 && c <= 0x2033)) noise |= MAPPED;
    } else noise |= WHITE | MAPPED | COMPOSES | COMPANY_NAME;
  }
  return noise;
}

function isClean(text: string): boolean {
  let afterSpace = true;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x20) {
      if (afterSpace) return false;
      afterSpace = true;
      continue;
    }
    afterSpace = false;
    if (c > 0x20 && c < 0x7F) continue;
    if (c < 0x20 || c === 0x85 || c === 0xA0 || (c >= 0x300 && !isSettled(c))) return false;
  }
  return !afterSpace || text === "";
}

/** Whether a code unit from U+0300 is visible and the same in NFC whatever stands beside it. */
function isSettled(c: number): boolean {
  return (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x4E00 && c <= 0x9FFF) ||
    (c >= 0x2010 && c <= 0x2027) || (c >= 0x2030 && c <= 0x205E) ||
    (c >= 0x2150 && c <= 0x21FF) || (c >= 0x2460 && c <= 0x26FF) ||
    (c >= 0x3001 && c <= 0x3029) || (c >= 0x3131 && c <= 0x318E) ||
    (c >= 0x3200 && c <= 0x33FF) || (c >= 0xFF01 && c <= 0xFFEE);
}

function narrow(character: string): string {
  const c = character.charCodeAt(0);
  const ascii = c >= 0xFF01 ? String.fromCharCode(c - 0xFEE0) : character;
  switch (ascii) {
    case "`":
    case "\u00B4":
    case "\u2018":
    case "\u2019":
    case "\u2032":
      return "'";
    case "\u201C":
    case "\u201D":
    case "\u2033":
      return '"';
    default:
      return ascii;
  }
}

function foldedScalar(value: RegisterRecord[FieldName]): string {
  return value === null ? "" : fold(String(value));
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
