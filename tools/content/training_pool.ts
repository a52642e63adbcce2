/**
 * Stages learned on several processors at once; what is learned depends on no order.
 *
 * @module
 */

import { Worker } from "node:worker_threads";
import type { BoostedTrees } from "../../src/content/boosted_trees.ts";
import type { FirstStage } from "./learn_stages.ts";

/** Pages are learned from, others are scored. */
export interface StageTask {
  readonly pages: readonly number[];
  readonly others: readonly number[];
  /** Scores of the first stage for all pages of both; absent to learn a first stage. */
  readonly scored?: FirstStage["scored"];
}

/** A second stage and its probabilities of the other pages. */
export interface SecondStage {
  readonly trees: BoostedTrees;
  readonly p: ReadonlyMap<number, Float64Array>;
}

interface Waiting {
  readonly task: StageTask;
  readonly settle: PromiseWithResolvers<FirstStage | SecondStage>;
}

/** Workers that each read the examples once. */
export class TrainingPool {
  readonly #idle: Worker[];
  readonly #all: readonly Worker[];
  readonly #waiting: Waiting[] = [];

  constructor(folder: string, size: number) {
    const script = new URL("./stage_worker.ts", import.meta.url);
    this.#all = Array.from({ length: size }, () => new Worker(script, { workerData: folder }));
    this.#idle = [...this.#all];
  }

  first(task: Omit<StageTask, "scored">): Promise<FirstStage> {
    return this.#run(task) as Promise<FirstStage>;
  }

  second(task: StageTask & Required<Pick<StageTask, "scored">>): Promise<SecondStage> {
    return this.#run(task) as Promise<SecondStage>;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }

  #run(task: StageTask): Promise<FirstStage | SecondStage> {
    const settle = Promise.withResolvers<FirstStage | SecondStage>();
    this.#waiting.push({ task, settle });
    this.#next();
    return settle.promise;
  }

  #next(): void {
    const worker = this.#idle[0];
    const waiting = this.#waiting[0];
    if (worker === undefined || waiting === undefined) return;
    this.#idle.shift();
    this.#waiting.shift();
    const failed = (error: unknown) => waiting.settle.reject(error);
    worker.once("error", failed);
    worker.once("message", (told: FirstStage | SecondStage) => {
      worker.off("error", failed);
      waiting.settle.resolve(told);
      this.#idle.push(worker);
      this.#next();
    });
    worker.postMessage(waiting.task);
  }
}
