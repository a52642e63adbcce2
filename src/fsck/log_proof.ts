/**
 * Recomputing a sealed log: every hash, every seal, the order of runs, and the head.
 *
 * What the entries amount to is folded on the way and compared in `projection_proof.ts`. After a
 * damaged place the proof goes on with what is stored there, so that each damage is told once.
 *
 * @module
 */

import { sealHash } from "../commit.ts";
import { correctedBy, type Corrections, type Corrector, placeOf } from "../corrections.ts";
import {
  afterEventsOf,
  allEventsOf,
  eventKey,
  eventsOf,
  headKey,
  keyText,
  projectedKey,
  runKey,
  runsOf,
} from "../keys.ts";
import { entryHash, isOfBoards, type SealedEntry } from "../log.ts";
import type { RecordId, RunId, SourceId } from "../model.ts";
import type { NoticeEntry } from "../notice/notice.ts";
import { applyNotice, type KnownNotice } from "../notice/notice_state.ts";
import type { Entry } from "../ports.ts";
import { type Head, isSealed, type RunRecord, type Sealed } from "../run_record.ts";
import { isRenewal } from "../renewal.ts";
import { ExpectedProjections } from "./expected_projections.ts";
import type { Findings } from "./finding.ts";
import type { Needs } from "./needs.ts";
import { each, maybeHash, one, type ReadableLog, shaped, SHAPES } from "./reading.ts";

/** The runs, and what the projections must be. */
export interface ProvenLog {
  readonly runs: ReadonlyMap<RunId, RunRecord>;
  readonly corrections: Corrections;
  /** Runs whose record is there but cannot be read. */
  readonly unread: ReadonlySet<RunId>;
  readonly head: Head | null;
  /** The last accepted run. */
  readonly last: RunId | null;
  readonly expected: ExpectedProjections;
  readonly entries: number;
}

/** How far the projections are; `null` where nothing says so. */
export type Mark = { readonly run: RunId; readonly index: number } | null;

/**
 * What the next entry is chained to: the stored hash of the one before, or of the seal, and, where that is not what
 * it should be, the right one; `null` where the entry before is not there.
 */
type Link = readonly string[] | null;

/** Proves the log of one source. */
export async function proveLog(
  log: ReadableLog,
  source: SourceId,
  { findings, needs }: { readonly findings: Findings; readonly needs: Needs },
): Promise<ProvenLog> {
  const { runs, unread } = await readRuns(log, source, findings);
  const headEntry = await one(log, headKey(source), findings);
  const head = headEntry.value === null ? null : shaped<Head>(headEntry, SHAPES.head, findings);
  const mark = (await one(log, projectedKey(source), findings)).value as Mark;
  const corrections = correctionsIn(runs);
  const proof = new LogProof(log, source, findings, needs, { mark, corrections });
  let sealed: readonly [RunId, Sealed] | null = null;
  let last: RunId | null = null;
  for (const [run, record] of runs) {
    if (!isSealed(record)) continue;
    await proof.take(run, record);
    sealed = [run, record];
    if (record.state === "accepted") last = run;
  }
  await proof.leftovers(runs, unread);
  if (headEntry.value === null || head) proof.proveHead(head, sealed, correctionIds(runs));
  const { expected, entries } = proof;
  return { runs, corrections, unread, head, last, expected, entries };
}

/** Corrections in the order in which they were sealed; the last that speaks for a run counts. */
function correctionsIn(runs: ReadonlyMap<RunId, RunRecord>): Corrections {
  const corrected = new Map<RunId, Corrector>();
  for (const [by, record] of runs) {
    if (record.state !== "corrected") continue;
    const { replaces, specVersion } = record;
    for (const one of replaces) corrected.set(one.run, { ...one, by, specVersion });
  }
  return corrected;
}

function correctionIds(runs: ReadonlyMap<RunId, RunRecord>): RunId[] {
  return [...runs].filter(([, { state }]) => state === "corrected").map(([run]) => run);
}

