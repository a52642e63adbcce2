/**
 * Could this have happened in one day?
 *
 * A register that loses half its rows overnight has changed its page far more often than its mind;
 * on 2026-09-17 this one answered with 71 of 9,149 rows and called it a success. The absolute
 * bounds stand in the selector spec; what accepted runs have shown widens them for new and changed
 * rows, never for rows that are gone.
 *
 * @module
 */

import { FIELD_NAMES, FIELDS, STATUS_LABELS } from "./fields.ts";
import type { Compared } from "./diff.ts";
import type { Matching } from "./identity.ts";
import type { FieldName, RegisterRecord, Status } from "./model.ts";
import type { Refusal } from "./refusal.ts";
import type { Allowance, SelectorSpec } from "./selector_spec.ts";

/** How much an accepted run changed: what later runs are measured by. */
export interface ChangeCounts {
  readonly gone: number;
  readonly new: number;
  /** Rows by field whose filled value became another value. */
  readonly changed: Readonly<Partial<Record<FieldName, number>>>;
  /** Rows by field whose value became blank. */
  readonly blanked: Readonly<Partial<Record<FieldName, number>>>;
}

/** The largest counts of the accepted past, and how long that past is. */
export interface ChangeBaseline {
  readonly runs: number;
  readonly largest: ChangeCounts;
}

/** The past before the first comparison. */
export const NO_BASELINE: ChangeBaseline = {
  runs: 0,
  largest: { gone: 0, new: 0, changed: {}, blanked: {} },
};

/** The baseline after one more accepted run. */
export function extend(baseline: ChangeBaseline, counts: ChangeCounts): ChangeBaseline {
  const { largest } = baseline;
  return {
    runs: baseline.runs + 1,
    largest: {
      gone: Math.max(largest.gone, counts.gone),
      new: Math.max(largest.new, counts.new),
      changed: larger(largest.changed, counts.changed),
      blanked: larger(largest.blanked, counts.blanked),
    },
  };
}

function larger(a: ChangeCounts["changed"], b: ChangeCounts["changed"]): ChangeCounts["changed"] {
  const out = { ...a };
  for (const [name, count] of Object.entries(b) as [FieldName, number][]) {
    out[name] = Math.max(out[name] ?? 0, count);
  }
  return out;
}

/** Counts what a matching changes, with one example per field. */
export function countChanges(
  matching: Pick<Matching, "fresh" | "absent">,
  compared: readonly Compared[],
): ChangeCounts & { examples: Examples } {
  const changed: Partial<Record<FieldName, number>> = {};
  const blanked: Partial<Record<FieldName, number>> = {};
  const examples: Examples = new Map();
  for (const pair of compared) {
    for (const [name, change] of Object.entries(pair.fields)) {
      const field = name as FieldName;
      const kind = isBlank(change.to) ? blanked : isBlank(change.from) ? null : changed;
      if (!kind) continue;
      kind[field] = (kind[field] ?? 0) + 1;
      const key = `${kind === blanked ? "blanked" : "changed"} ${field}`;
      if (!examples.has(key)) examples.set(key, exampleOf(pair, field));
    }
  }
  return {
    gone: matching.absent.filter((known) => known.missing === null).length,
    new: matching.fresh.length,
    changed,
    blanked,
    examples,
  };
}

type Examples = Map<string, string>;

/** A bound by its name in the spec; one that holds for a field carries the field's name. */
export type BoundName = "gone" | "new" | "blanked" | `changed.${FieldName}`;

/** How many rows each bound lets through in a list of `of`, given what was accepted before. */
export function limitsOf(
  { bounds }: Pick<SelectorSpec, "bounds">,
  of: number,
  { largest }: ChangeBaseline,
): ReadonlyMap<BoundName, number> {
  const changed = FIELD_NAMES.map((name): [BoundName, number] => {
    const absolute = allowed(bounds.changed[name] ?? bounds.changed.default, of, 0.5);
    return [`changed.${name}`, learned(absolute, largest.changed[name] ?? 0, of)];
  });
  return new Map<BoundName, number>([
    ["gone", allowed(bounds.gone, of, 0.1)],
    ["new", learned(allowed(bounds.new, of, 1), largest.new, of)],
    ["blanked", allowed(bounds.blanked, of, 0.1)],
    ...changed,
  ]);
}

/** Everything about a change that one day does not explain; `of` counts the records in force. */
export function implausible(
  spec: Pick<SelectorSpec, "bounds">,
  of: number,
  counts: ReturnType<typeof countChanges>,
  baseline: ChangeBaseline,
): Refusal[] {
  const limits = limitsOf(spec, of, baseline);
  const limitOf = (name: BoundName) => limits.get(name) as number;
  const doubts: Refusal[] = [];
  for (const [kind, name] of [["rows-gone", "gone"], ["rows-new", "new"]] as const) {
    const limit = limitOf(name);
    const found = counts[name];
    if (found > limit) doubts.push({ kind, of, allowed: limit, found });
  }
  for (const [name, found] of Object.entries(counts.blanked) as [FieldName, number][]) {
    const limit = limitOf("blanked");
    if (found > limit) doubts.push(fieldDoubt("field-blanked", name, { of, limit, found }, counts));
  }
  for (const [name, found] of Object.entries(counts.changed) as [FieldName, number][]) {
    const limit = limitOf(`changed.${name}`);
    if (found > limit) doubts.push(fieldDoubt("field-changed", name, { of, limit, found }, counts));
  }
  return doubts;
}

/** Refuses a list of a size the publisher's register cannot have; a replica has its own size. */
export function plausibleSize(spec: SelectorSpec, rows: number, replica: boolean): Refusal | null {
  const min = replica ? 1 : spec.bounds.records.min;
  const max = replica ? Number.MAX_SAFE_INTEGER : spec.bounds.records.max;
  return rows < min || rows > max ? { kind: "list-size", min, max, found: rows } : null;
}

/**
 * Rows an allowance lets through in a list of `of`: its share, or its rows where those are at most
 * the part `small` of the list, and three in the smallest of lists.
 */
export function allowed(allowance: Allowance, of: number, small: number): number {
  const byRows = Math.min(allowance.rows, Math.max(3, Math.floor(of * small)));
  return Math.max(Math.ceil(allowance.share * of), byRows);
}

/** Half again as much as the accepted past has shown, but never more than half of the list. */
function learned(absolute: number, largest: number, of: number): number {
  return Math.max(absolute, Math.min(Math.floor(largest * 1.5), Math.floor(of / 2)));
}

function fieldDoubt(
  kind: "field-changed" | "field-blanked",
  name: FieldName,
  numbers: { of: number; limit: number; found: number },
  counts: { examples: Examples },
): Refusal {
  const example = counts.examples.get(`${kind.slice("field-".length)} ${name}`) ?? "";
  const { of, limit, found } = numbers;
  return { kind, label: FIELDS[name].ko, of, allowed: limit, found, example };
}

function exampleOf({ known, row }: Compared, name: FieldName): string {
  const number = row.values.registrationNumber ?? row.values.ingredient ?? known.record;
  return `${number}: ${inWords(name, known.values)} → ${inWords(name, row.values)}`;
}

function inWords(name: FieldName, values: RegisterRecord): string {
  const value = values[name];
  if (name === "sites") return values.sites.map((site) => site.name ?? "–").join(", ") || "–";
  if (name === "status") return STATUS_LABELS[value as Status].ko;
  return value === null ? "–" : String(value).slice(0, 60);
}

function isBlank(value: RegisterRecord[FieldName]): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
