/**
 * Opens a data folder, answers one command line so many times, and prints what that cost.
 *
 * @module
 */

import process from "node:process";
import { openBox } from "../../src/adapters/box.ts";
import { Dmf } from "../support/run_dmf.ts";

const [folder = "", times = "1", ...args] = Deno.args;
const dmf = Dmf.at(folder);
const [data, opened] = await timed(() => openBox(dmf.data, "existing"));
const open = { ...data, close: () => Promise.resolve() };
const answers: (readonly [number, number])[] = [];
for (let time = 0; time < Number(times); time++) {
  const [{ code, err }, cost] = await timed(() =>
    dmf.run(args, { openData: () => Promise.resolve(open) })
  );
  if (code !== 0) throw new Error(err);
  answers.push(cost);
}
await data.close();
console.log(JSON.stringify({ opened, answers }));

/** What an answer is, and its milliseconds on the clock and of the processor. */
async function timed<T>(work: () => Promise<T>): Promise<[T, readonly [number, number]]> {
  const [since, cpu] = [performance.now(), cpuMs()];
  const done = await work();
  return [done, [Math.round(performance.now() - since), Math.round(cpuMs() - cpu)]];
}

/** User and system time of this process; other work of the machine stretches the clock alone. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
