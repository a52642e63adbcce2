/**
 * Who moved which bound, when and why: written into the run that moved it, and sealed with it.
 *
 * Bounds move with an accepted list that shows more change than any before, with a person's
 * release, and with a new version of the spec. What a bound refuses is decided in `plausibility.ts`
 * and `drift.ts`.
 *
 * @module
 */

import { type ChangeBaseline, limitsOf } from "./plausibility.ts";
import type { BoundMove, Release } from "./run_record.ts";
import type { SelectorSpec } from "./selector_spec.ts";

/** What an accepted run moves. */
export function boundMoves(
  spec: SelectorSpec,
  /** Records in force before the run: the same for both sides. */
  of: number,
  { before, after }: { readonly before: ChangeBaseline; readonly after: ChangeBaseline },
  { release, lastVersion }: {
    readonly release: Release | null;
    readonly lastVersion: number | null;
  },
): BoundMove[] {
  const moves: BoundMove[] = [];
  if (lastVersion !== null && lastVersion !== spec.version) {
    moves.push({ bound: "spec", from: lastVersion, to: spec.version, by: "spec" });
  }
  const [was, is] = [limitsOf(spec, of, before), limitsOf(spec, of, after)];
  for (const [bound, to] of is) {
    const from = was.get(bound);
    if (from === undefined || from === to) continue;
    moves.push(
      release
        ? { bound, from, to, by: "person", reason: release.reason }
        : { bound, from, to, by: "run" },
    );
  }
  return moves;
}
