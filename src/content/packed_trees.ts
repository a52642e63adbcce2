/**
 * Boosted trees as text: bins, features and leaf values as base64, the shape by its order.
 *
 * @module
 */

import { type BoostedTrees, LEAF } from "./boosted_trees.ts";

/** Nodes stand before their children, the left subtree before the right one. */
export interface PackedTrees {
  readonly trees: number;
  readonly base: number;
  /** Steps of a leaf's value. */
  readonly scale: number;
  /** Number of edges of every feature, one byte each. */
  readonly edgeCounts: string;
  /** All edges, 32-bit floats. */
  readonly edges: string;
  /** Two bytes a node, 65,535 for a leaf. */
  readonly features: string;
  /** One byte a split. */
  readonly bins: string;
  /** Two bytes a leaf. */
  readonly leaves: string;
}

/** Writes trees; leaf values are rounded to 1/32,767 of the largest. */
export function packTrees({ edges, roots, feature, bin, value, base }: BoostedTrees): PackedTrees {
  const isLeaf = (node: number) => feature[node] === LEAF;
  const nodes = [...feature.keys()];
  const leaves = nodes.filter(isLeaf).map((node) => value[node] as number);
  const scale = Math.max(1e-9, ...leaves.map(Math.abs)) / 32767;
  return {
    trees: roots.length,
    base,
    scale,
    edgeCounts: Uint8Array.from(edges, (cuts) => cuts.length).toBase64(),
    edges: bytesOf(Float32Array.from(edges.flatMap((cuts) => [...cuts]))),
    features: bytesOf(feature),
    bins: Uint8Array.from(nodes.filter((node) => !isLeaf(node)), (node) => bin[node] as number)
      .toBase64(),
    leaves: bytesOf(Int16Array.from(leaves, (leaf) => Math.round(leaf / scale))),
  };
}

function bytesOf(values: Float32Array | Int16Array | Uint16Array): string {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength).toBase64();
}

/** Reads trees over `width` features; throws a `RangeError` where the shape does not hold together. */
export function unpackTrees(packed: PackedTrees, width: number): BoostedTrees {
  const features = new Uint16Array(Uint8Array.fromBase64(packed.features).buffer);
  const bins = Uint8Array.fromBase64(packed.bins);
  const leaves = new Int16Array(Uint8Array.fromBase64(packed.leaves).buffer);
  const size = features.length;
  const flat = {
    edges: edgesOf(packed, width),
    base: packed.base,
    roots: new Int32Array(packed.trees),
    feature: new Uint16Array(size),
    bin: new Uint8Array(size),
    right: new Int32Array(size),
    value: new Float32Array(size),
  };
  let split = 0;
  let leaf = 0;
  let tree = 0;
  // Splits whose left subtree is being read, and how many nodes the tree still needs.
  const waiting: number[] = [];
  let needed = 0;
  for (let node = 0; node < size; node++) {
    if (needed === 0) {
      flat.roots[tree++] = node;
      needed = 1;
    }
    if (features[node] === LEAF) {
      needed--;
      flat.feature[node] = LEAF;
      flat.value[node] = (leaves[leaf++] ?? NaN) * packed.scale;
      const above = waiting.pop();
      if (above !== undefined) flat.right[above] = node + 1;
    } else {
      flat.feature[node] = features[node] as number;
      flat.bin[node] = bins[split++] ?? 0;
      waiting.push(node);
      needed++;
    }
  }
  const whole = needed === 0 && tree === packed.trees && split === bins.length &&
    leaf === leaves.length && flat.feature.every((one) => one < width || one === LEAF);
  if (!whole) throw new RangeError("Cannot read the trees as their shape does not hold together");
  return flat;
}

function edgesOf(packed: PackedTrees, width: number): Float32Array[] {
  const counts = Uint8Array.fromBase64(packed.edgeCounts);
  const all = new Float32Array(Uint8Array.fromBase64(packed.edges).buffer);
  if (counts.length !== width) {
    throw new RangeError(`Cannot read trees over ${counts.length} features as ${width} are asked`);
  }
  let at = 0;
  return Array.from(counts, (count) => all.slice(at, at += count));
}
