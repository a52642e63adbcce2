/**
 * What changed between two lists, net: a change that was taken back is none.
 *
 * Applied to the earlier list, the net changes give the later one to the letter; the other way round
 * they are each other's inverse. Which records to compare is decided by the caller (`commands/
 * diff.ts`): only those of which an event tells can differ.
 *
 * @module
 */

import { fieldChanges } from "./diff.ts";
import { canonical } from "./digest.ts";
import { FIELD_NAMES } from "./fields.ts";
import type { FieldChange, FieldName, RecordId, RegisterRecord } from "./model.ts";
import { sameValue } from "./normalize.ts";

/** What a field was on the first day and is on the second. */
export interface NetField {
  readonly from: RegisterRecord[FieldName];
  readonly to: RegisterRecord[FieldName];
  /** `notation`: written differently, without a difference in meaning. */
  readonly mark?: NonNullable<FieldChange["mark"]> | "notation";
}

/** Net field changes by field name. */
export type NetFields = Readonly<Partial<Record<FieldName, NetField>>>;

/** How one record of the second list differs from the first. */
export type NetChange =
  /** In the second list only. */
  | { readonly kind: "registered"; readonly record: RecordId; readonly values: RegisterRecord }
  /** In the first list only. */
  | { readonly kind: "gone"; readonly record: RecordId; readonly values: RegisterRecord }
  | {
    readonly kind: "changed";
    readonly record: RecordId;
    /** As on the second day. */
    readonly values: RegisterRecord;
    readonly fields: NetFields;
  };

/** The net change of a record; `null` for a list it is not in, and where nothing differs. */
export function netChange(
  record: RecordId,
  before: RegisterRecord | null,
  after: RegisterRecord | null,
): NetChange | null {
  if (before === null) {
    return after === null ? null : { kind: "registered", record, values: after };
  }
  if (after === null) return { kind: "gone", record, values: before };
  const fields = netFields(before, after);
  return Object.keys(fields).length === 0
    ? null
    : { kind: "changed", record, values: after, fields };
}

function netFields(before: RegisterRecord, after: RegisterRecord): NetFields {
  const meant = fieldChanges(before, after);
  const fields: Partial<Record<FieldName, NetField>> = {};
  for (const name of FIELD_NAMES) {
    const [from, to] = [before[name], after[name]];
    if (canonical(from) === canonical(to)) continue;
    fields[name] = meant[name] ??
      (sameValue(name, from, to) ? { from, to, mark: "notation" } : { from, to });
  }
  return fields;
}
