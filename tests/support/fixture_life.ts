/**
 * What happens to the rows of the fixture site's register from one day to the next.
 *
 * @module
 */

import {
  APPLICANTS,
  type Dice,
  FORMLESS_APPLICANTS,
  type Founding,
  freshNumber,
  type Given,
  malformedNumber,
  oneOf,
  registrationOn,
} from "./fixture_founding.ts";
import type { Part } from "./fixture_noise.ts";
import type { FixtureRow } from "./fixture_row.ts";

/** New rows on the day of the burst. */
const BURST = 40;

/** What a life may be asked for. */
export interface LifeOptions {
  /**
   * Nights for which a row is left alone after something happened to it, so that what happens while
   * nobody looks can be told apart afterwards; none if left out.
   */
  readonly rest?: number;
}

/** A register that lives; the id of a row is its place in the order of registration. */
export class Life {
  /** Parts of rows that were amended at some time, by id. */
  readonly amended = new Map<number, Set<Part>>();
  readonly #roll: Dice;
  readonly #given: Given;
  readonly #rows: FixtureRow[];
  readonly #regular: readonly number[];
  readonly #twin: number;
  readonly #unnumbered: number;
  /** Ids of rows that are not listed, with the day on which they return. */
  readonly #hidden = new Map<number, number>();
  /** Ids of new rows that still lack a category or a good number. */
  readonly #pending = new Set<number>();
  /** Ids to which something has happened lately, with the night in which it did. */
  readonly #busy = new Map<number, number>();
  readonly #rest: number;
  #night = 0;
  #numbersHeld = false;

  constructor(founding: Founding, roll: Dice, { rest = 0 }: LifeOptions = {}) {
    this.#roll = roll;
    this.#rest = rest;
    this.#given = founding.given;
    this.#rows = [...founding.rows];
    this.#regular = founding.regular;
    this.#twin = founding.twins[0] as number;
    this.#unnumbered = founding.unnumbered[0] as number;
  }

  /** Whether no number changes, so that rows can be told apart while all of them change otherwise. */
  holdNumbers(held: boolean): void {
    this.#numbersHeld = held;
  }

  /** The list as it is: rows by id, a hole for each that is not shown. */
  list(): readonly (FixtureRow | undefined)[] {
    return this.#rows.map((row, id) => this.#hidden.has(id) ? undefined : row);
  }

  /** Lives through the night before `day` and returns the list of that day. */
  live(day: number, date: string): readonly (FixtureRow | undefined)[] {
    this.#night = day;
    for (const [id, night] of this.#busy) if (day - night > this.#rest) this.#busy.delete(id);
    this.#comeBack(day);
    this.#complete(date);
    this.#changeStatuses(day, date);
    this.#correct(date);
    this.#report(day, date);
    if (day === 3) this.#amend(this.#twin, ["padding"], { version: "v9.0.0/2026" });
    if (day === 5) this.#amend(this.#unnumbered, [], { review: "0077001" });
    if (!this.#numbersHeld && (day === 5 || this.#roll(3) === 0)) this.#renumber(date);
    this.#goMissing(day);
    this.#register(day === 7 ? BURST : this.#roll(8), date);
    return this.list();
  }

  /** A burst: so many new rows more in the same night. */
  burst(count: number, date: string): void {
    this.#register(count, date);
  }

  /** The annual reports of about one in `oneIn` rows, in the same night. */
  reportWave(oneIn: number, date: string): void {
    for (const id of this.#regular) {
      const free = !this.#busy.has(id) && !this.#hidden.has(id) && isDue(this.#row(id), date);
      if (free && this.#roll(oneIn) === 0) this.#amend(id, [], { reportYear: yearOf(date) });
    }
  }

  /** Hides two rows a day: for one day, for some days, or for good. */
  #goMissing(day: number): void {
    const forGood = Infinity;
    const absences = day === 2 ? [1, 3] : [oneOf(this.#roll, [1, 1, 2, 3, forGood])];
    for (const days of absences) {
      const id = this.#someone(() => true);
      if (id === null) continue;
      this.#touch(id);
      this.#hidden.set(id, day + days);
    }
  }

  #comeBack(day: number): void {
    for (const [id, returns] of this.#hidden) {
      if (returns > day) continue;
      this.#hidden.delete(id);
      this.#touch(id);
    }
  }

  /** Fills in what new rows lack, one thing a day. */
  #complete(date: string): void {
    for (const id of this.#pending) {
      const row = this.#row(id);
      if (this.#roll(2) === 0) continue;
      const numbered = row.number !== "" && !row.number.includes("---");
      if (!numbered && this.#numbersHeld) continue;
      if (!numbered) this.#amend(id, ["number"], { number: this.#number(date) });
      else if (row.category === "") this.#amend(id, ["padding"], { category: "별표1" });
      else this.#pending.delete(id);
    }
  }

  /** The three changes of status; half of them carry a change date, one a new version too. */
  #changeStatuses(day: number, date: string): void {
    const least = (on: number, most: number) => Math.max(day === on ? 1 : 0, this.#roll(most + 1));
    const active = (row: FixtureRow) => row.status === "정상";
    const turn = (status: string, from: (row: FixtureRow) => boolean) => {
      const id = this.#someone(from);
      this.#amend(id, ["padding"], {
        status,
        statusOn: status === "정상" ? "" : date,
        ...(this.#roll(2) === 0 ? { changedOn: date } : {}),
        ...(status === "취하" && day % 2 === 0 ? { version: `v${day}.7.7/2026` } : {}),
      });
    };
    for (let left = least(2, 2); left > 0; left--) turn("취하", active);
    for (let left = least(3, 1); left > 0; left--) turn("취소", active);
    for (let left = least(4, 1); left > 0; left--) turn("정상", (row) => !active(row));
  }

  /** Real amendments, some of a single character. */
  #correct(date: string): void {
    for (let left = 1 + this.#roll(4); left > 0; left--) {
      switch (this.#roll(5)) {
        case 0:
          this.#correctAddress(date);
          break;
        case 1:
          this.#changeApplicant(date);
          break;
        case 2:
          this.#correctIngredient();
          break;
        case 3:
          this.#addSite(date);
          break;
        default:
          this.#amend(this.#someone((row) => row.review === ""), [], { review: "0088002" });
      }
    }
  }

  #correctAddress(date: string): void {
    const id = this.#someone((row) => /^\d|[#.] \d/.test(row.siteAddresses[0] ?? ""));
    if (id === null) return;
    const [first = "", ...others] = this.#row(id).siteAddresses;
    const moved = first.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    this.#amend(id, ["sites"], { siteAddresses: [moved, ...others], changedOn: date });
  }

  /** Between names without a legal form, so that both read the same in every notation. */
  #changeApplicant(date: string): void {
    const formless = APPLICANTS.slice(0, FORMLESS_APPLICANTS);
    const id = this.#someone((row) => formless.includes(row.applicant));
    if (id === null) return;
    const others = formless.filter((name) => name !== this.#row(id).applicant);
    this.#amend(id, ["applicant"], { applicant: oneOf(this.#roll, others), changedOn: date });
  }

  #correctIngredient(): void {
    const id = this.#someone((row) => /^[가-힣]+$/.test(row.ingredient));
    if (id === null) return;
    const { ingredient } = this.#row(id);
    const to = ingredient.endsWith("염") ? ingredient.slice(0, -1) : `${ingredient}염`;
    this.#amend(id, ["ingredient"], { ingredient: to });
  }

