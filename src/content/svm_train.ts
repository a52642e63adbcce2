/**
 * Trains a C-support vector classifier by sequential minimal optimisation.
 *
 * Working sets of two are chosen with second-order information (Fan, Chen and Lin, "Working set
 * selection using second order information for training SVM", JMLR 6, 2005), as LIBSVM does; without its
 * shrinking, which changes the speed and not the solution. Pure and deterministic.
 *
 * @module
 */

import type { FeatureRows } from "./feature_rows.ts";
import { pickRows } from "./feature_rows.ts";
import { type Kernel, KernelRows } from "./svm_kernel.ts";

/** A trained classifier: f(x) = Σ coefficient·K(vector, x) − rho, above 0 for the class of label 1. */
export interface Svm {
  readonly kernel: Kernel;
  readonly vectors: FeatureRows;
  /** α·y of each support vector. */
  readonly coefficients: Float64Array;
  readonly rho: number;
}

/** What the trainer is asked for. */
export interface SvmSettings {
  readonly kernel: Kernel;
  /** Price of an error. */
  readonly c: number;
  /** Factors of `c` for the labels 0 and 1. */
  readonly weights: readonly [number, number];
  /** Largest violation of the optimality conditions that is let be. */
  readonly tolerance: number;
  /** Bound of the kernel cache. */
  readonly cacheBytes: number;
}

/** scikit-learn's and LIBSVM's defaults, but for the kernel. */
export const SVM_DEFAULTS = {
  c: 1,
  weights: [1, 1],
  tolerance: 1e-3,
  cacheBytes: 100e6,
} as const satisfies Partial<SvmSettings>;

/** A classifier with what its training ended on. */
export interface TrainedSvm {
  readonly svm: Svm;
  /** α of every row, 0 to the price of its class. */
  readonly alphas: Float64Array;
  readonly iterations: number;
  /** False where the bound on iterations ended it before the tolerance was met. */
  readonly converged: boolean;
}

/** Stands in for a curvature that is not positive, as in LIBSVM. */
const TAU = 1e-12;

/**
 * Trains on rows with labels 0 and 1; both must occur.
 *
 * Time is about rows² × width; memory is the cache and some numbers a row.
 */
export function trainSvm(
  rows: FeatureRows,
  labels: ArrayLike<number>,
  settings: SvmSettings,
): TrainedSvm {
  const problem = stateOf(rows, labels, settings);
  const most = Math.max(10_000_000, 100 * rows.count);
  let iterations = 0;
  let pair = workingPair(problem);
  while (pair !== null && iterations < most) {
    step(problem, pair);
    iterations += 1;
    pair = workingPair(problem);
  }
  return { ...modelOf(problem, rows), iterations, converged: pair === null };
}

interface Problem {
  readonly settings: SvmSettings;
  readonly kernel: KernelRows;
  /** Signs of the classes. */
  readonly y: Int8Array;
  readonly alphas: Float64Array;
  /** Upper bounds of the alphas. */
  readonly prices: Float64Array;
  readonly gradient: Float64Array;
  readonly diagonal: Float64Array;
}

function stateOf(rows: FeatureRows, labels: ArrayLike<number>, settings: SvmSettings): Problem {
  const { count } = rows;
  if (labels.length !== count) {
    throw new RangeError(`Cannot train as ${count} rows have ${labels.length} labels`);
  }
  const y = Int8Array.from({ length: count }, (_, row) => labels[row] === 1 ? 1 : -1);
  if (!y.includes(1) || !y.includes(-1)) {
    throw new RangeError("Cannot train a classifier as all rows have the same label");
  }
  const kernel = new KernelRows(rows, settings.kernel, settings.cacheBytes);
  const price = (sign: number) => settings.c * settings.weights[sign === 1 ? 1 : 0]!;
  return {
    settings,
    kernel,
    y,
    alphas: new Float64Array(count),
    prices: Float64Array.from(y, price),
    gradient: new Float64Array(count).fill(-1),
    diagonal: Float64Array.from({ length: count }, (_, row) => kernel.diagonal(row)),
  };
}

