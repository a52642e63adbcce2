/**
 * Net changes taken apart into rows of one field each, and what people call them.
 *
 * @module
 */

import { FIELD_NAMES } from "../fields.ts";
import type { FieldName } from "../model.ts";
import type { NetChange, NetField } from "../net_change.ts";
import type { Sentence } from "../refusal.ts";

/** What a net change is called. */
export const NET_LABELS: Readonly<Record<NetChange["kind"], Sentence>> = {
  registered: { ko: "새로 있음", en: "new" },
  changed: { ko: "바뀜", en: "changed" },
  gone: { ko: "없어짐", en: "gone" },
};

/** One field of one record. */
export interface NetRow extends NetField {
  readonly field: FieldName;
}

/** The fields of a net change in the register's order; a whole record beside nothing at all. */
export function netRows(change: NetChange): NetRow[] {
  const rows: NetRow[] = [];
  for (const field of FIELD_NAMES) {
    const value = change.values[field];
    switch (change.kind) {
      case "changed": {
        const changed = change.fields[field];
        if (changed) rows.push({ field, ...changed });
        break;
      }
      case "registered":
        if (isFilled(value)) rows.push({ field, from: null, to: value });
        break;
      case "gone":
        if (isFilled(value)) rows.push({ field, from: value, to: null });
        break;
    }
  }
  return rows;
}

function isFilled(value: NetField["from"]): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}
