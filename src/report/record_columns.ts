/**
 * The columns of a whole record and its cells under them; sites take three columns.
 *
 * @module
 */

import { FIELDS, SITE_PARTS, STATUS_LABELS } from "../fields.ts";
import type { FieldName, RegisterRecord } from "../model.ts";
import { siteLines } from "./value_text.ts";
import type { Cell, Column, StyleName } from "./sheet.ts";
import type { Lang } from "./words.ts";

type Plain = Exclude<FieldName, "sites">;

/** Width and style of a record's columns, in the order of the sheet: the number comes first. */
const LAYOUT: readonly (readonly [Plain | "sites", number, StyleName])[] = [
  ["registrationNumber", 25, "text"],
  ["ingredient", 26, "text"],
  ["applicant", 19, "text"],
  ["noticeCategory", 11, "text"],
  ["sites", 0, "text"],
  ["firstRegisteredOn", 12, "date"],
  ["lastChangedOn", 12, "date"],
  ["lastAnnualReportYear", 13, "year"],
  ["status", 9, "text"],
  ["statusChangedOn", 12, "date"],
  ["documentVersion", 14, "text"],
  ["linkedReviewNumber", 15, "text"],
];

const SITE_WIDTHS = { name: 30, address: 40, country: 12 } as const;

/** The field of every column of {@linkcode recordColumns}. */
export const COLUMN_FIELDS: readonly FieldName[] = LAYOUT.flatMap(([field]) =>
  field === "sites" ? [field, field, field] : [field]
);

/** Columns of a whole record. */
export function recordColumns(lang: Lang): Column[] {
  return LAYOUT.flatMap(([field, width, style]): Column[] => {
    if (field !== "sites") return [{ header: FIELDS[field][lang], width, style }];
    return (["name", "address", "country"] as const).map((part) => ({
      header: SITE_PARTS[part][lang],
      width: SITE_WIDTHS[part],
      style,
    }));
  });
}

/** Cells of a record under {@linkcode recordColumns}. */
export function recordCells(values: RegisterRecord, lang: Lang): Cell[] {
  return [
    values.registrationNumber,
    values.ingredient,
    values.applicant,
    values.noticeCategory,
    siteLines(values.sites, "name"),
    siteLines(values.sites, "address"),
    siteLines(values.sites, "country"),
    values.firstRegisteredOn,
    values.lastChangedOn,
    values.lastAnnualReportYear,
    STATUS_LABELS[values.status][lang],
    values.statusChangedOn,
    values.documentVersion,
    values.linkedReviewNumber,
  ];
}
