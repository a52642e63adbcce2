/**
 * Log entries: what a sealed run says about each record, and how entries fold into a record.
 *
 * The log is the truth; records, numbers, versions and missing marks are projections of it
 * (`project.ts`). Four kinds of entry are bookkeeping and never shown as events: a record `founded`
 * with the baseline, `missed` on an accepted list, `sighted` again before it was delisted.
 *
 * @module
 */

import { canonical, digestOf } from "./digest.ts";
import type {
  Change,
  EventKind,
  Evidence,
  FieldChanges,
  FieldName,
  InstantText,
  Position,
  RecordId,
  RegisterRecord,
  RunId,
} from "./model.ts";

/** Content of a record with the site's own notation where it differs. */
export interface Content {
  readonly values: RegisterRecord;
  readonly raw: Readonly<Partial<Record<FieldName, string>>>;
}

/** A record that stood in the list when the baseline was founded. */
export interface Founded extends Content {
  readonly kind: "founded";
  readonly record: RecordId;
  readonly position: Position;
}

/** A record that came after the baseline, or came back. */
export interface Arrived extends Content {
  readonly kind: "registered" | "relisted";
  readonly record: RecordId;
  readonly fields: FieldChanges;
  readonly observedAt: InstantText;
  readonly evidence: Evidence;
}

/** A record of which fields changed. */
export interface Altered {
  readonly kind: "amended" | "withdrawn" | "cancelled" | "reinstated" | "renumbered";
  readonly record: RecordId;
  readonly fields: FieldChanges;
  readonly raw: Readonly<Partial<Record<FieldName, string>>>;
  /** As of after the change. */
  readonly registrationNumber: string | null;
  readonly ingredient: string | null;
  readonly applicant: string | null;
  readonly observedAt: InstantText;
  readonly evidence: Evidence;
}

/** A record that two accepted lists lacked and that a look-up by its number did not find. */
export interface Delisted {
  readonly kind: "delisted";
  readonly record: RecordId;
  readonly registrationNumber: string | null;
  readonly ingredient: string | null;
  readonly applicant: string | null;
  readonly observedAt: InstantText;
  readonly evidence: Evidence;
}

/** A record that an accepted list lacked. */
export interface Missed {
  readonly kind: "missed";
  readonly record: RecordId;
  readonly since: RunId;
  readonly misses: number;
}

/** A missed record that was listed again, or found by a look-up. */
export interface Sighted {
  readonly kind: "sighted";
  readonly record: RecordId;
}

/** One entry of a run, in the order it happened. */
export type LogEntry = Founded | Arrived | Altered | Delisted | Missed | Sighted;

/** A log entry with its place in the log and the hash that chains it to the one before. */
export interface SealedEntry<E = LogEntry> {
  readonly seq: number;
  readonly run: RunId;
  readonly entry: E;
  readonly hash: string;
}

/** Whether an entry is one of boards: they share the log and the chain, and are folded elsewhere. */
export function isOfBoards({ kind }: { readonly kind: string }): boolean {
  return kind.startsWith("notice-");
}

/** Chains entries to the hash of the log before them; the first run chains to the empty text. */
export function chainEntries<E>(
  entries: readonly E[],
  after: { readonly run: RunId; readonly seq: number; readonly hash: string },
): SealedEntry<E>[] {
  let { seq, hash } = after;
  return entries.map((entry) => {
    seq += 1;
    hash = entryHash(hash, seq, after.run, entry);
    return { seq, run: after.run, entry, hash };
  });
}

/** Hash of an entry at its place: what `fsck` recomputes. */
export function entryHash(previous: string, seq: number, run: RunId, entry: unknown): string {
  return digestOf(`${previous}\n${seq}\n${run}\n${canonical(entry)}`);
}

/** The change users see, or `null` for bookkeeping; `after` is the accepted run before. */
export function changeOf(sealed: SealedEntry, after: RunId | null): Change | null {
  const { entry, seq, run } = sealed;
  const place = { seq, run };
  switch (entry.kind) {
    case "founded":
    case "missed":
    case "sighted":
      return null;
    case "registered":
    case "relisted":
      return { ...place, ...shown(entry.kind, entry, entry.values, after), fields: entry.fields };
    case "delisted":
      return { ...place, ...shown(entry.kind, entry, entry, after), fields: {} };
    case "renumbered":
      return {
        ...place,
        ...shown(entry.kind, entry, entry, after),
        fields: entry.fields,
        from: (entry.fields.registrationNumber?.from ?? null) as string | null,
      };
    case "amended":
    case "withdrawn":
    case "cancelled":
    case "reinstated":
      return { ...place, ...shown(entry.kind, entry, entry, after), fields: entry.fields };
  }
}

type Names = Pick<RegisterRecord, "registrationNumber" | "ingredient" | "applicant">;

function shown(
  kind: EventKind,
  entry: { record: RecordId; observedAt: InstantText; evidence: Evidence },
  names: Names,
  possibleSince: RunId | null,
) {
  return {
    kind,
    record: entry.record,
    registrationNumber: names.registrationNumber,
    ingredient: names.ingredient,
    applicant: names.applicant,
    possibleSince,
    observedAt: entry.observedAt,
    evidence: entry.evidence,
  };
}

/** Applies field changes to the values they were computed from. */
export function patch(values: RegisterRecord, fields: FieldChanges): RegisterRecord {
  const patched: Record<string, unknown> = { ...values };
  for (const [name, change] of Object.entries(fields)) patched[name] = change.to;
  return patched as unknown as RegisterRecord;
}
