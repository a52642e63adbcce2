/**
 * What moved between the accepted list and today's, cell by cell, and who moved it.
 *
 * An applicant who amends a dozen of its entries is one cause, not a dozen; a page that drifts
 * touches rows of everybody. A register also moves cells as a matter of course, in ways that a
 * defect seldom imitates: those are told apart here, and how many of each are too many is decided
 * in `observations.ts`.
 *
 * @module
 */

import type { Compared } from "./diff.ts";
import type { FieldChange, FieldName, RegisterRecord, Row, RunId } from "./model.ts";
import { fold, readDate } from "./normalize.ts";
import { valuesIn } from "./statistics.ts";
import type { ValueColumn } from "./value_column.ts";

/**
 * How a cell moved:
 * - `progress`: as a matter of course, such as a new annual report or the date of a change beside it;
 * - `renewed`: with the date that belongs to it, such as a withdrawal with its day;
 * - `changed`: from one value to another, in no such way;
 * - `grown`: a blank of a young row was filled, or one of any row with what nobody had before;
 * - `completed`: a blank of an old row was filled with what other rows have already;
 * - `blanked`: a value went away.
 */
export type MovementKind =
  | "progress"
  | "renewed"
  | "changed"
  | "grown"
  | "completed"
  | "blanked";

/** One cell that moved. */
export interface Movement {
  readonly column: ValueColumn;
  readonly kind: MovementKind;
  /** Texts before and after; those of several sites stand below each other. */
  readonly from: string;
  readonly to: string;
  /** Who is behind it, as far as a row tells: its applicant. */
  readonly cause: string;
  readonly row: Row;
}

/** Days for which a register fills in what a new row lacks, and for which a day is recent. */
const YOUNG_DAYS = 60;

/**
 * The cells that moved in a comparison made on the day of `run`; `isKnown` tells whether another row has a
 * value too.
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
    return isNews ? { ...movement, kind: "grown" } : movement;
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
  return firstRegisteredOn !== null && isRecent(firstRegisteredOn, run);
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
  if (isRenewal(pair, { name, change, run })) return "renewed";
  if (isBlank(change.to)) return "blanked";
  if (!isBlank(change.from)) return "changed";
  return isYoung(pair.row.values, run) ? "grown" : "completed";
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

/** A status with its day, or a change that shows in nothing but its recent day. */
function isRenewal({ fields }: Compared, { name, change, run }: Moved): boolean {
  if (name === "status") {
    return fields.statusChangedOn !== undefined && isDated(change, fields.statusChangedOn, run);
  }
  const { from, to } = change;
  return name === "lastChangedOn" && typeof to === "string" && isRecent(to, run) &&
    (from === null || to > String(from));
}

/** 정상 has no day of a change, 취하 and 취소 have one that is past. */
function isDated(status: FieldChange, day: FieldChange, run: RunId): boolean {
  return status.to === "active"
    ? day.to === null
    : typeof day.to === "string" && isRecent(day.to, run);
}

function isRecent(date: string, run: RunId): boolean {
  const read = readDate(date);
  if (read === null) return false;
  const age = Temporal.PlainDate.from(read).until(Temporal.PlainDate.from(run)).days;
  return age >= 0 && age <= YOUNG_DAYS;
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
      return fields.status !== undefined && isDated(fields.status, change, run);
    case "lastChangedOn":
      return Object.keys(fields).length > 1 && typeof to === "string" && to <= run &&
        (from === null || to > String(from));
    default:
      return false;
  }
}