/** Whether −y·gradient of a row may still rise (up) or fall: its alpha is not at that bound. */
function isFree({ y, alphas, prices }: Problem, row: number, up: boolean): boolean {
  return (y[row] === 1) === up ? alphas[row]! < prices[row]! : alphas[row]! > 0;
}

/** The two rows that gain most, or `null` where the tolerance is met. */
function workingPair(problem: Problem): readonly [number, number] | null {
  const { y, gradient, diagonal, kernel, settings } = problem;
  let best = -Infinity;
  let i = -1;
  for (let row = 0; row < y.length; row++) {
    const value = -y[row]! * gradient[row]!;
    if (value >= best && isFree(problem, row, true)) {
      best = value;
      i = row;
    }
  }
  if (i < 0) return null;
  const k = kernel.row(i);
  let worst = Infinity;
  let j = -1;
  let gain = Infinity;
  for (let row = 0; row < y.length; row++) {
    if (!isFree(problem, row, false)) continue;
    const value = -y[row]! * gradient[row]!;
    worst = Math.min(worst, value);
    const difference = best - value;
    if (difference <= 0) continue;
    const curvature = diagonal[i]! + diagonal[row]! - 2 * k[row]!;
    const decrease = -(difference * difference) / (curvature > 0 ? curvature : TAU);
    if (decrease <= gain) {
      gain = decrease;
      j = row;
    }
  }
  return best - worst < settings.tolerance || j < 0 ? null : [i, j];
}

/** Solves the problem of two alphas within their box, and carries the gradient along. */
function step({ y, alphas, prices, gradient, diagonal, kernel }: Problem, pair: readonly number[]) {
  const [i, j] = pair as [number, number];
  const ki = kernel.row(i);
  const kj = kernel.row(j);
  const curvature = Math.max(diagonal[i]! + diagonal[j]! - 2 * ki[j]!, TAU);
  const [oldI, oldJ] = [alphas[i]!, alphas[j]!];
  // Along alpha_i += y_i·t, alpha_j −= y_j·t the sum of y·alpha stays what it is.
  const unbounded = (-y[i]! * gradient[i]! + y[j]! * gradient[j]!) / curvature;
  const roomI = y[i] === 1 ? prices[i]! - oldI : oldI;
  const roomJ = y[j] === 1 ? oldJ : prices[j]! - oldJ;
  const t = Math.min(unbounded, roomI, roomJ);
  // Where a bound is met it is met exactly: rounding must not leave a row between.
  alphas[i] = t === roomI ? (y[i] === 1 ? prices[i]! : 0) : oldI + y[i]! * t;
  alphas[j] = t === roomJ ? (y[j] === 1 ? 0 : prices[j]!) : oldJ - y[j]! * t;
  const di = y[i]! * (alphas[i]! - oldI);
  const dj = y[j]! * (alphas[j]! - oldJ);
  for (let row = 0; row < y.length; row++) {
    gradient[row]! += y[row]! * (di * ki[row]! + dj * kj[row]!);
  }
}

function modelOf(
  problem: Problem,
  rows: FeatureRows,
): Pick<TrainedSvm, "svm" | "alphas"> {
  const { y, alphas, settings } = problem;
  const support = Array.from(alphas.keys()).filter((row) => alphas[row]! > 0);
  const svm: Svm = {
    kernel: settings.kernel,
    vectors: pickRows(rows, support),
    coefficients: Float64Array.from(support, (row) => alphas[row]! * y[row]!),
    rho: rhoOf(problem),
  };
  return { svm, alphas };
}

/** The mean of y·gradient over alphas between their bounds, else the middle of what is allowed. */
function rhoOf(problem: Problem): number {
  const { y, gradient } = problem;
  let [sum, free, low, high] = [0, 0, -Infinity, Infinity];
  for (let row = 0; row < y.length; row++) {
    const value = y[row]! * gradient[row]!;
    const [up, down] = [isFree(problem, row, true), isFree(problem, row, false)];
    if (up && down) {
      sum += value;
      free += 1;
    } else if (up) high = Math.min(high, value);
    else low = Math.max(low, value);
  }
  return free > 0 ? sum / free : (low + high) / 2;
}
