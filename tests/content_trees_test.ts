import assert from "node:assert/strict";
import { type BoostedTrees, logits, probability } from "../src/content/boosted_trees.ts";
import { packTrees, unpackTrees } from "../src/content/packed_trees.ts";
import { type Growth, growTrees, samplesOf } from "../tools/content/grow_trees.ts";

const GROWTH: Growth = {
  trees: 30,
  leaves: 4,
  rate: 0.3,
  leafWeight: 0.1,
  l2: 1,
  features: 1,
  rows: 1,
  seed: 1,
};

/** Points of a grid, 1 where both coordinates lie on the same side of the eighth line of twenty. */
function crossed() {
  const count = 400;
  const rows = Float32Array.from(
    { length: count * 2 },
    (_, at) => at % 2 === 0 ? Math.floor(at / 40) : (at >> 1) % 20,
  );
  const side = (at: number) => (rows[at] as number) > 7;
  const target = Float32Array.from(
    { length: count },
    (_, i) => side(2 * i) === side(2 * i + 1) ? 1 : 0,
  );
  return { rows, target, weight: new Float32Array(count).fill(1) };
}

function grown(
  growth: Partial<Growth> = {},
): { trees: BoostedTrees; rows: Float32Array; target: Float32Array } {
  const { rows, target, weight } = crossed();
  return {
    trees: growTrees(samplesOf(rows, 2, target, weight), { ...GROWTH, ...growth }),
    rows,
    target,
  };
}

Deno.test("growTrees() learns what no single question tells", () => {
  const { trees, rows, target } = grown();
  assert.deepEqual([...logits(trees, rows)].map((logit) => logit > 0 ? 1 : 0), [...target]);
});

Deno.test("growTrees() gives the same trees for the same seed, others for another", () => {
  const one = packTrees(grown({ features: 0.5 }).trees);
  assert.deepEqual(packTrees(grown({ features: 0.5 }).trees), one);
  assert.notDeepEqual(packTrees(grown({ features: 0.5, seed: 2 }).trees), one);
});

Deno.test("growTrees() finds the split that trying every cut finds", () => {
  const rows = Float32Array.from([1, 2, 3, 4, 5, 6]);
  const target = Float32Array.from([0, 0, 1, 0, 1, 1]);
  const weight = Float32Array.from([1, 2, 1, 1, 3, 1]);
  const growth = { ...GROWTH, trees: 1, leaves: 2, rate: 1, leafWeight: 1e-6 };
  const trees = growTrees(samplesOf(rows, 1, target, weight), growth);
  const naive = bestCut(rows, target, weight, probability(trees.base));
  const found = logits(trees, rows);
  const expected = [...rows].map((value) =>
    trees.base + (value <= naive.cut ? naive.left : naive.right)
  );
  expected.forEach((value, i) => assert.ok(Math.abs(value - (found[i] as number)) < 1e-5));
});

/** The best cut by the textbook: gain of g²/(h + l2) over all cuts, l2 = 1. */
function bestCut(rows: Float32Array, target: Float32Array, weight: Float32Array, p: number) {
  let best = { cut: 0, left: 0, right: 0 };
  let most = 0;
  for (const cut of rows) {
    const sums = { left: [0, 0], right: [0, 0] };
    rows.forEach((value, i) => {
      const side = value <= cut ? sums.left : sums.right;
      side[0] = (side[0] as number) + (weight[i] as number) * (p - (target[i] as number));
      side[1] = (side[1] as number) + (weight[i] as number) * p * (1 - p);
    });
    const gain = ([g, h]: number[]) => (g as number) ** 2 / ((h as number) + 1);
    const total = gain(sums.left) + gain(sums.right);
    if (total <= most || sums.right[1] === 0) continue;
    most = total;
    const leaf = ([g, h]: number[]) => -(g as number) / ((h as number) + 1);
    best = { cut, left: leaf(sums.left), right: leaf(sums.right) };
  }
  return best;
}

Deno.test("unpackTrees() reads what packTrees() wrote, values within a rounding step", () => {
  const { trees, rows } = grown();
  const packed = packTrees(trees);
  const again = unpackTrees(packed, 2);
  assert.deepEqual(again.right, trees.right);
  assert.deepEqual(again.feature, trees.feature);
  const before = logits(trees, rows);
  logits(again, rows).forEach((logit, i) =>
    assert.ok(Math.abs(logit - (before[i] as number)) <= packed.scale * GROWTH.trees)
  );
});

Deno.test("unpackTrees() refuses trees whose shape does not hold together", () => {
  const packed = packTrees(grown().trees);
  assert.throws(() => unpackTrees({ ...packed, trees: packed.trees + 1 }, 2), RangeError);
  assert.throws(() => unpackTrees(packed, 3), RangeError);
  const features = Uint8Array.fromBase64(packed.features).slice(0, -1).toBase64();
  assert.throws(() => unpackTrees({ ...packed, features }, 2), RangeError);
});
