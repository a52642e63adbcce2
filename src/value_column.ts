/**
 * The columns of values that statistics are kept of, and what is measured of them.
 *
 * @module
 */

import { FIELD_NAMES, type FieldLabels, FIELDS, SITE_PARTS } from "./fields.ts";
import type { FieldName } from "./model.ts";

/** A column of values: a field, or one part of the sites. */
export type ValueColumn = Exclude<FieldName, "sites"> | `sites.${keyof typeof SITE_PARTS}`;

/** All columns in the order of the register. */
export const VALUE_COLUMNS: readonly ValueColumn[] = FIELD_NAMES.flatMap((name): ValueColumn[] =>
  name === "sites" ? ["sites.name", "sites.address", "sites.country"] : [name]
);

/** What users call a column. */
export function columnLabels(column: ValueColumn): FieldLabels {
  return column in FIELDS
    ? FIELDS[column as FieldName]
    : SITE_PARTS[column.slice("sites.".length) as keyof typeof SITE_PARTS];
}

/** What is measured of one filled value; densities are shares of its characters. */
export const FEATURES = [
  "length",
  "words",
  "digits",
  "latin",
  "hangul",
  "punctuation",
  "other",
  "pattern",
] as const;
export type Feature = (typeof FEATURES)[number];

/** A statistic of a whole list: its filled share, its different words, the means of the features. */
export type Level = (typeof LEVELS)[number];
export const LEVELS = ["filled", "distinct", ...FEATURES] as const;

/** Columns whose values are written in a few shapes, so that an unknown shape tells something. */
export const SHAPED: readonly ValueColumn[] = [
  "registrationNumber",
  "documentVersion",
  "linkedReviewNumber",
];

/** Columns whose words come again and again, so that an unknown word tells something. */
export const WORDED: readonly ValueColumn[] = [
  "noticeCategory",
  "applicant",
  "status",
  "sites.country",
];
