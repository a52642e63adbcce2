/**
 * The specs of boards inside the program, and which of a source is in force.
 *
 * Adding a file below `selectors/` takes one import and one line here; a test fails until both are
 * written.
 *
 * @module
 */

import mfdsNotice1 from "../../selectors/mfds-notice/1.json" with { type: "json" };
import type { SourceId } from "../model.ts";
import type { BoardSpec } from "./board_spec.ts";

/** Every spec of boards below `selectors/`, by its path there. */
export const EMBEDDED_BOARDS: Readonly<Record<string, BoardSpec>> = {
  // An imported JSON module has wider types than its file; boards_test.ts proves the narrower.
  "mfds-notice/1.json": mfdsNotice1 as unknown as BoardSpec,
};

/** The sources of boards that the program knows, those of `overrides` included. */
export function boardIds(overrides: readonly BoardSpec[] = []): readonly SourceId[] {
  return [
    ...new Set([...Object.values(EMBEDDED_BOARDS), ...overrides].map(({ source }) => source)),
  ];
}

/**
 * The newest spec of a source of boards; `null` where it is none. Of two with one version that of
 * `overrides`, the files beside the program, wins.
 */
export function selectBoard(
  source: string,
  overrides: readonly BoardSpec[] = [],
): BoardSpec | null {
  return [...Object.values(EMBEDDED_BOARDS), ...overrides]
    .filter((spec) => spec.source === source)
    .reduce<BoardSpec | null>(
      (best, spec) => best === null || spec.version >= best.version ? spec : best,
      null,
    );
}
