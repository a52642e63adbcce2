/**
 * The whole program inside the test: real store, real archive, real HTTP; only the streams are kept.
 *
 * @module
 */

import { httpFetch } from "../../src/adapters/http_fetch.ts";
import { diskCorpora } from "../../src/adapters/disk_corpora.ts";
import { diskKeeping } from "../../src/adapters/disk_keeping.ts";
import { openBox } from "../../src/adapters/box.ts";
import { probeBox } from "../../src/adapters/probe.ts";
import { readText } from "../../src/adapters/system_desk.ts";
import { systemClock } from "../../src/adapters/system_clock.ts";
import { makeFolder, writeAnswer } from "../../src/adapters/whole_file.ts";
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

/** Makes a folder for a test, in memory where there is such a disk. */
export function shortLived(): Promise<string> {
  return Deno.makeTempDir({ prefix: "dmf-", ...MEMORY });
}

/** Parts of the desk that a test replaces. */
export type DeskParts = Partial<Omit<Desk, "out" | "err" | "line" | "readText">>;

/** A folder with a dmf.json that points to a loopback origin, and the program run in it. */
export class Dmf implements AsyncDisposable {
  private constructor(
    readonly folder: string,
    readonly config: string,
    private readonly parts: DeskParts,
  ) {}

  /** Politeness is off, as towards a replica; `parts` hold for every command line. */
  static async towards(
    origin: string,
    extra: Record<string, unknown> = {},
    parts: DeskParts = {},
  ): Promise<Dmf> {
    return await Dmf.within(await shortLived(), origin, extra, parts);
  }

  /** A folder that was set up before, maybe by another process. */
  static at(folder: string, parts: DeskParts = {}): Dmf {
    return new Dmf(folder, `${folder}/dmf.json`, parts);
  }

  /** Sets up an empty folder. */
  static async within(
    folder: string,
    origin: string,
    extra: Record<string, unknown> = {},
    parts: DeskParts = {},
  ): Promise<Dmf> {
    const dmf = Dmf.at(folder, parts);
    await dmf.pointTo(origin, extra);
    return dmf;
  }

  /** Writes the configuration anew, towards `origin`. */
  async pointTo(origin: string, extra: Record<string, unknown> = {}): Promise<void> {
    await Deno.writeTextFile(
      this.config,
      JSON.stringify({
        sources: { "mfds-dmf": { origin } },
        politeness: { minDelayMs: 0, delayFactor: 0 },
        ...extra,
      }),
    );
  }

  /** Another folder with the same data, or none yet, towards another origin; closed in between. */
  async copyTowards(origin: string, parts: DeskParts = {}): Promise<Dmf> {
    const copy = await Dmf.towards(origin, {}, parts);
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
      keeping: diskKeeping,
      corpora: diskCorpora,
      openFetch: () => httpFetch(),
      serve: serveReplica,
      secret: () => "0123456789abcdef",
      selectorFiles: () => Promise.resolve(new Map()),
      removeDemo: () => Promise.resolve(),
      daily: () => Promise.resolve(),
      probe: probeBox,
      writeFile: writeAnswer,
      makeFolder,
      readText,
      ...this.parts,
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
    return (this.parts.openData ?? openBox)(this.data, "existing");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Copies a folder with everything below it. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (!await Deno.stat(from).then(() => true, () => false)) return;
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
