/**
 * What a proof of the store finds, as data.
 *
 * A finding names the key or the file that it speaks of; its words, and what to do about it, are in
 * `finding_words.ts`. Damage is what a crash cannot explain; a note is what a crash leaves behind
 * and the next command puts right.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";

/** Kinds of damage to the files themselves. */
export type FileDamage = "unusable" | "pages-damaged" | "unlisted";
/** Kinds of damage to the log, from which everything else is made. */
export type LogDamage =
  | "value-unreadable"
  | "value-malformed"
  | "entry-missing"
  | "entry-altered"
  | "entry-misplaced"
  | "entry-contradicts"
  | "run-missing"
  | "run-misplaced"
  | "run-altered"
  | "head-missing"
  | "head-wrong"
  | "baseline-missing";
/** Kinds of damage to projections: what the log alone can put right. */
export type ProjectionDamage =
  | "record-altered"
  | "projection-missing"
  | "projection-extra"
  | "projection-different"
  | "mark-wrong";
/** Kinds of damage to the archive. */
export type ArchiveDamage =
  | "body-missing"
  | "body-damaged"
  | "undecided-page-lost"
  | "sidecar-missing"
  | "sidecar-damaged"
  | "evidence-outside"
  | "evidence-differs";
/** What is no damage. */
export type Note = "behind" | "leftover-entries" | "leftover-checkpoints" | "leftover-files";

/** Every kind of finding. */
export type FindingKind = FileDamage | LogDamage | ProjectionDamage | ArchiveDamage | Note;

/** One thing that is not as the log says, or that cannot be read. */
export interface Finding {
  readonly kind: FindingKind;
  /** The key of the store, its parts joined by `/`, or the path of the file. */
  readonly at: string;
  readonly expected?: string;
  readonly found?: string;
  /** What a fault that kept everything from being read says itself. */
  readonly fault?: Sentence;
}

const NOTES: ReadonlySet<FindingKind> = new Set<Note>([
  "behind",
  "leftover-entries",
  "leftover-checkpoints",
  "leftover-files",
]);

/** Whether a finding is damage, and no mere note. */
export function isDamage({ kind }: Pick<Finding, "kind">): boolean {
  return !NOTES.has(kind);
}

const PROJECTIONS: ReadonlySet<FindingKind> = new Set<ProjectionDamage>([
  "record-altered",
  "projection-missing",
  "projection-extra",
  "projection-different",
  "mark-wrong",
]);

/** Whether the log alone can put right what was found. */
export function isRebuildable({ kind }: Pick<Finding, "kind">): boolean {
  return PROJECTIONS.has(kind);
}

/** Findings of one kind that are told one by one; of the rest the number is enough. */
const MOST_OF_A_KIND = 100;

/** Findings as they come, each told once, in bounded memory. */
export class Findings {
  readonly list: Finding[] = [];
  readonly #counts = new Map<FindingKind, number>();

  add(finding: Finding): void {
    const count = this.count(finding.kind) + 1;
    this.#counts.set(finding.kind, count);
    if (count <= MOST_OF_A_KIND) this.list.push(finding);
  }

  count(kind: FindingKind): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** How many findings of each kind were counted but not told. */
  omitted(): Partial<Record<FindingKind, number>> {
    const over = [...this.#counts].filter(([, count]) => count > MOST_OF_A_KIND);
    return Object.fromEntries(over.map(([kind, count]) => [kind, count - MOST_OF_A_KIND]));
  }
}
