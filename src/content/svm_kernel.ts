/**
 * Kernels, and the kernel matrix of training rows within a bounded memory.
 *
 * @module
 */

import type { FeatureRows } from "./feature_rows.ts";

/** How alike two rows are: exp(−gamma‖a−b‖²), or their dot product. */
export type Kernel =
  | { readonly kind: "rbf"; readonly gamma: number }
  | { readonly kind: "linear" };

/** gamma "scale" of scikit-learn: 1 / (features × variance of all values); 1 where nothing varies. */
export function scaleGamma({ width, values }: FeatureRows): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return variance > 0 ? 1 / (width * variance) : 1;
}

/** Dot product of row `a` of `left` with row `b` of `right`. */
export function dot(left: FeatureRows, a: number, right: FeatureRows, b: number): number {
  const { width } = left;
  let sum = 0;
  for (let k = 0, i = a * width, j = b * width; k < width; k++) {
    sum += left.values[i + k]! * right.values[j + k]!;
  }
  return sum;
}

/** The square of each row's length. */
export function squaredLengths(rows: FeatureRows): Float64Array {
  return Float64Array.from({ length: rows.count }, (_, row) => dot(rows, row, rows, row));
}

/** Rows of the kernel matrix, the recently used ones kept, single precision as in LIBSVM. */
export class KernelRows {
  readonly #rows: FeatureRows;
  readonly #kernel: Kernel;
  readonly #squares: Float64Array;
  readonly #kept = new Map<number, Float32Array>();
  readonly #most: number;

  /** `cacheBytes` bounds what is kept; two rows are always held. */
  constructor(rows: FeatureRows, kernel: Kernel, cacheBytes: number) {
    this.#rows = rows;
    this.#kernel = kernel;
    this.#squares = squaredLengths(rows);
    this.#most = Math.max(2, Math.floor(cacheBytes / (4 * Math.max(1, rows.count))));
  }

  /** K(row, ·); valid until two other rows were asked for. */
  row(index: number): Float32Array {
    let values = this.#kept.get(index);
    if (values !== undefined) {
      this.#kept.delete(index);
    } else {
      values = this.#slot();
      this.#fill(index, values);
    }
    this.#kept.set(index, values);
    return values;
  }

  /** K(row, row) in double precision. */
  diagonal(index: number): number {
    return this.#kernel.kind === "rbf" ? 1 : this.#squares[index]!;
  }

  /** Memory for a row: that of the one not used for longest, where the bound is reached. */
  #slot(): Float32Array {
    if (this.#kept.size < this.#most) return new Float32Array(this.#rows.count);
    const [oldest, values] = this.#kept.entries().next().value!;
    this.#kept.delete(oldest);
    return values;
  }

  #fill(index: number, into: Float32Array) {
    const kernel = this.#kernel;
    const rows = this.#rows;
    for (let other = 0; other < rows.count; other++) {
      const product = dot(rows, index, rows, other);
      into[other] = kernel.kind === "linear" ? product : Math.exp(
        -kernel.gamma * (this.#squares[index]! + this.#squares[other]! - 2 * product),
      );
    }
  }
}
