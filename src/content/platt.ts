/**
 * From decision values to probabilities: P(1 | f) = 1 / (1 + exp(a·f + b)).
 *
 * The fit is that of Lin, Lin and Weng, "A note on Platt's probabilistic outputs for support vector
 * machines" (Machine Learning 68, 2007): regularised targets, Newton steps with backtracking, no
 * overflow. Decision values must come from rows the classifier was not trained on.
 *
 * @module
 */

/** Slope and shift; a slope below 0 lets the probability rise with the decision value. */
export interface Sigmoid {
  readonly a: number;
  readonly b: number;
}

const MOST_STEPS = 100;
const SHORTEST_STEP = 1e-10;
const RIDGE = 1e-12;
const GRADIENT_END = 1e-5;

/** Fits the sigmoid to decision values and labels 0 or 1. */
export function fitSigmoid(values: ArrayLike<number>, labels: ArrayLike<number>): Sigmoid {
  const f = Float64Array.from(values);
  const positive = Array.from(labels).filter((label) => label === 1).length;
  const negative = f.length - positive;
  const high = (positive + 1) / (positive + 2);
  const low = 1 / (negative + 2);
  const targets = Float64Array.from(f, (_, row) => labels[row] === 1 ? high : low);
  let point: Sigmoid = { a: 0, b: Math.log((negative + 1) / (positive + 1)) };
  let loss = lossAt(point, f, targets);
  for (let step = 0; step < MOST_STEPS; step++) {
    const { da, db, slope } = newtonStep(point, f, targets);
    if (Math.abs(slope.a) < GRADIENT_END && Math.abs(slope.b) < GRADIENT_END) break;
    const downhill = slope.a * da + slope.b * db;
    let length = 1;
    for (; length >= SHORTEST_STEP; length /= 2) {
      const next = { a: point.a + length * da, b: point.b + length * db };
      const nextLoss = lossAt(next, f, targets);
      if (nextLoss >= loss + 1e-4 * length * downhill) continue;
      [point, loss] = [next, nextLoss];
      break;
    }
    if (length < SHORTEST_STEP) break;
  }
  return point;
}

/** The probability of label 1, 0 to 1. */
export function probability({ a, b }: Sigmoid, value: number): number {
  const power = a * value + b;
  return power >= 0 ? Math.exp(-power) / (1 + Math.exp(-power)) : 1 / (1 + Math.exp(power));
}

/** Cross entropy against the targets. */
function lossAt({ a, b }: Sigmoid, f: Float64Array, targets: Float64Array): number {
  return f.reduce((sum, value, row) => {
    const power = a * value + b;
    return sum +
      (power >= 0
        ? targets[row]! * power + Math.log1p(Math.exp(-power))
        : (targets[row]! - 1) * power + Math.log1p(Math.exp(power)));
  }, 0);
}

function newtonStep(point: Sigmoid, f: Float64Array, targets: Float64Array) {
  let [h11, h22, h21, g1, g2] = [RIDGE, RIDGE, 0, 0, 0];
  f.forEach((value, row) => {
    const p = probability(point, value);
    const weight = p * (1 - p);
    h11 += value * value * weight;
    h22 += weight;
    h21 += value * weight;
    const rest = targets[row]! - p;
    g1 += value * rest;
    g2 += rest;
  });
  const determinant = h11 * h22 - h21 * h21;
  return {
    da: -(h22 * g1 - h21 * g2) / determinant,
    db: -(-h21 * g1 + h11 * g2) / determinant,
    slope: { a: g1, b: g2 },
  };
}
