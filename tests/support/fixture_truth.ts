/**
 * What a watcher must say of two lists, known from who the rows are and not from how they look.
 *
 * The simulation keeps an id for every row, which the site never shows. Comparing by it gives the
 * true events even where the number was corrected or a day in between was not believed.
 *
 * @module
 */

import type { EventKind, FieldName } from "../../src/model.ts";
import type { FixtureRow } from "./fixture_row.ts";

/** A value of a field as a person would write it down; `null` where the site shows nothing. */
export type TrueValue = string | number | null | readonly TrueSite[];

/** One site of a true value. */
export interface TrueSite {
  readonly name: string | null;
  readonly address: string | null;
  readonly country: string | null;
}

/** What one field was and is. */
export interface TrueChange {
  readonly from: TrueValue;
  readonly to: TrueValue;
  /** Only where no two opinions are possible: blank category, number or review filled later. */
  readonly mark?: "completed";
}

/** One event that must be reported, neither more nor less. */
export interface TrueEvent {
  readonly kind: EventKind;
  /** After the event. */
  readonly registrationNumber: string | null;
  /** Of an amendment, a change of status or a return; empty for the other kinds. */
  readonly fields: Readonly<Partial<Record<FieldName, TrueChange>>>;
  /** The former number, on `renumbered` only. */
  readonly from?: string;
  readonly applicant: string;
}

/** What a watcher knows of one row after the days it has believed. */
export interface Known {
  readonly row: FixtureRow;
  /** Believed days in a row on which the list lacked it. */
  readonly absentDays: number;
}

const STATUS: Readonly<Record<string, string>> = {
  "정상": "active",
  "취하": "withdrawn",
  "취소": "cancelled",
};
const STATUS_EVENT: Readonly<Record<string, EventKind>> = {
  "정상": "reinstated",
  "취하": "withdrawn",
  "취소": "cancelled",
};
const COMPLETABLE: readonly FieldName[] = [
  "noticeCategory",
  "registrationNumber",
  "linkedReviewNumber",
];

const READERS: readonly (readonly [FieldName, (row: FixtureRow) => TrueValue])[] = [
  ["noticeCategory", (row) => row.category || null],
  ["registrationNumber", (row) => row.number || null],
  ["ingredient", (row) => row.ingredient || null],
  ["applicant", (row) => row.applicant || null],
  ["sites", sitesOf],
  ["firstRegisteredOn", (row) => row.firstOn || null],
  ["lastChangedOn", (row) => row.changedOn || null],
  ["lastAnnualReportYear", (row) => row.reportYear === "" ? null : Number(row.reportYear)],
  ["status", (row) => STATUS[row.status] ?? null],
  ["statusChangedOn", (row) => row.statusOn || null],
  ["documentVersion", (row) => row.version || null],
  ["linkedReviewNumber", (row) => row.review || null],
];

/** Returns what is known of a row, and what happened to it, after one more believed day. */
export function judge(
  known: Known | undefined,
  row: FixtureRow | undefined,
): { readonly known: Known | undefined; readonly events: readonly TrueEvent[] } {
  if (known === undefined) {
    if (row === undefined) return { known, events: [] };
    return { known: { row, absentDays: 0 }, events: [eventOf("registered", row)] };
  }
  if (row === undefined) {
    const absentDays = known.absentDays + 1;
    const events = absentDays === 2 ? [eventOf("delisted", known.row)] : [];
    return { known: { ...known, absentDays }, events };
  }
  if (known.absentDays === 0 && known.row === row) return { known, events: [] };
  const changed = changesOf(known.row, row);
  const events = known.absentDays < 2
    ? split(changed, known.row, row)
    : [{ ...eventOf("relisted", row), fields: Object.fromEntries(changed) }];
  return { known: { row, absentDays: 0 }, events };
}

/** Returns what each field of a row is. */
export function trueValues(row: FixtureRow): Readonly<Record<FieldName, TrueValue>> {
  const values = READERS.map(([field, read]) => [field, read(row)] as const);
  return Object.fromEntries(values) as Record<FieldName, TrueValue>;
}

function changesOf(before: FixtureRow, after: FixtureRow): Map<FieldName, TrueChange> {
  const changed = new Map<FieldName, TrueChange>();
  for (const [field, read] of READERS) {
    const [from, to] = [read(before), read(after)];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    const completed = from === null && COMPLETABLE.includes(field);
    changed.set(field, completed ? { from, to, mark: "completed" } : { from, to });
  }
  return changed;
}

/** A corrected number, a change of status and what else changed are events of their own. */
function split(
  changed: Map<FieldName, TrueChange>,
  before: FixtureRow,
  after: FixtureRow,
): readonly TrueEvent[] {
  const events: TrueEvent[] = [];
  if (changed.has("registrationNumber") && before.number !== "") {
    changed.delete("registrationNumber");
    events.push({ ...eventOf("renumbered", after), from: before.number });
  }
  if (changed.has("status")) {
    const fields = take(changed, ["status", "statusChangedOn", "lastChangedOn"]);
    events.push({ ...eventOf(STATUS_EVENT[after.status] as EventKind, after), fields });
  }
  if (changed.size > 0) {
    events.push({ ...eventOf("amended", after), fields: Object.fromEntries(changed) });
  }
  return events;
}

function take(changed: Map<FieldName, TrueChange>, fields: readonly FieldName[]) {
  const taken = fields.flatMap((field) => {
    const change = changed.get(field);
    return change === undefined ? [] : [[field, change] as const];
  });
  for (const [field] of taken) changed.delete(field);
  return Object.fromEntries(taken);
}

function eventOf(kind: EventKind, row: FixtureRow): TrueEvent {
  return {
    kind,
    registrationNumber: row.number || null,
    fields: {},
    applicant: row.applicant,
  };
}

function sitesOf(row: FixtureRow): readonly TrueSite[] {
  return row.siteNames.map((name, at) => ({
    name: name || null,
    address: row.siteAddresses[at] || null,
    country: row.siteCountries[at] || null,
  }));
}
