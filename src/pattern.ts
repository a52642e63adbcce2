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
  readonly pieces: readonly SearchKey[];
}

/** A text in the form in which texts and patterns are compared. */
export interface SearchKey {
  /** The text without its notation, letter case and white space. */
  readonly text: string;
  /** The same with initial consonants for syllables. */
  readonly initials: string;
}

/** The longest pattern that is taken; no field that is searched says more. */
export const LONGEST_PATTERN = 500;

/** The initial consonants in the order of Unicode's syllables. */
const CHOSEONG = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const FIRST_SYLLABLE = 0xAC00;
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

/** Reads a text for comparing. */
export function searchKey(text: string): SearchKey {
  return keyOf(
    fold(fold(text).toLowerCase())
      .replace(
        OTHER_JAMO,
        (jamo) => CHOSEONG[jamo.normalize("NFKC").charCodeAt(0) - 0x1100] ?? jamo,
      )
      .replace(JOINED_JAMO, (letter) => JOINED[letter] as string),
  );
}

/** The key of a text that was read before. */
export function keyOf(text: string): SearchKey {
  return { text, initials: choseong(text) };
}

/** The initial consonants of a text, everything else as it stands. */
export function choseong(text: string): string {
  return text.replace(/[가-힣]/g, (syllable) => initialOf(syllable.charCodeAt(0)));
}

/** Reads a pattern; `null` where nothing but stars and blanks is left of it. */
export function parsePattern(text: string): Pattern | null {
  const pieces = searchKey(text).text.split(/\*+/);
  if (pieces.every((piece) => piece === "")) return null;
  return { text, pieces: pieces.map(keyOf) };
}

/**
 * Whether a pattern finds a search key: anywhere in it where there is no star, else as a whole.
 *
 * Every piece has one length, so taking the first place for each never takes a place away.
 */
export function finds({ pieces }: Pattern, key: SearchKey): boolean {
  if (pieces.length === 1) return indexIn(key, pieces[0] as SearchKey, 0) >= 0;
  const last = pieces.at(-1) as SearchKey;
  const end = key.text.length - last.text.length;
  let at = 0;
  for (const [index, piece] of pieces.slice(0, -1).entries()) {
    const found = index > 0 ? indexIn(key, piece, at) : standsAt(key, piece, 0) ? 0 : -1;
    if (found < 0) return false;
    at = found + piece.text.length;
  }
  return at <= end && standsAt(key, last, end);
}

/** Whether a pattern is a search key, from its first letter to its last. */
export function isWhole(pattern: Pattern, key: SearchKey): boolean {
  if (pattern.pieces.length > 1) return finds(pattern, key);
  const [piece] = pattern.pieces as readonly [SearchKey];
  return piece.text.length === key.text.length && standsAt(key, piece, 0);
}

function initialOf(code: number): string {
  return CHOSEONG[Math.floor((code - FIRST_SYLLABLE) / SYLLABLES_PER_CHOSEONG)] as string;
}

function indexIn(key: SearchKey, piece: SearchKey, from: number): number {
  if (!/[ㄱ-ㅎ]/.test(piece.text)) return key.text.indexOf(piece.text, from);
  // Where the initials differ, nothing else can fit.
  for (let at = from;; at++) {
    at = key.initials.indexOf(piece.initials, at);
    if (at < 0 || standsAt(key, piece, at)) return at;
  }
}

function standsAt({ text, initials }: SearchKey, piece: SearchKey, at: number): boolean {
  if (at < 0 || at + piece.text.length > text.length) return false;
  for (let i = 0; i < piece.text.length; i++) {
    const wanted = piece.text[i];
    if (wanted !== text[at + i] && wanted !== initials[at + i]) return false;
  }
  return true;
}
