/**
 * Learns one stage after another for `training_pool.ts`.
 *
 * @module
 */

import { parentPort, workerData } from "node:worker_threads";
import { readExamples } from "./examples.ts";
import { learnFirst, learnSecond, scoreSecond } from "./learn_stages.ts";
import type { StageTask } from "./training_pool.ts";

const examples = readExamples(workerData as string);

parentPort?.on("message", ({ pages, others, scored }: StageTask) => {
  if (scored === undefined) {
    parentPort?.postMessage(learnFirst(examples, pages, others));
    return;
  }
  const trees = learnSecond(examples, pages, scored);
  const p = new Map(others.map((k) => [k, scoreSecond(examples, trees, k, scored)]));
  parentPort?.postMessage({ trees, p });
});
