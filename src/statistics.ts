/**
 * What the values of each column look like: the statistics that a wrapper is verified by
 * (Kushmerick 1999; Lerman, Minton, Knoblock 2003).
 *
 * A tally can take records in and give them back, so that the statistics of today's list are those
 * of the accepted one, less what changed. What differs too much is decided in `drift.ts`.
 *
 * @module
 */

import type { RegisterRecord } from "./model.ts";
import { fold, readDate } from "./normalize.ts";
import {
  type Feature,
  FEATURES,
  SHAPED,
  VALUE_COLUMNS,
  type ValueColumn,
  WORDED,
} from "./value_column.ts";

/** Values of a column in one record; several for the sites, "" where there is none. */
export function valuesIn(record: RegisterRecord, column: ValueColumn): string[] {
  switch (column) {
    case "sites.name":
      return record.sites.map((site) => site.name ?? "");
    case "sites.address":
      return record.sites.map((site) => site.address ?? "");
    case "sites.country":
      return record.sites.map((site) => site.country ?? "");
    default: {
      const value = record[column];
      return [value === null ? "" : String(value)];
    }
  }
}

/** Shapes that values of a column have; where none is given, every value fits. */
export type Shapes = ReadonlyMap<ValueColumn, (value: string) => boolean>;

/** The shapes of the register's own columns. */
export function shapesOf(wellFormed: RegExp): Shapes {
  const date = (value: string) => readDate(value) !== null;
  return new Map<ValueColumn, (value: string) => boolean>([
    ["registrationNumber", (value) => wellFormed.test(fold(value))],
    ["firstRegisteredOn", date],
    ["lastChangedOn", date],
    ["statusChangedOn", date],
    ["lastAnnualReportYear", (value) => /^(?:19|20)\d{2}$/.test(value)],
  ]);
}

/** Measures one filled value into `into`, in the order of {@linkcode FEATURES}. */
export function measure(
  value: string,
  shape: ((value: string) => boolean) | undefined,
  into: Float64Array,
): Float64Array {
  let [digits, latin, hangul, punctuation, other, words] = [0, 0, 0, 0, 0, 0];
  let inWord = false;
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    const space = c === 0x20 || c === 0xA0;
    if (!space && !inWord) words += 1;
    inWord = !space;
    if (space) continue;
    if (c >= 0x30 && c <= 0x39) digits += 1;
    else if ((c >= 0x41 && c <= 0x5A) || (c >= 0x61 && c <= 0x7A)) latin += 1;
    else if ((c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x1100 && c <= 0x11FF)) hangul += 1;
    else if (isPunctuation(c)) punctuation += 1;
    else other += 1;
  }
  const size = Math.max(1, value.length);
  into[0] = value.length;
  into[1] = words;
  into[2] = digits / size;
  into[3] = latin / size;
  into[4] = hangul / size;
  into[5] = punctuation / size;
  into[6] = other / size;
  into[7] = !shape || shape(value) ? 1 : 0;
  return into;
}

function isPunctuation(c: number): boolean {
  return c < 0x80 || (c >= 0x2010 && c <= 0x214F) || (c >= 0x2190 && c <= 0x2E7F) ||
    (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF01 && c <= 0xFF5E);
}

/** Mean and spread of one feature over the filled values of a column. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** A list has a hundred thousand values; each is measured into the same place. */
const MEASURED = new Float64Array(FEATURES.length);

/** Sums over the values of one column. */
class ColumnTally {
  values = 0;
  filled = 0;
  readonly sums = new Float64Array(FEATURES.length);
  readonly squares = new Float64Array(FEATURES.length);

  /** `wordOf` makes the word of a folded value that is counted; none where it is `null`. */
  constructor(
    readonly wordOf: ((folded: string) => string) | null,
    readonly words = new Map<string, number>(),
  ) {}

  copy(): ColumnTally {
    const copy = new ColumnTally(this.wordOf, new Map(this.words));
    copy.values = this.values;
    copy.filled = this.filled;
    copy.sums.set(this.sums);
    copy.squares.set(this.squares);
    return copy;
  }

