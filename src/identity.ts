/**
 * Which row is which record.
 *
 * The registration number decides where it is well formed and unique; the fingerprint (ingredient,
 * applicant, sites, first date) decides otherwise, because numbers are corrected in place, repeated
 * and left blank in this register. Every step pairs only what is unique on both sides: a doubtful
 * pair is left open and raised as an issue, never guessed.
 *
 * @module
 */

import { digestOf } from "./digest.ts";
import { FIELD_NAMES } from "./fields.ts";
import type {
  Digest,
  Fingerprint,
  Issue,
  RecordId,
  RegisterRecord,
  Row,
  RunId,
  SourceId,
} from "./model.ts";
import { fold, foldedSites, sameValue } from "./normalize.ts";
import type { Known } from "./state.ts";

/** A row and the record it is. */
export interface Pair {
  readonly known: Known;
  readonly row: Row;
}

/** Every row and every known record, each in exactly one place. */
export interface Matching {
  readonly pairs: readonly Pair[];
  /** Rows of records never seen before. */
  readonly fresh: readonly Row[];
  /** Records in force that no row shows. */
  readonly absent: readonly Known[];
  readonly issues: readonly Issue[];
}

/** Pairs the rows of a complete list with the known records. */
export function identify(
  known: Iterable<Known>,
  rows: readonly Row[],
  wellFormed: RegExp,
): Matching {
  const all = [...known];
  const open = new Open(all.filter((k) => !k.delisted), rows);
  const usable = usableNumbers(rows, wellFormed);
  const numbered = (row: Row) => usable.has(numberOf(row.values) ?? "");

  // Nearly all rows are settled by the first step: nothing about them changed.
  open.pair(
    (k) => k.values.registrationNumber,
    (r) => r.values.registrationNumber,
    (k, r) => sameRecord(k.values, r.values),
  );
  open.pair((k) => wholeKey(k.values), (r) => wholeKey(r.values));
  open.pair((k) => numberAnd(k.values), (r) => numberAnd(r.values));
  // Rows that share number and fingerprint: what the register keeps longest tells them apart.
  for (const name of STEADY) {
    open.pair((k) => numberAnd(k.values, name), (r) => numberAnd(r.values, name));
  }
  // A record that is the same but for its number stands under another one, even where its old number
  // now belongs to a record of the same applicant.
  open.pair((k) => allButNumber(k.values), (r) => allButNumber(r.values));
  // Where nothing but the number agrees, a number may have been handed to somebody else and the
  // record may stand under another number: the fingerprint goes first.
  open.pair((k) => numberOf(k.values), (r) => numbered(r) ? numberOf(r.values) : null, related);
  open.pair((k) => fingerprintOf(k.values), (r) => fingerprintOf(r.values));
  open.pair((k) => numberOf(k.values), (r) => numberOf(r.values));
  const unnumbered = (values: RegisterRecord) => !wellFormed.test(numberOf(values) ?? "");
  // A number that several rows share does not tell them apart, but must still be the same. A record
  // with a number of its own is not found by less than its fingerprint: a new row without a good
  // number may well have the ingredient, applicant and sites of one that is gone today.
  const shared = (a: RegisterRecord, b: RegisterRecord) =>
    numberOf(a) === numberOf(b) && !usable.has(numberOf(b) ?? "");
  for (const left of [APPLICANT, SITES, FIRST_DATE]) {
    open.pair(
      (k) => without(k.values, left),
      (r) => without(r.values, left),
      (k, r) => unnumbered(k.values) || shared(k.values, r.values),
    );
  }

  const gone = new Open(all.filter((k) => k.delisted), open.rows());
  gone.pair((k) => numberOf(k.values), (r) => numberOf(r.values), related);
  gone.pair(
    (k) => fingerprintOf(k.values),
    (r) => fingerprintOf(r.values),
    (k, r) => unnumbered(k.values) || unnumbered(r.values),
  );

  const pairs = [...open.pairs, ...gone.pairs];
  return {
    pairs,
    fresh: gone.rows(),
    absent: open.known(),
    issues: [...reused(pairs, all, gone.rows()), ...ambiguous(open.known(), gone.rows())],
  };
}

/** Identity of a meaning; equal for two notations of the same ingredient, applicant, sites and date. */
export function fingerprintOf(values: RegisterRecord): Fingerprint {
  return components(values).join("\u0001") as Fingerprint;
}

/** Whether no field differs in more than notation. */
export function sameRecord(a: RegisterRecord, b: RegisterRecord): boolean {
  return a === b || FIELD_NAMES.every((name) => sameValue(name, a[name], b[name]));
}

/** Digest of every compared field: equal for two records that are the same. */
export function wholeKey(values: RegisterRecord): Digest {
  return digestOf(foldWhole(values));
}

function foldWhole(values: RegisterRecord): string {
  let key = "";
  for (const name of FIELD_NAMES) {
    const value = values[name];
    key += name === "sites" ? foldedSites(values.sites) : value === null ? "" : fold(String(value));
    key += "\u0001";
  }
  return key;
}