  #addSite(date: string): void {
    const id = this.#someone((row) => row.siteNames.length === 1);
    if (id === null) return;
    const { siteNames, siteAddresses, siteCountries } = this.#row(id);
    this.#amend(id, ["sites"], {
      siteNames: [...siteNames, "[미분화공정] Kelmora AG"],
      siteAddresses: [...siteAddresses, `[미분화공정] Hafenweg ${date.slice(-2)}, Basel`],
      siteCountries: [...siteCountries, "스위스"],
      changedOn: date,
    });
  }

  /** Annual reports and new document versions. */
  #report(day: number, date: string): void {
    for (let left = this.#roll(7); left > 0; left--) {
      const id = this.#someone((row) => isDue(row, date));
      this.#amend(id, [], { reportYear: yearOf(date) });
    }
    for (let left = this.#roll(5); left > 0; left--) {
      const id = this.#someone((row) => row.version !== "");
      this.#amend(id, ["padding"], { version: `v${day}.${left}.0/2026` });
    }
  }

  #renumber(date: string): void {
    this.#amend(this.#someone(() => true), ["number"], { number: this.#number(date) });
  }

  /** New rows, seven in ten without a category yet, some without a number or with a broken one. */
  #register(count: number, date: string): void {
    for (let left = count; left > 0; left--) {
      const id = this.#rows.length;
      const row = registrationOn(date, {
        rows: this.#rows,
        given: this.#given,
        roll: this.#roll,
        age: 0,
      });
      const lack = this.#roll(10);
      const number = lack === 0 ? "" : lack === 1 ? malformedNumber(date, id) : row.number;
      const category = lack < 7 ? "" : row.category;
      this.#rows.push({ ...row, number, category, version: "v0.0.0/2026" });
      this.#touch(id);
      if (lack < 7) this.#pending.add(id);
    }
  }

  #amend(id: number | null, parts: readonly Part[], to: Partial<FixtureRow>): void {
    if (id === null) return;
    this.#rows[id] = { ...this.#row(id), ...to };
    const amended = this.amended.get(id) ?? new Set();
    for (const part of parts) amended.add(part);
    if (to.changedOn !== undefined) amended.add("padding");
    this.amended.set(id, amended);
    this.#touch(id);
  }

  /**
   * A founding row with a number of its own that is listed and idle and passes `test`; `null` where
   * a long life or a small register has left no such row, and then what was to happen does not.
   */
  #someone(test: (row: FixtureRow) => boolean): number | null {
    for (let tries = 0; tries < 5_000; tries++) {
      const id = oneOf(this.#roll, this.#regular);
      if (!this.#busy.has(id) && !this.#hidden.has(id) && test(this.#row(id))) return id;
    }
    return null;
  }

  #touch(id: number): void {
    this.#busy.set(id, this.#night);
  }

  #number(date: string): string {
    const number = freshNumber(date, this.#given.numbers, this.#roll);
    this.#given.numbers.add(number);
    return number;
  }

  #row(id: number): FixtureRow {
    return this.#rows[id] as FixtureRow;
  }
}

/** Whether a row that reports every year has not reported in the year of `date` yet. */
function isDue(row: FixtureRow, date: string): boolean {
  return row.reportYear !== "" && row.reportYear < yearOf(date);
}

function yearOf(date: string): string {
  return date.slice(0, 4);
}
