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
  const { roots, feature, right, value } = trees;
  const threshold = thresholds(trees);
  const result = new Float64Array(rows.length / width).fill(trees.base);
  for (let row = 0, at = 0; row < result.length; row++, at += width) {
    let sum = trees.base;
    for (let t = 0; t < roots.length; t++) {
      let node = roots[t] as number;
      for (let asked = feature[node] as number; asked !== LEAF; asked = feature[node] as number) {
        // A value that is no number goes left, as the least does.
        node = (rows[at + asked] as number) > (threshold[node] as number)
          ? right[node] as number
          : node + 1;
      }
      sum += value[node] as number;
    }
    result[row] = sum;
  }
  return result;
}

const KNOWN = new WeakMap<BoostedTrees, Float32Array>();

/** What every split asks: a value up to this lies in its bin or a lower one. */
function thresholds(trees: BoostedTrees): Float32Array {
  let found = KNOWN.get(trees);
  if (found === undefined) {
    const { edges, feature, bin } = trees;
    found = Float32Array.from(
      feature,
      (asked, node) => asked === LEAF ? 0 : edges[asked]?.[bin[node] as number] ?? Infinity,
    );
    KNOWN.set(trees, found);
  }
  return found;
}

/** Probability of a logit. */
export function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
