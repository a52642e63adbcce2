/**
 * Reads a selector spec and refuses one that could not be crawled with.
 *
 * The shape is fixed by `selectors/schema.json`; here stands what a schema cannot say. Which of
 * several specs is in force is decided by `selectors.ts`.
 *
 * @module
 */

import schema from "../selectors/schema.json" with { type: "json" };
import { ConfigurationError } from "./configuration_error.ts";
import { parseJson } from "./json_text.ts";
import type { Status } from "./model.ts";
import { parseOrigin } from "./origin.ts";
import { checkShape, found } from "./schema_check.ts";
import type { ColumnTarget, SelectorSpec } from "./selector_spec.ts";

/** What one rule found wrong, as the rest of "Cannot read FILE: …"; `null` where nothing is. */
type Rule = (spec: SelectorSpec, file: string) => string | null;

/**
 * Parses the text of a selector spec; `file` is named in messages and proves source and version.
 *
 * @throws {ConfigurationError} naming the file, the key path, what is expected and what was found.
 */
export function parseSelectorSpec(text: string, file: string): SelectorSpec {
  const value = parseJson(text, file);
  checkShape(value, schema, file);
  // The schema allows exactly what the type says, which spec_check_test.ts holds it to.
  const spec = value as SelectorSpec;
  for (const rule of RULES) {
    const fault = rule(spec, file);
    if (fault !== null) throw new ConfigurationError(`Cannot read ${file}: ${fault}`);
  }
  return spec;
}

/** How a column must be read for its field to have the type that `model.ts` gives it. */
const TARGETS: Readonly<Record<ColumnTarget, "text" | "date" | "year">> = {
  rowNumber: "text",
  noticeCategory: "text",
  registrationNumber: "text",
  ingredient: "text",
  applicant: "text",
  "sites.name": "text",
  "sites.address": "text",
  "sites.country": "text",
  firstRegisteredOn: "date",
  lastChangedOn: "date",
  lastAnnualReportYear: "year",
  status: "text",
  statusChangedOn: "date",
  documentVersion: "text",
  linkedReviewNumber: "text",
};

const STATUSES: readonly Status[] = ["active", "withdrawn", "cancelled"];

const RULES: readonly Rule[] = [
  matchesPath,
  hasOrigin,
  hasPatterns,
  pagesApart,
  hasEveryColumn,
  readsColumnsAsTyped,
  tellsLabelsApart,
  coversStatuses,
  boundsInOrder,
];

function matchesPath(spec: SelectorSpec, file: string): string | null {
  const path = /([^/\\]+)[/\\](\d+)\.json$/.exec(file);
  if (path === null) return null;
  if (spec.source !== path[1]) {
    return `"source" must equal the folder "${path[1]}", found "${spec.source}"`;
  }
  return String(spec.version) === path[2]
    ? null
    : `"version" must equal the file name "${path[2]}", found ${spec.version}`;
}

function hasOrigin(spec: SelectorSpec): string | null {
  return parseOrigin(spec.origin) === spec.origin ? null : `"origin" must be scheme and host ` +
    `without a path, https except on a loopback address, found "${spec.origin}"`;
}

function hasPatterns(spec: SelectorSpec): string | null {
  const patterns: readonly (readonly [string, string])[] = [
    ["paging.statedTotal", spec.paging.statedTotal],
    ["table.emptyRow", spec.table.emptyRow],
    ["identity.wellFormed", spec.identity.wellFormed],
    ...spec.faultPages.map((page, i) => [`faultPages[${i}].pattern`, page.pattern] as const),
  ];
  for (const [key, pattern] of patterns) {
    const fault = patternFault(pattern, key === "paging.statedTotal");
    if (fault !== null) return `"${key}" ${fault}, found ${found(pattern)}`;
  }
  return null;
}

function patternFault(pattern: string, needsGroup: boolean): string | null {
  let regex: RegExp;
  let groups: number;
  try {
    regex = new RegExp(pattern, "u");
    // With an empty alternative it matches anything, and the match counts the groups.
    groups = (new RegExp(`${pattern}|`, "u").exec("")?.length ?? 1) - 1;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `is not a regular expression: ${error.message.split(": ").at(-1)}`;
  }
  if (regex.test("")) return "must not match an empty text";
  return needsGroup && groups === 0 ? "must have a group ( ) around the number" : null;
}

function pagesApart(spec: SelectorSpec): string | null {
  const { pageParameter, sizeParameter } = spec.paging;
  return pageParameter === sizeParameter
    ? `"paging.sizeParameter" must differ from "paging.pageParameter", found "${sizeParameter}" twice`
    : null;
}

function hasEveryColumn(spec: SelectorSpec): string | null {
  const seen = new Set<ColumnTarget>();
  for (const [i, column] of spec.columns.entries()) {
    if (seen.has(column.field)) {
      return `"columns[${i}].field" repeats "${column.field}", every field has one column`;
    }
    seen.add(column.field);
  }
  // Without 순번 the list is still complete by its stated total.
  const missing = Object.keys(TARGETS).find((target) =>
    target !== "rowNumber" && !seen.has(target as ColumnTarget)
  );
  return missing === undefined ? null : `"columns" has no column for the field "${missing}"`;
}

function readsColumnsAsTyped(spec: SelectorSpec): string | null {
  for (const [i, column] of spec.columns.entries()) {
    const needed = TARGETS[column.field];
    const type = column.type ?? "text";
    if (type === needed) continue;
    return `"columns[${i}].type" must ${needed === "text" ? "be left out" : `be "${needed}"`} ` +
      `for the field "${column.field}", found ${column.type ? `"${column.type}"` : "nothing"}`;
  }
  return null;
}

function tellsLabelsApart(spec: SelectorSpec): string | null {
  const owner = new Map<string, ColumnTarget>();
  for (const [i, column] of spec.columns.entries()) {
    for (const [j, label] of column.labels.entries()) {
      const folded = label.normalize("NFKC").replace(/\s/gu, "");
      const other = owner.get(folded);
      if (folded === "") return `"columns[${i}].labels[${j}]" must not be blank`;
      if (other !== undefined) {
        return `"columns[${i}].labels[${j}]" repeats "${label}", which already finds the field "${other}"`;
      }
      owner.set(folded, column.field);
    }
  }
  return null;
}

function coversStatuses(spec: SelectorSpec): string | null {
  for (const [i, column] of spec.columns.entries()) {
    const key = `"columns[${i}].vocabulary"`;
    if (column.field !== "status") {
      if (column.vocabulary) return `${key} belongs to the field "status" alone`;
      continue;
    }
    const words = Object.values(column.vocabulary ?? {});
    const missing = STATUSES.find((status) => !words.includes(status));
    if (missing !== undefined) return `${key} has no word for the status "${missing}"`;
  }
  return null;
}

function boundsInOrder(spec: SelectorSpec): string | null {
  const { min, max } = spec.bounds.records;
  return min <= max
    ? null
    : `"bounds.records.min" must not be more than "bounds.records.max", found ${min} and ${max}`;
}
