/**
 * What must be true of the data folder after the last day.
 *
 * Every proof returns sentences, one for each thing that is untrue.
 *
 * @module
 */

import assert from "node:assert/strict";
import { sealHash } from "../../src/commit.ts";
import { readEntries, readRuns } from "../../src/history.ts";
import { runsOf } from "../../src/keys.ts";
import { chainEntries, type LogEntry } from "../../src/log.ts";
import type { Change, FieldName, RegisterRecord } from "../../src/model.ts";
import { sameValue } from "../../src/normalize.ts";
import type { EventLog } from "../../src/ports.ts";
import { rollForward } from "../../src/project.ts";
import type { Head, RunRecord } from "../../src/run_record.ts";
import { StoreFault } from "../../src/store_fault.ts";
import { applyAll, type State } from "../../src/state.ts";
import { loadState, readHead } from "../../src/store.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { type TrueEvent, trueValues } from "../support/fixture_truth.ts";
import { assertTrue } from "../support/truth.ts";
import { litterOf, SOURCE } from "./look.ts";

/** The true events of a day that was believed. */
export interface TrueDay {
  readonly date: string;
  readonly events: readonly TrueEvent[];
}

/** Says how the changes of a day differ from its true events. */
export function untrueEvents({ date, events }: TrueDay, changes: readonly Change[]): string[] {
  return complaintsOf(() => assertTrue({ date, rows: [], events }, changes));
}

/** Compares the whole log, as `dmf changes` prints it, with the truth of all believed days. */
export function untrueLog(truth: readonly TrueDay[], changes: readonly Change[]): string[] {
  const byRun = Map.groupBy(changes, ({ run }) => run as string);
  const faults = truth.flatMap((day) => {
    const found = byRun.get(day.date) ?? [];
    byRun.delete(day.date);
    return untrueEvents(day, found);
  });
  return [
    ...faults,
    ...[...byRun.keys()].map((run) => `Events of ${run}, a day that was not believed`),
  ];
}

/** Folds the log and compares the chain, the projections and the keys with it. */
export async function untrueStore(log: EventLog): Promise<string[]> {
  const { state, faults } = await fold(log);
  const stored = await loadState(log, SOURCE);
  const before = await projections(log);
  await forget(log, before.map(({ key }) => key));
  await rollForward(log, SOURCE);
  const rebuilt = await projections(log);
  return [
    ...faults,
    ...(await litterOf(log)).map((litter) => `The store keeps ${litter}`),
    ...complaintsOf(() => assert.deepEqual(stored, state, "Records are not the fold of the log")),
    ...complaintsOf(() => assert.deepEqual(rebuilt, before, "Rebuilt projections are others")),
  ];
}

/** The state that the log amounts to, and where its chain does not hold. */
async function fold(log: EventLog): Promise<{ state: State; faults: string[] }> {
  const { head } = await readHead(log, SOURCE);
  const state: State = new Map();
  const faults: string[] = [];
  let before = { seq: 0, hash: "" };
  const span = { since: null, until: null };
  for await (const { run, record } of readRuns(log, SOURCE, span)) {
    if (record.state !== "accepted") continue;
    const entries: LogEntry[] = [];
    const hashes: string[] = [];
    try {
      for await (const sealed of readEntries(log, SOURCE, { since: run, until: run })) {
        entries.push(sealed.entry);
        hashes.push(sealed.hash);
      }
    } catch (fault) {
      if (!(fault instanceof StoreFault)) throw fault;
      return { state, faults: [...faults, `The chain breaks in ${run}: ${fault.sentence.en}`] };
    }
    const chained = chainEntries(entries, { ...before, run });
    const { chain, ...unchained } = record;
    const hash = sealHash(hashes.at(-1) ?? before.hash, unchained);
    const holds = chain === hash && chained.every((entry, at) => entry.hash === hashes[at]);
    if (!holds) faults.push(`The chain breaks in ${run}`);
    before = { seq: before.seq + entries.length, hash: chain };
    applyAll(state, entries, run);
  }
  if (before.seq !== head?.seq || before.hash !== head.chain) {
    faults.push(`The head counts ${head?.seq} entries, the log has ${before.seq}`);
  }
  return { state, faults };
}

const PROJECTED = ["projected", "record", "number", "version", "missing"];

async function projections(log: EventLog) {
  const entries = [];
  for (const kind of PROJECTED) {
    for await (const { key, value } of log.list({ prefix: [kind] })) entries.push({ key, value });
  }
  return entries;
}

async function forget(log: EventLog, keys: readonly (readonly (string | number)[])[]) {
  for (let at = 0; at < keys.length; at += 500) {
    const writes = keys.slice(at, at + 500).map((key) => ({ key, value: undefined }));
    assert.ok(await log.atomic([], writes));
  }
}

/** Compares `dmf as-of` of a day with the rows that stood in the list of that day. */
export function untrueList(
  date: string,
  standing: readonly FixtureRow[],
  found: readonly RegisterRecord[],
): string[] {
  const open = Map.groupBy(found, ({ registrationNumber }) => registrationNumber ?? "");
  const lost = standing.filter((row) => {
    const truth = trueValues(row);
    const like = open.get(row.number.trim()) ?? [];
    const at = like.findIndex((record) =>
      (Object.keys(truth) as FieldName[]).every((field) =>
        sameValue(field, record[field], truth[field] as never)
      )
    );
    if (at >= 0) like.splice(at, 1);
    return at < 0;
  });
  const left = [...open.values()].flat();
  if (lost.length === 0 && left.length === 0) return [];
  return [
    `As of ${date}: lacks ${lost.length} rows (${lost[0]?.number}), ` +
    `has ${left.length} others (${left[0]?.registrationNumber})`,
  ];
}

/** What the store is made of: how many keys of each kind, and what no sealed run counts. */
export interface Census {
  readonly keys: Readonly<Record<string, number>>;
  readonly runs: Readonly<Record<string, number>>;
  /** Staged entries that no seal counts. */
  readonly unsealed: number;
}

/** Counts. */
export async function census(log: EventLog, head: Head): Promise<Census> {
  const keys: Record<string, number> = {};
  for await (const { key } of log.list({ prefix: [] })) {
    const kind = String(key[0]);
    keys[kind] = (keys[kind] ?? 0) + 1;
  }
  const runs: Record<string, number> = {};
  for await (const { value } of log.list({ prefix: runsOf(SOURCE) })) {
    const { state } = value as RunRecord;
    runs[state] = (runs[state] ?? 0) + 1;
  }
  return { keys, runs, unsealed: (keys["event"] ?? 0) - head.seq };
}

/** Files that only a write in progress may leave, below `folder`. */
export async function unfinishedFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await unfinishedFiles(path));
    else if (/\.tmp$|-wal$|-shm$|-journal$/.test(name)) found.push(path);
  }
  return found;
}

function complaintsOf(proof: () => void): string[] {
  try {
    proof();
    return [];
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error;
    return [error.message.slice(0, 1500)];
  }
}
