/**
 * What a year costs, as Markdown.
 *
 * @module
 */

import { entriesIn } from "../../src/adapters/durable_file.ts";
import type { RunId } from "../../src/model.ts";
import { AGAIN, type Answered, median, PROCESSES } from "./questions.ts";

/** Bytes of a data folder after its last day. */
export interface Sizes {
  /** Days with archived pages, oldest first. */
  readonly dates: readonly RunId[];
  readonly store: number;
  readonly bodies: number;
  readonly sidecars: number;
  /** Of the last day. */
  readonly reports: number;
}

/** All that was measured. */
export interface Measured {
  readonly records: number;
  readonly sizes: Sizes;
  /** `null` where the folder was there before. */
  readonly built: { readonly seconds: number; readonly days: number } | null;
  readonly answered: readonly Answered[];
}

/** The whole result. */
export function timeText({ records, sizes, built, answered }: Measured): string {
  const days = sizes.dates.length;
  const [first, last] = [sizes.dates[0], sizes.dates.at(-1)];
  return [
    "# A year of questions",
    `${days} daily runs from ${first} to ${last} on a register that began with ${records} rows; ` +
    "`deno task bench:time` repeats it. " + DONE + " " +
    (built
      ? `Making ${built.days} days took ${built.seconds.toFixed(0)} s.`
      : "The folder was made before."),
    machine(),
    "## Sizes",
    sizesText(sizes),
    "## Answers",
    `Milliseconds after start-up (the folder open): the first answer of ${PROCESSES} processes, ` +
    `everything they load for it included, then ${AGAIN} further answers of one process. The limit ` +
    "holds for the median of the further ones: after start-up, and with the program warm. What a " +
    "person waits for is the start-up and a first answer. " +
    `Start-up (opening the folder, the check of the whole store included): ${
      spread(answered.flatMap(({ opened }) => opened.ms))
    } ms.`,
    answersText(answered),
  ].join("\n\n") + "\n";
}

const DONE = "Every day was crawled by the program's own run: each page of about 100 rows was " +
  "written in the fixture site's markup, archived, parsed, verified, compared and sealed. New rows " +
  "stand first, so that rows move from page to page and all row numbers change; one row in sixty " +
  "is noted differently each day. Left out: the socket (pages are handed over inside the process), " +
  "the politeness pauses (a clock is moved instead), and the reports, of which only the last day's " +
  "were written and measured.";

function machine(): string {
  const load = Deno.loadavg().map((value) => value.toFixed(1)).join(", ");
  return `Machine: ${navigator.hardwareConcurrency} cores, load of the last 1, 5 and 15 minutes ` +
    `${load} at the end, Deno ${Deno.version.deno}. A load above 1 before the questions are asked ` +
    "stretches the times; the processor's own time is given beside them.";
}

function sizesText({ dates, store, bodies, sidecars, reports }: Sizes): string {
  const days = dates.length;
  const row = (name: string, bytes: number, a: number) =>
    `| ${name} | ${mb(bytes)} | ${(a / 1000).toFixed(0)} kB |`;
  return [
    "| what | size | a day |",
    "| --- | --- | --- |",
    row("dmf.kv", store, store / days),
    row("raw/, bodies", bodies, bodies / days),
    row("raw/, sidecars", sidecars, sidecars / days),
    row("reports/, the last day's", reports, reports),
  ].join("\n");
}

function answersText(answered: readonly Answered[]): string {
  const rows = answered.map(({ limit, args, first, again, missed }) => {
    const met = limit === null ? "" : missed ? `**missed ${limit}**` : `≤ ${limit}`;
    const cpu = `${median(first.cpuMs)} / ${median(again.cpuMs)}`;
    return `| \`${args.join(" ")}\` | ${spread(first.ms)} | ${met} | ${
      spread(again.ms)
    } | ${cpu} |`;
  });
  return [
    "| dmf | first: min / median / max | limit | again: min / median / max | processor, first / again |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function spread(values: readonly number[]): string {
  return [Math.min(...values), median(values), Math.max(...values)].join(" / ");
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Bytes of the files below a folder whose names are asked for. */
export async function bytesBelow(
  path: string,
  isAsked: (name: string) => boolean,
): Promise<number> {
  let bytes = 0;
  for (const { name, isDirectory } of await entriesIn(path)) {
    if (isDirectory) bytes += await bytesBelow(`${path}/${name}`, isAsked);
    else if (isAsked(name)) bytes += (await Deno.stat(`${path}/${name}`)).size;
  }
  return bytes;
}
