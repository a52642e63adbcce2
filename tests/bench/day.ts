/**
 * What a day costs, beside what cannot be avoided, in one run on one machine.
 *
 * Prints a table with the limits of issue 2 and ends with 1 where one is missed: the tail from the
 * last byte to the finished reports against a bare exceljs write of the same cells; reading an
 * archived day again against bare parse5 plus that write, and against the usual Python script;
 * memory at 10,000 rows; cost a row from 1,000 to 100,000 rows.
 *
 * @module
 */

import * as parse5 from "parse5";
import { diskArchive } from "../../src/adapters/disk_archive.ts";
import { openBox } from "../../src/adapters/box.ts";
import { readList } from "../../src/completeness.ts";
import { archivedBodies, readBody } from "../../src/crawl.ts";
import { compare } from "../../src/diff.ts";
import { prepareSpec } from "../../src/extract.ts";
import { identify } from "../../src/identity.ts";
import type { Digest, InstantText, RunId, SourceId } from "../../src/model.ts";
import { compose, viewOfStore } from "../../src/report/compose.ts";
import type { Report } from "../../src/report/report.ts";
import { writeWorkbook } from "../../src/report/workbook.ts";
import type { Accepted } from "../../src/run_record.ts";
import { selectSpec } from "../../src/selectors.ts";
import { loadState, readRun } from "../../src/store.ts";
import { sandboxFlags, specHosts } from "../../tools/permissions.ts";
import { bareWriteMs } from "./workbook_bench.ts";

const MAIN = new URL("../../src/main.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;
const hosts = await specHosts(new URL("../../selectors/", import.meta.url));
/** As the tasks and the binary run it. */
const SANDBOX = [...sandboxFlags(hosts), "--config", CONFIG];
const source = "mfds-dmf" as SourceId;
const spec = selectSpec(source);
const prepared = prepareSpec(spec);

/** One crawl as its own process. */
interface Crawl {
  readonly run: RunId;
  /** From the last byte of the last response to the finished workbook, seal included. */
  readonly tailMs: number;
  /** The same to the last of the report files. */
  readonly filesMs: number;
  /** User and system time of the whole process. */
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** A data folder after crawls of some days, each by a process of its own. */
class Lived implements AsyncDisposable {
  readonly crawls: Crawl[] = [];
  constructor(readonly folder: string) {}

  static async through(rows: number, days: number): Promise<Lived> {
    const lived = new Lived(await Deno.makeTempDir({ prefix: "dmf-bench-" }));
    const site = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        new URL("site_process.ts", import.meta.url).pathname,
        `${rows}`,
        `${days}`,
      ],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const answers = site.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const wake = site.stdin.getWriter();
    const answer = async () => ((await answers.read()).value ?? "").trim();
    const origin = await answer();
    const politeness = { minDelayMs: 0, delayFactor: 0 };
    const settings = { sources: { [source]: { origin } }, politeness };
    await Deno.writeTextFile(`${lived.folder}/dmf.json`, JSON.stringify(settings));
    for (let day = 0; day < days; day++) {
      await wake.write(new TextEncoder().encode("next\n"));
      lived.crawls.push(await crawl(lived.folder, await answer() as RunId));
    }
    await wake.close();
    await answers.cancel();
    await site.status;
    return lived;
  }

  get data(): string {
    return `${this.folder}/data`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

async function crawl(folder: string, run: RunId): Promise<Crawl> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...SANDBOX, MAIN, "--once", "--log", "json", "--date", run],
    cwd: folder,
    stderr: "piped",
    stdout: "null",
  }).spawn();
  let [peakMb, cpuMs] = [0, 0];
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, procNumber(child.pid, "status", /VmHWM:\s+(\d+)/) / 1024);
    cpuMs = Math.max(cpuMs, cpuOf(child.pid));
  }, 20);
  const { stderr, code } = await child.output();
  clearInterval(watch);
  const text = new TextDecoder().decode(stderr);
  if (code !== 0) throw new Error(`Crawl of ${run} ended with ${code}: ${text.slice(-2000)}`);
  const steps = text.split("\n").filter((line) => line.startsWith("{")).map((line) =>
    JSON.parse(line)
  );
  const at = (step: { at: string }) => Temporal.Instant.from(step.at).epochMilliseconds;
  const lastByte = steps.findLast((step) =>
    step.kind === "queue" && step.event.kind === "answered"
  );
  const done = steps.findLast((step) => step.kind === "stage" && step.stage === "done");
  const { mtime } = await Deno.stat(`${folder}/data/reports/${run}.xlsx`);
  const tailMs = (mtime?.getTime() ?? NaN) - at(lastByte);
  return { run, tailMs, filesMs: at(done) - at(lastByte), cpuMs, peakMb };
}

