/**
 * Eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's rotations.
 *
 * @module
 */

/** Largest eigenvalue first; every vector has length 1 and its largest part positive. */
export interface Eigen {
  readonly values: readonly number[];
  readonly vectors: readonly (readonly number[])[];
}

const MOST_SWEEPS = 100;

/** Decomposes a symmetric matrix of a few rows. */
export function symmetricEigen(matrix: readonly (readonly number[])[]): Eigen {
  const n = matrix.length;
  const a = matrix.map((row) => [...row]);
  const v = a.map((_, row) => a.map((_, column) => row === column ? 1 : 0));
  for (let sweep = 0; sweep < MOST_SWEEPS && offDiagonal(a) > 0; sweep++) {
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, v, p, q);
  }
  const order = a.map((_, at) => at).sort((i, j) => a[j]![j]! - a[i]![i]!);
  return {
    values: order.map((at) => a[at]![at]!),
    vectors: order.map((at) => oriented(v.map((row) => row[at]!))),
  };
}

/** What is left beside the diagonal, 0 where it no longer matters. */
function offDiagonal(a: readonly (readonly number[])[]): number {
  let [off, size] = [0, 0];
  a.forEach((row, i) =>
    row.forEach((value, j) => {
      size += value * value;
      if (i !== j) off += value * value;
    })
  );
  return off <= size * 1e-30 ? 0 : off;
}

/** Turns the plane of axes p and q so that a[p][q] becomes 0. */
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const off = a[p]![q]!;
  if (off === 0) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * off);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (const row of a) turn(row, p, q, c, s);
  const [rowP, rowQ] = [a[p]!, a[q]!];
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [rowP[k]!, rowQ[k]!];
    rowP[k] = c * x - s * y;
    rowQ[k] = s * x + c * y;
  }
  rowP[q] = 0;
  rowQ[p] = 0;
  for (const row of v) turn(row, p, q, c, s);
}

function turn(row: number[], p: number, q: number, c: number, s: number): void {
  const [x, y] = [row[p]!, row[q]!];
  row[p] = c * x - s * y;
  row[q] = s * x + c * y;
}

function oriented(vector: readonly number[]): readonly number[] {
  const largest = vector.reduce((a, b) => Math.abs(b) > Math.abs(a) + 1e-12 ? b : a, 0);
  return largest < 0 ? vector.map((value) => -value) : vector;
}
