/**
 * The text of a document in the one form that is hashed and compared.
 *
 * What goes: the Unicode form (NFC), how wide white space is and of what kind, characters of no
 * width, control characters, full-width and half-width forms. What stays: letter case, punctuation,
 * quotes, ligatures and circled numbers, since "Mg" and "mg" or "②" and "2" may be different
 * things, and a digest that says "the same text" must not be the one to decide that. Whether two
 * texts that differ here are still nearly the same is decided by `near_join.ts`.
 *
 * @module
 */

import { digestOf } from "../digest.ts";
import type { Digest } from "../model.ts";

/** Version of the rules below, stored beside every hash: another version hashes differently. */
export const NORMALISATION = 1;

/**
 * The normal form of a text: words with single blanks between them. Idempotent.
 *
 * A text that already is normal is returned as it is, without a copy.
 */
export function normalText(text: string): string {
  let out = "";
  let from = 0;
  // The beginning counts as white space, which trims it.
  let afterWhite = true;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 0x20 && c < 0x7F || c >= 0xAC00 && c <= 0xD7A3) {
      afterWhite = false;
    } else if (c === 0x20 || c >= 0x09 && c <= 0x0D || c === 0xA0 || c === 0x3000 || c === 0x85) {
      if (afterWhite || c !== 0x20) {
        // Copied up to here; one blank stands for the run.
        out += text.slice(from, i);
        if (!afterWhite) out += " ";
        from = i + 1;
      }
      afterWhite = true;
    } else if (isSettled(c)) {
      afterWhite = false;
    } else return rewritten(text);
  }
  if (from > 0) out += text.slice(from);
  else out = text;
  return out.endsWith(" ") ? out.slice(0, -1) : out;
}

/** SHA-256 of a normal text: the exact tier. */
export function exactDigest(normal: string): Digest {
  return digestOf(normal);
}

// Soft hyphen, Mongolian vowel separator, joiners, marks of direction, word joiner and its like.
const NO_WIDTH = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g;
// deno-lint-ignore no-control-regex
const CONTROLS = /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]/g;
const WIDTH_FORMS = /[\uFF01-\uFFEF]+/g;
const WHITE_RUN = /[\s\u0085]+/g;

/** All the rules, for a text that has characters which the scan does not know. */
function rewritten(text: string): string {
  return text
    // First, as it turns some characters into white space.
    .normalize("NFC")
    .replace(CONTROLS, "")
    .replace(NO_WIDTH, "")
    .replace(WIDTH_FORMS, (run) => run.normalize("NFKC"))
    // Again: a letter may have met its combining mark.
    .normalize("NFC")
    .replace(WHITE_RUN, " ")
    .trim();
}

/**
 * Whether a code unit from U+007F is visible, has its usual width and is the same in NFC whatever
 * other settled character stands beside it.
 */
function isSettled(c: number): boolean {
  if (c < 0x300) return c > 0xA0 && c !== 0xAD;
  if (c < 0x2010) return c >= 0x391 && c <= 0x3CE || c >= 0x400 && c <= 0x482;
  if (c < 0x2460) {
    return c <= 0x2027 || c >= 0x2030 && c <= 0x205E || c >= 0x20A0 && c <= 0x20BF ||
      c >= 0x2150 && c <= 0x21FF;
  }
  if (c < 0x3001) return c <= 0x26FF;
  if (c < 0x4E00) {
    return c <= 0x3029 || c >= 0x3041 && c <= 0x3096 || c >= 0x30A1 && c <= 0x30FA ||
      c >= 0x3131 && c <= 0x318E || c >= 0x3200 && c <= 0x33FF;
  }
  // The surrogates are those of U+1F000 to U+1FBFF, pictures mostly.
  return c <= 0x9FFF || c >= 0xD83C && c <= 0xD83E || c >= 0xDC00 && c <= 0xDFFF;
}