/** The surrogate id of a record first seen as `values` in `run`; does not depend on the row order. */
export function mintId(
  source: SourceId,
  run: RunId,
  values: RegisterRecord,
  taken: (id: RecordId) => boolean,
): RecordId {
  for (let attempt = 0;; attempt++) {
    const digest = digestOf(`${source}\n${run}\n${wholeKey(values)}\n${attempt}`);
    const id = `r${digest.slice(0, 16)}` as RecordId;
    if (!taken(id)) return id;
  }
}

/** Rows and records still without a partner. */
class Open {
  readonly pairs: Pair[] = [];
  #known: Set<Known>;
  #rows: Set<Row>;

  constructor(known: readonly Known[], rows: readonly Row[]) {
    this.#known = new Set(known);
    this.#rows = new Set(rows);
  }

  known = (): Known[] => [...this.#known];
  rows = (): Row[] => [...this.#rows];

  /** Pairs what has the same key on both sides and is the only one with it on each. */
  pair(
    keyOfKnown: (known: Known) => string | null,
    keyOfRow: (row: Row) => string | null,
    agrees: (known: Known, row: Row) => boolean = () => true,
  ): void {
    if (this.#known.size === 0 || this.#rows.size === 0) return;
    const known = uniqueBy(this.#known, keyOfKnown);
    for (const [key, row] of uniqueBy(this.#rows, keyOfRow)) {
      const partner = known.get(key);
      if (!row || !partner || !agrees(partner, row)) continue;
      this.pairs.push({ known: partner, row });
      this.#known.delete(partner);
      this.#rows.delete(row);
    }
  }
}

/** Members by key; `null` marks a key that several share. */
function uniqueBy<T>(members: Iterable<T>, keyOf: (member: T) => string | null) {
  const unique = new Map<string, T | null>();
  for (const member of members) {
    const key = keyOf(member);
    if (key !== null) unique.set(key, unique.has(key) ? null : member);
  }
  return unique;
}

function usableNumbers(rows: readonly Row[], wellFormed: RegExp): Set<string> {
  const usable = new Set<string>();
  for (const [number, row] of uniqueBy(rows, (r) => numberOf(r.values))) {
    if (row && wellFormed.test(number)) usable.add(number);
  }
  return usable;
}

function numberOf(values: RegisterRecord): string | null {
  return values.registrationNumber === null ? null : fold(values.registrationNumber);
}

/** Number and fingerprint, and one more field where it is named. */
function numberAnd(values: RegisterRecord, name?: (typeof STEADY)[number]): string | null {
  const number = numberOf(values);
  const more = name === undefined ? "" : fold(values[name] ?? "");
  return number === null ? null : `${number}\u0001${fingerprintOf(values)}\u0001${more}`;
}

function allButNumber(values: RegisterRecord): string | null {
  return numberOf(values) === null ? null : foldWhole({ ...values, registrationNumber: null });
}

function components(values: RegisterRecord): readonly [string, string, string, string] {
  return [
    fold(values.ingredient ?? ""),
    fold(values.applicant ?? ""),
    foldedSites(values.sites),
    fold(values.firstRegisteredOn ?? ""),
  ];
}

/** Compared fields outside the fingerprint that hardly ever change, the steadiest first. */
const STEADY = ["status", "noticeCategory", "linkedReviewNumber", "documentVersion"] as const;

const APPLICANT = 1, SITES = 2, FIRST_DATE = 3;

/** The fingerprint less one component, which may have been corrected in the same run. */
function without(values: RegisterRecord, left: number): string {
  return components(values).filter((_, index) => index !== left).join("\u0001");
}

function related(known: Known, row: Row): boolean {
  const a = components(known.values);
  const b = components(row.values);
  return a.some((component, index) => component !== "" && component === b[index]);
}

function reused(pairs: readonly Pair[], all: readonly Known[], fresh: readonly Row[]): Issue[] {
  const strangers = pairs.filter(({ known, row }) =>
    !sameRecord(known.values, row.values) && !related(known, row)
  );
  const issues = strangers.map(({ known, row }) => issueOf("number-reused", row, known.record));
  const delisted = new Set(all.filter((k) => k.delisted).map((k) => numberOf(k.values)));
  for (const row of fresh) {
    const number = numberOf(row.values);
    if (number !== null && delisted.has(number)) issues.push(issueOf("number-reused", row));
  }
  return issues;
}

function ambiguous(absent: readonly Known[], fresh: readonly Row[]): Issue[] {
  const open = new Set(absent.map((k) => fingerprintOf(k.values)));
  return fresh.filter((row) => open.has(fingerprintOf(row.values))).map((row) =>
    issueOf("ambiguous-identity", row)
  );
}

function issueOf(kind: Issue["kind"], row: Row, record?: RecordId): Issue {
  return {
    kind,
    ...(record === undefined ? {} : { record }),
    registrationNumber: row.values.registrationNumber,
    page: row.position.page,
    row: row.position.row + 1,
  };
}
