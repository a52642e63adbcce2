/**
 * What the store holds after an attempt, read past the program.
 *
 * @module
 */

import { ConfigurationError } from "../../src/configuration_error.ts";
import type { DataFolder } from "../../src/desk.ts";
import { lastRun, readChanges, readEntries, readRuns } from "../../src/history.ts";
import { allPagesOf, leaseKey, outboxOf } from "../../src/keys.ts";
import type { Change, RunId, SourceId } from "../../src/model.ts";
import type { EventLog } from "../../src/ports.ts";
import { type Head, type RunRecord, undecidedIn } from "../../src/run_record.ts";
import { readHead, readRun } from "../../src/store.ts";
import type { Dmf } from "../support/run_dmf.ts";

/** The one source of a soak. */
export const SOURCE = "mfds-dmf" as SourceId;

/** The store as one attempt left it. */
export interface Look {
  readonly head: Head | null;
  /** The record of the day's run. */
  readonly record: RunRecord | null;
  /** Sealed events of the day. */
  readonly changes: readonly Change[];
  /** Numbers of the sealed entries of the day, in order. */
  readonly seqs: readonly number[];
  /** What only an interrupted attempt may leave: a lease, checkpoints, alerts not handed on. */
  readonly litter: readonly string[];
}

const NOTHING: Look = { head: null, record: null, changes: [], seqs: [], litter: [] };

/** Opens the data folder, looks, and closes it; sees nothing where there is no folder yet. */
export async function look(dmf: Dmf, date: string): Promise<Look> {
  const box = await maybeOpen(dmf);
  if (box === null) return NOTHING;
  try {
    const { log } = box;
    const span = { since: date as RunId, until: date as RunId };
    const seqs: number[] = [];
    for await (const { seq } of readEntries(log, SOURCE, span)) seqs.push(seq);
    return {
      head: (await readHead(log, SOURCE)).head,
      record: await readRun(log, SOURCE, date as RunId),
      changes: await readChanges(log, SOURCE, span),
      seqs,
      litter: await litterOf(log),
    };
  } finally {
    await box.close();
  }
}

async function maybeOpen(dmf: Dmf): Promise<DataFolder | null> {
  try {
    return await dmf.open();
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

/**
 * Leases, checkpoints and alerts that wait, by name; and what ought to be kept and is not.
 *
 * A refused list that nobody decided on keeps its pages, to be accepted from; a run that failed may
 * go on with its own later in the day.
 */
export async function litterOf(log: EventLog): Promise<string[]> {
  const litter: string[] = [];
  const last = await lastRun(log, SOURCE);
  const runs = await Array.fromAsync(readRuns(log, SOURCE, { since: null, until: null }));
  const waiting = undecidedIn(runs.toReversed());
  const kept = last && keeping(last.record);
  let pages = 0;
  if ((await log.get(leaseKey(SOURCE))).value !== null) litter.push("a lease");
  for await (const { key } of log.list({ prefix: allPagesOf(SOURCE) })) {
    if (kept && key[2] === last.run) pages += 1;
    else if (key[2] !== waiting) litter.push(`a checkpoint ${JSON.stringify(key)}`);
  }
  if (kept && pages < kept.least) litter.push(`${pages} checkpoints, and ${last.run} is undecided`);
  for await (const { key } of log.list({ prefix: outboxOf() })) {
    litter.push(`an alert ${JSON.stringify(key)}`);
  }
  return litter;
}

/** How many checkpoints the last run must have, or `null` where it may have none. */
function keeping(record: RunRecord): { readonly least: number } | null {
  switch (record.state) {
    case "quarantined":
      return record.rejected ? null : { least: record.pages };
    case "failed":
      return { least: 0 };
    default:
      return null;
  }
}
