/** The C-SVC trainer: optimal by its own conditions, and LIBSVM's equal. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { pickRows, toRows } from "../src/content/feature_rows.ts";
import { KernelRows, scaleGamma } from "../src/content/svm_kernel.ts";
import { decisionValues, labelsOf } from "../src/content/svm_predict.ts";
import { SVM_DEFAULTS, type SvmSettings, trainSvm } from "../src/content/svm_train.ts";
import { drawnOrder } from "../src/content/drawn_order.ts";
import { libsvm } from "./support/libsvm.ts";

/** Rows of two overlapping clouds, drawn from a seed. */
function clouds(count: number, width: number, seed: number) {
  const drawn = drawnOrder(count * (width + 1) * 3, seed);
  let at = 0;
  const next = () => drawn[at++]! / drawn.length;
  const labels: number[] = [];
  const rows = Array.from({ length: count }, () => {
    const label = next() < 0.4 ? 1 : 0;
    labels.push(label);
    return Array.from({ length: width }, (_, k) => (next() + next() - 1) * 2 + label * (k % 2));
  });
  return { rows, features: toRows(rows, width), labels };
}

const RBF: SvmSettings = { ...SVM_DEFAULTS, kernel: { kind: "rbf", gamma: 0.3 } };
const LINEAR: SvmSettings = { ...SVM_DEFAULTS, kernel: { kind: "linear" } };

Deno.test("trainSvm() finds the known solution of two points", () => {
  // max 2α − 4α² / 2 … with x = ±1 and the linear kernel: w = 1, b = 0, α = 1/2.
  const { svm, alphas } = trainSvm(toRows([[1], [-1]], 1), [1, 0], { ...LINEAR, c: 10 });
  assert.deepEqual([...alphas], [0.5, 0.5]);
  assert.ok(Math.abs(svm.rho) < 1e-9);
  assert.deepEqual([...decisionValues(svm, toRows([[3], [-0.5]], 1))], [3, -0.5]);
});

const problems = fc.record({
  count: fc.integer({ min: 8, max: 60 }),
  width: fc.integer({ min: 1, max: 5 }),
  seed: fc.integer({ min: 1, max: 1e6 }),
  c: fc.constantFrom(0.1, 1, 10),
  weights: fc.constantFrom<readonly [number, number]>([1, 1], [1, 4], [2, 0.5]),
  gamma: fc.constantFrom(null, 0.1, 2),
}).map(({ count, width, seed, c, weights, gamma }) => {
  const { features, labels } = clouds(count, width, seed);
  if (!labels.includes(1)) labels[0] = 1;
  if (!labels.includes(0)) labels[1] = 0;
  const kernel = gamma === null ? LINEAR.kernel : { kind: "rbf" as const, gamma };
  return { features, labels, settings: { ...SVM_DEFAULTS, kernel, c, weights } };
});

Deno.test("after training the conditions of Karush, Kuhn and Tucker hold within the tolerance", () => {
  fc.assert(
    fc.property(problems, ({ features, labels, settings }) => {
      const { svm, alphas, converged } = trainSvm(features, labels, settings);
      assert.ok(converged);
      const sum = alphas.reduce(
        (total, alpha, row) => total + (labels[row] === 1 ? alpha : -alpha),
        0,
      );
      assert.ok(Math.abs(sum) < 1e-6, `Σ yα = ${sum}`);
      const slack = settings.tolerance + 1e-5;
      decisionValues(svm, features).forEach((value, row) => {
        const margin = labels[row] === 1 ? value : -value;
        const price = settings.c * settings.weights[labels[row] === 1 ? 1 : 0]!;
        const alpha = alphas[row]!;
        assert.ok(alpha >= 0 && alpha <= price);
        if (alpha === 0) assert.ok(margin >= 1 - slack, `α = 0, margin ${margin}`);
        else if (alpha === price) assert.ok(margin <= 1 + slack, `α = C, margin ${margin}`);
        else assert.ok(Math.abs(margin - 1) <= slack, `0 < α < C, margin ${margin}`);
      });
    }),
    { numRuns: 60 },
  );
});

