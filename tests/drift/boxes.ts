/**
 * Boxes with an accepted past, from one day to a month long, to which trials happen.
 *
 * @module
 */

import type { SelectorSpec } from "../../src/selector_spec.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import type { DayView } from "./mutation.ts";
import { believe, type ById, type Knowledge, Register } from "./register.ts";
import { type Manner, siteOf } from "./site.ts";
import { type Lived, livedAs } from "./lived.ts";
import { Watcher } from "./watcher.ts";

/** What a box watches. */
export interface Plan {
  readonly size: number;
  /** Lengths in days of the accepted pasts that are wanted, shortest first; 0 is a cold start. */
  readonly pasts: readonly number[];
  readonly manner: Manner;
  readonly newestFirst?: boolean;
}

/** A box at the end of an accepted past. */
export interface Box {
  readonly register: Register;
  readonly manner: Manner;
  /** Days of the past; the next day is the day of the trial. */
  readonly past: number;
  readonly watcher: Watcher;
  readonly known: Knowledge;
  /** Rows as the site writes them. */
  readonly written: (list: ById, day: number) => readonly FixtureRow[];
}

/** Days that a register lives beyond its longest past. */
const BEYOND = 9;

/**
 * Lives through the past of a plan and keeps the box as it was after each wanted length. A past is as
 * benign like every other: a refused day is not part of it, and a day told wrongly ends it.
 */
export async function boxesOf(
  plan: Plan,
  seed: number,
  bounds: Partial<SelectorSpec["bounds"]> = {},
): Promise<{ readonly boxes: readonly Box[]; readonly lived: readonly Lived[] }> {
  const { size, pasts, manner, newestFirst } = plan;
  const longest = pasts.at(-1) as number;
  const register = new Register(size, longest + BEYOND, seed);
  const written = (list: ById, day: number) => {
    const rows = register.written(list, day);
    return newestFirst ? rows.toReversed() : rows;
  };
  const watcher = new Watcher(bounds);
  const boxes: Box[] = [];
  const lived: Lived[] = [];
  let known: Knowledge = [];
  if (pasts[0] === 0) {
    boxes.push({ register, manner, past: 0, watcher: watcher.copy(), known, written });
  }
  for (let day = 1; day <= longest; day++) {
    const list = register.list(day);
    const end = await watcher.day(register.date(day), siteOf(written(list, day), manner));
    const told = believe(known, list);
    const came = livedAs(end, day === 1 ? [] : told.truths);
    if (!told.undecidable) lived.push(came);
    if (came.outcome === "untrue") break;
    if (came.outcome === "accepted") known = told.known;
    if (!pasts.includes(day)) continue;
    boxes.push({ register, manner, past: day, watcher: watcher.copy(), known, written });
  }
  return { boxes, lived };
}

/** The day after the past of a box, as it should be served. */
export function nextDay({ register, manner, past, written }: Box): DayView {
  const day = past + 1;
  return {
    date: register.date(day),
    rows: written(register.list(day), day),
    manner,
    earlier: (daysAgo) => {
      const then = day - daysAgo;
      return then < 1 ? null : written(register.list(then), then);
    },
  };
}
