/**
 * Brings every feature to mean 0 and variance 1, as scikit-learn's StandardScaler does.
 *
 * The variance is that of the population; a feature that never varies is only moved.
 *
 * @module
 */

import type { FeatureRows } from "./feature_rows.ts";

/** Per feature: what is taken away, and what the rest is divided by. */
export interface StandardScaler {
  readonly mean: readonly number[];
  readonly scale: readonly number[];
}

/** Learns means and deviations; there must be at least one row. */
export function fitScaler({ count, width, values }: FeatureRows): StandardScaler {
  if (count === 0) throw new RangeError("Cannot fit a scaler as there are no rows");
  const mean = new Array<number>(width).fill(0);
  const square = new Array<number>(width).fill(0);
  for (let at = 0; at < values.length; at++) mean[at % width]! += values[at]! / count;
  for (let at = 0; at < values.length; at++) {
    square[at % width]! += (values[at]! - mean[at % width]!) ** 2 / count;
  }
  // Rounding alone lets a constant column vary by some units in the last place of its mean.
  const scale = square.map((variance, column) => {
    const noise = 16 * Number.EPSILON * Math.abs(mean[column]!);
    return Math.sqrt(variance) > noise ? Math.sqrt(variance) : 1;
  });
  return { mean, scale };
}

/** Scaled rows. */
export function scaleRows({ mean, scale }: StandardScaler, rows: FeatureRows): FeatureRows {
  const values = rows.values.map((value, at) =>
    (value - mean[at % rows.width]!) / scale[at % rows.width]!
  );
  return { ...rows, values };
}

/** The rows that {@linkcode scaleRows} makes these from. */
export function unscaleRows({ mean, scale }: StandardScaler, rows: FeatureRows): FeatureRows {
  const values = rows.values.map((value, at) =>
    value * scale[at % rows.width]! + mean[at % rows.width]!
  );
  return { ...rows, values };
}
