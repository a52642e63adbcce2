/**
 * What questions to the past cost: one year of daily runs on ten thousand records.
 *
 * Prints sizes and times, and ends with 1 where a limit is missed: `as-of` within 0.3 s, `history`
 * within 0.1 s, both after start-up, that is with the data folder open.
 *
 * @module
 */

import process from "node:process";
import { openBox } from "../../src/adapters/box.ts";
import type { DataFolder } from "../../src/desk.ts";
import type { Known } from "../../src/state.ts";
import { CommittedDays } from "../support/committed_days.ts";
import { Dmf } from "../support/run_dmf.ts";

const [RECORDS, DAYS] = [Number(Deno.args[0] ?? 10_000), Number(Deno.args[1] ?? 365)];
const TIMES = 5;

await using dmf = await Dmf.towards("http://127.0.0.1:9");
const writing = await openBox(dmf.data, "found");
const days = new CommittedDays(writing.log);
const began = performance.now();
await days.live(RECORDS, DAYS);
await writing.close();
const { size } = await Deno.stat(`${dmf.data}/dmf.kv`);
console.log(`${DAYS} days of ${RECORDS} records: ${Math.round(performance.now() - began)} ms`);
console.log(`dmf.kv: ${(size / 1e6).toFixed(1)} MB`);

const opened = performance.now();
const data = await openBox(dmf.data, "existing");
console.log(`start-up: ${Math.round(performance.now() - opened)} ms`);
const open: DataFolder = { ...data, close: () => Promise.resolve() };

/** What a command line costs in milliseconds: on the clock, and of the processor. */
interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

/** The median of some runs of a command line on the open folder. */
async function cost(args: readonly string[]): Promise<Cost> {
  const costs: Cost[] = [];
  for (let time = 0; time < TIMES; time++) {
    const [start, cpu] = [performance.now(), cpuMs()];
    const { code, err } = await dmf.run(args, { openData: () => Promise.resolve(open) });
    costs.push({ ms: performance.now() - start, cpuMs: cpuMs() - cpu });
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${err}`);
  }
  return costs.toSorted((a, b) => a.ms - b.ms)[Math.floor(TIMES / 2)] as Cost;
}

/** User and system time of this process; a machine with other work to do stretches the clock alone. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const known = [...days.state.values()];
const events = await dmf.run(["changes", "--json"], { openData: () => Promise.resolve(open) });
const told = Map.groupBy(JSON.parse(events.out) as { record: string }[], ({ record }) => record);
const busiest = [...told].reduce((a, b) => b[1].length > a[1].length ? b : a)[0];
const quiet = known.find(({ record }) => !told.has(record)) as Known;
const gone = known.find(({ delisted }) => delisted) as Known;
const [first, middle, last] = [0, DAYS >> 1, DAYS - 1].map((at) => days.runs[at] as string);
console.log(`${told.size} records with events, at most ${told.get(busiest)?.length} on one`);

const QUESTIONS: readonly (readonly [limit: number | null, args: readonly string[]])[] = [
  [300, ["as-of", first as string, "--json"]],
  [300, ["as-of", middle as string, "--json"]],
  [300, ["as-of", last as string, "--json"]],
  [300, ["as-of", last as string]],
  [100, ["history", busiest]],
  [100, ["history", quiet.record]],
  [100, ["history", gone.record]],
  [null, ["diff", middle as string, last as string]],
  [null, ["changes", "--json"]],
  [null, ["changes", "--applicant", "제약"]],
  [null, ["changes", "--country", "인도"]],
];

let missed = 0;
for (const [limit, args] of QUESTIONS) {
  const { ms, cpuMs } = await cost(args);
  const verdict = limit === null ? "" : ms <= limit ? `≤ ${limit} ms` : `MISSED ${limit} ms`;
  if (verdict.startsWith("MISSED")) missed++;
  const both = [ms, cpuMs].map((cost) => `${cost.toFixed(0).padStart(5)} ms`);
  console.log(`${both.join(", processor ")}  dmf ${args.join(" ")}  ${verdict}`);
}
await data.close();
Deno.exitCode = missed > 0 ? 1 : 0;
