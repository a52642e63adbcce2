/**
 * Which entries count: those of each accepted run, or what a correction put in their place.
 *
 * The log only grows. A run that turned out wrong keeps its entries and its seal; a correction,
 * sealed behind it, says what stands in their place. Every fold of the log goes through here, so
 * that lists, versions, events and proofs agree on it. How a correction is sealed is decided in
 * `correct.ts`.
 *
 * @module
 */

import { runKey } from "./keys.ts";
import type { RunId, SourceId } from "./model.ts";
import type { EventLog } from "./ports.ts";
import type { Accepted, Corrected, Head, Replacement } from "./run_record.ts";

/** Where the entries of an accepted run are read. */
export interface Place {
  /** The run itself, or the correction that speaks for it. */
  readonly at: RunId;
  /** Index of its first entry there. */
  readonly from: number;
  readonly entries: number;
}

/** Corrected runs, each with the last correction that speaks for it. */
export type Corrections = ReadonlyMap<RunId, Replacement & { readonly by: RunId }>;

/** The corrections of a source that are sealed under a head. */
export async function readCorrections(
  log: Pick<EventLog, "get">,
  source: SourceId,
  head: Head | null,
): Promise<Corrections> {
  const corrected = new Map<RunId, Replacement & { by: RunId }>();
  for (const by of head?.corrections ?? []) {
    const { replaces } = (await log.get(runKey(source, by))).value as Corrected;
    for (const one of replaces) corrected.set(one.run, { ...one, by });
  }
  return corrected;
}

/** Where the entries of an accepted run are, all corrections considered. */
export function placeOf(
  corrections: Corrections,
  run: RunId,
  { entries }: Pick<Accepted, "entries">,
): Place {
  const corrected = corrections.get(run);
  if (!corrected) return { at: run, from: 0, entries };
  return { at: corrected.by, from: corrected.from, entries: corrected.entries };
}