  count(value: string, shape: ((value: string) => boolean) | undefined, sign: 1 | -1): void {
    this.values += sign;
    if (value === "") return;
    this.filled += sign;
    measure(value, shape, MEASURED);
    for (let i = 0; i < MEASURED.length; i++) {
      const x = MEASURED[i] as number;
      this.sums[i] = (this.sums[i] as number) + sign * x;
      this.squares[i] = (this.squares[i] as number) + sign * x * x;
    }
    if (this.wordOf) {
      const word = this.wordOf(fold(value));
      const left = (this.words.get(word) ?? 0) + sign;
      if (left > 0) this.words.set(word, left);
      else this.words.delete(word);
    }
  }
}

function wordOf(column: ValueColumn): ColumnTally["wordOf"] {
  if (SHAPED.includes(column)) return shapeOfText;
  return WORDED.includes(column) ? (folded) => folded : null;
}

/** How a value is written: `20241015-209-J-1903(1)` is `00000000-0-A-0(0)`, eight digits and others. */
function shapeOfText(folded: string): string {
  return folded.replace(/[A-Za-z]+/g, "A").replace(/[가-힣]+/g, "가")
    .replace(/\d+/g, (digits) => digits.length > 4 ? "0".repeat(digits.length) : "0");
}

/** Statistics of all columns of a list, by adding and removing records. */
export class Tally {
  readonly #shapes: Shapes;
  readonly #columns = new Map<ValueColumn, ColumnTally>();
  records = 0;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
    for (const column of VALUE_COLUMNS) {
      this.#columns.set(column, new ColumnTally(wordOf(column)));
    }
  }

  /** Another tally of the same records. */
  copy(): Tally {
    const copy = new Tally(this.#shapes);
    copy.records = this.records;
    for (const [column, tally] of this.#columns) copy.#columns.set(column, tally.copy());
    return copy;
  }

  add(record: RegisterRecord): void {
    this.#count(record, 1);
  }

  remove(record: RegisterRecord): void {
    this.#count(record, -1);
  }

  #count(record: RegisterRecord, sign: 1 | -1): void {
    this.records += sign;
    for (const [column, tally] of this.#columns) {
      const shape = this.#shapes.get(column);
      for (const value of valuesIn(record, column)) tally.count(value, shape, sign);
    }
  }

  measure(column: ValueColumn, value: string): Float64Array {
    return measure(value, this.#shapes.get(column), new Float64Array(FEATURES.length));
  }

  /** Share of the values of a column that are not blank; 0 where it has none. */
  filled(column: ValueColumn): number {
    const { filled, values } = this.#of(column);
    return values === 0 ? 0 : filled / values;
  }

  spread(column: ValueColumn, feature: Feature): Spread {
    const { sums, squares, filled } = this.#of(column);
    if (filled === 0) return { mean: 0, deviation: 0 };
    const at = FEATURES.indexOf(feature);
    const mean = (sums[at] as number) / filled;
    const variance = Math.max(0, (squares[at] as number) / filled - mean * mean);
    return { mean, deviation: Math.sqrt(variance) };
  }

  /** How many values of a column are filled. */
  size(column: ValueColumn): number {
    return this.#of(column).filled;
  }

  /** Whether a value's word, or its shape, has been seen. */
  knows(column: ValueColumn, value: string): boolean {
    const { wordOf, words } = this.#of(column);
    return wordOf === null || words.has(wordOf(fold(value)));
  }

  /**
   * How likely the next value is one that was never seen: the share of words seen once
   * (Good 1953, after Turing).
   */
  unseen(column: ValueColumn): number {
    const { wordOf, words, filled } = this.#of(column);
    if (wordOf === null || filled === 0) return 1;
    let once = 0;
    for (const count of words.values()) if (count === 1) once += 1;
    return (once + 1) / (filled + 1);
  }

  /** Different words for each filled value; of columns that have words. */
  distinct(column: ValueColumn): number {
    const { wordOf, words, filled } = this.#of(column);
    return wordOf === null || filled === 0 ? 1 : words.size / filled;
  }

  #of(column: ValueColumn): ColumnTally {
    return this.#columns.get(column) as ColumnTally;
  }
}
