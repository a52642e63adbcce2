/**
 * The register as the sealed log has it, in memory: known records and their marks.
 *
 * A state is a fold of log entries and nothing else; `apply` is the one definition of what an entry
 * does, used by the crawl, by the projections and by every proof that they agree.
 *
 * @module
 */

import { type Content, type LogEntry, patch } from "./log.ts";
import type { FieldName, RecordId, RegisterRecord, RunId } from "./model.ts";

/** Absent from accepted lists since a run, and how many on different days. */
export interface MissingMark {
  readonly since: RunId;
  readonly last: RunId;
  readonly misses: number;
}

/** A record that has ever been in the list. */
export interface Known extends Content {
  readonly record: RecordId;
  /** The run its present version began with. */
  readonly validFrom: RunId;
  readonly delisted: boolean;
  readonly missing: MissingMark | null;
}

/** What a record was over the half-open span of runs `[validFrom, validTo)`. */
export interface Earlier {
  readonly values: RegisterRecord;
  readonly validFrom: RunId;
  readonly validTo: RunId;
}

/** All known records by id. */
export type State = Map<RecordId, Known>;

/** What `entry` makes of the record it speaks of; throws where the log contradicts itself. */
export function apply(known: Known | undefined, entry: LogEntry, run: RunId): Known {
  switch (entry.kind) {
    case "founded":
    case "registered":
      if (known) throw new Error(`Log entry "${entry.kind}" repeats record "${entry.record}"`);
      return listed(entry.record, entry, run);
    case "relisted":
      return listed(entry.record, entry, run);
    default: {
      if (!known) {
        throw new Error(`Log entry "${entry.kind}" names unknown record "${entry.record}"`);
      }
      switch (entry.kind) {
        case "amended":
        case "withdrawn":
        case "cancelled":
        case "reinstated":
        case "renumbered":
          return {
            ...known,
            values: patch(known.values, entry.fields),
            raw: mergeRaw(known.raw, entry),
            validFrom: run,
          };
        case "delisted":
          return { ...known, delisted: true, missing: null, validFrom: run };
        case "missed":
          return {
            ...known,
            missing: { since: entry.since, last: run, misses: entry.misses },
          };
        case "sighted":
          return { ...known, missing: null };
      }
    }
  }
}

/** Folds the entries of one run into a state, in place. */
export function applyAll(state: State, entries: readonly LogEntry[], run: RunId): State {
  for (const entry of entries) state.set(entry.record, apply(state.get(entry.record), entry, run));
  return state;
}

function listed(record: RecordId, content: Content, run: RunId): Known {
  return {
    record,
    values: content.values,
    raw: content.raw,
    validFrom: run,
    delisted: false,
    missing: null,
  };
}

/** Raw text follows its field: replaced where the field changed, kept where it did not. */
function mergeRaw(
  before: Known["raw"],
  entry: { fields: object; raw: Known["raw"] },
): Known["raw"] {
  const merged: Partial<Record<FieldName, string>> = { ...before };
  for (const name of Object.keys(entry.fields) as FieldName[]) {
    const text = entry.raw[name];
    if (text === undefined) delete merged[name];
    else merged[name] = text;
  }
  return merged;
}
