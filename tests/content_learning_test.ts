/** Scaler, Platt's sigmoid, folds, scores, components: what training stands on. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { groupFolds, splits, stratifiedFolds } from "../src/content/cross_validation.ts";
import { drawnOrder } from "../src/content/drawn_order.ts";
import { toRows } from "../src/content/feature_rows.ts";
import { principalComponents } from "../src/content/pca.ts";
import { fitSigmoid, probability } from "../src/content/platt.ts";
import { scoresOf } from "../src/content/scores.ts";
import { fitScaler, scaleRows, unscaleRows } from "../src/content/standard_scaler.ts";
import { symmetricEigen } from "../src/content/symmetric_eigen.ts";

const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(fc.array(number, { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 30,
  })
    .map((rows) => toRows(rows, width))
);

Deno.test("scaleRows() gives mean 0 and variance 1, as scikit-learn does", () => {
  const rows = toRows([[0, 5], [0, 5], [1, 5], [1, 5]], 2);
  const scaler = fitScaler(rows);
  assert.deepEqual(scaler, { mean: [0.5, 5], scale: [0.5, 1] });
  assert.deepEqual([...scaleRows(scaler, rows).values], [-1, 0, -1, 0, 1, 0, 1, 0]);
});

Deno.test("unscaleRows() undoes scaleRows()", () => {
  fc.assert(fc.property(table, (rows) => {
    const scaler = fitScaler(rows);
    unscaleRows(scaler, scaleRows(scaler, rows)).values.forEach((value, at) => {
      assert.ok(Math.abs(value - rows.values[at]!) <= 1e-9 * (1 + Math.abs(rows.values[at]!)));
    });
  }));
});

Deno.test("a constant column is moved and not stretched, also where its mean is rounded", () => {
  const rows = toRows(Array.from({ length: 7 }, () => [0.1]), 1);
  assert.deepEqual(fitScaler(rows).scale, [1]);
});

Deno.test("fitSigmoid() ends where the regularised likelihood is greatest", () => {
  // Symmetric values and labels: b = 0, and a solves the regularised likelihood.
  const { a, b } = fitSigmoid([-2, -1, 1, 2], [0, 0, 1, 1]);
  assert.ok(Math.abs(b) < 1e-9);
  // At the optimum Σ f·(t − p) = 0, with targets 3/4 and 1/4.
  const left = [-2, -1, 1, 2].reduce(
    (sum, f) => sum + f * ((f > 0 ? 0.75 : 0.25) - probability({ a, b }, f)),
    0,
  );
  assert.ok(Math.abs(left) < 1e-5, String(left));
});

Deno.test("probabilities rise with the decision value, stay within 0 and 1, and never overflow", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.boolean()), {
        minLength: 4,
        maxLength: 60,
      }),
      (drawn) => {
        // Labels that agree with the values on the whole, as a classifier's do.
        const values = drawn.map(([value]) => value);
        const labels = drawn.map(([value, flip], at) =>
          (value > 0) !== (flip && at % 5 === 0) ? 1 : 0
        );
        const sigmoid = fitSigmoid(values, labels);
        const told = [-1e6, -3, -1, 0, 1, 3, 1e6].map((value) => probability(sigmoid, value));
        for (const p of told) assert.ok(p >= 0 && p <= 1, String(p));
        const rising = told.every((p, at) => at === 0 || p >= told[at - 1]!);
        const falling = told.every((p, at) => at === 0 || p <= told[at - 1]!);
        assert.ok(sigmoid.a <= 0 ? rising : falling);
      },
    ),
  );
});

Deno.test("probabilities are calibrated where the truth is a sigmoid", () => {
  const order = drawnOrder(4000, 3);
  const values = Array.from({ length: 4000 }, (_, at) => at / 500 - 4);
  const labels = values.map((f, at) =>
    order[at]! / 4000 < 1 / (1 + Math.exp(-2 * f + 0.5)) ? 1 : 0
  );
  const { a, b } = fitSigmoid(values, labels);
  assert.ok(Math.abs(a + 2) < 0.15 && Math.abs(b - 0.5) < 0.15, `${a} ${b}`);
});

Deno.test("stratifiedFolds() gives every fold its share of every label", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 90 }), (labels) => {
    const folds = stratifiedFolds(labels, 5, 7);
    for (const label of [0, 1, 2]) {
      const counts = [0, 1, 2, 3, 4].map((fold) =>
        labels.filter((one, row) => one === label && folds[row] === fold).length
      );
      assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, String(counts));
    }
  }));
});

Deno.test("groupFolds() never parts a group, and splits() holds out every row once", () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(..."abcdefgh"), { maxLength: 80 }), (groups) => {
    const folds = groupFolds(groups, 4);
    for (const group of new Set(groups)) {
      assert.equal(
        new Set(groups.flatMap((one, row) => one === group ? [folds[row]] : [])).size,
        1,
      );
    }
    const held = [...splits(folds, 4)].flatMap(({ train, test }) => {
      const shared = new Set(train.map((row) => groups[row]));
      assert.ok(!test.some((row) => shared.has(groups[row]!)));
      return test;
    });
    assert.deepEqual(held.sort((a, b) => a - b), [...groups.keys()]);
  }));
});

Deno.test("groupFolds() balances groups of unequal size", () => {
  const groups = [..."aaaaaaaabbbbccccddee"];
  const folds = groupFolds(groups, 2);
  assert.equal(folds.filter((fold) => fold === 0).length, 10);
});

Deno.test("scoresOf() counts by truth and answer", () => {
  const scores = scoresOf([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 0, 0, 0, 0]);
  assert.deepEqual(scores, {
    truePositive: 2,
    falsePositive: 1,
    falseNegative: 1,
    trueNegative: 4,
    accuracy: 0.75,
    precision: 2 / 3,
    recall: 2 / 3,
    f1: 2 / 3,
  });
  assert.equal(scoresOf([0, 0], [0, 0]).f1, 0);
  assert.equal(scoresOf([], []).accuracy, 0);
});

Deno.test("symmetricEigen() gives orthonormal vectors that the matrix only stretches", () => {
  const matrices = fc.integer({ min: 1, max: 5 }).chain((n) =>
    fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: n * n, maxLength: n * n })
      .map((v) =>
        Array.from(
          { length: n },
          (_, i) => Array.from({ length: n }, (_, j) => v[Math.min(i, j) * n + Math.max(i, j)]!),
        )
      )
  );
  fc.assert(fc.property(matrices, (matrix) => {
    const { values, vectors } = symmetricEigen(matrix);
    vectors.forEach((vector, at) => {
      matrix.forEach((row, i) => {
        const stretched = row.reduce((sum, value, j) => sum + value * vector[j]!, 0);
        assert.ok(Math.abs(stretched - values[at]! * vector[i]!) < 1e-8);
      });
      vectors.forEach((other, to) => {
        const product = vector.reduce((sum, value, i) => sum + value * other[i]!, 0);
        assert.ok(Math.abs(product - (at === to ? 1 : 0)) < 1e-9);
      });
      if (at > 0) assert.ok(values[at]! <= values[at - 1]! + 1e-12);
    });
  }));
});

Deno.test("principalComponents() finds the line that points lie on", () => {
  const { shares, rows } = principalComponents(toRows([[0, 0], [1, 2], [2, 4]], 2), 2);
  assert.ok(Math.abs(shares[0]! - 1) < 1e-12);
  assert.ok(Math.abs(rows.values[4]! - Math.sqrt(5)) < 1e-12);
});

Deno.test("drawnOrder() is a permutation that the seed decides", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 200 }), fc.integer(), (count, seed) => {
    const order = drawnOrder(count, seed);
    assert.deepEqual(order.toSorted(), Uint32Array.from({ length: count }, (_, at) => at));
    assert.deepEqual(order, drawnOrder(count, seed));
  }));
  assert.notDeepEqual(drawnOrder(50, 1), drawnOrder(50, 2));
});
