/**
 * How improbable a list is, given the accepted past: wrapper verification in the manner of RAPTURE.
 *
 * Three things are looked at for every column: how many causes moved it (against what accepted days
 * show), what the new values look like (against the values of the accepted list), and where the
 * statistics of the whole list stand (against those of accepted runs). Each is a surprise; those of
 * one column are joined, those of all columns added, and a sum beyond the spec's bound is a drift.
 * All of it knows how few values it has seen: one odd value is never a drift, nine alike are.
 *
 * @module
 */

import type { Judged, Observation } from "./observation.ts";
import { counted, looked } from "./observations.ts";
import { VALUE_COLUMNS } from "./value_column.ts";

/** The joint improbability of a list and the observations that carry it, strangest first. */
export interface Drift {
  /** −log10 of the joint improbability, ordinary surprises left out. */
  readonly joint: number;
  readonly carriers: readonly Observation[];
}

/** No comparison, no surprise. */
export const NO_DRIFT: Drift = { joint: 0, carriers: [] };

/** Surprises below this come every other day and are not added up. */
const ORDINARY = 1;
/** Observations of one column from which the strangest is taken: their number is made up for. */
const LOOKS = Math.log10(20);
const MOST_CARRIERS = 5;
/** Measures how improbable a list is. */
export function driftOf(judged: Judged): Drift {
  const carriers: Observation[] = [];
  let joint = 0;
  // The parts of the sites move together: they are one field with three views.
  const fields = Map.groupBy(VALUE_COLUMNS, (column) => column.split(".")[0]);
  for (const columns of fields.values()) {
    const counts = strangest(counted(judged, columns));
    const looks = strangest(columns.flatMap((column) => looked(judged, column)));
    joint += beyond(counts, ORDINARY) + beyond(looks, ORDINARY + LOOKS);
    for (const one of [counts, looks]) if (one && one.surprise > ORDINARY) carriers.push(one);
  }
  carriers.sort((a, b) => b.surprise - a.surprise);
  return { joint, carriers: carriers.slice(0, MOST_CARRIERS) };
}

function strangest(observations: readonly Observation[]): Observation | null {
  return observations.reduce<Observation | null>(
    (worst, one) => worst === null || one.surprise > worst.surprise ? one : worst,
    null,
  );
}

function beyond(observation: Observation | null, ordinary: number): number {
  return Math.max(0, (observation?.surprise ?? 0) - ordinary);
}
