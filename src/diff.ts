/**
 * What changed between the known records and a complete, identified list, as log entries.
 *
 * Events are facts of the register's world, not row deltas: a status change, a corrected number and
 * a corrected address on one row are three events. Notation noise never makes one.
 *
 * @module
 */

import { FIELD_NAMES } from "./fields.ts";
import { mintId, type Pair } from "./identity.ts";
import type { LogEntry } from "./log.ts";
import type {
  Evidence,
  FieldChange,
  FieldChanges,
  FieldName,
  RecordId,
  RegisterRecord,
  Row,
  RunId,
  SourceId,
} from "./model.ts";
import { sameValue, saysLess } from "./normalize.ts";
import type { Known } from "./state.ts";

/** Fields that differ in more than notation or damage, each with what was and what is. */
export function fieldChanges(before: RegisterRecord, after: RegisterRecord): FieldChanges {
  const changes: Partial<Record<FieldName, FieldChange>> = {};
  for (const name of FIELD_NAMES) {
    if (before[name] === after[name] || sameValue(name, before[name], after[name])) continue;
    if (saysLess(before[name], after[name])) continue;
    const mark = markOf(name, before[name], after[name]);
    changes[name] = { from: before[name], to: after[name], ...(mark ? { mark } : {}) };
  }
  return changes;
}

/** Fields that the register fills in days after a row appeared. */
const FILLED_LATER: ReadonlySet<FieldName> = new Set<FieldName>([
  "noticeCategory",
  "registrationNumber",
  "ingredient",
  "applicant",
  "sites",
  "firstRegisteredOn",
  "documentVersion",
  "linkedReviewNumber",
]);

function markOf(
  name: FieldName,
  from: RegisterRecord[FieldName],
  to: RegisterRecord[FieldName],
): FieldChange["mark"] {
  const blank = from === null || (Array.isArray(from) && from.length === 0);
  if (blank && FILLED_LATER.has(name)) return "completed";
  if (name === "documentVersion" && to !== null) return "document-version";
  const later = typeof to === "number" && (typeof from !== "number" || to > from);
  return name === "lastAnnualReportYear" && later ? "annual-report" : undefined;
}

/** Where the proof of a row lies; asked only for rows that become events. */
export type EvidenceOf = (row: Row) => Evidence;

/** A pair that has something to say, and what. */
export interface Compared extends Pair {
  readonly fields: FieldChanges;
}

/** The pairs of a matching that make entries: changed, back from a miss, or back from the dead. */
export function compare(pairs: readonly Pair[]): Compared[] {
  const compared: Compared[] = [];
  for (const pair of pairs) {
    const { known, row } = pair;
    const fields = known.values === row.values ? {} : fieldChanges(known.values, row.values);
    if (known.delisted || known.missing || Object.keys(fields).length > 0) {
      compared.push({ known, row, fields });
    }
  }
  return compared;
}

/** Entries for the rows of an accepted list; records absent from it are `absence.ts`'s matter. */
export function diff(
  compared: readonly Compared[],
  fresh: readonly Row[],
  run: {
    readonly source: SourceId;
    readonly run: RunId;
    readonly taken: (id: RecordId) => boolean;
  },
  evidenceOf: EvidenceOf,
): LogEntry[] {
  const minted = new Set<RecordId>();
  const taken = (id: RecordId) => minted.has(id) || run.taken(id);
  const arrived = fresh.map((row) => {
    const record = mintId(run.source, run.run, row.values, taken);
    minted.add(record);
    return arrival("registered", record, row, registeredFields(row.values), evidenceOf(row));
  });
  const altered = compared.flatMap((pair) => pairEntries(pair, evidenceOf));
  return inOrder([...arrived, ...altered]);
}

/** The founding entries of a baseline: versions without `registered` events. */
export function found(rows: readonly Row[], source: SourceId, run: RunId): LogEntry[] {
  const minted = new Set<RecordId>();
  return inOrder(rows.map((row) => {
    const record = mintId(source, run, row.values, (id) => minted.has(id));
    minted.add(record);
    return { kind: "founded", record, values: row.values, raw: row.raw, position: row.position };
  }));
}

