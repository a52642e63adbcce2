/**
 * Which rows are held out together: folds with equal shares of the labels, or of whole groups.
 *
 * @module
 */

import { drawnOrder } from "./drawn_order.ts";

/** The fold of every row, 0 to k − 1. */
export type Folds = Uint8Array;

/** Folds in which every label has its share, drawn from a seed. */
export function stratifiedFolds(labels: ArrayLike<number>, k: number, seed = 1): Folds {
  const folds = new Uint8Array(labels.length);
  const dealt = new Map<number, number>();
  for (const row of drawnOrder(labels.length, seed)) {
    const label = labels[row]!;
    const before = dealt.get(label) ?? 0;
    folds[row] = before % k;
    dealt.set(label, before + 1);
  }
  return folds;
}

/**
 * Folds that never part the rows of one group, such as those of one site.
 *
 * The largest groups are dealt first, each to the fold with the fewest rows; equals in drawn order.
 */
export function groupFolds(groups: readonly string[], k: number, seed = 1): Folds {
  const members = new Map<string, number[]>();
  groups.forEach((group, row) => {
    const rows = members.get(group);
    if (rows === undefined) members.set(group, [row]);
    else rows.push(row);
  });
  const lists = [...members.values()];
  const order = Array.from(drawnOrder(lists.length, seed), (at) => lists[at]!)
    .sort((a, b) => b.length - a.length);
  const sizes = new Array<number>(k).fill(0);
  const folds = new Uint8Array(groups.length);
  for (const rows of order) {
    const smallest = sizes.indexOf(Math.min(...sizes));
    sizes[smallest]! += rows.length;
    for (const row of rows) folds[row] = smallest;
  }
  return folds;
}

/** Rows to learn from and rows held out, fold by fold. */
export function* splits(
  folds: Folds,
  k: number,
): Iterable<{ readonly train: number[]; readonly test: number[] }> {
  const rows = Array.from(folds.keys());
  for (let fold = 0; fold < k; fold++) {
    yield {
      train: rows.filter((row) => folds[row] !== fold),
      test: rows.filter((row) => folds[row] === fold),
    };
  }
}
