/**
 * SimHash: one word of 64 bits for a text, near for texts that share most of their features.
 *
 * Each feature has a hash; every bit of the fingerprint is what the weights of the features vote
 * for (Charikar 2002; Manku, Jain, Das Sarma 2007). Two texts whose fingerprints differ in at most
 * {@linkcode NEAR} bits are called near. Features and weights were chosen by measurement, see
 * `tests/bench/simhash_features.md`, which also says where three bits are too few to find a
 * re-worded text: in short ones. What nearness means for a change is decided in `rewording.ts`;
 * how the near ones of a million are found, in `simhash_tables.ts`.
 *
 * @module
 */

import { fold } from "./normalize.ts";

/** Bits in which two fingerprints of nearly the same text differ at most: the k of the papers. */
export const NEAR = 3;

/** A fingerprint of 64 bits as two unsigned halves of 32, since a number holds no more than 53. */
export interface SimHash {
  readonly high: number;
  readonly low: number;
}

/** What a text is made of, each with its weight; a feature given twice has both weights. */
export type Features = Iterable<readonly [feature: string, weight: number]>;

/** Weights are counted in steps of 1/256: whole numbers have the same sum in any order. */
const STEPS = 256;

/** The fingerprint of weighted features; of none it is zero, and a tied vote is a 0. */
export function simhash(features: Features): SimHash {
  const votes = new Float64Array(64);
  const hash = new Uint32Array(2);
  let total = 0;
  for (const [feature, given] of features) {
    const weight = Math.round(given * STEPS);
    total += weight;
    featureHash(feature, hash);
    const high = hash[0] as number;
    const low = hash[1] as number;
    for (let bit = 0; bit < 32; bit++) {
      // No branches: on the bits of a hash every second one would be guessed wrongly.
      votes[bit]! += (high >>> bit & 1) * weight;
      votes[bit + 32]! += (low >>> bit & 1) * weight;
    }
  }
  let [high, low] = [0, 0];
  for (let bit = 0; bit < 32; bit++) {
    if ((votes[bit] as number) * 2 > total) high |= 1 << bit;
    if ((votes[bit + 32] as number) * 2 > total) low |= 1 << bit;
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/**
 * Hashes a text to 64 bits, written as two halves into `into`.
 *
 * Two lanes take every code unit in the manner of MurmurHash3, are mixed with each other and then
 * finished with its `fmix32`. No `BigInt`, no allocation: a text of a page has thousands of
 * features. It is no cryptographic hash.
 */
export function featureHash(text: string, into: Uint32Array): void {
  let a = 0x9E3779B1 ^ text.length;
  let b = 0x7F4A7C15;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0xCC9E2D51);
    a = a << 15 | a >>> 17;
    b = Math.imul(b ^ unit, 0x1B873593);
    b = b << 13 | b >>> 19;
  }
  a = a + b | 0;
  b = b + a | 0;
  a = mixed(a);
  b = mixed(b);
  a = a + b | 0;
  into[0] = a;
  into[1] = b + a | 0;
}

function mixed(half: number): number {
  let h = half ^ half >>> 16;
  h = Math.imul(h, 0x85EBCA6B);
  h ^= h >>> 13;
  h = Math.imul(h, 0xC2B2AE35);
  return h ^ h >>> 16;
}

/** Number of bits in which two fingerprints differ, 0 to 64. */
export function hammingDistance(a: SimHash, b: SimHash): number {
  return bitsSet(a.high ^ b.high) + bitsSet(a.low ^ b.low);
}

/** Number of ones in 32 bits. */
export function bitsSet(word: number): number {
  let n = word - (word >>> 1 & 0x55555555);
  n = (n & 0x33333333) + (n >>> 2 & 0x33333333);
  return Math.imul(n + (n >>> 4) & 0x0F0F0F0F, 0x01010101) >>> 24;
}

/** A fingerprint as 16 hexadecimal digits. */
export function simhashText({ high, low }: SimHash): string {
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}

/** Reads what {@linkcode simhashText} wrote; throws `SyntaxError` otherwise. */
export function readSimhash(text: string): SimHash {
  if (!/^[0-9a-f]{16}$/.test(text)) {
    throw new SyntaxError(`Cannot read "${text}" as a fingerprint of 16 hexadecimal digits`);
  }
  return { high: parseInt(text.slice(0, 8), 16), low: parseInt(text.slice(8), 16) };
}

/** Letters of one feature. */
const GRAM = 3;

/**
 * The features of a text in any language: runs of three characters, white space left out.
 *
 * White space, width, quotes and company forms are folded away, so notation noise moves no bit.
 */
export function featuresOf(text: string): Map<string, number> {
  return grams(fold(text), GRAM);
}

function grams(folded: string, size: number): Map<string, number> {
  const counts = new Map<string, number>();
  if (folded === "") return counts;
  const last = Math.max(0, folded.length - size);
  for (let at = 0; at <= last; at++) {
    const gram = folded.slice(at, at + size);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}
