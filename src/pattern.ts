/**
 * Which texts a person's pattern finds: `*` for anything, 초성 for syllables, notation set aside.
 *
 * Nothing here is a regular expression: every character but `*` stands for itself. What is searched
 * with a pattern, and what a hit means, is decided by whoever asks (`watch_list.ts`).
 *
 * @module
 */

import { fold } from "./normalize.ts";

/** A pattern, ready to be looked for. */
export interface Pattern {
  /** As it was written. */
  readonly text: string;
  /** The pieces between the stars, as search keys; one piece means that there is no star. */
  readonly pieces: readonly string[];
}

/** The longest pattern that is taken; no field that is searched says more. */
export const LONGEST_PATTERN = 500;

/** The initial consonants in the order of Unicode's syllables. */
const CHOSEONG = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const FIRST_SYLLABLE = 0xAC00;
const LAST_SYLLABLE = 0xD7A3;
const SYLLABLES_PER_CHOSEONG = 588;

/** Keyboards join two consonants in a row into one letter; nobody who types ㄱㅅ means ㄳ. */
const JOINED: Readonly<Record<string, string>> = {
  "ㄳ": "ㄱㅅ",
  "ㄵ": "ㄴㅈ",
  "ㄶ": "ㄴㅎ",
  "ㄺ": "ㄹㄱ",
  "ㄻ": "ㄹㅁ",
  "ㄼ": "ㄹㅂ",
  "ㄽ": "ㄹㅅ",
  "ㄾ": "ㄹㅌ",
  "ㄿ": "ㄹㅍ",
  "ㅀ": "ㄹㅎ",
  "ㅄ": "ㅂㅅ",
};

/** Halfwidth consonants, and conjoining ones that no vowel follows any more. */
const OTHER_JAMO = /[\u1100-\u1112\uFFA1-\uFFBE]/g;
const JOINED_JAMO = /[ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ]/g;

/** The form in which texts and patterns are compared: notation, letter case and white space gone. */
export function searchKey(text: string): string {
  return fold(fold(text).toLowerCase())
    .replace(OTHER_JAMO, (jamo) => CHOSEONG[jamo.normalize("NFKC").charCodeAt(0) - 0x1100] ?? jamo)
    .replace(JOINED_JAMO, (letter) => JOINED[letter] as string);
}

/** The initial consonants of a text, everything else as it stands. */
export function choseong(text: string): string {
  return text.replace(/[가-힣]/g, (syllable) => initialOf(syllable.charCodeAt(0)));
}

/** Reads a pattern; `null` where nothing but stars and blanks is left of it. */
export function parsePattern(text: string): Pattern | null {
  const pieces = searchKey(text).split(/\*+/);
  if (pieces.every((piece) => piece === "")) return null;
  return { text, pieces };
}

/**
 * Whether a pattern finds a search key: anywhere in it where there is no star, else as a whole.
 *
 * Every piece has one length, so taking the first place for each never takes a place away.
 */
export function finds({ pieces }: Pattern, key: string): boolean {
  if (pieces.length === 1) return indexIn(key, pieces[0] as string, 0) >= 0;
  const last = pieces.at(-1) as string;
  const end = key.length - last.length;
  let at = 0;
  for (const [index, piece] of pieces.slice(0, -1).entries()) {
    const found = index > 0 ? indexIn(key, piece, at) : standsAt(key, piece, 0) ? 0 : -1;
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= end && standsAt(key, last, end);
}

/** Whether a pattern is a search key, from its first letter to its last. */
export function isWhole(pattern: Pattern, key: string): boolean {
  if (pattern.pieces.length > 1) return finds(pattern, key);
  const [piece = ""] = pattern.pieces;
  return piece.length === key.length && standsAt(key, piece, 0);
}

function initialOf(code: number): string {
  return CHOSEONG[Math.floor((code - FIRST_SYLLABLE) / SYLLABLES_PER_CHOSEONG)] as string;
}

function indexIn(key: string, piece: string, from: number): number {
  if (!/[ㄱ-ㅎ]/.test(piece)) return key.indexOf(piece, from);
  for (let at = from; at + piece.length <= key.length; at++) {
    if (standsAt(key, piece, at)) return at;
  }
  return -1;
}

function standsAt(key: string, piece: string, at: number): boolean {
  if (at < 0 || at + piece.length > key.length) return false;
  for (let i = 0; i < piece.length; i++) {
    const wanted = piece[i] as string;
    if (wanted === key[at + i]) continue;
    const code = key.charCodeAt(at + i);
    if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE || initialOf(code) !== wanted) return false;
  }
  return true;
}
