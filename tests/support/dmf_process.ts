/**
 * The program in a process of its own, with a fault planted at one of its writes.
 *
 * @module
 */

import { faultShim } from "./fault_shim.ts";
import type { Dmf } from "./run_dmf.ts";

/** What happens at the n-th write below the data folder. */
export interface Fault {
  /** The write, from 1; 0 for none. */
  readonly at: number;
  /**
   * `kill` before it, `tear` in the middle of it, `stop` (SIGSTOP) before it; an error: from it on.
   */
  readonly does: "kill" | "tear" | "stop" | keyof typeof ERRORS;
  /** Text that a path must contain for its writes to count. */
  readonly only?: string;
}

const ERRORS = { EIO: 5, EACCES: 13, ENOSPC: 28, EROFS: 30, EDQUOT: 122 } as const;

/** How a process is started. */
export interface Start {
  readonly fault?: Fault;
  readonly env?: Readonly<Record<string, string>>;
  /** Program and arguments that start the program, such as `faketime`. */
  readonly through?: readonly string[];
}

/** One write below the data folder. */
export interface Write {
  readonly n: number;
  readonly call:
    | "mkdir"
    | "create"
    | "write"
    | "pwrite"
    | "fsync"
    | "truncate"
    | "rename"
    | "unlink";
  /** Path below the data folder. */
  readonly path: string;
  /** The last stage that the program had told of by then; `""` before the first. */
  readonly told: string;
}

/** How a process ended. */
export interface Ended {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly out: string;
  readonly err: string;
  /** Every write below the data folder, the one at which the fault struck included. */
  readonly writes: readonly Write[];
}

/** A process that runs. */
export interface Running extends AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly ended: Promise<Ended>;
}

const PROJECT = new URL("../../", import.meta.url);

/** What is proven here is the disk: only with all permissions does Deno touch a disk in memory. */
const FLAGS = ["--no-check", "--cached-only", "--no-prompt", "--quiet", "--allow-all"];

/** Starts a command line in the folder of `dmf`. */
export async function start(dmf: Dmf, args: readonly string[], how: Start = {}): Promise<Running> {
  const folder = await Deno.realPath(dmf.folder);
  const log = `${folder}/writes.${crypto.randomUUID()}`;
  const main = new URL("src/main.ts", PROJECT).pathname;
  const program = [Deno.execPath(), "run", ...FLAGS, main, ...args];
  const [command, ...rest] = [...how.through ?? [], ...program];
  const child = new Deno.Command(command as string, {
    args: rest,
    cwd: folder,
    env: { ...await planted(how.fault, folder, log), ...how.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const ended = ending(child, how.fault ? log : null);
  return {
    child,
    ended,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch (error) {
        // It has ended by itself.
        if (!(error instanceof TypeError)) throw error;
      }
      await ended;
    },
  };
}

/** Runs a command line in the folder of `dmf` to its end. */
export async function launch(dmf: Dmf, args: readonly string[], how: Start = {}): Promise<Ended> {
  return await (await start(dmf, args, how)).ended;
}

async function planted(fault: Fault | undefined, folder: string, log: string) {
  if (fault === undefined) return {};
  return {
    LD_PRELOAD: await faultShim(),
    FAULT_ROOT: `${folder}/data`,
    FAULT_LOG: log,
    FAULT_AT: String(fault.at),
    FAULT_DO: fault.does in ERRORS ? String(ERRORS[fault.does as keyof typeof ERRORS]) : fault.does,
    ...(fault.only === undefined ? {} : { FAULT_ONLY: fault.only }),
  };
}

async function ending(child: Deno.ChildProcess, log: string | null): Promise<Ended> {
  const { code, signal, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  const writes = log === null ? [] : parseLog(await Deno.readTextFile(log));
  if (log !== null) await Deno.remove(log);
  return { code, signal, out: decoder.decode(stdout), err: decoder.decode(stderr), writes };
}

/** Lines of two threads may come the wrong way round; numbers tell. */
function parseLog(text: string): Write[] {
  const writes: Write[] = [];
  let told = "";
  for (const line of text.trimEnd().split("\n")) {
    const [n, call, ...path] = line.split(" ") as [string, Write["call"], ...string[]];
    if (n === "=") told = path.join(" ");
    else if (n !== "") writes.push({ n: Number(n), call, path: path.join(" "), told });
  }
  return writes.sort((a, b) => a.n - b.n);
}
