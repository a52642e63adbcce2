/**
 * The register through more than a year: working days, weekends and holidays, bursts, the wave of
 * annual reports in January, days of noise, and other clothes for the page now and then.
 *
 * @module
 */

import { noisyRows } from "../support/fixture_days.ts";
import { type Dice, dice, foundingOf, oneOf } from "../support/fixture_founding.ts";
import { Life } from "../support/fixture_life.ts";
import type { SiteOptions } from "../support/fixture_options.ts";
import type { FixtureRow } from "../support/fixture_row.ts";

/** What kind of day it is for the register. */
export type DayKind =
  | "founding"
  | "quiet"
  | "usual"
  | "burst"
  | "annual reports"
  | "noise"
  | "move";

/** One morning as the publisher has it. */
export interface Morning {
  /** Seoul date. */
  readonly date: string;
  readonly kind: DayKind;
  /** Rows by id, holes where a row is not listed. */
  readonly list: readonly (FixtureRow | undefined)[];
  /** The list in the publisher's notation of the day. */
  readonly served: readonly FixtureRow[];
  /** The newest row, as served, where it came in this night. */
  readonly arrival: FixtureRow | null;
  /** Rows that never stay: what a list shows that does not stand still. */
  readonly passing: (shift: number) => FixtureRow;
  /** How the page is written these days. */
  readonly dress: SiteOptions;
  /** What stands behind every applicant these days; when that changes, it changes in all rows. */
  readonly suffix: string;
}

/**
 * Nights for which a row is left alone: longer than nearly any stretch of days without a good crawl,
 * and less where a small register has no rows to spare.
 */
const restIn = (size: number) => Math.min(9, Math.floor(size / 60));
const BURST = 40;

/** Public holidays in Korea from November 2026 to the end of 2027, substitutes included. */
const HOLIDAYS: ReadonlySet<string> = new Set(
  ("2026-12-25 2027-01-01 2027-02-06 2027-02-07 2027-02-08 2027-02-09 2027-03-01 2027-05-05 " +
    "2027-05-13 2027-06-06 2027-08-15 2027-08-16 2027-09-14 2027-09-15 2027-09-16 2027-10-03 " +
    "2027-10-04 2027-10-09 2027-10-11 2027-12-25 2027-12-27").split(" "),
);

/** Ways to write the page that mean the same; the first is how it is written at the start. */
const DRESSES: readonly SiteOptions[] = [
  {},
  { classPrefix: "n2-", labelClass: "m-th" },
  { layoutTables: true, decoyTable: true, tableFoot: true },
  { mobile: "list", gzip: true },
  { mobile: "table", total: "plain" },
  { nfd: "values", byteOrderMark: true },
  { rowNumbers: "descending", bareText: true },
  { commentedCell: true, loneSiteFlat: true, headerCharset: null },
];

/** A register that lives one night after the other. */
export class Year {
  readonly #life: Life;
  readonly #rest: number;
  readonly #roll: Dice;
  #date: Temporal.PlainDate;
  #night = 0;
  #dress = 0;
  #served: readonly FixtureRow[] = [];
  /** Ids given so far. */
  #length = 0;
  #suffix = "";
  /** Nights to a change of the suffix, and below zero since it; none is near where it is `null`. */
  #toMove: number | null = null;

  constructor(size: number, seed: number, start = "2026-11-02") {
    this.#rest = restIn(size);
    this.#life = new Life(foundingOf(size, dice(seed)), dice(seed + 1), { rest: this.#rest });
    this.#roll = dice(seed + 2);
    this.#date = Temporal.PlainDate.from(start).subtract({ days: 1 });
  }

  /** Lives through one more night. */
  next(): Morning {
    this.#date = this.#date.add({ days: 1 });
    const date = this.#date.toString();
    const kind = this.#night === 0 ? "founding" : this.#withMoves(this.#kindOf(date));
    if (kind !== "quiet") this.#live(kind, date);
    if (this.#roll(45) === 0) this.#dress = this.#roll(DRESSES.length);
    if (kind === "move") this.#suffix = this.#suffix === "" ? " 코리아" : "";
    const suffix = this.#suffix;
    const list = this.#life.list().map((row) =>
      row && { ...row, applicant: `${row.applicant}${suffix}` }
    );
    // On half of the quiet days not even the notation moves.
    if (kind !== "quiet" || this.#roll(2) === 0) this.#served = this.#write(list, kind);
    const served = this.#served;
    const arrival = list.length > this.#length ? served.at(-1) as FixtureRow : null;
    this.#length = list.length;
    const passing = (shift: number) => ({
      ...served[0] as FixtureRow,
      number: `${date.replaceAll("-", "")}-209-J-${90_000 + shift}`,
    });
    const dress = DRESSES[this.#dress] as SiteOptions;
    return { date, kind, list, served, arrival, passing, dress, suffix };
  }

  /**
   * Before all applicants change, and after it, no number does for longer than nobody looks: of a row
   * that changed both at once nobody could tell which row it was.
   */
  #withMoves(kind: DayKind): DayKind {
    if (this.#toMove !== null) {
      this.#toMove -= 1;
      if (this.#toMove < -this.#rest) this.#toMove = null;
    } else if (kind === "move") this.#toMove = this.#rest;
    this.#life.holdNumbers(this.#toMove !== null);
    if (this.#toMove === 0) return "move";
    return kind === "move" ? "usual" : kind;
  }

  #kindOf(date: string): DayKind {
    if (this.#date.dayOfWeek > 5 || HOLIDAYS.has(date)) return "quiet";
    if (date.slice(5) >= "01-04" && date.slice(5) <= "01-15") return "annual reports";
    return oneOf(this.#roll, KINDS);
  }

  #live(kind: DayKind, date: string): void {
    this.#night += 1;
    if (this.#night === 1) return;
    this.#life.live(this.#night, date);
    if (kind === "burst") this.#life.burst(BURST, date);
    // Most reports come in on one day of the two weeks.
    if (kind === "annual reports") this.#life.reportWave(date.endsWith("-08") ? 3 : 15, date);
  }

  #write(list: Morning["list"], kind: DayKind): readonly FixtureRow[] {
    return noisyRows(list, {
      roll: this.#roll,
      heavy: kind === "noise",
      spared: this.#life.amended,
    });
  }
}

/** Kinds of an ordinary working day, by their share of forty. */
const KINDS: readonly DayKind[] = [
  "burst",
  "noise",
  "noise",
  "move",
  "move",
  ...Array.from({ length: 35 }, () => "usual" as const),
];
