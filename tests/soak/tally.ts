/**
 * Counting what was drawn and how it ended.
 *
 * @module
 */

import type { Attempt } from "./day.ts";

/** How a day ended. */
export type DayEnd = "believed" | "refused" | "failed" | "unfinished" | "off";

/** One kind of trouble over all days. */
export interface Line {
  readonly name: string;
  days: number;
  /** How the first attempt of such a day ended: exit code, or "cut". */
  readonly first: Map<string, number>;
  readonly ends: Map<DayEnd, number>;
}

/** The table of everything that was drawn. */
export class Tally {
  readonly #lines = new Map<string, Line>();

  add(name: string, first: Attempt | null, end: DayEnd): void {
    const line = this.#lines.get(name) ?? { name, days: 0, first: new Map(), ends: new Map() };
    this.#lines.set(name, line);
    line.days += 1;
    const ended = first === null ? "–" : first.code === null ? "cut" : String(first.code);
    line.first.set(ended, (line.first.get(ended) ?? 0) + 1);
    line.ends.set(end, (line.ends.get(end) ?? 0) + 1);
  }

  lines(): readonly Line[] {
    return [...this.#lines.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
