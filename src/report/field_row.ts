/**
 * Events taken apart into rows of one field each, as the 변경 sheet and the changes CSV show them.
 *
 * @module
 */

import { FIELD_NAMES } from "../fields.ts";
import type { Change, FieldChange, FieldName } from "../model.ts";

/** One field of one event. */
export interface FieldRow extends FieldChange {
  readonly change: Change;
  readonly field: FieldName;
}

/** The fields of an event in the register's order; a new number counts as a field. */
export function fieldRows(change: Change): FieldRow[] {
  const rows: FieldRow[] = [];
  for (const field of FIELD_NAMES) {
    const changed = change.fields[field] ?? (field === "registrationNumber" && renumbering(change));
    if (changed) rows.push({ ...changed, change, field });
  }
  return rows;
}

function renumbering(change: Change): FieldChange | undefined {
  if (change.kind !== "renumbered") return undefined;
  return { from: change.from ?? null, to: change.registrationNumber };
}

const SHORT = 24;

function isWordEdge(text: string, at: number): boolean {
  return at === 0 || at === text.length || /[\s,;()]/.test(text.slice(at - 1, at + 1));
}

/**
 * The part in which two long texts differ, as `old → new` in whole words.
 *
 * One letter in an address of two lines is easily overlooked. `null` where the texts are short or
 * have nothing in common, since then they show the difference themselves.
 */
export function difference(before: string, after: string): string | null {
  if (before === after || Math.min(before.length, after.length) < SHORT) return null;
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]
  ) end++;
  const splitsWord = (at: (text: string) => number) =>
    [before, after].some((text) => !isWordEdge(text, at(text)));
  while (splitsWord(() => start)) start--;
  while (splitsWord((text) => text.length - end)) end--;
  if (start === 0 && end === 0) return null;
  const [old, now] = [before, after].map((text) => text.slice(start, text.length - end).trim());
  return `${old || "∅"} → ${now || "∅"}`;
}
