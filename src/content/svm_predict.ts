/**
 * What a trained classifier says of rows.
 *
 * @module
 */

import type { FeatureRows } from "./feature_rows.ts";
import { dot, squaredLengths } from "./svm_kernel.ts";
import type { Svm } from "./svm_train.ts";

/** f(x) of every row; above 0 it is of the class of label 1. */
export function decisionValues(svm: Svm, rows: FeatureRows): Float64Array {
  const { vectors, coefficients, kernel, rho } = svm;
  const squares = squaredLengths(vectors);
  const own = squaredLengths(rows);
  return Float64Array.from({ length: rows.count }, (_, row) => {
    let sum = -rho;
    for (let at = 0; at < vectors.count; at++) {
      const product = dot(vectors, at, rows, row);
      const alike = kernel.kind === "linear"
        ? product
        : Math.exp(-kernel.gamma * (squares[at]! + own[row]! - 2 * product));
      sum += coefficients[at]! * alike;
    }
    return sum;
  });
}

/** 1 where the decision value is above 0, else 0. */
export function labelsOf(values: ArrayLike<number>): Uint8Array {
  return Uint8Array.from({ length: values.length }, (_, row) => values[row]! > 0 ? 1 : 0);
}
