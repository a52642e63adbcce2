/**
 * The whole program inside the test: real store, real archive, real HTTP; only the streams are kept.
 *
 * @module
 */

import { httpFetch } from "../../src/adapters/http_fetch.ts";
import { openBox } from "../../src/adapters/box.ts";
import { probeBox } from "../../src/adapters/probe.ts";
import { systemClock } from "../../src/adapters/system_clock.ts";
import { serveReplica } from "../../src/adapters/replica_server.ts";
import { runCli } from "../../src/cli.ts";
import type { DataFolder, Desk } from "../../src/desk.ts";
import type { Change } from "../../src/model.ts";

/** What one command line did. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A disk in memory where there is one: these tests prove order, not that a disk keeps its word. */
const MEMORY = await Deno.stat("/dev/shm").then(() => ({ dir: "/dev/shm" }), () => ({}));

/** Parts of the desk that a test replaces. */
export type DeskParts = Partial<Omit<Desk, "out" | "err" | "line" | "readText">>;

/** A folder with a dmf.json that points to a loopback origin, and the program run in it. */
export class Dmf implements AsyncDisposable {
  private constructor(readonly folder: string, readonly config: string) {}

  /** Politeness is off, as towards a replica. */
  static async towards(origin: string, extra: Record<string, unknown> = {}): Promise<Dmf> {
    const folder = await Deno.makeTempDir({ prefix: "dmf-", ...MEMORY });
    const dmf = new Dmf(folder, `${folder}/dmf.json`);
    await Deno.writeTextFile(
      dmf.config,
      JSON.stringify({
        sources: { "mfds-dmf": { origin } },
        politeness: { minDelayMs: 0, delayFactor: 0 },
        ...extra,
      }),
    );
    return dmf;
  }

  /** Another folder with the same data, or none yet, towards another origin. Both are closed between commands. */
  async copyTowards(origin: string): Promise<Dmf> {
    const copy = await Dmf.towards(origin);
    await copyFolder(this.data, copy.data);
    return copy;
  }

  get data(): string {
    return `${this.folder}/data`;
  }

  /** Runs a command line with this folder's data and configuration. */
  async run(args: readonly string[], parts: DeskParts = {}): Promise<Ran> {
    let out = "";
    let err = "";
    const desk: Desk = {
      version: "0.0.0",
      signal: new AbortController().signal,
      clock: systemClock(),
      openData: openBox,
      openFetch: () => httpFetch(),
      serve: serveReplica,
      selectorFiles: () => Promise.resolve(new Map()),
      removeDemo: () => Promise.resolve(),
      daily: () => Promise.resolve(),
      probe: probeBox,
      readText: (path) => Deno.readTextFile(path),
      ...parts,
      out: (text) => out += text,
      err: (text) => err += text,
      line: () => {},
    };
    const code = await runCli([...args, "--data", this.data, "--config", this.config], desk);
    return { code, out, err };
  }

  /** One day's crawl. */
  once(date: string, ...more: readonly string[]): Promise<Ran> {
    return this.run(["--once", "--date", date, ...more]);
  }

  /** Events as `dmf changes --json` prints them. */
  async changes(...args: readonly string[]): Promise<Change[]> {
    return JSON.parse((await this.run(["changes", "--json", ...args])).out);
  }

  /** Opens the data folder for a look inside. */
  open(): Promise<DataFolder> {
    return openBox(this.data, "existing");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  if (!await Deno.stat(from).then(() => true, () => false)) return;
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
