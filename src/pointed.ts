/**
 * What of the archive must stay, whatever is to be dropped: proof that somebody may still ask for.
 *
 * That is every body that a sealed entry or a checkpoint points to, and every body of a run that is
 * still open or among the last ones. Read from the log itself, not from what is shown of it: an
 * entry that was taken back later still has its proof.
 *
 * @module
 */

import { correctedBy } from "./corrections.ts";
import { Needs } from "./fsck/needs.ts";
import { readRuns } from "./history.ts";
import type { PageCheckpoint } from "./hold.ts";
import { allPagesOf, allRuns, eventKey, heads, keyText } from "./keys.ts";
import type { Digest, RunId, SourceId } from "./model.ts";
import type { EventLog } from "./ports.ts";
import { provenEntries } from "./proven_entries.ts";
import { isSealed, type RunRecord } from "./run_record.ts";
import { readHead } from "./store.ts";

/** Accepted runs of a source whose lists stay whole: a week, its unconditional Sunday included. */
export const WHOLE_RUNS = 7;

/** What stays, over all sources: they share the days of the archive. */
export interface Pointed {
  /** Runs of which every body stays. */
  readonly runs: ReadonlySet<RunId>;
  /** Whether an entry of the log or a checkpoint points to a body. */
  has(run: RunId, digest: Digest): boolean;
}

/**
 * Reads what stays.
 *
 * @throws {StoreFault} where the log is damaged: nothing may be dropped on the word of such a one.
 */
export async function readPointed(log: EventLog): Promise<Pointed> {
  const runs = new Set<RunId>();
  const bodies = new Set<string>();
  for (const source of await sourcesIn(log)) {
    for (const run of await wholeRuns(log, source)) runs.add(run);
    for (const name of await bodiesOf(log, source)) bodies.add(name);
  }
  return { runs, has: (run, digest) => bodies.has(`${run}/${digest}`) };
}

/** A source that the program no longer knows still has its past. */
async function sourcesIn(log: EventLog): Promise<Set<SourceId>> {
  const sources = new Set<SourceId>();
  for (const prefix of [heads(), allRuns()]) {
    for await (const { key } of log.list({ prefix })) sources.add(key[1] as SourceId);
  }
  return sources;
}

async function wholeRuns(log: EventLog, source: SourceId): Promise<readonly RunId[]> {
  const { head } = await readHead(log, source);
  const accepted: RunId[] = [];
  const open: RunId[] = [];
  for await (const { run, record } of readRuns(log, source, { since: null, until: null })) {
    if (record.state === "accepted") accepted.push(run);
    // A run before the last sealed one can neither go on nor be accepted any more.
    if ((head === null || run > head.run) && isOpen(record)) open.push(run);
  }
  return [...accepted.slice(-WHOLE_RUNS), ...open];
}

function isOpen(record: RunRecord): boolean {
  return record.state === "quarantined" ? !record.rejected : !isSealed(record);
}

async function bodiesOf(log: EventLog, source: SourceId): Promise<Set<string>> {
  const needs = new Needs();
  for await (const { run, record } of readRuns(log, source, { since: null, until: null })) {
    if (!isSealed(record)) continue;
    let index = 0;
    for await (const { entry } of provenEntries(log, source, run, record)) {
      const of = record.state === "corrected" ? correctedBy(record, index) ?? run : run;
      needs.addEntry(of, entry, keyText(eventKey(source, run, index++)));
    }
  }
  for await (const { key, value } of log.list({ prefix: allPagesOf(source) })) {
    needs.add(key[2] as RunId, (value as PageCheckpoint).digest, keyText(key));
  }
  return new Set([...needs.rest()].map(({ run, digest }) => `${run}/${digest}`));
}
