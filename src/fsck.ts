/**
 * Proving that a store is whole: everything is recomputed from the log, and compared.
 *
 * Pure reading: it writes nothing, a crash's half-done work is a note and no damage, and every
 * damage is told, not only the first. How a damaged file can still be read is decided by whoever
 * hands the log in; a rebuild of projections would start from the fold in `fsck/`.
 *
 * @module
 */

import { type ArchiveMember, type ArchiveTally, proveArchive } from "./fsck/archive_proof.ts";
import { type Finding, type FindingKind, Findings, isDamage } from "./fsck/finding.ts";
import { proveLog, type ProvenLog } from "./fsck/log_proof.ts";
import { Needs } from "./fsck/needs.ts";
import { proveProjections } from "./fsck/projection_proof.ts";
import { each, one, type ReadableLog, shaped, SHAPES } from "./fsck/reading.ts";
import type { PageCheckpoint } from "./hold.ts";
import { allPagesOf, allRuns, baselineKey, heads, keyText, outboxOf, pagesOf } from "./keys.ts";
import { isLearned } from "./learned.ts";
import type { RunId, SourceId } from "./model.ts";
import { type Head, undecidedIn } from "./run_record.ts";
import type { Alert } from "./alert.ts";

/** What is to be proven. */
export interface Examined {
  readonly log: ReadableLog;
  /** Everything in the archive; `null` where there is none to look at. */
  readonly members: AsyncIterable<ArchiveMember> | null;
  /** Sources that are known besides those that the store itself names. */
  readonly sources: readonly SourceId[];
}

/** The head of a source as a proof found it. */
export interface ProvenHead extends Pick<Head, "run" | "seq" | "chain"> {
  readonly source: SourceId;
}

/** What a proof came to. */
export interface FsckReport {
  /** False where there is damage. */
  readonly whole: boolean;
  readonly findings: readonly Finding[];
  /** Findings beyond those that are told one by one, by kind. */
  readonly omitted: Readonly<Partial<Record<FindingKind, number>>>;
  readonly heads: readonly ProvenHead[];
  readonly checked: Checked;
}

/** How much was looked at. */
export interface Checked extends ArchiveTally {
  readonly runs: number;
  readonly entries: number;
  readonly records: number;
  readonly versions: number;
}

/** Proves a store and its archive; `before` are findings of whoever opened them. */
export async function fsck(
  { log, members, sources }: Examined,
  before: readonly Finding[] = [],
): Promise<FsckReport> {
  const findings = new Findings();
  for (const finding of before) findings.add(finding);
  const needs = new Needs();
  const known: ProvenHead[] = [];
  const checked = { runs: 0, entries: 0, records: 0, versions: 0 };
  for (const source of await sourcesIn(log, sources, findings)) {
    const proven = await proveLog(log, source, { findings, needs });
    const counts = await proveProjections(log, source, proven, findings);
    await proveBaseline(log, source, proven, findings);
    await proveCheckpoints(log, source, proven, { findings, needs });
    if (proven.head) {
      const { run, seq, chain } = proven.head;
      known.push({ source, run, seq, chain });
    }
    checked.runs += proven.runs.size;
    checked.entries += proven.entries;
    checked.records += counts.records;
    checked.versions += counts.versions;
  }
  await proveOutbox(log, findings);
  const tally = members
    ? await proveArchive(members, needs, findings)
    : { bodies: 0, unpointed: 0, pruned: 0 };
  return reportOf(findings, known, { ...checked, ...tally });
}

/** The report where nothing of the store can be read. */
export function unreadable(before: readonly Finding[]): FsckReport {
  const findings = new Findings();
  for (const finding of before) findings.add(finding);
  const nothing = { runs: 0, entries: 0, records: 0, versions: 0 };
  return reportOf(findings, [], { ...nothing, bodies: 0, unpointed: 0, pruned: 0 });
}

function reportOf(
  findings: Findings,
  heads: readonly ProvenHead[],
  checked: Checked,
): FsckReport {
  const whole = !findings.list.some(isDamage);
  return { whole, findings: findings.list, omitted: findings.omitted(), heads, checked };
}

async function sourcesIn(
  log: ReadableLog,
  known: readonly SourceId[],
  findings: Findings,
): Promise<Set<SourceId>> {
  const sources = new Set(known);
  for (const prefix of [heads(), allRuns()]) {
    for await (const { key } of each(log, { prefix }, findings)) sources.add(key[1] as SourceId);
  }
  return sources;
}

/** An accepted run always leaves what the next one is measured against. */
async function proveBaseline(
  log: ReadableLog,
  source: SourceId,
  { last }: ProvenLog,
  findings: Findings,
): Promise<void> {
  const entry = await one(log, baselineKey(source, "change"), findings);
  if (entry.value !== null) shaped(entry, SHAPES.baseline, findings);
  else if (last) findings.add({ kind: "baseline-missing", at: keyText(entry.key) });
  const statistics = await one(log, baselineKey(source, "statistics"), findings);
  if (statistics.value === null) return;
  if (shaped(statistics, SHAPES.baseline, findings) && !isLearned(statistics.value)) {
    findings.add({ kind: "value-malformed", at: keyText(statistics.key), found: "levels, rates" });
  }
}

/**
 * Checkpoints of a run that goes on point to bodies, and so do those of a refused one that a person
 * may still accept; those of an ended one only wait for deletion.
 */
async function proveCheckpoints(
  log: ReadableLog,
  source: SourceId,
  { runs }: ProvenLog,
  { findings, needs }: { readonly findings: Findings; readonly needs: Needs },
): Promise<void> {
  const left = new Map<RunId, number>();
  const waiting = undecidedIn(
    [...runs].toSorted(([a], [b]) => a < b ? 1 : -1).map(([run, record]) => ({ run, record })),
  );
  for await (const entry of each(log, { prefix: allPagesOf(source) }, findings)) {
    const run = entry.key[2] as RunId;
    const page = shaped<PageCheckpoint>(entry, SHAPES.page, findings);
    if (!page) continue;
    const record = runs.get(run);
    const goesOn = record?.state === "running" || record?.state === "failed";
    const undecided = run === waiting;
    if (goesOn || undecided) needs.add(run, page.digest, keyText(entry.key), { undecided });
    else left.set(run, (left.get(run) ?? 0) + 1);
  }
  for (const [run, count] of left) {
    const at = keyText(pagesOf(source, run));
    findings.add({ kind: "leftover-checkpoints", at, found: `${count}` });
  }
}

async function proveOutbox(log: ReadableLog, findings: Findings): Promise<void> {
  for await (const entry of each(log, { prefix: outboxOf() }, findings)) {
    const alert = shaped<Alert>(entry, SHAPES.alert, findings);
    if (alert && alert.id !== entry.key[1]) {
      findings.add({ kind: "value-malformed", at: keyText(entry.key), found: "id" });
    }
  }
}
