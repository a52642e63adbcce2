/**
 * What can happen to a register overnight, and what a watcher must then tell.
 *
 * A mutation is data; applying one returns the next list and the events that are true of it, known
 * from the mutation itself and not by comparing lists. Absence is judged once a day: gone for one
 * accepted day is nothing yet, for two is `delisted`.
 *
 * @module
 */

import { FIELD_NAMES } from "../fields.ts";
import type { EventKind, FieldName } from "../model.ts";
import { type Notation, rewrite } from "./notation.ts";
import type { RegisterRow } from "./register.ts";

/** One of the rows a story is about: the nth of its role in the founding register. */
export interface Who {
  /** `new` counts the rows that the story itself registered. */
  readonly role:
    | "ordinary"
    | "family"
    | "withdrawn"
    | "uncategorized"
    | "new";
  readonly nth: number;
}

/** Fields of a row that a story sets, other than its status. */
export type Amendment = Partial<Omit<RegisterRow, "status" | "statusChangedOn">>;

/** One thing that happens between two days. */
export type Mutation =
  | { readonly kind: "register"; readonly row: RegisterRow }
  /** 허여: `applicant` registers on the base number of `of`, with the suffix `suffix`. */
  | {
    readonly kind: "grant";
    readonly of: Who;
    readonly suffix: string;
    readonly applicant: string;
    readonly on: string;
  }
  | { readonly kind: "amend"; readonly who: Who; readonly to: Amendment }
  /** Changes one digit in the address of the first site. */
  | { readonly kind: "correct-address"; readonly who: Who; readonly on: string }
  | {
    readonly kind: "status";
    readonly who: Who;
    readonly to: RegisterRow["status"];
    readonly on: string;
  }
  | { readonly kind: "renumber"; readonly who: Who; readonly to: string }
  | { readonly kind: "vanish" | "return"; readonly who: Who }
  /** Every `every`th row from the `from`th on is written in another way. */
  | {
    readonly kind: "rewrite";
    readonly every: number;
    readonly from: number;
    readonly notation: Notation;
  }
  | { readonly kind: "reorder" };

/** An event that must be found, neither more nor less. */
export interface ExpectedEvent {
  readonly kind: EventKind;
  /** The number after the event; `null` where the register shows none. */
  readonly registrationNumber: string | null;
  /** Fields that changed, in the register's order; empty where the kind says it all. */
  readonly fields: readonly FieldName[];
  /** The former number, on `renumbered` only. */
  readonly from?: string;
}

/** A row with what the story must remember of it. */
interface Entry {
  readonly row: RegisterRow;
  readonly listed: boolean;
  /** Accepted days in a row on which the list lacked it. */
  readonly absentDays: number;
}

/** The register between two days of a story. */
export interface Register {
  readonly entries: readonly Entry[];
  /** Rows of the founding register; entries after it are the story's own. */
  readonly founded: number;
  readonly cast: Readonly<Record<Exclude<Who["role"], "new">, readonly number[]>>;
  readonly oldestFirst: boolean;
}

/** Returns the register of a story's first day. */
export function found(rows: readonly RegisterRow[]): Register {
  return {
    entries: rows.map((row) => ({ row, listed: true, absentDays: 0 })),
    founded: rows.length,
    cast: castOf(rows),
    oldestFirst: false,
  };
}

/** Rows as the site serves them: newest first, unless a mutation turned the list around. */
export function listOf(register: Register): readonly RegisterRow[] {
  const rows = register.entries.filter((entry) => entry.listed).map((entry) => entry.row);
  return register.oldestFirst ? rows : rows.reverse();
}

/** Applies one mutation; throws `RangeError` where the story names a row that is not there. */
export function apply(
  register: Register,
  mutation: Mutation,
): { readonly register: Register; readonly events: readonly ExpectedEvent[] } {
  switch (mutation.kind) {
    case "register":
      return enroll(register, mutation.row);
    case "grant":
      return enroll(register, grantOn(rowOf(register, mutation.of), mutation));
    case "amend":
      return amend(register, mutation.who, mutation.to);
    case "correct-address":
      return amend(
        register,
        mutation.who,
        addressCorrected(rowOf(register, mutation.who), mutation.on),
      );
    case "status":
      return changeStatus(register, mutation);
    case "renumber":
      return renumber(register, mutation.who, mutation.to);
    case "vanish":
    case "return":
      return silent(change(register, mutation.who, { listed: mutation.kind === "return" }));
    case "rewrite":
      return silent({
        ...register,
        entries: register.entries.map((entry, index) =>
          index % mutation.every === mutation.from
            ? { ...entry, row: rewrite(entry.row, mutation.notation) }
            : entry
        ),
      });
    case "reorder":
      return silent({ ...register, oldestFirst: !register.oldestFirst });
  }
}

/** Ends an accepted day: counts absences, and tells which rows are gone or back for good. */
export function closeDay(
  register: Register,
): { readonly register: Register; readonly events: readonly ExpectedEvent[] } {
  const events: ExpectedEvent[] = [];
  const entries = register.entries.map((entry) => {
    if (entry.listed && entry.absentDays === 0) return entry;
    const absentDays = entry.listed ? 0 : entry.absentDays + 1;
    if (absentDays === 2) events.push(eventOf("delisted", entry.row));
    if (entry.listed && entry.absentDays >= 2) events.push(eventOf("relisted", entry.row));
    return { ...entry, absentDays };
  });
  return { register: { ...register, entries }, events };
}

