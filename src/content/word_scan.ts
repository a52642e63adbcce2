/**
 * Words as everything here counts them: runs of letters, digits and `_`, lower case.
 *
 * What the words say is decided by others.
 *
 * @module
 */

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

/** Kind of every UTF-16 unit; astral letters count as none. */
const KINDS = unitKinds();

/** What one text holds; a reader of texts clears and fills the same object. */
export interface WordCounts {
  words: number;
  letters: number;
  upper: number;
  digits: number;
  /** Full stops, question and exclamation marks, the CJK ones too. */
  stops: number;
  commas: number;
  /** Characters that are neither word nor space. */
  marks: number;
}

/** Nothing counted yet. */
export function noWords(): WordCounts {
  return { words: 0, letters: 0, upper: 0, digits: 0, stops: 0, commas: 0, marks: 0 };
}

/** Adds what `text` holds to `counts`, in one pass. */
export function addWords(text: string, counts: WordCounts): void {
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = KINDS[unit];
    if (kind === OTHER) {
      inWord = false;
      if (unit > 32 && unit !== 0xa0) countMark(unit, counts);
      continue;
    }
    if (!inWord) counts.words++;
    inWord = true;
    if (kind === DIGIT) counts.digits++;
    else {
      counts.letters++;
      if (kind === UPPER) counts.upper++;
    }
  }
}

/** Calls `see` with a 32-bit hash of each word of `text`, in order. */
export function eachWordHash(text: string, see: (hash: number) => void): void {
  let hash = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = KINDS[unit];
    if (kind === OTHER) {
      if (inWord) see(hash);
      inWord = false;
      continue;
    }
    if (!inWord) hash = 0x811c9dc5;
    inWord = true;
    hash = Math.imul(hash ^ (kind === UPPER ? lowerUnit(unit) : unit), 0x01000193);
  }
  if (inWord) see(hash);
}

/** The words of `text`, as the benchmark's own scorer cuts them. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function countMark(unit: number, counts: WordCounts): void {
  counts.marks++;
  if (unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x3002 || unit === 0xff01) {
    counts.stops++;
  } else if (unit === 0x2c || unit === 0x3001 || unit === 0xff0c) counts.commas++;
}

function lowerUnit(unit: number): number {
  if (unit < 0x80) return unit + 32;
  return String.fromCharCode(unit).toLowerCase().charCodeAt(0);
}

function unitKinds(): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    const text = String.fromCharCode(unit);
    if (/[\p{L}_]/u.test(text)) kinds[unit] = text.toLowerCase() === text ? LOWER : UPPER;
    else if (/\p{N}/u.test(text)) kinds[unit] = DIGIT;
  }
  return kinds;
}
