/**
 * What a soak came to, for people and for programs.
 *
 * @module
 */

import { type Evening, median } from "./measure.ts";
import type { SoakResult } from "./soak.ts";
import { chances } from "./weather.ts";

/** What the soak was asked for, and how long it took. */
export interface Asked {
  readonly days: number;
  readonly seed: number;
  readonly size: number;
  readonly seconds: number;
}

/** The whole result as Markdown. */
export function resultText(asked: Asked, result: SoakResult): string {
  return [
    "# Soak",
    `${asked.days} days from ${result.evenings[0]?.date}, a register that begins with ` +
    `${asked.size} rows, seed ${asked.seed}; \`deno task soak\` repeats it. The moments of ` +
    "`kill -9` are not repeatable, everything else is.",
    verdict(result),
    "## What was drawn",
    chances(),
    faults(result),
    "## Memory",
    memory(result),
    "## Disk",
    disk(result.evenings),
    "## Store",
    store(result),
    "## Time",
    time(asked, result),
  ].join("\n\n") + "\n";
}

/** The same for programs. */
export function resultJson(asked: Asked, result: SoakResult) {
  const lines = result.lines.map(({ name, days, first, ends }) => ({
    name,
    days,
    first: Object.fromEntries(first),
    ends: Object.fromEntries(ends),
  }));
  return {
    ...asked,
    ...result,
    lines,
    ends: Object.fromEntries(result.ends),
    can: [...result.can],
  };
}

function verdict(
  { untrue, ends, head, attempts, kills, cuts, alerts, can }: SoakResult,
): string {
  const facts = [
    ["untrue", untrue.length],
    [
      "days believed, refused, failed, unfinished, off",
      (["believed", "refused", "failed", "unfinished", "off"] as const)
        .map((end) => ends.get(end) ?? 0).join(", "),
    ],
    ["sealed entries", head.seq],
    ["attempts", attempts],
    ["processes killed in the middle", kills],
    [
      "moments of kills and power cuts",
      [...cuts].map(([moment, count]) => `${moment} ${count}`).join(", "),
    ],
    ["alerts owed and in the spool", alerts],
    ["optional commands of this build", [...can].join(", ") || "none of fsck, backup, restore"],
  ] as const;
  const table = facts.map(([name, value]) => `| ${name} | ${value} |`).join("\n");
  const first = untrue.slice(0, 40).map((sentence) => `- ${sentence.replaceAll("\n", " ")}`);
  return `| what | value |\n| --- | --- |\n${table}${
    untrue.length > 0 ? `\n\nUntrue:\n\n${first.join("\n")}` : ""
  }`;
}

function faults({ lines }: SoakResult): string {
  const counted = (map: ReadonlyMap<string, number>) =>
    [...map].map(([name, count]) => `${name} × ${count}`).join(", ");
  const rows = lines.map(({ name, days, first, ends }) =>
    `| ${name} | ${days} | ${counted(first)} | ${counted(ends)} |`
  );
  return [
    "| fault | days | exit code of the first attempt | the day in the end |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function memory(
  { memory: { quarters, slope, peaks, bounded }, evenings, openAtEnd }: SoakResult,
) {
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  const size = Math.ceil(evenings.length / 4);
  const resident = [0, 1, 2, 3].map((quarter) =>
    median(evenings.slice(quarter * size, (quarter + 1) * size).map(({ rssMb }) => rssMb))
  );
  return [
    `Bounded: ${
      bounded ? "yes" : "NO"
    }. Of the one process in which site, register and nearly all ` +
    "commands ran, by quarters:",
    "",
    "| | first quarter | second | third | last |",
    "| --- | --- | --- | --- | --- |",
    `| alive after a collection | ${quarters.map(mb).join(" | ")} |`,
    `| resident, garbage included | ${resident.map(mb).join(" | ")} |`,
    "",
    `What is alive grew by ${slope.toFixed(1)} MB in 100 days from the second quarter on; ` +
    `${openAtEnd ?? "unknown"} files of the box were open at its end. ` +
    "Most resident memory of commands as processes of their own:",
    "",
    "| evening | --once | status | changes --json | fsck |",
    "| --- | --- | --- | --- | --- |",
    ...peaks.map(({ date, once, readers }) =>
      `| ${date} | ${[once, ...Object.values(readers)].map(mb).join(" | ")} |`
    ),
  ].join("\n");
}

function disk(evenings: readonly Evening[]): string {
  const marks = [0.01, 0.25, 0.5, 0.75, 1].map((share) =>
    evenings[Math.max(0, Math.ceil(share * evenings.length) - 1)] as Evening
  );
  const rows = marks.map((evening) => {
    const { date, rows, events, kvBytes, rawBytes, reportBytes, files } = evening;
    return `| ${date} | ${rows} | ${events} | ${mb(kvBytes)} | ${mb(rawBytes)} | ${
      mb(reportBytes)
    } | ${files} |`;
  });
  const [first, last] = [evenings[0], evenings.at(-1)] as [Evening, Evening];
  const days = Math.max(1, evenings.length - 1);
  const events = Math.max(1, last.events - first.events);
  const a = (bytes: (evening: Evening) => number) =>
    `${kb((bytes(last) - bytes(first)) / days)} a day`;
  return [
    "| evening | rows | sealed entries | dmf.kv | raw/ | reports/ | files |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    `Growth since the founding: dmf.kv ${a(({ kvBytes }) => kvBytes)} and ` +
    `${kb((last.kvBytes - first.kvBytes) / events)} a sealed entry; raw/ ${
      a(({ rawBytes }) => rawBytes)
    }; ` +
    `reports/ ${a(({ reportBytes }) => reportBytes)}.`,
  ].join("\n");
}

function store({ census: { keys, runs, unsealed } }: SoakResult): string {
  const line = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([name, count]) => `${name} ${count}`).join(", ");
  return `Keys: ${line(keys)}. Runs: ${
    line(runs)
  }. Staged entries that no seal counts: ${unsealed}.`;
}

function time({ days, seconds }: Asked, result: SoakResult): string {
  const parts = Object.entries(result.seconds).sort(([, a], [, b]) => b - a)
    .map(([part, spent]) => `${part} ${spent.toFixed(0)} s`);
  return `${seconds.toFixed(0)} s in all, ${(1000 * seconds / days).toFixed(0)} ms a day: ${
    parts.join(", ")
  }.`;
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
