/**
 * What to believe of a record that a complete list does not show.
 *
 * Paging on this host is known to drop rows that still exist, so absence is never taken for removal
 * on one look: a record is missing first, and delisted only when a second run on another day misses
 * it too and a look-up by its number finds nothing.
 *
 * @module
 */

import type { PageReading } from "./extract.ts";
import { wholeKey } from "./identity.ts";
import type { Delisted, LogEntry, Missed } from "./log.ts";
import type { Evidence, FieldName, Issue, Row, RunId } from "./model.ts";
import { fold } from "./normalize.ts";
import type { SelectorSpec } from "./selector_spec.ts";
import type { Known } from "./state.ts";

/** Misses on different days before a look-up decides. */
export const MISSES_BEFORE_LOOK_UP = 2;

/** Records that only a look-up can tell missing from gone. */
export function toLookUp(absent: readonly Known[], run: RunId): Known[] {
  return absent.filter((known) => missesWith(known, run) >= MISSES_BEFORE_LOOK_UP);
}

function missesWith(known: Known, run: RunId): number {
  const mark = known.missing;
  return mark === null ? 1 : mark.misses + (mark.last === run ? 0 : 1);
}

/** The search that can find a record again; `null` where the spec has none for it. */
export function lookUpFor(
  known: Known,
  spec: SelectorSpec,
): { readonly field: FieldName; readonly parameter: string; readonly text: string } | null {
  for (const { field, parameter } of spec.lookUps) {
    const text = known.values[field];
    if (text !== null) return { field, parameter, text };
  }
  return null;
}

/** What a look-up proved. */
export type Sighting =
  | {
    readonly kind: "nothing";
    readonly evidence: Evidence;
    readonly observedAt: Row["position"]["observedAt"];
  }
  | { readonly kind: "found" }
  /** The search failed, or answered something else than what it was asked. */
  | { readonly kind: "inconclusive"; readonly detail: string };

/**
 * Reads the answer of a look-up. A search parameter that the site no longer knows is silently
 * ignored and the whole list comes back; rows that do not contain the searched text prove that.
 */
export function judgeLookUp(
  known: Known,
  search: { readonly field: FieldName; readonly text: string },
  reading: PageReading,
  listed: ReadonlySet<string>,
): "nothing" | "found" | "inconclusive" {
  const needle = fold(search.text);
  const valueOf = (row: Row) => fold(String(row.values[search.field] ?? ""));
  if (!reading.rows.every((row) => valueOf(row).includes(needle))) return "inconclusive";
  const own = reading.rows.filter((row) =>
    valueOf(row) === needle && !listed.has(wholeKey(row.values))
  );
  if (own.some((row) => isSameRecord(known, row))) return "found";
  return reading.rows.length < reading.statedTotal ? "inconclusive" : "nothing";
}

function isSameRecord(known: Known, row: Row): boolean {
  const a = known.values.registrationNumber;
  const b = row.values.registrationNumber;
  if (a !== null && b !== null) return fold(a) === fold(b);
  return fold(known.values.applicant ?? "") === fold(row.values.applicant ?? "");
}

/** Entries and issues for the records an accepted list lacks. */
export function absenceEntries(
  absent: readonly Known[],
  sightings: ReadonlyMap<Known, Sighting>,
  run: RunId,
): { readonly entries: readonly LogEntry[]; readonly issues: readonly Issue[] } {
  const entries: LogEntry[] = [];
  const issues: Issue[] = [];
  for (const known of absent) {
    const sighting = sightings.get(known);
    switch (sighting?.kind) {
      case "nothing":
        entries.push(delisted(known, sighting));
        break;
      case "found":
        if (known.missing) entries.push({ kind: "sighted", record: known.record });
        issues.push(issueOf("look-up-found", known));
        break;
      case "inconclusive":
        entries.push(missed(known, run));
        issues.push({ ...issueOf("look-up-inconclusive", known), found: sighting.detail });
        break;
      case undefined:
        entries.push(missed(known, run));
        break;
    }
  }
  return { entries, issues };
}

function missed(known: Known, run: RunId): Missed {
  const since = known.missing?.since ?? run;
  return { kind: "missed", record: known.record, since, misses: missesWith(known, run) };
}

function delisted(known: Known, sighting: Sighting & { kind: "nothing" }): Delisted {
  const { registrationNumber, ingredient, applicant } = known.values;
  const { observedAt, evidence } = sighting;
  const names = { registrationNumber, ingredient, applicant };
  return { kind: "delisted", record: known.record, ...names, observedAt, evidence };
}

function issueOf(kind: Issue["kind"], known: Known): Issue {
  const { registrationNumber } = known.values;
  return { kind, record: known.record, registrationNumber };
}