Deno.test("decision values do not depend on the order of the rows", () => {
  const seeds = fc.integer({ min: 1, max: 1e6 });
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 80 }), seeds, seeds, (count, seed, turn) => {
      const { features, labels } = clouds(count, 3, seed);
      if (new Set(labels).size < 2) return;
      const strict = { ...RBF, tolerance: 1e-5 };
      const order = drawnOrder(features.count, turn);
      const one = trainSvm(features, labels, strict);
      const turned = [...order].map((row) => labels[row]!);
      const other = trainSvm(pickRows(features, order), turned, strict);
      // With every alpha at a bound, rho may be anything in an interval.
      if (!one.alphas.some((alpha) => alpha > 1e-6 && alpha < 1 - 1e-6)) return;
      const told = decisionValues(other.svm, features);
      decisionValues(one.svm, features).forEach((value, row) => {
        assert.ok(Math.abs(value - told[row]!) < 1e-3, `${value} ≠ ${told[row]}`);
      });
    }),
    { numRuns: 40 },
  );
});

Deno.test("the kernel cache gives the same rows however small it is", () => {
  const { features } = clouds(30, 3, 5);
  const kernel = { kind: "rbf", gamma: 0.5 } as const;
  const [small, large] = [
    new KernelRows(features, kernel, 0),
    new KernelRows(features, kernel, 1e6),
  ];
  for (const row of [0, 5, 0, 7, 5, 29, 0, 1, 2, 3, 0]) {
    assert.deepEqual(small.row(row), large.row(row), String(row));
  }
  const [first, second] = [small.row(11), small.row(12)];
  assert.notDeepEqual(first, second, "two rows asked for in turn must both be valid");
});

Deno.test("a model trained with the smallest cache equals one trained with the largest", () => {
  const { features, labels } = clouds(120, 5, 8);
  const small = trainSvm(features, labels, { ...RBF, cacheBytes: 0 });
  assert.deepEqual(small, trainSvm(features, labels, RBF));
});

Deno.test("class weights move the boundary towards the cheaper class", () => {
  const { features, labels } = clouds(200, 2, 3);
  const ones = (weights: readonly [number, number]) =>
    labelsOf(decisionValues(trainSvm(features, labels, { ...RBF, weights }).svm, features))
      .reduce((sum, label) => sum + label, 0);
  assert.ok(ones([1, 5]) > ones([1, 1]));
  assert.ok(ones([5, 1]) < ones([1, 1]));
});

Deno.test("trainSvm() refuses labels of one kind, and a wrong number of them", () => {
  const rows = toRows([[1], [2]], 1);
  assert.throws(() => trainSvm(rows, [1, 1], RBF), /same label/);
  assert.throws(() => trainSvm(rows, [1], RBF), /2 rows have 1 labels/);
});

Deno.test("scaleGamma() is 1 / (features × variance), and 1 where nothing varies", () => {
  assert.equal(scaleGamma(toRows([[0, 2], [2, 0]], 2)), 0.5);
  assert.equal(scaleGamma(toRows([[3, 3]], 2)), 1);
});

Deno.test.each(
  [
    { name: "RBF", settings: RBF },
    { name: "linear", settings: LINEAR },
    { name: "RBF with C = 10 and weights 1:3", settings: { ...RBF, c: 10, weights: [1, 3] } },
  ] as const satisfies readonly { name: string; settings: SvmSettings }[],
)(
  "trainSvm() agrees with LIBSVM: $name",
  async ({ settings }) => {
    const { rows, features, labels } = clouds(400, 5, 21);
    const oracle = await libsvm(rows, labels, settings);
    const { svm } = trainSvm(features, labels, settings);
    // Which rows have an alpha of exactly 0 is decided within the tolerance: one row may differ.
    assert.ok(Math.abs(svm.vectors.count - oracle.vectors) <= 1, `${svm.vectors.count}`);
    assert.ok(Math.abs(svm.rho - oracle.rho) < 2e-3, `rho ${svm.rho}, LIBSVM ${oracle.rho}`);
    const values = decisionValues(svm, features);
    labelsOf(values).forEach((label, row) => {
      if (Math.abs(values[row]!) > 2e-3) assert.equal(label, oracle.labels[row], `row ${row}`);
    });
  },
);
