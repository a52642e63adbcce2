/**
 * What a command works with: its streams, its files, and the ports that `main.ts` joined.
 *
 * @module
 */

import type { Corpora } from "./corpus/corpus_files.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { Keeping } from "./keeping.ts";
import type { RunId } from "./model.ts";
import type { Spool } from "./notify/spool.ts";
import type { Archive, Clock, EventLog, Fetch, Notify } from "./ports.ts";
import type { NoticeReport } from "./report/notices.ts";
import type { Report } from "./report/report.ts";
import type { Sink } from "./report/xlsx_file.ts";
import type { Sentence } from "./refusal.ts";
import type { Shelf } from "./shelf.ts";

/** The opened data folder. */
export interface DataFolder {
  readonly path: string;
  readonly log: EventLog;
  readonly archive: Archive;
  /** The archive as it lies there. */
  readonly shelf: Shelf;
  readonly notify: Notify;
  /** The outbox folder, to see what became of what was handed on. */
  readonly spool: Spool;
  /** True when no other process has the folder open for writing. */
  readonly alone: boolean;
  /** Writes the files of a report and returns their paths, the workbook first. */
  writeReport(report: Report, lang: "ko" | "en"): Promise<readonly string[]>;
  /** Writes the files of a run of boards and returns their paths, the workbook first. */
  writeNotices(report: NoticeReport, lang: "ko" | "en"): Promise<readonly string[]>;
  /** Writes a page for people, and the folder it lies in where that is missing. */
  writePage(path: string, html: string): Promise<void>;
  /** Removes reports of days before `first`, the newest one excepted, or only counts them. */
  dropReports(first: RunId, how: { readonly dryRun: boolean }): Promise<Dropped>;
  /** Leaves the sign of life of a run. */
  writeHeartbeat(heartbeat: Heartbeat): Promise<void>;
  close(): Promise<void>;
}

/** Files that were removed, or would be. */
export interface Dropped {
  readonly files: number;
  readonly bytes: number;
  /** Files that could not be removed, as when a program has them open; they go another time. */
  readonly held: number;
}

/** A command's view of the process it runs in. */
export interface Desk {
  readonly version: string;
  /** Data, to stdout. */
  out(text: string): void;
  /** Words for people, to stderr. */
  err(text: string): void;
  /** Replaces the line on a terminal; does nothing where stderr is no terminal. */
  line(text: string): void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Text of a file, or `null` where there is none. */
  readText(path: string): Promise<string | null>;
  /** Writes a file that a person asked for, whole or not at all; what had its name is replaced. */
  writeFile(path: string, write: (sink: Sink) => Promise<void>): Promise<void>;
  /** Makes a folder, and those it lies in, where they are missing. */
  makeFolder(path: string): Promise<void>;
  /** Selector spec files of a `selectors` folder beside the program, by path. */
  selectorFiles(): Promise<ReadonlyMap<string, string>>;
  /** Opens the data folder; with `found` it is made where there is none. */
  openData(path: string, mode: "found" | "existing"): Promise<DataFolder>;
  /** Proves, copies and restores the data folder as a whole. */
  readonly keeping: Keeping;
  /** Corpora below the data folder, and the documents that are given to them. */
  readonly corpora: Corpora;
  /** Opens a way out to the network, to be used by one host queue. */
  openFetch(): Fetch & Disposable;
  /** Serves a replica, or a page for the person at this machine, on a loopback port. */
  serve(handler: (request: Request) => Response | Promise<Response>): Served;
  /** A word that nobody can guess. */
  secret(): string;
  /** Removes the folder of an earlier demo. */
  removeDemo(path: string): Promise<void>;
  /** Wakes at a time of day given as cron in UTC, until the signal of the desk aborts. */
  daily(cron: string, wake: () => Promise<void>): Promise<void>;
  /** What the system says of this box. */
  probe(dataPath: string): Promise<Probe>;
}

/** A replica that listens. */
export interface Served {
  readonly origin: string;
  close(): Promise<void>;
}

/** Facts about the box that only the system knows. */
export interface Probe {
  /** Permissions the crawler needs, by name, and whether each is granted. */
  readonly permissions: ReadonlyMap<string, boolean>;
  readonly timeZone: string;
  /** Free bytes where the data folder lies; `null` where the system does not tell. */
  readonly freeBytes: number | null;
}

/** Picks the language. */
export function inWords(lang: "ko" | "en", sentence: Sentence): string {
  return sentence[lang];
}
