/**
 * Every key of the store, built by a named function; no other module writes a key.
 *
 * Order matters: `event`, `version` and `run` sort by date because run ids are ISO dates.
 *
 * @module
 */

import { digestOf } from "./digest.ts";
import type { RecordId, RunId, SourceId } from "./model.ts";
import type { Key } from "./ports.ts";

/** Characters that fit the key of any store; no well-formed number has half as many. */
const LONGEST_NUMBER = 200;

/** Store id and schema. */
export const metaKey = (): Key => ["meta"];
/** Who may write for a source, and until when. */
export const leaseKey = (source: SourceId): Key => ["lease", source];
/** How one run went. */
export const runKey = (source: SourceId, run: RunId): Key => ["run", source, run];
export const runsOf = (source: SourceId): Key => ["run", source];
export const allRuns = (): Key => ["run"];
/** Checkpoint: a page of an unfinished run that is archived already. */
export const pageKey = (source: SourceId, run: RunId, page: number): Key => [
  "page",
  source,
  run,
  page,
];
export const pagesOf = (source: SourceId, run: RunId): Key => ["page", source, run];
export const allPagesOf = (source: SourceId): Key => ["page", source];
/** The i-th log entry of a run; it counts only below the sealed number of entries. */
export const eventKey = (source: SourceId, run: RunId, index: number): Key => [
  "event",
  source,
  run,
  index,
];
export const eventsOf = (source: SourceId, run: RunId): Key => ["event", source, run];
export const allEventsOf = (source: SourceId): Key => ["event", source];
/** Where the entries of a run end and those of the next run, whichever it is, begin. */
export const afterEventsOf = (source: SourceId, run: RunId): Key => [
  "event",
  source,
  `${run}\u0000`,
];
/** The last sealed run. */
export const headKey = (source: SourceId): Key => ["head", source];
export const heads = (): Key => ["head"];
/** How far the projections have followed the log. */
export const projectedKey = (source: SourceId): Key => ["projected", source];
/** A record as it stands. */
export const recordKey = (source: SourceId, record: RecordId): Key => ["record", source, record];
export const recordsOf = (source: SourceId): Key => ["record", source];
/** Record ids by registration number; nearly always one. What is too long for a key is hashed. */
export const numberKey = (source: SourceId, number: string): Key => [
  "number",
  source,
  number.length > LONGEST_NUMBER ? digestOf(number) : number,
];
export const numbersOf = (source: SourceId): Key => ["number", source];
/** A record over one half-open span of runs. */
export const versionKey = (source: SourceId, record: RecordId, validFrom: RunId): Key => [
  "version",
  source,
  record,
  validFrom,
];
export const versionsOf = (source: SourceId, record?: RecordId): Key =>
  record === undefined ? ["version", source] : ["version", source, record];
/** A record absent from accepted lists, but not delisted. */
export const missingKey = (source: SourceId, record: RecordId): Key => ["missing", source, record];
export const missingOf = (source: SourceId): Key => ["missing", source];
/** The last visit to the page of a notice: a cache beside the log. */
export const visitKey = (source: SourceId, record: RecordId): Key => ["visit", source, record];
export const visitsOf = (source: SourceId): Key => ["visit", source];
/** What the accepted past looks like. */
export const baselineKey = (source: SourceId, what: "change" | "statistics" | "terms"): Key => [
  "baseline",
  source,
  what,
];
/** What stands between a source and its next accepted run; nothing where all is well. */
export const troubleKey = (source: SourceId): Key => ["trouble", source];
/** A sealed run whose report is not written yet. */
export const owedReportKey = (source: SourceId, run: RunId): Key => ["report", source, run];
export const owedReportsOf = (source: SourceId): Key => ["report", source];
/** An alert that has not been handed on yet. */
export const outboxKey = (id: string): Key => ["outbox", id];
export const outboxOf = (): Key => ["outbox"];
/** A part of a value that is too large for its key. */
export const partKey = (key: Key, part: number): Key => ["part", ...key, part];

/** A key as people read it. */
export const keyText = (key: Key): string => key.join("/");
