/**
 * LIBSVM itself, compiled to JavaScript: the oracle of the trainer, in tests alone.
 *
 * @module
 */

import type { SvmSettings } from "../../src/content/svm_train.ts";

/** What LIBSVM found; it gives no decision values. */
export interface Oracle {
  readonly vectors: number;
  /** Of the function that is above 0 for label 1. */
  readonly rho: number;
  readonly labels: readonly number[];
}

interface Machine {
  train(rows: readonly (readonly number[])[], labels: readonly number[]): void;
  predict(rows: readonly (readonly number[])[]): number[];
  serializeModel(): string;
  free(): void;
}

interface Library {
  new (options: Readonly<Record<string, unknown>>): Machine;
  readonly SVM_TYPES: Readonly<Record<string, number>>;
  readonly KERNEL_TYPES: Readonly<Record<string, number>>;
}

/** Trains on the rows and tells them. */
export async function libsvm(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  { kernel, c, weights, tolerance }: SvmSettings,
): Promise<Oracle> {
  const Svm = await library();
  const machine = new Svm({
    type: Svm.SVM_TYPES["C_SVC"],
    kernel: Svm.KERNEL_TYPES[kernel.kind === "rbf" ? "RBF" : "LINEAR"],
    ...(kernel.kind === "rbf" ? { gamma: kernel.gamma } : {}),
    cost: c,
    tolerance,
    weight: { 0: weights[0], 1: weights[1] },
    quiet: true,
  });
  machine.train(rows, labels);
  const text = machine.serializeModel();
  const field = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(text)![1]!;
  // LIBSVM's function is above 0 for the label that came first.
  const sign = field("label").startsWith("1") ? 1 : -1;
  const found = {
    vectors: Number(field("total_sv")),
    rho: sign * Number(field("rho")),
    labels: machine.predict(rows),
  };
  machine.free();
  return found;
}

/** It takes a process that knows `self` for a browser, and then looks for a document. */
async function library(): Promise<Library> {
  const self = Object.getOwnPropertyDescriptor(globalThis, "self")!;
  Reflect.deleteProperty(globalThis, "self");
  try {
    return (await import("libsvm-js/asm.js")).default as unknown as Library;
  } finally {
    Object.defineProperty(globalThis, "self", self);
  }
}
