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

/** The cells that moved in a comparison made on the day of `run`. */
export function movementsOf(compared: readonly Compared[], run: RunId): Movement[] {
  return compared.flatMap((pair) => {
    if (pair.known.delisted) return [];
    const cause = causeOf(pair.known.values);
    return (Object.entries(pair.fields) as [FieldName, FieldChange][]).flatMap(([name, change]) =>
      columnsOf(name).map((column): Movement => {
        const from = textOf(pair.known.values, column);
        const to = textOf(pair.row.values, column);
        return {
          column,
          kind: kindOf(pair, { name, change, run }),
          from,
          to,
          cause,
          row: pair.row,
        };
      }).filter(({ from, to }) => fold(from) !== fold(to))
    );
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

function isBlank(value: RegisterRecord[FieldName]): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function isProgress({ fields }: Compared, { name, change, run }: Moved): boolean {
  const { from, to } = change;
  switch (name) {
    case "lastAnnualReportYear":
      return typeof to === "number" && to <= Number(run.slice(0, 4)) &&
        (from === null || (typeof from === "number" && to > from));
    case "statusChangedOn":
      return fields.status !== undefined;
    case "lastChangedOn":
      return Object.keys(fields).length > 1 && typeof to === "string" && to <= run &&
        (from === null || to > String(from));
    default:
      return false;
  }
}
