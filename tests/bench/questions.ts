/**
 * Questions to a year, asked as a person asks them: each in a process of its own, and once more in
 * one that has answered before.
 *
 * @module
 */

import { FIELD_NAMES } from "../../src/fields.ts";
import type { Change, RunId } from "../../src/model.ts";
import type { Dmf } from "../support/run_dmf.ts";

/** Processes for each question, and answers of the one that goes on. */
export const [PROCESSES, AGAIN] = [5, 9];

/** A command line and the milliseconds that its answer may take after start-up. */
export interface Question {
  readonly limit: number | null;
  readonly args: readonly string[];
}

/** Milliseconds, one for each time: on the clock, and of the processor. */
export interface Costs {
  readonly ms: readonly number[];
  readonly cpuMs: readonly number[];
}

/** What a question cost. */
export interface Answered extends Question {
  /** Opening the data folder in each of the processes. */
  readonly opened: Costs;
  /** The first answer of a process, everything that it loads for it included. */
  readonly first: Costs;
  /** Further answers of one process. */
  readonly again: Costs;
  readonly missed: boolean;
}

/** What `question_process.ts` prints: the opening, then every answer. */
interface Told {
  readonly opened: readonly [ms: number, cpuMs: number];
  readonly answers: readonly (readonly [ms: number, cpuMs: number])[];
}

/** The questions: days and records at the beginning, in the middle and at the end of the year. */
export async function questionsOf(dmf: Dmf, dates: readonly RunId[]): Promise<Question[]> {
  const day = (at: number) => dates[at] as RunId;
  const [first, middle, last] = [day(0), day(dates.length >> 1), day(dates.length - 1)];
  const changes = await dmf.changes();
  const told = Map.groupBy(changes, ({ record }) => record);
  const busiest = [...told].reduce((a, b) => b[1].length > a[1].length ? b : a)[0];
  const standing = JSON.parse((await dmf.run(["as-of", last, "--json"])).out) as {
    readonly record: string;
  }[];
  const quiet = standing.find(({ record }) => !told.has(record as Change["record"]))?.record ?? "";
  const gone = changes.findLast(({ kind }) => kind === "delisted")?.record ?? "";
  const near = (date: RunId) =>
    changes.find(({ run, kind }) => run >= date && kind === "amended") ?? changes.at(-1);
  const late = changes.findLast(({ kind }) => kind === "amended");
  const whys = [near(day(1)), near(middle), late].flatMap((change) => {
    const field = FIELD_NAMES.find((name) => change?.fields[name] !== undefined);
    return change && field
      ? [["why", change.record, field, "--date", change.run], ["why", change.record]]
      : [];
  });
  const within = (limit: number | null, ...lines: string[][]) =>
    lines.map((args) => ({ limit, args }));
  return [
    ...within(300, ["as-of", first, "--json"], ["as-of", middle, "--json"]),
    ...within(300, ["as-of", last, "--json"], ["as-of", last]),
    ...within(100, ["history", busiest], ["history", quiet], ["history", gone]),
    ...within(200, ["why", quiet], ["why", gone], ...whys),
    ...within(null, ["diff", middle, last], ["changes", "--json"]),
  ];
}

/** Asks a question. */
export async function ask(dmf: Dmf, question: Question): Promise<Answered> {
  const processes: Told[] = [];
  for (let at = 0; at < PROCESSES; at++) processes.push(await inOwnProcess(dmf, question, 1));
  const long = await inOwnProcess(dmf, question, 1 + AGAIN);
  const first = costs(processes.flatMap(({ answers }) => answers));
  const again = costs(long.answers.slice(1));
  return {
    ...question,
    opened: costs(processes.map(({ opened }) => opened)),
    first,
    again,
    missed: question.limit !== null && median(again.ms) > question.limit,
  };
}

/** The middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function costs(pairs: readonly (readonly [number, number])[]): Costs {
  return { ms: pairs.map(([ms]) => ms), cpuMs: pairs.map(([, cpuMs]) => cpuMs) };
}

async function inOwnProcess(dmf: Dmf, { args }: Question, times: number): Promise<Told> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-all",
      "--config",
      new URL("../../deno.json", import.meta.url).pathname,
      // As the program itself is started.
      "--v8-flags=--max-semi-space-size=8",
      new URL("./question_process.ts", import.meta.url).pathname,
      dmf.folder,
      String(times),
      ...args,
    ],
  }).output();
  if (code !== 0) throw new Error(`${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(new TextDecoder().decode(stdout)) as Told;
}