/** The entries one known record and its row make; none where only the notation moved. */
function pairEntries({ known, row, fields }: Compared, evidenceOf: EvidenceOf): LogEntry[] {
  if (known.delisted) return [arrival("relisted", known.record, row, fields, evidenceOf(row))];
  const entries: LogEntry[] = known.missing ? [{ kind: "sighted", record: known.record }] : [];
  for (const { kind, fields: part } of split(fields)) {
    entries.push({
      kind,
      record: known.record,
      fields: part,
      raw: rawOf(row, part),
      ...namesAfter(known, row, fields),
      observedAt: row.position.observedAt,
      evidence: evidenceOf(row),
    });
  }
  return entries;
}

interface Part {
  readonly kind: "amended" | "withdrawn" | "cancelled" | "reinstated" | "renumbered";
  readonly fields: FieldChanges;
}

/** Splits the changed fields of one row into the events they are. */
function split(fields: FieldChanges): Part[] {
  const { registrationNumber, status, ...rest } = fields;
  const parts: Part[] = [];
  let amended: FieldChanges = rest;
  if (registrationNumber) {
    if (registrationNumber.from === null) amended = { registrationNumber, ...amended };
    else parts.push({ kind: "renumbered", fields: { registrationNumber } });
  }
  if (status) {
    const { statusChangedOn, lastChangedOn, ...others } = amended;
    const dates = {
      ...(statusChangedOn && { statusChangedOn }),
      ...(lastChangedOn && { lastChangedOn }),
    };
    const kind = status.to === "active" ? "reinstated" : status.to as "withdrawn" | "cancelled";
    parts.push({ kind, fields: { status, ...dates } });
    amended = others;
  }
  if (Object.keys(amended).length > 0) parts.push({ kind: "amended", fields: amended });
  return parts;
}

function arrival(
  kind: "registered" | "relisted",
  record: RecordId,
  row: Row,
  fields: FieldChanges,
  evidence: Evidence,
): LogEntry {
  const { values, raw, position } = row;
  return { kind, record, values, raw, fields, observedAt: position.observedAt, evidence };
}

function registeredFields(values: RegisterRecord): FieldChanges {
  const fields: Partial<Record<FieldName, FieldChange>> = {};
  for (const name of FIELD_NAMES) {
    const to = values[name];
    if (to === null || (Array.isArray(to) && to.length === 0)) continue;
    fields[name] = { from: name === "sites" ? [] : null, to };
  }
  return fields;
}

/** What the record is called after the run: its known notation, except where a field changed. */
function namesAfter(known: Known, row: Row, fields: FieldChanges) {
  const name = <K extends "registrationNumber" | "ingredient" | "applicant">(field: K) =>
    fields[field] ? row.values[field] : known.values[field];
  return {
    registrationNumber: name("registrationNumber"),
    ingredient: name("ingredient"),
    applicant: name("applicant"),
  };
}

function rawOf(row: Row, fields: FieldChanges): Partial<Record<FieldName, string>> {
  const raw: Partial<Record<FieldName, string>> = {};
  for (const name of Object.keys(fields) as FieldName[]) {
    const text = row.raw[name];
    if (text !== undefined) raw[name] = text;
  }
  return raw;
}

const ORDER: readonly LogEntry["kind"][] = [
  "founded",
  "registered",
  "relisted",
  "sighted",
  "renumbered",
  "reinstated",
  "withdrawn",
  "cancelled",
  "amended",
  "missed",
  "delisted",
];

/** Entries in an order that does not depend on the order of rows: by kind, then by record. */
export function inOrder(entries: readonly LogEntry[]): LogEntry[] {
  const rank = new Map(ORDER.map((kind, index) => [kind, index]));
  return [...entries].sort((a, b) =>
    (rank.get(a.kind) as number) - (rank.get(b.kind) as number) ||
    (a.record < b.record ? -1 : a.record > b.record ? 1 : 0)
  );
}
