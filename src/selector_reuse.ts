/**
 * How well the selectors hold: of the runs that read a list with a version of the spec, how many read
 * it without finding that the page, or what stands in it, is no longer what the spec describes.
 *
 * The gravest doubt decides: a list of 71 rows of 9,149 has odd values, too, but it is the rows that
 * are missing. A list that is cut off or short, an old page, and a page that calls itself a
 * maintenance page say nothing against the selectors: such runs are refused, but not for drift. A
 * column that changed or went blank on too many rows does; a run that a person released was right.
 *
 * @module
 */

import type { Reuse } from "./rates.ts";
import type { Refusal } from "./refusal.ts";
import { type Accepted, doubtsOf, type Quarantined } from "./run_record.ts";
import { shareOf } from "./share.ts";

/** Runs looked at to see selectors wear out, and how many of them may be refused for drift. */
const RECENT = 14;
const MOST_DRIFTS = 2;

/** The shares of every version, from runs in order. */
export function reuseOf(runs: readonly (Accepted | Quarantined)[]): Reuse {
  const held = (of: readonly (Accepted | Quarantined)[]) =>
    shareOf(of.filter((run) => !drifted(run)).length, of.length);
  const byVersion = Map.groupBy(runs, ({ specVersion }) => specVersion);
  const versions = [...byVersion].map(([specVersion, of]) => ({ specVersion, ...held(of) }));
  const present = byVersion.get(runs.at(-1)?.specVersion ?? 0) ?? [];
  const recent = held(present.slice(-RECENT));
  return {
    versions: versions.sort((a, b) => b.specVersion - a.specVersion),
    recent,
    isWorn: recent.of - recent.good > MOST_DRIFTS,
  };
}

function drifted(run: Accepted | Quarantined): boolean {
  return run.state === "quarantined" && isDrift(doubtsOf(run)[0]);
}

/** Whether a refusal says that the selectors no longer fit. */
export function isDrift(refusal: Refusal): boolean {
  if (refusal.kind === "not-the-list") return refusal.looksLike === null;
  return DRIFTS[refusal.kind];
}

const DRIFTS: Readonly<Record<Exclude<Refusal["kind"], "not-the-list">, boolean>> = {
  "undecodable": true,
  "service-code": true,
  "unreadable-workbook": true,
  "board": true,
  "two-tables": true,
  "missing-column": true,
  "repeated-column": true,
  "uneven-row": true,
  "label-mismatch": true,
  "unknown-word": true,
  "no-stated-total": true,
  "broken-values": true,
  "site-wide-shift": true,
  "level-outside": true,
  "improbable": true,
  "field-changed": true,
  "field-blanked": true,
  "cut-document": false,
  "total-moved": false,
  "total-differs": false,
  "duplicate-row": false,
  "row-number-gap": false,
  "list-size": false,
  "rows-gone": false,
  "rows-new": false,
  "rows-returned": false,
};
