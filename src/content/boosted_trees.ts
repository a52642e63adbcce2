/**
 * Boosted decision trees: what a trained one is, and what it says of rows of numbers.
 *
 * Features are cut into bins at learned edges; every tree asks bins alone. How trees are grown is
 * decided by `tools/content/grow_trees.ts`.
 *
 * @module
 */

/** Trees over binned features, all nodes in one row; a node is a split or a leaf. */
export interface BoostedTrees {
  /** For every feature, ascending; a value's bin is how many edges lie below it. */
  readonly edges: readonly Float32Array[];
  /** Node at which each tree begins. */
  readonly roots: Int32Array;
  /** Feature a node asks; {@linkcode LEAF} for a leaf. */
  readonly feature: Uint16Array;
  /** A bin up to this goes left. */
  readonly bin: Uint8Array;
  /** Nodes to the left child; the right one follows its subtree, see `right`. */
  readonly right: Int32Array;
  /** What a leaf adds to the logit. */
  readonly value: Float32Array;
  /** Logit before any tree. */
  readonly base: number;
}

/** In place of a feature. */
export const LEAF = 0xffff;

/** Bin of every value of `rows` (as many a row as there are edges), row by row. */
export function binned(rows: Float32Array, edges: readonly Float32Array[]): Uint8Array {
  const width = edges.length;
  const bins = new Uint8Array(rows.length);
  for (let f = 0; f < width; f++) {
    const cuts = edges[f] as Float32Array;
    for (let at = f; at < rows.length; at += width) bins[at] = binOf(rows[at] as number, cuts);
  }
  return bins;
}

/** How many edges are below `value`; a value that is no number counts as the least. */
export function binOf(value: number, edges: Float32Array): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Logit of every row. */
export function logits(trees: BoostedTrees, rows: Float32Array): Float64Array {
  const width = trees.edges.length;
  const bins = binned(rows, trees.edges);
  const { roots, feature, bin, right, value } = trees;
  const result = new Float64Array(rows.length / width).fill(trees.base);
  for (let row = 0, at = 0; row < result.length; row++, at += width) {
    let sum = trees.base;
    for (let t = 0; t < roots.length; t++) {
      let node = roots[t] as number;
      for (let asked = feature[node] as number; asked !== LEAF; asked = feature[node] as number) {
        node = (bins[at + asked] as number) <= (bin[node] as number)
          ? node + 1
          : right[node] as number;
      }
      sum += value[node] as number;
    }
    result[row] = sum;
  }
  return result;
}

/** Probability of a logit. */
export function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
