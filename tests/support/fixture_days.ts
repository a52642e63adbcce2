/**
 * Days in the life of the fixture site's register, with the events that are true of each.
 *
 * Rates follow the real register (0 to 7 new a day, once a burst of 40); every kind of event comes
 * at least once within seven days. The served rows carry noise every day, a lot of it on the fourth;
 * the truth is told of the rows beneath it, so the values of a true change read as the site shows
 * them: what is ever amended is spared the noise.
 *
 * @module
 */

import { type Dice, dice, foundingOf } from "./fixture_founding.ts";
import { Life } from "./fixture_life.ts";
import { type Part, withNoise } from "./fixture_noise.ts";
import type { FixtureRow } from "./fixture_row.ts";
import { judge, type Known, type TrueEvent } from "./fixture_truth.ts";

/** One day as it is served, and what a watcher must say of it. */
export interface FixtureDay {
  /** Seoul date, `YYYY-MM-DD`. */
  readonly date: string;
  /** The list in the order in which the site shows it. */
  readonly rows: readonly FixtureRow[];
  /** True events since the last believed day, in no particular order. */
  readonly events: readonly TrueEvent[];
}

/** What a simulation may be asked for beyond its size. */
export interface SimulationOptions {
  /** Date of the first day. */
  readonly start?: string;
  /** Where the list shows a new row. */
  readonly newRows?: "last" | "first";
  /**
   * Days, counted from 1, on which the crawl will not be believed: they have no events, an absence
   * on them does not count, and their changes become events of the next day that is believed.
   */
  readonly refused?: readonly number[];
}

/** Returns `days` days of a register that begins with `size` rows, the first without events. */
export function simulate(
  size: number,
  days = 12,
  seed = 1,
  { start = "2026-11-02", newRows = "last", refused = [] }: SimulationOptions = {},
): readonly FixtureDay[] {
  const first = Temporal.PlainDate.from(start);
  const dateOf = (day: number) => first.add({ days: day - 1 }).toString();
  const life = new Life(foundingOf(size, dice(seed)), dice(seed + 1));
  const lists = [life.list()];
  for (let day = 2; day <= days; day++) lists.push(life.live(day, dateOf(day)));
  const roll = dice(seed + 2);
  const watch = new Watch();
  return lists.map((list, index) => {
    const noisy = noisyRows(list, { roll, heavy: index === 3, spared: life.amended });
    return {
      date: dateOf(index + 1),
      rows: newRows === "last" ? noisy : noisy.reverse(),
      events: refused.includes(index + 1) ? [] : watch.believe(list),
    };
  });
}

/** What a perfect watcher knows; the first list it believes founds the baseline. */
export class Watch {
  readonly #known: (Known | undefined)[] = [];
  #founded = false;

  /**
   * Takes `list` (indexed by the id of a row, holes where it is not listed) for the truth. Without
   * look-ups nothing more can be said of a row that was missing already.
   */
  believe(
    list: readonly (FixtureRow | undefined)[],
    { looksUp = true } = {},
  ): readonly TrueEvent[] {
    const events: TrueEvent[] = [];
    for (let id = 0; id < list.length; id++) {
      if (!looksUp && list[id] === undefined && this.#known[id]?.absentDays === 1) continue;
      const verdict = judge(this.#known[id], list[id]);
      this.#known[id] = verdict.known;
      events.push(...verdict.events);
    }
    if (this.#founded) return events;
    this.#founded = true;
    return [];
  }

  /** Rows in force: listed, or missing from a single believed list. */
  standing(): FixtureRow[] {
    return this.#known.flatMap((known) =>
      known !== undefined && known.absentDays < 2 ? [known.row] : []
    );
  }
}

/** Returns the rows as served: one row in sixty is written differently each day; on a heavy day two in five. */
export function noisyRows(
  list: readonly (FixtureRow | undefined)[],
  { roll, heavy, spared }: {
    readonly roll: Dice;
    readonly heavy: boolean;
    readonly spared: ReadonlyMap<number, ReadonlySet<Part>>;
  },
): FixtureRow[] {
  const none: ReadonlySet<Part> = new Set();
  return list.flatMap((row, id) => {
    if (row === undefined) return [];
    const hit = heavy ? roll(5) < 2 : roll(60) === 0;
    return [hit ? withNoise(row, roll, spared.get(id) ?? none) : row];
  });
}
