/**
 * How an accepted run becomes history: stage, then seal.
 *
 * A run may need several atomic operations, so its entries are staged under keys that depend on
 * nothing but the run, and count for nothing yet. One atomic operation then checks the head it
 * builds on and writes the new head with the number of entries and the chain hash: the seal. Readers
 * stop at the sealed number, so leftovers of a longer, interrupted attempt are never read.
 * Projections follow whenever there is time (`project.ts`); a crash anywhere loses nothing and
 * repeats nothing.
 *
 * @module
 */

import type { Alert } from "./alert.ts";
import { canonical, digestOf } from "./digest.ts";
import { Hold } from "./hold.ts";
import {
  baselineKey,
  eventKey,
  eventsOf,
  headKey,
  outboxKey,
  owedReportKey,
  runKey,
  troubleKey,
} from "./keys.ts";
import type { Learned } from "./learned.ts";
import { chainEntries, type LogEntry, type SealedEntry } from "./log.ts";
import type { ChangeBaseline } from "./plausibility.ts";
import type { EventLog, Write } from "./ports.ts";
import type { Accepted, Corrected, Head } from "./run_record.ts";
import { clear, portions, readHead, type TermsBaseline } from "./store.ts";

/** All that a run adds to history. */
export interface Commit<E = LogEntry> {
  readonly entries: readonly E[];
  readonly accepted: Omit<Accepted, "firstSeq" | "entries" | "chain">;
  readonly baseline: ChangeBaseline;
  readonly learned: Learned;
  readonly terms: TermsBaseline | null;
  readonly alerts: readonly Alert[];
}

/** Commits an accepted run and returns its entries as sealed. */
export async function commit<E = LogEntry>(
  log: EventLog,
  hold: Hold,
  commit: Commit<E>,
): Promise<{ readonly record: Accepted; readonly sealed: readonly SealedEntry<E>[] }> {
  const { source, run } = hold;
  const { entry: headEntry, head } = await readHead(log, source);
  const after = { run, seq: head?.seq ?? 0, hash: head?.chain ?? "" };
  const sealed = chainEntries(commit.entries, after);
  await stage(log, hold, sealed);

  const unchained = { ...commit.accepted, firstSeq: after.seq + 1, entries: sealed.length };
  const hash = sealed.at(-1)?.hash ?? after.hash;
  const chain = sealHash(hash, unchained);
  const record: Accepted = { ...unchained, chain };
  const seq = after.seq + sealed.length;
  const { corrections } = head ?? {};
  const next: Head = {
    run,
    seq,
    hash,
    chain,
    at: record.finishedAt,
    ...(corrections ? { corrections } : {}),
  };
  const writes: Write[] = [
    { key: headKey(source), value: next },
    { key: runKey(source, run), value: record },
    { key: baselineKey(source, "change"), value: commit.baseline },
    { key: baselineKey(source, "statistics"), value: commit.learned },
    { key: troubleKey(source), value: undefined },
    { key: owedReportKey(source, run), value: record.finishedAt },
    ...commit.alerts.map((alert) => ({ key: outboxKey(alert.id), value: alert })),
  ];
  if (commit.terms) writes.push({ key: baselineKey(source, "terms"), value: commit.terms });
  await hold.write(writes, [headEntry]);

  return { record, sealed };
}

/** Hash of the seal: over the last entry's hash and the run's own record. */
export function sealHash(
  lastEntryHash: string,
  record: Omit<Accepted, "chain"> | Omit<Corrected, "chain">,
): string {
  return digestOf(`${lastEntryHash}\n${canonical(record)}`);
}

/** Writes entries that count for nothing until their run is sealed. */
export async function stage(
  log: EventLog,
  hold: Hold,
  sealed: readonly SealedEntry<unknown>[],
): Promise<void> {
  const { source, run } = hold;
  await clear(log, {
    prefix: eventsOf(source, run),
    start: eventKey(source, run, sealed.length),
  });
  const writes = sealed.map((entry, index): Write[] => [
    { key: eventKey(source, run, index), value: entry },
  ]);
  for (const portion of portions(writes)) await hold.write(portion);
}
