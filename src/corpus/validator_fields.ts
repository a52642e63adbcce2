/**
 * The validators of an answer, and when two of them are the same.
 *
 * RFC 9110, section 8.8: which fields count, and which date is strong enough to be sent back.
 *
 * @module
 */

import { parseHttpDate } from "../retry_after.ts";
import { isSameBeforeCoding, isWeakMatch, readEntityTag } from "./entity_tag.ts";

/** The validators of one version, as they are kept. */
export interface Validators {
  /** The field value as received, such as `W/"1"`; `null` where there is none or it is malformed. */
  readonly etag: string | null;
  /** The field value as received; `null` where there is none, it is no date, or one to come. */
  readonly lastModified: string | null;
  /** The date is at least a second older than the answer: no later version can bear it. */
  readonly lastModifiedStrong: boolean;
}

/** Reads the fields of an answer; names in small letters. */
export function validatorsOf(
  headers: Readonly<Record<string, string>>,
  receivedAt: Temporal.Instant,
): Validators {
  const etag = headers["etag"]?.trim() ?? null;
  const lastModified = headers["last-modified"]?.trim() ?? null;
  const date = parseHttpDate(headers["date"]?.trim() ?? "", receivedAt) ?? receivedAt;
  const modified = lastModified === null ? null : parseHttpDate(lastModified, receivedAt);
  const age = modified === null ? -1 : date.epochMilliseconds - modified.epochMilliseconds;
  return {
    etag: etag !== null && readEntityTag(etag) !== null ? etag : null,
    // A date to come is none: section 8.8.2.1 forbids it, and no server can compare with it.
    lastModified: age >= 0 ? lastModified : null,
    // Section 8.8.2.2: one second, for dates have no smaller unit.
    lastModifiedStrong: age >= 1000,
  };
}

/** Whether two fields name one version: the weak comparison, whatever coding is marked in them. */
export function isTagOf(field: string, other: string): boolean {
  const [a, b] = [readEntityTag(field), readEntityTag(other)];
  return a !== null && b !== null && (isWeakMatch(a, b) || isSameBeforeCoding(a, b));
}

/** Whether one date is later than the other; `near` settles the century of a short year. */
export function isLater(
  field: string | null,
  than: string | null,
  near: Temporal.Instant,
): boolean {
  const [a, b] = [parseHttpDate(field ?? "", near), parseHttpDate(than ?? "", near)];
  return a !== null && b !== null && Temporal.Instant.compare(a, b) > 0;
}
