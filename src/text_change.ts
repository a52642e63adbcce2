/**
 * What became of one text: the same re-worded, or another one.
 *
 * A text that is long enough for it has a SimHash distance, and is `reworded` where that is no
 * farther than small edits move a text of its length, and most of its words stayed. Notation noise never comes here: it is no
 * change. Which texts of a record are compared is decided in `rewording.ts`.
 *
 * @module
 */

import { fold } from "./normalize.ts";
import { featuresOf, hammingDistance, NEAR, simhash } from "./simhash.ts";
import { wordDiff } from "./word_diff.ts";

/** A changed text with its verdict. */
export interface TextChange {
  readonly from: string;
  readonly to: string;
  /** `short` texts show the difference themselves, and their distance would say nothing. */
  readonly kind: "reworded" | "other" | "short";
  /** Bits in which the fingerprints differ; `null` where the text is short. */
  readonly distance: number | null;
}

/**
 * The farthest that small edits move texts of a length, in characters without white space:
 * nearly all of one word, particle or number stay within, and other texts stay out. From 1,000
 * characters on it is the k of the papers. Measured, see `tests/bench/simhash_features.md`.
 */
const FARTHEST: readonly (readonly [length: number, distance: number])[] = [
  [1_000, NEAR],
  [500, 5],
  [250, 8],
  [120, 10],
  [60, 13],
  [30, 16],
];

/** How far a small edit moves a text of `length` characters; `null` where the text is too short. */
export function farthest(length: number): number | null {
  return FARTHEST.find(([least]) => length >= least)?.[1] ?? null;
}

/** What became of a text. */
export function textChange(from: string, to: string): TextChange {
  const limit = farthest(Math.min(fold(from).length, fold(to).length));
  if (limit === null) return { from, to, kind: "short", distance: null };
  const distance = hammingDistance(simhash(featuresOf(from)), simhash(featuresOf(to)));
  const isReworded = distance <= limit && shareKept(from, to) >= LEAST_KEPT;
  return { from, to, kind: isReworded ? "reworded" : "other", distance };
}

/**
 * Names of companies share "Pharmaceutical Co., Ltd.", addresses "Industrial Park", and so many a
 * short text is near another: three quarters of its letters must have stayed in their words.
 */
const LEAST_KEPT = 0.75;

/** Share of the longer text that is in words which both texts have, in the same order. */
function shareKept(from: string, to: string): number {
  const kept = wordDiff(from, to).filter(({ kind }) => kind === "same")
    .reduce((sum, piece) => sum + fold(piece.to).length, 0);
  return kept / Math.max(fold(from).length, fold(to).length);
}