function procNumber(pid: number, file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(Deno.readTextFileSync(`/proc/${pid}/${file}`))?.[1] ?? 0);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

/** User and system time in milliseconds; the kernel counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const ticks = (field: number) =>
    procNumber(pid, "stat", new RegExp(`^\\d+ \\(.*\\) (?:\\S+ ){${field - 3}}(\\d+)`));
  return 10 * (ticks(14) + ticks(15));
}

/** Pages of an archived day in the order of the list. */
interface ArchivedPage {
  readonly page: number;
  readonly url: string;
  readonly digest: Digest;
  readonly contentType: string | null;
  readonly observedAt: InstantText;
}

async function archivedPages(raw: string, run: RunId): Promise<ArchivedPage[]> {
  const pages: ArchivedPage[] = [];
  for await (const { name } of Deno.readDir(`${raw}/${run}`)) {
    if (!name.endsWith(".json")) continue;
    const sidecar = JSON.parse(await Deno.readTextFile(`${raw}/${run}/${name}`));
    const parameters = new URL(sidecar.url).searchParams;
    if (!parameters.has("page") || parameters.has("searchDmfPermitNo")) continue;
    pages.push({
      page: Number(parameters.get("page")),
      url: sidecar.url,
      digest: sidecar.digest,
      contentType: sidecar.headers["content-type"] ?? null,
      observedAt: sidecar.receivedAt,
    });
  }
  return pages.sort((a, b) => a.page - b.page);
}

async function reportOf(lived: Lived, run: RunId): Promise<Report> {
  const data = await openBox(lived.data, "existing");
  const record = await readRun(data.log, source, run) as Accepted;
  const view = await viewOfStore(data.log, spec, run, record);
  await data.close();
  return compose({ spec, origin: spec.origin, wellFormed: prepared.wellFormed }, run, record, view);
}

/** Reads an archived day again, from the pages on the disk to the finished workbook. */
async function readAgain(lived: Lived, run: RunId, report: Report): Promise<number> {
  const data = await openBox(lived.data, "existing");
  const state = await loadState(data.log, source);
  await data.close();
  const raw = `${lived.data}/raw`;
  const pages = await archivedPages(raw, run);
  const start = performance.now();
  const archive = diskArchive(raw);
  const list = readList(spec);
  for await (const [page, body] of archivedBodies(archive, run, pages)) {
    const extraction = readBody({ prepared }, page, body);
    if (extraction.kind !== "read") throw new Error(`Cannot read page ${page.page}`);
    const refusal = list.add(page.page, extraction.page);
    if (refusal) throw new Error(refusal.kind);
  }
  if (list.finish()) throw new Error("The archived list is not complete");
  compare(identify(state.values(), list.rows, prepared.wellFormed).pairs);
  using file = await Deno.open(`${lived.folder}/again.xlsx`, { write: true, create: true });
  const sink = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  };
  await writeWorkbook(report, { lang: "ko", sink });
  return performance.now() - start;
}

type Work = "write" | "parse" | "again";

/** Milliseconds of one piece of work on an archived day. */
async function work(what: Work, lived: Lived, run: RunId): Promise<number> {
  switch (what) {
    case "write":
      return await bareWriteMs(await reportOf(lived, run));
    case "parse":
      return await bareParseMs(lived, run);
    case "again":
      return await readAgain(lived, run, await reportOf(lived, run));
  }
}

/** The same in a process that has done nothing before: a command reads a day once, and ends. */
async function inOwnProcess(what: Work, lived: Lived, run: RunId): Promise<number> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", import.meta.filename as string, what, lived.folder, run],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`Measuring "${what}" failed`);
  return Number(new TextDecoder().decode(stdout));
}

async function bareParseMs(lived: Lived, run: RunId): Promise<number> {
  const archive = diskArchive(`${lived.data}/raw`);
  const texts: string[] = [];
  for (const page of await archivedPages(`${lived.data}/raw`, run)) {
    texts.push(new TextDecoder().decode(await archive.body(run, page.digest)));
  }
  const start = performance.now();
  for (const text of texts) parse5.parse(text);
  return performance.now() - start;
}

