/**
 * The desk of a real process: its streams, files, network, clock and schedule.
 *
 * @module
 */

import type { Desk } from "../desk.ts";
import { isForeseen } from "../fault_words.ts";
import { printable, printableLines } from "../field_text.ts";
import { diskCorpora } from "./disk_corpora.ts";
import { diskFault } from "./disk_fault.ts";
import { diskKeeping } from "./disk_keeping.ts";
import { entriesIn, maybeRead } from "./durable_file.ts";
import { httpFetch } from "./http_fetch.ts";
import { probeBox } from "./probe.ts";
import { serveReplica } from "./replica_server.ts";
import { systemClock } from "./system_clock.ts";
import { makeFolder, writeAnswer } from "./whole_file.ts";

const encoder = new TextEncoder();

/** What a desk cannot know by itself. */
export interface DeskParts {
  readonly version: string;
  readonly signal: AbortSignal;
  readonly openData: Desk["openData"];
}

/** Sets up the desk. */
export function systemDesk({ version, signal, openData }: DeskParts): Desk {
  const terminal = Deno.stderr.isTerminal();
  const eraseLine = terminal ? "\r\x1b[K" : "";
  return {
    version,
    signal,
    openData,
    out: (text) => writeAll(Deno.stdout, text),
    err: (text) => tell(Deno.stderr, eraseLine + printableLines(text)),
    line: (text) => {
      if (terminal) tell(Deno.stderr, eraseLine + printable(text));
    },
    clock: systemClock(),
    readText,
    writeFile: writeAnswer,
    makeFolder,
    selectorFiles,
    keeping: diskKeeping,
    corpora: diskCorpora,
    openFetch: () => httpFetch(),
    serve: serveReplica,
    secret: () => crypto.getRandomValues(new Uint8Array(24)).toHex(),
    removeDemo,
    daily: (cron, wake) => Deno.cron("dmf", cron, { signal }, wake),
    probe: probeBox,
  };
}

interface Stream {
  writeSync(bytes: Uint8Array): number;
}

/**
 * Writes data to stdout whole; a reader that left early is no fault.
 *
 * @throws {StoreFault} where it cannot be written, as to a file on a full disk.
 */
export function writeAll(stream: Stream, text: string): void {
  let bytes = encoder.encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  } catch (error) {
    // The reader of a pipe may leave before the end, as `head` does.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw diskFault(error, "stdout");
  }
}

/** Writes words for people; where nobody can read them, what they speak of goes on. */
export function tell(stream: Stream, text: string): void {
  try {
    writeAll(stream, text);
  } catch (fault) {
    if (!isForeseen(fault)) throw fault;
  }
}

/** Text of a file, or `null` where there is none. */
export async function readText(path: string): Promise<string | null> {
  try {
    const bytes = await maybeRead(path);
    return bytes === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw diskFault(error, path);
  }
}

/** Spec files as `selectors/<source>/<version>.json`. */
async function selectorFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const source of await entriesIn("./selectors")) {
    if (!source.isDirectory) continue;
    for (const file of await entriesIn(`./selectors/${source.name}`)) {
      if (!file.isFile || !file.name.endsWith(".json")) continue;
      const path = `selectors/${source.name}/${file.name}`;
      const text = await readText(`./${path}`);
      if (text !== null) files.set(path, text);
    }
  }
  return files;
}

async function removeDemo(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw diskFault(error, path);
  }
}
