/**
 * Is it the whole list, each row once?
 *
 * The site states its total on every page and numbers its rows: both must agree with what came.
 * A contradiction that a moving list explains is a shift, and worth reading again; everything else
 * is final. What the rows say is not looked at here, except that their values read as they should.
 *
 * @module
 */

import type { PageReading } from "./extract.ts";
import { wholeKey } from "./identity.ts";
import type { FieldName, Issue, Row } from "./model.ts";
import { fold } from "./normalize.ts";
import type { Refusal } from "./refusal.ts";
import type { SelectorSpec } from "./selector_spec.ts";

/** Refusals that go away when the list is read again at a quieter moment. */
const SHIFTS: ReadonlySet<Refusal["kind"]> = new Set<Refusal["kind"]>([
  "total-moved",
  "total-differs",
  "duplicate-row",
  "row-number-gap",
]);

/** Whether reading the list again may help. */
export function isShift(refusal: Refusal): boolean {
  return SHIFTS.has(refusal.kind);
}

/** A list while it is read, page by page. */
export interface ListReading {
  /** Takes the next page; the refusal that it alone already proves, or `null`. */
  add(page: number, reading: PageReading): Refusal | null;
  /** After the last page: the refusal that the whole list proves, or `null`. */
  finish(): Refusal | null;
  /** What the first page states; `null` before it. */
  statedTotal(): number | null;
  /** Rows of the last page added. */
  lastPageRows(): number;
  readonly rows: readonly Row[];
  readonly issues: readonly Issue[];
  readonly pages: number;
}

/** Starts reading a list of `spec`. */
export function readList(spec: SelectorSpec): ListReading {
  const rows: Row[] = [];
  const issues: Issue[] = [];
  const seen = new Seen();
  const numbering = spec.columns.some(({ field }) => field === "rowNumber")
    ? new Numbering()
    : null;
  let total: number | null = null;
  let pages = 0;
  let lastPage = spec.paging.firstPage;
  let lastPageRows = 0;

  return {
    rows,
    issues,
    get pages() {
      return pages;
    },
    statedTotal: () => total,
    lastPageRows: () => lastPageRows,
    add(page, reading) {
      const stated = total ?? reading.statedTotal;
      total = stated;
      pages += 1;
      lastPage = page;
      lastPageRows = reading.rows.length;
      if (reading.statedTotal !== stated) {
        return { kind: "total-moved", page, expected: stated, found: reading.statedTotal };
      }
      for (const row of reading.rows) {
        const refusal = seen.repeated(row, page) ??
          numbering?.next(row, page, stated) ?? null;
        if (refusal) return refusal;
        rows.push(row);
      }
      issues.push(...reading.issues);
      return null;
    },
    finish() {
      if (total !== null && rows.length !== total) {
        return { kind: "total-differs", page: lastPage, expected: total, found: rows.length };
      }
      return brokenValues(spec, rows, issues);
    },
  };
}

/** Rows so far by number; whole keys are taken only of rows that share theirs. */
class Seen {
  readonly #byNumber = new Map<
    string,
    { first: Row; page: number; keys: Map<string, number> | null }
  >();

  /** The refusal of a row that came before, or `null`. */
  repeated(row: Row, page: number): Refusal | null {
    const number = fold(row.values.registrationNumber ?? "");
    const seen = this.#byNumber.get(number);
    if (seen === undefined) {
      this.#byNumber.set(number, { first: row, page, keys: null });
      return null;
    }
    seen.keys ??= new Map([[wholeKey(seen.first.values), seen.page]]);
    const key = wholeKey(row.values);
    const firstPage = seen.keys.get(key);
    if (firstPage === undefined) {
      seen.keys.set(key, page);
      return null;
    }
    const found = row.values.registrationNumber ?? row.values.ingredient ?? "";
    return { kind: "duplicate-row", page, row: row.position.row + 1, firstPage, found };
  }
}

/**
 * Row numbers (순번) prove that no row was skipped. How this site counts is unconfirmed, so three
 * ways are taken: 1 up to the total, the total down to 1, or from 1 on every page. The first rows
 * show which one it is; from then on it must hold.
 */
class Numbering {
  #ways: readonly ("up" | "down" | "page")[] = ["up", "down", "page"];
  #count = 0;

  next(row: Row, page: number, total: number): Refusal | null {
    this.#count += 1;
    const expected = { up: this.#count, down: total - this.#count + 1, page: row.position.row + 1 };
    const ways = this.#ways.filter((way) => expected[way] === row.rowNumber);
    if (ways.length === 0) {
      return {
        kind: "row-number-gap",
        page,
        row: row.position.row + 1,
        expected: [...new Set(this.#ways.map((way) => expected[way]))].join(" / "),
        found: row.rowNumber === null ? "–" : String(row.rowNumber),
      };
    }
    this.#ways = ways;
    return null;
  }
}

/**
 * A few typing errors of the register are its own; many in one column are a misread column.
 *
 * Text can only be damaged where there is some, so the values that are there are what counts.
 */
function brokenValues(
  spec: SelectorSpec,
  rows: readonly Row[],
  issues: readonly Issue[],
): Refusal | null {
  for (const column of spec.columns) {
    const field = column.field.startsWith("sites.") ? "sites" : column.field;
    const broken = issues.filter((i) => i.kind === "unparsed-value" && i.field === field);
    const example = broken[0];
    if (example === undefined) continue;
    const of = column.type || column.required ? rows.length : filled(rows, field as FieldName);
    const allowed = Math.max(2, Math.floor(spec.bounds.tolerated * of));
    if (broken.length <= allowed) continue;
    return {
      kind: "broken-values",
      page: example.page ?? spec.paging.firstPage,
      label: column.labels[0] ?? column.field,
      found: example.found ?? "",
      broken: broken.length,
      allowed,
    };
  }
  return null;
}

function filled(rows: readonly Row[], field: FieldName): number {
  return rows.filter(({ values }) => {
    const value = values[field];
    return value !== null && !(Array.isArray(value) && value.length === 0);
  }).length;
}
