/**
 * Everything that can be proven of one record, and what cannot.
 *
 * @module
 */

import { FIELD_NAMES } from "../fields.ts";
import type { FieldName, RecordId, RegisterRecord, RunId, SourceId } from "../model.ts";
import { type Archive, ArchiveFault, type EventLog } from "../ports.ts";
import type { Sentence } from "../refusal.ts";
import type { SelectorSpec } from "../selector_spec.ts";
import type { StoredVersion } from "../store.ts";
import { Givers, type Standing } from "./given.ts";
import { type GoneProof, proveGone } from "./gone.ts";
import { Pages } from "./page.ts";
import { type FieldProof, proveField } from "./prove.ts";

/** A field that the archive does not bear out, and why. */
export interface Unproven {
  readonly field: FieldName;
  readonly value: RegisterRecord[FieldName];
  readonly reason: Sentence;
}

/** What `dmf why` has to say of one record. */
export interface Answer {
  readonly source: SourceId;
  readonly record: RecordId;
  /** The version in force, or the last one before the record was delisted. */
  readonly version: StoredVersion;
  /** Present where the record was not listed on that day. */
  readonly gone: GoneProof | { readonly reason: Sentence } | null;
  readonly proven: readonly FieldProof[];
  readonly unproven: readonly Unproven[];
}

/** What proving needs. */
export interface Witnesses {
  readonly log: EventLog;
  readonly archive: Archive;
  readonly source: SourceId;
  /** The spec of the source in a version. */
  specOf(version: number): SelectorSpec | null;
}

/** Proves the fields of a record, or one of them. */
export async function answer(
  { log, archive, source, specOf }: Witnesses,
  standing: Standing,
  field: FieldName | null,
): Promise<Answer> {
  const givers = new Givers(log, source);
  const pages = new Pages(archive, source, specOf);
  const [version] = standing.versions;
  const { delistedBy } = standing;
  const proven: FieldProof[] = [];
  const unproven: Unproven[] = [];
  for (const name of field === null ? FIELD_NAMES : [field]) {
    const given = await givers.of(standing, name);
    const proof = await orReason(() => proveField(standing, name, given, pages));
    if ("reason" in proof) unproven.push({ field: name, value: version.values[name], ...proof });
    else proven.push(proof);
  }
  const gone = delistedBy === null ? null : await orReason(() => goneProof(delistedBy));
  return { source, record: standing.record, version, gone, proven, unproven };

  async function goneProof(by: RunId): Promise<GoneProof> {
    const given = await givers.delisting(standing, by);
    return await proveGone(log, source, { standing, given, pages });
  }
}

async function orReason<T>(prove: () => Promise<T>): Promise<T | { readonly reason: Sentence }> {
  try {
    return await prove();
  } catch (fault) {
    if (fault instanceof ArchiveFault) return { reason: fault.sentence };
    throw fault;
  }
}

/** Why not all is proven, each reason once. */
export function reasonsIn({ gone, unproven }: Answer): readonly Sentence[] {
  const all = [...unproven.map(({ reason }) => reason)];
  if (gone !== null && "reason" in gone) all.push(gone.reason);
  return [...new Map(all.map((reason) => [reason.en, reason])).values()];
}
