/**
 * Grows boosted trees: logistic loss, histograms of bins, best leaf first.
 *
 * Rows have weights and targets from 0 to 1. The same rows, settings and seed give the same trees.
 *
 * @module
 */

import { binOf, type BoostedTrees, LEAF } from "../../src/content/boosted_trees.ts";
import { bestSplit, Histograms, type Split } from "./tree_histograms.ts";

/** How to grow. */
export interface Growth {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  /** Smallest sum of second derivatives in a leaf. */
  readonly leafWeight: number;
  readonly l2: number;
  /** Share of features each tree may ask. */
  readonly features: number;
  /** Share of rows each tree sees. */
  readonly rows: number;
  readonly seed: number;
}

/** Rows as columns of bins. */
export interface Samples {
  readonly edges: readonly Float32Array[];
  readonly columns: readonly Uint8Array[];
  readonly target: Float32Array;
  readonly weight: Float32Array;
}

/** At most so many bins a feature. */
export const BINS = 64;

/** Cuts `rows` (row after row, `width` numbers each) into bins: one a value if these are few, else of about equal size. */
export function samplesOf(
  rows: Float32Array,
  width: number,
  target: Float32Array,
  weight: Float32Array,
): Samples {
  const count = target.length;
  const edges: Float32Array[] = [];
  const columns: Uint8Array[] = [];
  const stride = Math.max(1, Math.floor(count / 20_000));
  for (let f = 0; f < width; f++) {
    const cuts = quantiles(rows, width, f, stride);
    const column = new Uint8Array(count);
    for (let i = 0; i < count; i++) column[i] = binOf(rows[i * width + f] as number, cuts);
    edges.push(cuts);
    columns.push(column);
  }
  return { edges, columns, target, weight };
}

function quantiles(rows: Float32Array, width: number, f: number, stride: number): Float32Array {
  const values: number[] = [];
  for (let at = f; at < rows.length; at += width * stride) values.push(rows[at] as number);
  const sorted = Float32Array.from(values).sort();
  const distinct = new Set(sorted);
  // The last value needs no edge: nothing lies beyond it.
  if (distinct.size <= BINS) return Float32Array.from([...distinct].slice(0, -1));
  const cuts = new Set<number>();
  for (let k = 1; k < BINS; k++) {
    const cut = sorted[Math.floor(k * sorted.length / BINS)] as number;
    if (cut < (sorted[sorted.length - 1] as number)) cuts.add(cut);
  }
  return Float32Array.from(cuts).sort();
}

/** A leaf that may still be split: its rows are `from` to `to` (excluded) of the order. */
interface Leaf {
  readonly from: number;
  readonly to: number;
  readonly histograms: Histograms;
  readonly split: Split | null;
  readonly node: number;
}

interface Node {
  feature: number;
  bin: number;
  left: number;
  right: number;
  value: number;
}

/** Grows; `told` hears of each tree. */
export function growTrees(
  samples: Samples,
  growth: Growth,
  told?: (tree: number) => void,
): BoostedTrees {
  const count = samples.target.length;
  const random = randomOf(growth.seed);
  const base = baseLogit(samples);
  const logit = new Float64Array(count).fill(base);
  const first = new Float32Array(count);
  const second = new Float32Array(count);
  const trees: Node[][] = [];
  for (let t = 0; t < growth.trees; t++) {
    for (let i = 0; i < count; i++) {
      const p = 1 / (1 + Math.exp(-(logit[i] as number)));
      const weight = samples.weight[i] as number;
      first[i] = weight * (p - (samples.target[i] as number));
      second[i] = Math.max(weight * p * (1 - p), 1e-9);
    }
    const tree = growTree(samples, first, second, growth, random);
    trees.push(tree);
    addTree(tree, samples.columns, logit);
    told?.(t);
  }
  return flattened(trees, samples.edges, base);
}

function baseLogit({ target, weight }: Samples): number {
  let sum = 1e-6;
  let all = 2e-6;
  target.forEach((value, i) => {
    sum += value * (weight[i] as number);
    all += weight[i] as number;
  });
  return Math.log(sum / (all - sum));
}

