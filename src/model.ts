/**
 * The register's words as types: sources, runs, records, events, refusals.
 *
 * Everything here is a value at rest: it is stored, hashed, compared and printed as it stands.
 * Therefore dates and instants inside it are branded ISO strings; the arithmetic elsewhere uses
 * `Temporal`. What the words mean is decided in `fields.ts` (labels), `identity.ts` (which row is
 * which record), `diff.ts` (what changed) and `verify.ts` (what is refused).
 *
 * @module
 */

declare const brand: unique symbol;
type Brand<T, B extends string> = T & { readonly [brand]: B };

/** One publisher's register or list, as its folder below `selectors/` is called. */
export type SourceId = Brand<string, "SourceId">;
/**
 * One scheduled execution of one source: its Seoul date, `YYYY-MM-DD`; or a correction of such, as
 * {@linkcode correctionAfter} names it.
 */
export type RunId = Brand<string, "RunId">;
/** The surrogate identity of a record; it survives a corrected registration number. */
export type RecordId = Brand<string, "RecordId">;
/** SHA-256 of bytes, 64 lower-case hexadecimal digits. */
export type Digest = Brand<string, "Digest">;
/** Hash of a meaning: notation noise does not move it. */
export type Fingerprint = Brand<string, "Fingerprint">;
/** A point in time as ISO 8601 in UTC, ending in `Z`. */
export type InstantText = Brand<string, "InstantText">;

/** 취소/취하구분. An unknown word is drift, so there is no fourth value. */
export type Status = "active" | "withdrawn" | "cancelled";

/** One manufacturing site (제조소): the nested tables of a row, read side by side. */
export interface Site {
  readonly name: string | null;
  readonly address: string | null;
  readonly country: string | null;
}

/**
 * The compared content of one row, normalised for reading.
 *
 * Dates are `YYYY-MM-DD`, the year a number; where the site wrote something that is neither, its
 * text is kept as it stands, so that a later correction is still seen as a change.
 */
export interface RegisterRecord {
  readonly noticeCategory: string | null;
  readonly registrationNumber: string | null;
  readonly ingredient: string | null;
  readonly applicant: string | null;
  readonly sites: readonly Site[];
  readonly firstRegisteredOn: string | null;
  readonly lastChangedOn: string | null;
  readonly lastAnnualReportYear: number | string | null;
  readonly status: Status;
  readonly statusChangedOn: string | null;
  readonly documentVersion: string | null;
  readonly linkedReviewNumber: string | null;
}

/** A field of a record. */
export type FieldName = keyof RegisterRecord;

/** Where a row was read: enough to find its bytes again in the archive. */
export interface Position {
  /** Page of the list, counted as the site counts. */
  readonly page: number;
  /** Data row in the table of that page, from 0. */
  readonly row: number;
  readonly url: string;
  readonly digest: Digest;
  readonly observedAt: InstantText;
}

/** A data row as extracted, before it is known which record it is. */
export interface Row {
  /** 순번: proves completeness; never stored, never compared. */
  readonly rowNumber: number | null;
  readonly values: RegisterRecord;
  /** Text as the site wrote it, for the fields whose normalised value reads differently. */
  readonly raw: Readonly<Partial<Record<FieldName, string>>>;
  /** Columns the selector spec does not know, by label: audited, never dropped. */
  readonly unknown: Readonly<Record<string, string>>;
  readonly position: Position;
}

/** Proof of an event: the half-open byte range of the row in the archived body. */
export interface Evidence {
  readonly url: string;
  readonly digest: Digest;
  /** Offset of the first byte of the row in the archived body. */
  readonly start: number;
  /** Offset after the last byte of the row. */
  readonly end: number;
  readonly page: number;
  readonly row: number;
}

/** What a field was and what it is. */
export interface FieldChange {
  readonly from: RegisterRecord[FieldName];
  readonly to: RegisterRecord[FieldName];
  /** `completed`: a blank filled later; the other two name their field's usual progress. */
  readonly mark?: "completed" | "annual-report" | "document-version";
}

/** Field changes by field name. */
export type FieldChanges = Readonly<Partial<Record<FieldName, FieldChange>>>;

/** What users are told of; domain events, not row deltas. */
export type EventKind =
  | "registered"
  | "amended"
  | "withdrawn"
  | "cancelled"
  | "reinstated"
  | "renumbered"
  | "delisted"
  | "relisted";

/** All event kinds in the order reports show them. */
export const EVENT_KINDS: readonly EventKind[] = [
  "registered",
  "relisted",
  "amended",
  "renumbered",
  "reinstated",
  "withdrawn",
  "cancelled",
  "delisted",
];

/** One event as `dmf changes --json` prints it; the shape is stable. */
export interface Change {
  readonly seq: number;
  readonly run: RunId;
  readonly kind: EventKind;
  readonly record: RecordId;
  readonly registrationNumber: string | null;
  readonly ingredient: string | null;
  readonly applicant: string | null;
  readonly fields: FieldChanges;
  /** The former number, on `renumbered` only. */
  readonly from?: string | null;
  /** The accepted run before: it happened between the two. `null` where that is not known. */
  readonly possibleSince: RunId | null;
  readonly observedAt: InstantText;
  readonly evidence: Evidence;
}

/** Something a person should look at, as data. */
export interface Issue {
  readonly kind:
    | "duplicate-number"
    | "malformed-number"
    | "ambiguous-identity"
    | "number-reused"
    | "unparsed-value"
    | "uneven-sites"
    | "joined-sites"
    | "unknown-column"
    | "missing"
    | "look-up-found"
    | "look-up-inconclusive"
    | "terms-changed"
    | "terms-absent"
    /** A board was read with less than usual: its feed was no help, or the pages did not reach. */
    | "board-note";
  readonly record?: RecordId;
  readonly registrationNumber?: string | null;
  readonly field?: FieldName;
  /** What was found, in the source's own words. */
  readonly found?: string;
  readonly page?: number;
  readonly row?: number;
}

/** How a run ended for good. `accepted` runs alone move the head. */
export type Verdict = "accepted" | "quarantined";

/**
 * Id of the next correction after a sealed run: `2026-11-30+001`. It sorts after that run and before
 * every later one, so that the log stays in the order in which it was sealed.
 */
export function correctionAfter(head: RunId): RunId {
  const [day, last = "0"] = head.split("+") as [string, string?];
  return `${day}+${String(Number(last) + 1).padStart(3, "0")}` as RunId;
}

/** Reads a run id, which is a calendar date; throws `RangeError` otherwise. */
export function runId(text: string): RunId {
  const date = Temporal.PlainDate.from(text, { overflow: "reject" });
  // Years of six digits ("+012026") are dates too, but as texts they would not sort by time.
  if (text.length !== 10 || date.toString() !== text) {
    throw new RangeError(`Cannot read "${text}" as a date YYYY-MM-DD`);
  }
  return text as RunId;
}