async function readRuns(log: ReadableLog, source: SourceId, findings: Findings) {
  const runs = new Map<RunId, RunRecord>();
  const unread = new Set<RunId>();
  for await (const entry of each(log, { prefix: runsOf(source) }, findings)) {
    const run = entry.key.at(-1) as RunId;
    const any = shaped<RunRecord>(entry, SHAPES.run, findings);
    const shape = any?.state === "accepted"
      ? SHAPES.accepted
      : any?.state === "corrected"
      ? SHAPES.corrected
      : SHAPES.begun;
    const record = any && shaped<RunRecord>(entry, shape, findings);
    if (record) runs.set(run, record);
    else unread.add(run);
  }
  return { runs, unread };
}

class LogProof {
  readonly expected: ExpectedProjections;
  entries = 0;
  readonly #notices = new Map<RecordId, KnownNotice>();
  #seq = 0;
  #link: Link = [""];
  /** Hash of the last entry of the last run. */
  #last: Link = null;

  constructor(
    private readonly log: ReadableLog,
    private readonly source: SourceId,
    private readonly findings: Findings,
    private readonly needs: Needs,
    private readonly of: { readonly mark: Mark; readonly corrections: Corrections },
  ) {
    this.expected = new ExpectedProjections(source);
  }

  /** Proves the entries and the seal of a run, and folds what counts of it. */
  async take(run: RunId, record: Sealed): Promise<void> {
    if (record.firstSeq !== this.#seq + 1) {
      this.findings.add({
        kind: "run-misplaced",
        at: keyText(runKey(this.source, run)),
        expected: `firstSeq ${this.#seq + 1}`,
        found: `firstSeq ${record.firstSeq}`,
      });
      this.#link = null;
    }
    let index = 0;
    const end = eventKey(this.source, run, record.entries);
    const range = { prefix: eventsOf(this.source, run), end };
    for await (const entry of each(this.log, range, this.findings)) {
      for (; index < Number(entry.key.at(-1)); index++) this.#missing(run, index);
      this.#entry(entry, run, record, index);
      index += 1;
    }
    for (; index < record.entries; index++) this.#missing(run, index);
    this.#seq = record.firstSeq + record.entries - 1;
    this.#seal(run, record);
    if (record.state === "accepted" && this.of.corrections.has(run)) {
      await this.#foldCorrected(run, record);
    }
  }

