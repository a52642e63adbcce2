/**
 * A register that lives for some weeks, told row by row: what the laboratory's sites list, and what
 * is true of it.
 *
 * Rows keep an id that no site shows, so that the truth of any two days can be told however many
 * days between them were refused. A few applicants are large, as in the real register.
 *
 * @module
 */

import {
  APPLICANTS,
  type Dice,
  dice,
  type Founding,
  foundingOf,
} from "../support/fixture_founding.ts";
import { Life } from "../support/fixture_life.ts";
import { withNoise } from "../support/fixture_noise.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { judge, type Known } from "../support/fixture_truth.ts";
import { type Truth, truthOf } from "./truth.ts";

/** Rows by id, a hole for each that is not listed. */
export type ById = readonly (FixtureRow | undefined)[];

/** What a perfect watcher knows, by id. */
export type Knowledge = readonly (Known | undefined)[];

/** Shares of the list that the four largest applicants hold, in percent. */
const LARGE = [4, 3, 2, 1];

/** A register of `size` rows on each of `days` days. */
export class Register {
  readonly lists: readonly ById[];
  readonly #first: Temporal.PlainDate;
  readonly #seed: number;

  constructor(size: number, days: number, seed: number) {
    this.#seed = seed;
    this.#first = Temporal.PlainDate.from("2026-11-02");
    const life = new Life(withLargeApplicants(foundingOf(size, dice(seed))), dice(seed + 1));
    const lists: ById[] = [[...life.list()]];
    for (let day = 2; day <= days; day++) lists.push([...life.live(day, this.date(day))]);
    this.lists = lists;
  }

  /** Seoul date of a day, counted from 1. */
  date(day: number): string {
    return this.#first.add({ days: day - 1 }).toString();
  }

  /** Rows by id on a day. */
  list(day: number): ById {
    return this.lists[day - 1] as ById;
  }

  /** The rows of `list` as a site writes them on a day: one in sixty differs in notation. */
  written(list: ById, day: number): readonly FixtureRow[] {
    const roll = dice(this.#seed + 7919 * day);
    const heavy = day % 9 === 4;
    return list.flatMap((row) => {
      if (row === undefined) return [];
      const noisy = heavy ? roll(5) < 2 : roll(60) === 0;
      return [noisy ? withNoise(row, roll, new Set()) : row];
    });
  }
}

/** What a list says to a watcher. */
export interface Told {
  readonly known: Knowledge;
  readonly truths: readonly Truth[];
  /**
   * Whether a row changed its number and its identity at once, which may happen where days were
   * missed: nobody without the site's own ids can tell it from one row gone and another come.
   */
  readonly undecidable: boolean;
}

/** What is true of `list` for a watcher who knew `known`. */
export function believe(known: Knowledge, list: ById): Told {
  const after: (Known | undefined)[] = [];
  const truths: Truth[] = [];
  let undecidable = false;
  for (let id = 0; id < Math.max(known.length, list.length); id++) {
    const { known: now, events } = judge(known[id], list[id]);
    after.push(now);
    truths.push(...events.map((event) => truthOf(event, now?.row)));
    const renumbered = events.some(({ kind }) => kind === "renumbered");
    if (renumbered && events.some(({ fields }) => IDENTITY.some((name) => name in fields))) {
      undecidable = true;
    }
  }
  return { known: after, truths, undecidable };
}

const IDENTITY = ["ingredient", "applicant", "sites", "firstRegisteredOn"];

/**
 * Gives some applicants more rows than others, more old rows a report year, so that the reports of a
 * month do not run out, and more of them a withdrawal, so that small registers have some.
 */
function withLargeApplicants(founding: Founding): Founding {
  const old = founding.rows.length - 40;
  const rows = founding.rows.map((row, id): FixtureRow => {
    if (id >= old) return row;
    const reportYear = row.reportYear === "" && id % 2 === 0 ? "2024" : row.reportYear;
    return id % 11 === 3 && row.status === "정상"
      ? { ...row, reportYear, status: "취하", statusOn: `2025-0${1 + id % 9}-1${id % 10}` }
      : { ...row, reportYear };
  });
  const roll: Dice = dice(rows.length);
  LARGE.forEach((percent, at) => {
    for (let left = Math.ceil((rows.length * percent) / 100); left > 0; left--) {
      const id = founding.regular[roll(founding.regular.length)] as number;
      rows[id] = { ...rows[id] as FixtureRow, applicant: APPLICANTS[60 + 31 * at] as string };
    }
  });
  return { ...founding, rows };
}
