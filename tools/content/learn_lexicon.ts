/**
 * Learns what tokens are worth: a logistic regression by AdaGrad, rows weighted, seeded.
 *
 * @module
 */

import { BUCKETS } from "../../src/content/hashed_tokens.ts";
import { randomOf } from "./grow_trees.ts";

const PASSES = 3;
const RATE = 0.15;
const DECAY = 2e-5;

/** Worth of every bucket; `tokensOf(row)` are a row's buckets, `weight` has a mean of about 1. */
export function learnWorth(
  count: number,
  tokensOf: (row: number) => ArrayLike<number>,
  target: ArrayLike<number>,
  weight: ArrayLike<number>,
  seed: number,
): Float32Array {
  const worth = new Float32Array(BUCKETS);
  const squares = new Float32Array(BUCKETS).fill(1e-3);
  const random = randomOf(seed);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  let bias = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    for (let i = count - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] as number, order[i] as number];
    }
    for (const row of order) {
      const tokens = tokensOf(row);
      let logit = bias;
      for (let t = 0; t < tokens.length; t++) logit += worth[tokens[t] as number] as number;
      const off = 1 / (1 + Math.exp(-logit)) - (target[row] as number);
      const slope = Math.min(3, weight[row] as number) * off;
      bias -= 0.002 * slope;
      for (let t = 0; t < tokens.length; t++) {
        const b = tokens[t] as number;
        const step = slope + DECAY * 100 * (worth[b] as number);
        squares[b] = (squares[b] as number) + step * step;
        worth[b] = (worth[b] as number) - RATE * step / Math.sqrt(squares[b] as number + 1);
      }
    }
  }
  return worth;
}