/** Whole-process time of the usual script, or `null` where this machine cannot run it. */
async function usualScriptMs(lived: Lived, run: RunId): Promise<number | null> {
  const python = (args: string[]) =>
    new Deno.Command("/usr/bin/python3", { args, stdout: "null", stderr: "null" }).output();
  try {
    if (!(await python(["-c", "import bs4, lxml, pandas, openpyxl"])).success) return null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const script = new URL("usual_script.py", import.meta.url).pathname;
  const start = performance.now();
  const { success } = await python([
    script,
    `${lived.data}/raw/${run}`,
    `${lived.folder}/usual.xlsx`,
  ]);
  if (!success) throw new Error("The usual script failed");
  return performance.now() - start;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

async function repeated(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let time = 0; time < times; time++) values.push(await measure());
  return median(values);
}

const [what, folder, day] = Deno.args;
if (what === "write" || what === "parse" || what === "again") {
  console.log(await work(what, new Lived(folder as string), day as RunId));
  Deno.exit(0);
}

let missed = 0;
function limit(what: string, found: number, most: number, detail: string): void {
  const good = found <= most;
  if (!good) missed += 1;
  console.log(
    `${good ? "ok    " : "MISSED"} ${what}: ${found.toFixed(2)} (at most ${most})  ${detail}`,
  );
}

const ms = (value: number) => `${value.toFixed(0)} ms`;
const sizes = Deno.args.includes("--quick") ? [1000, 10_000] : [1000, 10_000, 100_000];
const perRow = new Map<number, number>();
for (const rows of sizes) {
  await using lived = await Lived.through(rows, rows === 10_000 ? 6 : 3);
  const ordinary = lived.crawls.slice(1);
  const tail = median(ordinary.map((crawl) => crawl.tailMs));
  const files = median(ordinary.map((crawl) => crawl.filesMs));
  const cpu = median(ordinary.map((crawl) => crawl.cpuMs));
  const peak = Math.max(...lived.crawls.map((crawl) => crawl.peakMb));
  perRow.set(rows, cpu / rows);
  const baseline = lived.crawls[0]?.tailMs ?? NaN;
  console.log(
    `\n${rows} rows: tail ${ms(tail)}, all report files ${ms(files)} (founding the baseline ` +
      `${ms(baseline)}), ` +
      `process ${ms(cpu)} of CPU, peak ${peak.toFixed(0)} MB`,
  );
  if (rows !== 10_000) continue;
  const { run } = lived.crawls.at(-1) as Crawl;
  const cold = (what: Work) => repeated(5, () => inOwnProcess(what, lived, run));
  const [write, parse, again] = [await cold("write"), await cold("parse"), await cold("again")];
  limit("tail / bare exceljs write", tail / write, 2, `${ms(tail)} / ${ms(write)}`);
  const parts = `${ms(again)} / (${ms(parse)} + ${ms(write)})`;
  limit("archived day again / (bare parse5 + write)", again / (parse + write), 1.3, parts);
  const warm = (what: Work) => repeated(5, () => work(what, lived, run));
  const [write2, parse2, again2] = [await warm("write"), await warm("parse"), await warm("again")];
  const ratio = (again2 / (parse2 + write2)).toFixed(2);
  console.log(
    `       the same, each for the fifth time in one process: ${ratio}  ` +
      `${ms(again2)} / (${ms(parse2)} + ${ms(write2)})`,
  );
  const usual = await usualScriptMs(lived, run);
  if (usual === null) {
    console.log("skip   the usual script: bs4, lxml, pandas or openpyxl is missing");
  } else {limit(
      "archived day again / usual script",
      again / usual,
      0.25,
      `${ms(again)} / ${ms(usual)}`,
    );}
  limit("peak memory, MB", peak, 300, "");
}
const costs = sizes.map((rows) => `${rows}: ${((perRow.get(rows) ?? NaN) * 1000).toFixed(0)} µs`);
console.log(`\nCPU a row of a whole process: ${costs.join(", ")}`);
const [largest, middle] = [sizes.at(-1) as number, 10_000];
limit(
  `cost a row at ${largest} rows / at ${middle}`,
  (perRow.get(largest) ?? NaN) / (perRow.get(middle) ?? NaN),
  1.25,
  "",
);
Deno.exit(missed === 0 ? 0 : 1);