/** Chooses the rows that stories speak of, so that each role is safe to play with. */
function castOf(rows: readonly RegisterRow[]): Register["cast"] {
  const count = new Map<string, number>();
  for (const { registrationNumber } of rows) {
    count.set(registrationNumber, (count.get(registrationNumber) ?? 0) + 1);
  }
  const isMalformed = (row: RegisterRow) => row.registrationNumber.includes("---");
  const hasGrants = (row: RegisterRow) => count.has(`${row.registrationNumber}(1)`);
  const isUnique = (row: RegisterRow) =>
    row.registrationNumber !== "" && !isMalformed(row) && count.get(row.registrationNumber) === 1;
  const isSettled = (row: RegisterRow) =>
    isUnique(row) && row.status === "정상" && row.noticeCategory !== "";
  const where = (test: (row: RegisterRow) => boolean) =>
    rows.flatMap((row, index) => test(row) ? [index] : []);
  return {
    ordinary: where((row) =>
      isSettled(row) && !hasGrants(row) && row.lastAnnualReportYear !== "" &&
      row.documentVersion !== "" && /\d/.test(row.sites[0]?.address ?? "")
    ),
    family: where((row) => isSettled(row) && hasGrants(row)),
    withdrawn: where((row) => isUnique(row) && row.status === "취하"),
    uncategorized: where((row) => isUnique(row) && row.noticeCategory === ""),
  };
}

function indexOf(register: Register, who: Who): number {
  const index = who.role === "new" ? register.founded + who.nth : register.cast[who.role][who.nth];
  if (index === undefined || index >= register.entries.length) {
    throw new RangeError(`Cannot find row ${who.nth} of role "${who.role}" in the demo's register`);
  }
  return index;
}

function entryOf(register: Register, who: Who): Entry {
  return register.entries[indexOf(register, who)] as Entry;
}

function rowOf(register: Register, who: Who): RegisterRow {
  return entryOf(register, who).row;
}

function change(register: Register, who: Who, to: Partial<Entry>): Register {
  const index = indexOf(register, who);
  return {
    ...register,
    entries: register.entries.with(index, { ...entryOf(register, who), ...to }),
  };
}

function silent(register: Register) {
  return { register, events: [] };
}

function eventOf(
  kind: EventKind,
  row: RegisterRow,
  rest: { readonly fields?: readonly FieldName[]; readonly from?: string } = {},
): ExpectedEvent {
  return { kind, registrationNumber: row.registrationNumber || null, fields: [], ...rest };
}

function enroll(register: Register, row: RegisterRow) {
  const entries = [...register.entries, { row, listed: true, absentDays: 0 }];
  return { register: { ...register, entries }, events: [eventOf("registered", row)] };
}

function grantOn(
  base: RegisterRow,
  { suffix, applicant, on }: Extract<Mutation, { kind: "grant" }>,
): RegisterRow {
  return {
    ...base,
    noticeCategory: "",
    registrationNumber: `${base.registrationNumber}(${suffix})`,
    applicant,
    firstRegisteredOn: on,
    lastChangedOn: "",
    lastAnnualReportYear: "",
    documentVersion: `v0.0.0/${on.slice(0, 4)}`,
    linkedReviewNumber: "",
  };
}

function amend(register: Register, who: Who, to: Amendment) {
  const row = { ...rowOf(register, who), ...to };
  const fields = FIELD_NAMES.filter((field) => field in to);
  return {
    register: change(register, who, { row }),
    events: [eventOf("amended", row, { fields })],
  };
}

function addressCorrected(row: RegisterRow, on: string): Amendment {
  const [first, ...others] = row.sites;
  if (first === undefined || !/\p{Nd}/u.test(first.address)) {
    throw new RangeError(`Cannot find a digit in the address of "${row.registrationNumber}"`);
  }
  const address = first.address.replace(/\p{Nd}/u, (digit) => {
    const step = digit.normalize("NFKC") === "9" ? -1 : 1;
    return String.fromCharCode(digit.charCodeAt(0) + step);
  });
  return { sites: [{ ...first, address }, ...others], lastChangedOn: on };
}

function changeStatus(register: Register, { who, to, on }: Extract<Mutation, { kind: "status" }>) {
  const kind = { "정상": "reinstated", "취하": "withdrawn", "취소": "cancelled" } as const;
  const row = { ...rowOf(register, who), status: to, statusChangedOn: to === "정상" ? "" : on };
  const fields = ["status", "statusChangedOn"] as const;
  return {
    register: change(register, who, { row }),
    events: [eventOf(kind[to], row, { fields })],
  };
}

function renumber(register: Register, who: Who, to: string) {
  const before = rowOf(register, who);
  const row = { ...before, registrationNumber: to };
  return {
    register: change(register, who, { row }),
    events: [eventOf("renumbered", row, { from: before.registrationNumber })],
  };
}
