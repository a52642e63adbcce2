/**
 * Word-level F1 as the benchmark counts it: lower-case words as multisets, no order.
 *
 * @module
 */

import { wordsOf } from "../../src/content/word_scan.ts";

/** 0 to 1; of an empty reference 1 for an empty text, else 0. */
export function wordF1(text: string, reference: string): number {
  const found = wordsOf(text);
  const wanted = wordsOf(reference);
  if (wanted.length === 0) return found.length === 0 ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    shared++;
    left.set(word, count - 1);
  }
  return shared === 0 ? 0 : 2 * shared / (found.length + wanted.length);
}

/** Means by key, and over all under `all`; where `answerable`, also those with a reference alone. */
export function meansByType(
  scores: readonly { readonly type: string; readonly f1: number; readonly answerable: boolean }[],
): Record<string, number> {
  const groups = new Map<string, number[]>();
  const add = (key: string, f1: number) => {
    const group = groups.get(key) ?? [];
    group.push(f1);
    groups.set(key, group);
  };
  for (const { type, f1, answerable } of scores) {
    add("all", f1);
    add(type, f1);
    if (answerable) add("answerable", f1);
  }
  return Object.fromEntries(
    [...groups].sort().map(([key, group]) => [
      key,
      Math.round(group.reduce((sum, f1) => sum + f1, 0) / group.length * 10_000) / 10_000,
    ]),
  );
}