function growTree(
  samples: Samples,
  first: Float32Array,
  second: Float32Array,
  growth: Growth,
  random: () => number,
): Node[] {
  const asked = samples.columns.flatMap((_, f) =>
    (samples.edges[f] as Float32Array).length > 0 && random() < growth.features ? [f] : []
  );
  const drawn: number[] = [];
  for (let i = 0; i < first.length; i++) {
    if (growth.rows >= 1 || random() < growth.rows) drawn.push(i);
  }
  const order = Int32Array.from(drawn);
  const nodes: Node[] = [];
  const leafOf = (from: number, to: number, histograms: Histograms): Leaf => {
    const value = -growth.rate * histograms.first / (histograms.second + growth.l2);
    const node = nodes.push({ feature: LEAF, bin: 0, left: -1, right: -1, value }) - 1;
    return { from, to, histograms, split: bestSplit(histograms, growth), node };
  };
  const whole = new Histograms(samples.columns, asked);
  whole.fill(order, 0, order.length, first, second);
  const open = [leafOf(0, order.length, whole)];
  for (let leaves = 1; leaves < growth.leaves; leaves++) {
    const leaf = takeBest(open);
    if (leaf === null || leaf.split === null) break;
    const { feature, bin } = leaf.split;
    const middle = partition(
      order,
      leaf.from,
      leaf.to,
      samples.columns[feature] as Uint8Array,
      bin,
    );
    const leftIsSmall = middle - leaf.from < leaf.to - middle;
    const small = new Histograms(samples.columns, asked);
    small.fill(
      order,
      leftIsSmall ? leaf.from : middle,
      leftIsSmall ? middle : leaf.to,
      first,
      second,
    );
    const large = leaf.histograms.less(small);
    const left = leafOf(leaf.from, middle, leftIsSmall ? small : large);
    const right = leafOf(middle, leaf.to, leftIsSmall ? large : small);
    nodes[leaf.node] = { feature, bin, left: left.node, right: right.node, value: 0 };
    open.push(left, right);
  }
  return nodes;
}

function takeBest(open: Leaf[]): Leaf | null {
  let best = -1;
  open.forEach((leaf, i) => {
    if (leaf.split !== null && (best < 0 || leaf.split.gain > (open[best]?.split?.gain ?? 0))) {
      best = i;
    }
  });
  return best < 0 ? null : open.splice(best, 1)[0] as Leaf;
}

/** Moves rows whose bin is at most `bin` to the front, order kept; returns where the others begin. */
function partition(
  order: Int32Array,
  from: number,
  to: number,
  column: Uint8Array,
  bin: number,
): number {
  const rest: number[] = [];
  let at = from;
  for (let i = from; i < to; i++) {
    const row = order[i] as number;
    if ((column[row] as number) <= bin) order[at++] = row;
    else rest.push(row);
  }
  order.set(rest, at);
  return at;
}

function addTree(tree: readonly Node[], columns: readonly Uint8Array[], logit: Float64Array): void {
  for (let i = 0; i < logit.length; i++) {
    let node = tree[0] as Node;
    while (node.feature !== LEAF) {
      const bin = (columns[node.feature] as Uint8Array)[i] as number;
      node = tree[bin <= node.bin ? node.left : node.right] as Node;
    }
    logit[i] = (logit[i] as number) + node.value;
  }
}

/** All trees in one row, a left child right behind its parent. */
function flattened(
  trees: readonly Node[][],
  edges: readonly Float32Array[],
  base: number,
): BoostedTrees {
  const size = trees.reduce((sum, tree) => sum + tree.length, 0);
  const flat = {
    edges,
    base,
    roots: new Int32Array(trees.length),
    feature: new Uint16Array(size),
    bin: new Uint8Array(size),
    right: new Int32Array(size),
    value: new Float32Array(size),
  };
  let next = 0;
  const lay = (tree: readonly Node[], at: number): void => {
    const { feature, bin, left, right, value } = tree[at] as Node;
    const place = next++;
    flat.feature[place] = feature;
    flat.bin[place] = bin;
    flat.value[place] = value;
    if (feature === LEAF) return;
    lay(tree, left);
    flat.right[place] = next;
    lay(tree, right);
  };
  trees.forEach((tree, t) => {
    flat.roots[t] = next;
    lay(tree, 0);
  });
  return flat;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}
