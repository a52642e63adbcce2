/**
 * What `dmf corpus` costs as a whole: adding, adding the same again, a report and an export.
 *
 * `deno task bench:collection [--documents N]`. Documents are drawn as for `corpus.ts`, as JSON Lines
 * with URLs of tracking parameters and with ETags. Every command has a process of its own; processor
 * time is user and system, memory the peak of the resident set (Linux only).
 *
 * @module
 */

import process from "node:process";
import { openBox } from "../../src/adapters/box.ts";
import { systemDesk } from "../../src/adapters/system_desk.ts";
import { runCli } from "../../src/cli.ts";
import { drawnTexts } from "./corpus_texts.ts";

if (Deno.args[0] === "--child") await child(Deno.args.slice(1));
else await main();

/** Runs one command line and writes what it cost as the last line of stderr. */
async function child(args: readonly string[]): Promise<void> {
  const signal = new AbortController().signal;
  const desk = systemDesk({ version: "0.0.0", signal, openData: openBox });
  const begun = performance.now();
  const code = await runCli(args, desk);
  const wall = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage();
  const status = await Deno.readTextFile("/proc/self/status").catch(() => "");
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
  console.error(JSON.stringify({ code, wall, cpu: (user + system) / 1e6, peak }));
}

async function main(): Promise<void> {
  const at = Deno.args.indexOf("--documents");
  const count = at < 0 ? 100_000 : Number(Deno.args[at + 1]);
  const folder = await Deno.makeTempDir({ prefix: "dmf-bench-" });
  try {
    const input = `${folder}/documents.jsonl`;
    await written(input, count);
    const data = `${folder}/data`;
    const rows: [string, Cost][] = [];
    const commands = [
      ["add, all new", ["add", input]],
      ["add, the same again", ["add", input]],
      ["report", ["report"]],
      ["export", ["export", "--out", `${folder}/kept.jsonl`]],
    ] as const;
    for (const [name, args] of commands) {
      rows.push([name, await cost(["corpus", ...args, "--data", data, "--quiet"])]);
    }
    const disk = async (name: string) =>
      (await Deno.stat(`${data}/corpus/main/${name}`)).size / count;
    for (const [name, { wall, cpu, peak }] of rows) {
      const speed = (seconds: number) => Math.round(count / seconds).toLocaleString("en-US");
      console.log(
        `${name.padEnd(20)} ${speed(cpu).padStart(8)} documents/s of processor time, ` +
          `${speed(wall).padStart(8)} by the clock, peak ${peak.toFixed(0)} MB`,
      );
    }
    const texts = (await Deno.stat(input)).size / count;
    console.log(
      `on disk: log ${
        (await disk("documents.log")).toFixed(0)
      } bytes a document after two visits, ` +
        `checkpoint ${(await disk("checkpoint.bin")).toFixed(0)}; its line had ${texts.toFixed(0)}`,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Cost {
  readonly code: number;
  readonly wall: number;
  readonly cpu: number;
  /** MB. */
  readonly peak: number;
}

async function cost(args: readonly string[]): Promise<Cost> {
  const { stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", import.meta.filename as string, "--child", ...args],
    stdout: "null",
  }).output();
  const text = new TextDecoder().decode(stderr).trimEnd();
  const found = JSON.parse(text.split("\n").at(-1) as string) as Cost;
  if (found.code !== 0) throw new Error(text);
  return found;
}

async function written(path: string, count: number): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true });
  const encoder = new TextEncoder();
  let lines = "";
  let i = 0;
  for (const text of drawnTexts(7)) {
    if (i === count) break;
    const url = `https://example.kr/goods/${i % 997}/reviews/${i}?utm_source=${i % 7}`;
    lines += `${JSON.stringify({ url, text, headers: { etag: `"${i}"` } })}\n`;
    i += 1;
    if (lines.length < 1 << 20 && i < count) continue;
    const bytes = encoder.encode(lines);
    for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
    lines = "";
  }
}
