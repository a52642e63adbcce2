/**
 * What moved between the accepted list and today's, cell by cell, and who moved it.
 *
 * An applicant who amends a dozen of its entries is one cause, not a dozen; a page that drifts
 * touches rows of everybody. A cell that a register moves as a matter of course (a new annual
 * report, the date of a change that is itself in the row) is progress and proves nothing.
 *
 * @module
 */

import type { Compared } from "./diff.ts";
import type { FieldChange, FieldName, RegisterRecord, Row, RunId } from "./model.ts";
import { fold, readDate } from "./normalize.ts";
import { valuesIn } from "./statistics.ts";
import type { ValueColumn } from "./value_column.ts";

/** One cell that moved. */
export interface Movement {
  readonly column: ValueColumn;
  /** `completed`: a blank of an old row was filled with what other rows have already. */
  readonly kind: "changed" | "completed" | "blanked" | "progress";
  /** Texts before and after; those of several sites stand below each other. */
  readonly from: string;
  readonly to: string;
  /** Who is behind it, as far as a row tells: its applicant. */
  readonly cause: string;
  readonly row: Row;
}

/** Days for which a register fills in what a new row lacks. */
const YOUNG_DAYS = 60;

/**
 * The cells that moved in a comparison made on the day of `run`; `isKnown` tells whether a record in
 * force has a value already.
 */
export function movementsOf(
  compared: readonly Compared[],
  run: RunId,
  isKnown: (column: ValueColumn, value: string) => boolean,
): Movement[] {
  const moved = compared.flatMap((pair) => cellsOf(pair, run));
  // A review number that nobody had is news; one that stands in another row may be a copy of it.
  const counts = new Map<string, number>();
  const keyOf = ({ column, to }: Movement) => `${column} ${fold(to)}`;
  for (const movement of moved) counts.set(keyOf(movement), (counts.get(keyOf(movement)) ?? 0) + 1);
  return moved.map((movement) => {
    const { column, kind, to } = movement;
    const isNews = kind === "completed" && counts.get(keyOf(movement)) === 1 &&
      !isKnown(column, to);
    return isNews ? { ...movement, kind: "progress" } : movement;
  });
}

function cellsOf(pair: Compared, run: RunId): Movement[] {
  if (pair.known.delisted) return [];
  const cause = causeOf(pair.known.values);
  return (Object.entries(pair.fields) as [FieldName, FieldChange][]).flatMap(([name, change]) => {
    const kind = kindOf(pair, { name, change, run });
    return columnsOf(name).map((column): Movement => {
      const from = textOf(pair.known.values, column);
      const to = textOf(pair.row.values, column);
      return { column, kind, from, to, cause, row: pair.row };
    }).filter(({ from, to }) => fold(from) !== fold(to));
  });
}

/** Who is behind a row, as far as it tells. */
export function causeOf(values: RegisterRecord): string {
  return fold(values.applicant ?? values.ingredient ?? "");
}

/** Whether the register still fills in what a row lacks. */
export function isYoung({ firstRegisteredOn }: RegisterRecord, run: RunId): boolean {
  const first = firstRegisteredOn === null ? null : readDate(firstRegisteredOn);
  if (first === null) return false;
  const age = Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(run)).days;
  return age >= 0 && age <= YOUNG_DAYS;
}

function columnsOf(name: FieldName): ValueColumn[] {
  return name === "sites" ? ["sites.name", "sites.address", "sites.country"] : [name];
}

function textOf(values: RegisterRecord, column: ValueColumn): string {
  return valuesIn(values, column).join("\n");
}

interface Moved {
  readonly name: FieldName;
  readonly change: FieldChange;
  readonly run: RunId;
}

function kindOf(pair: Compared, { name, change, run }: Moved): Movement["kind"] {
  if (isProgress(pair, { name, change, run })) return "progress";
  if (isBlank(change.to)) return "blanked";
  if (!isBlank(change.from)) return "changed";
  return isYoung(pair.row.values, run) ? "progress" : "completed";
}

/** The same version words with numbers that grew; a year among them, if last, counts first. */
function isLaterVersion(from: string, to: string, run: RunId): boolean {
  if (from === "" || from.replace(/\d+/g, "0") !== to.replace(/\d+/g, "0")) return false;
  const [before, after] = [from, to].map((text) => {
    const numbers = (text.match(/\d+/g) ?? []).map(Number);
    return /\d{4}$/.test(text) ? [numbers.at(-1) as number, ...numbers.slice(0, -1)] : numbers;
  }) as [number[], number[]];
  if (/\d{4}$/.test(to) && (after[0] as number) > Number(run.slice(0, 4))) return false;
  const at = after.findIndex((number, index) => number !== before[index]);
  return at >= 0 && (after[at] as number) > (before[at] as number);
}

function isBlank(value: RegisterRecord[FieldName]): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function isProgress({ fields }: Compared, { name, change, run }: Moved): boolean {
  const { from, to } = change;
  switch (name) {
    case "lastAnnualReportYear":
      return typeof to === "number" && typeof from === "number" && to > from &&
        to <= Number(run.slice(0, 4));
    case "documentVersion":
      return isLaterVersion(String(from ?? ""), String(to ?? ""), run);
    case "statusChangedOn":
      return fields.status !== undefined;
    case "lastChangedOn":
      return Object.keys(fields).length > 1 && typeof to === "string" && to <= run &&
        (from === null || to > String(from));
    default:
      return false;
  }
}
