/**
 * Values of a record as a reader sees them: sites line by line, words for statuses, Seoul time.
 *
 * @module
 */

import { STATUS_LABELS } from "../fields.ts";
import type { FieldName, InstantText, RegisterRecord, Site, Status } from "../model.ts";
import type { Lang } from "./words.ts";

/** One part of every site, a line each; line n of every part belongs to site n. */
export function siteLines(sites: readonly Site[], part: keyof Site): string | null {
  if (sites.every((site) => site[part] === null)) return null;
  return sites.map((site) => site[part] ?? "").join("\n");
}

/** Sites with all their parts, a line each: name, address, country in brackets. */
export function siteText(sites: readonly Site[]): string | null {
  if (sites.length === 0) return null;
  return sites.map(({ name, address, country }) => {
    const words = [name, address].filter((word) => word !== null).join(", ");
    return country === null ? words : `${words} (${country})`.trimStart();
  }).join("\n");
}

/** The value of a field for people; a year stays a number. */
export function valueText(
  field: FieldName,
  value: RegisterRecord[FieldName],
  lang: Lang,
): string | number | null {
  if (value === null || typeof value === "number") return value;
  if (typeof value !== "string") return siteText(value);
  return field === "status" ? STATUS_LABELS[value as Status][lang] : value;
}

/** An instant as Seoul's wall clock showed it, to the second. */
export function seoulTime(instant: InstantText): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO("Asia/Seoul").toPlainDateTime();
  return local.toString({ smallestUnit: "second" }).replace("T", " ");
}