  /** Folds what stands in the place of a run; that itself is proven when its turn comes. */
  async #foldCorrected(run: RunId, record: Sealed): Promise<void> {
    const { at, from, entries } = placeOf(this.of.corrections, run, record);
    const range = {
      prefix: eventsOf(this.source, at),
      start: eventKey(this.source, at, from),
      end: eventKey(this.source, at, from + entries),
    };
    let index = 0;
    for await (const { key, value } of this.log.list(range)) {
      const sealed = value as SealedEntry;
      this.#fold(sealed, { run, index, at: keyText(key) });
      index += 1;
    }
  }

  #missing(run: RunId, index: number): void {
    this.findings.add({
      kind: "entry-missing",
      at: keyText(eventKey(this.source, run, index)),
    });
    this.#link = null;
  }

  #entry(stored: Entry, run: RunId, record: Sealed, index: number): void {
    const at = keyText(stored.key);
    this.entries += 1;
    const sealed = shaped<SealedEntry>(stored, SHAPES.event, this.findings);
    if (!sealed) {
      this.#link = null;
      return;
    }
    const seq = record.firstSeq + index;
    if (sealed.seq !== seq || sealed.run !== run) {
      const [expected, found] = [`${seq} ${run}`, `${sealed.seq} ${sealed.run}`];
      this.findings.add({ kind: "entry-misplaced", at, expected, found });
    }
    const right = this.#link?.map((previous) =>
      maybeHash(({ entry }) => entryHash(previous, sealed.seq, sealed.run, entry), sealed)
    );
    this.#link = [sealed.hash];
    if (right && !right.includes(sealed.hash)) {
      this.#link = [sealed.hash, ...right.filter((hash) => hash !== null)];
      this.findings.add({ kind: "entry-altered", at, found: sealed.entry.record });
      this.expected.doubtful.add(sealed.entry.record);
    } else {
      // What a correction puts right was read from pages of the run that it speaks for.
      this.needs.addEntry(this.#runOf(run, record, index), sealed.entry, at);
    }
    const counts = record.state === "accepted" && !this.of.corrections.has(run);
    if (counts) this.#fold(sealed, { run, index, at });
  }

  #runOf(run: RunId, record: Sealed, index: number): RunId {
    return record.state === "accepted" ? run : correctedBy(record, index) ?? run;
  }

  #fold(sealed: SealedEntry, { run, index, at }: { run: RunId; index: number; at: string }): void {
    const { mark } = this.of;
    // Projections that are to be made anew are compared once they are.
    const projected = mark === null || isRenewal(mark) || run < mark.run ||
      (run === mark.run && index < mark.index);
    const { doubtful } = this.expected;
    try {
      // Boards have no projections: what is known of notices is the fold of the log itself.
      if (isOfBoards(sealed.entry)) {
        applyNotice(this.#notices, sealed.entry as unknown as NoticeEntry, run);
      } else this.expected.take(sealed, run, projected);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (doubtful.has(sealed.entry.record)) return;
      doubtful.add(sealed.entry.record);
      this.findings.add({ kind: "entry-contradicts", at, found: sealed.entry.record });
    }
  }

  /** The next run is chained to the seal of this one. */
  #seal(run: RunId, record: Sealed): void {
    const { chain, ...unchained } = record;
    this.#last = this.#link;
    const right = this.#link?.map((hash) => sealHash(hash, unchained));
    this.#link = [chain];
    if (!right || right.includes(chain)) return;
    this.#link = [chain, ...right];
    this.findings.add({ kind: "run-altered", at: keyText(runKey(this.source, run)) });
  }

  /** Entries of runs that were never sealed: staged, and then a crash came. */
  async leftovers(
    runs: ReadonlyMap<RunId, RunRecord>,
    unread: ReadonlySet<RunId>,
  ): Promise<void> {
    const prefix = allEventsOf(this.source);
    let start = prefix;
    for (;;) {
      const [first] = await Array.fromAsync(
        each(this.log, { prefix, ...(start === prefix ? {} : { start }), limit: 1 }, this.findings),
      );
      if (!first) return;
      const run = first.key[2] as RunId;
      start = afterEventsOf(this.source, run);
      const record = runs.get(run);
      const from = record && isSealed(record) ? record.entries : 0;
      const rest = { prefix: eventsOf(this.source, run), start: eventKey(this.source, run, from) };
      let count = 0;
      for await (const _ of each(this.log, rest, this.findings)) count += 1;
      if (count === 0 || unread.has(run)) continue;
      this.findings.add(
        record
          ? { kind: "leftover-entries", at: keyText(rest.prefix), found: `${count}` }
          : { kind: "run-missing", at: keyText(runKey(this.source, run)), found: `${count}` },
      );
    }
  }

  /** The head must be the last sealed run, to the letter. */
  proveHead(
    head: Head | null,
    last: readonly [RunId, Sealed] | null,
    corrections: readonly RunId[],
  ): void {
    const at = keyText(headKey(this.source));
    if (!last) {
      if (head) this.findings.add({ kind: "run-missing", at, found: head.run });
      return;
    }
    const [run, { chain, finishedAt }] = last;
    if (!head) {
      this.findings.add({ kind: "head-missing", at, expected: run });
      return;
    }
    const whole = head.run === run && head.seq === this.#seq && head.chain === chain &&
      head.at === finishedAt && `${head.corrections ?? []}` === `${corrections}` &&
      (this.#last === null || this.#last.includes(head.hash));
    if (whole) return;
    const [expected, found] = [`${run} (${this.#seq})`, `${head.run} (${head.seq})`];
    this.findings.add({ kind: "head-wrong", at, expected, found });
  }
}
