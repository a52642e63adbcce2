/**
 * Every number behind the decision whether two texts are nearly the same.
 *
 * Made from the two texts themselves, shingle by shingle as words, so that it also checks what the
 * index found by hashes. The SimHash distance is a second opinion from other features (runs of three
 * characters without white space): it decides nothing, but where it disagrees somebody may look.
 *
 * @module
 */

import { featuresOf, hammingDistance, NEAR, simhash } from "../simhash.ts";
import { type Bound, boundFor, type NearPolicy } from "./near_policy.ts";

/** What two texts have in common, and what follows. */
export interface NearEvidence {
  readonly policy: NearPolicy;
  /** Words of each text, and different shingles of each. */
  readonly words: readonly [number, number];
  readonly shingles: readonly [number, number];
  readonly shared: number;
  readonly all: number;
  /** Jaccard likeness: shared of all; 0 where a text is empty. */
  readonly similarity: number;
  /** How the bound for this pair came about. */
  readonly bound: Bound;
  /** Whether the texts differ, and in digits alone. */
  readonly digitsAlone: boolean;
  readonly decision: "near" | "update" | "apart";
  /** SimHash: bits that differ of 64, and whether they are few enough to call the texts near. */
  readonly distance: number;
  readonly simhashNear: boolean;
}

/** Compares two normal texts by a policy; it is the same whichever comes first. */
export function nearEvidence(policy: NearPolicy, text: string, other: string): NearEvidence {
  const [own, others] = [shinglesOf(text, policy.words), shinglesOf(other, policy.words)];
  let shared = 0;
  for (const shingle of own) if (others.has(shingle)) shared++;
  const all = own.size + others.size - shared;
  const similarity = all === 0 ? 0 : shared / all;
  const bound = boundFor(policy, Math.min(own.size, others.size));
  const digitsAlone = text !== other && numbersOpen(text) === numbersOpen(other);
  const near = shared > 0 && similarity >= bound.threshold;
  const distance = hammingDistance(simhash(featuresOf(text)), simhash(featuresOf(other)));
  return {
    policy,
    words: [wordsOf(text).length, wordsOf(other).length],
    shingles: [own.size, others.size],
    shared,
    all,
    similarity,
    bound,
    digitsAlone,
    decision: !near
      ? "apart"
      : digitsAlone && similarity < 1 && policy.digitsMatter
      ? "update"
      : "near",
    distance,
    simhashNear: distance <= NEAR,
  };
}

function wordsOf(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}

/** The different shingles of a normal text, as words; a shorter text is one shingle. */
export function shinglesOf(text: string, size: number): Set<string> {
  const words = wordsOf(text);
  if (words.length === 0) return new Set();
  if (words.length < size) return new Set([words.join(" ")]);
  return new Set(
    Array.from(
      { length: words.length - size + 1 },
      (_, at) => words.slice(at, at + size).join(" "),
    ),
  );
}

const NUMBER = /[0-9](?:[,\-./:]?[0-9])*/g;

/** The text with every number in it, marks between digits included, as one digit. */
function numbersOpen(text: string): string {
  return text.replace(NUMBER, "0");
}
