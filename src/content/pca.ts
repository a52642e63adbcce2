/**
 * Principal components: the few directions along which rows differ most.
 *
 * @module
 */

import type { FeatureRows } from "./feature_rows.ts";
import { symmetricEigen } from "./symmetric_eigen.ts";

/** Rows seen along their principal components. */
export interface Projection {
  readonly rows: FeatureRows;
  /** Share of all variance that each component holds, 0 to 1. */
  readonly shares: readonly number[];
}

/** Projects rows on their first `count` components, the widest first. */
export function principalComponents(rows: FeatureRows, count: number): Projection {
  const { width, values } = rows;
  const mean = new Array<number>(width).fill(0);
  values.forEach((value, at) => mean[at % width]! += value / rows.count);
  const centred = values.map((value, at) => value - mean[at % width]!);
  const covariance = mean.map(() => new Array<number>(width).fill(0));
  for (let row = 0; row < rows.count; row++) {
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) {
        covariance[i]![j]! += centred[row * width + i]! * centred[row * width + j]! / rows.count;
      }
    }
  }
  const eigen = symmetricEigen(covariance);
  const all = eigen.values.reduce((sum, value) => sum + value, 0);
  const axes = eigen.vectors.slice(0, count);
  const projected = new Float64Array(rows.count * count);
  for (let row = 0; row < rows.count; row++) {
    axes.forEach((axis, at) => {
      projected[row * count + at] = axis.reduce(
        (sum, part, column) => sum + part * centred[row * width + column]!,
        0,
      );
    });
  }
  return {
    rows: { count: rows.count, width: count, values: projected },
    shares: eigen.values.slice(0, count).map((value) => all > 0 ? value / all : 0),
  };
}
