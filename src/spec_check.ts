/**
 * Reads a selector spec and refuses one that could not be crawled with.
 *
 * The shape is fixed by `selectors/schema.json`; here stands what a schema cannot say. Which of
 * several specs is in force is decided by `selectors.ts`.
 *
 * @module
 */

import schema from "../selectors/schema.json" with { type: "json" };
import { unreadable } from "./configuration_error.ts";
import { parseJson } from "./json_text.ts";
import { fitsKind } from "./kind_check.ts";
import type { FieldName, Status } from "./model.ts";
import { originFault, parseOrigin } from "./origin.ts";
import type { Sentence } from "./refusal.ts";
import { checkShape, found } from "./schema_check.ts";
import type { ColumnTarget, SelectorSpec } from "./selector_spec.ts";

/** What one rule found wrong, as the rest of "Cannot read FILE: …"; `null` where nothing is. */
type Rule = (spec: SelectorSpec, file: string) => Sentence | null;

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
    if (fault !== null) throw unreadable(file, fault);
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
  fitsKind,
  hasPatterns,
  pagesApart,
  hasEveryColumn,
  readsColumnsAsTyped,
  tellsLabelsApart,
  coversStatuses,
  boundsInOrder,
];

function matchesPath(spec: SelectorSpec, file: string): Sentence | null {
  const path = /([^/\\]+)[/\\](\d+)\.json$/.exec(file);
  if (path === null) return null;
  const [, folder, name] = path;
  if (spec.source !== folder) {
    return {
      ko: `"source" 값은 폴더 이름 "${folder}" 그대로여야 합니다(현재 값: "${spec.source}").`,
      en: `"source" must equal the folder "${folder}", found "${spec.source}"`,
    };
  }
  return String(spec.version) === name ? null : {
    ko: `"version" 값은 파일 이름 "${name}" 그대로여야 합니다(현재 값: ${spec.version}).`,
    en: `"version" must equal the file name "${name}", found ${spec.version}`,
  };
}

function hasOrigin(spec: SelectorSpec): Sentence | null {
  return parseOrigin(spec.origin) === spec.origin ? null : originFault("origin", spec.origin);
}

function hasPatterns(spec: SelectorSpec): Sentence | null {
  const patterns: readonly (readonly [string, string])[] = [
    ...maybe("paging.statedTotal", spec.paging.statedTotal),
    ...maybe("table.emptyRow", spec.table?.emptyRow),
    ["identity.wellFormed", spec.identity.wellFormed],
    ...spec.faultPages.map((page, i) => [`faultPages[${i}].pattern`, page.pattern] as const),
  ];
  for (const [key, pattern] of patterns) {
    const fault = patternFault(pattern, key === "paging.statedTotal");
    if (fault === null) continue;
    return {
      ko: `"${key}" 값은 ${fault.ko}(현재 값: ${found(pattern)}).`,
      en: `"${key}" ${fault.en}, found ${found(pattern)}`,
    };
  }
  return null;
}

function maybe(key: string, pattern: string | undefined): (readonly [string, string])[] {
  return pattern === undefined ? [] : [[key, pattern]];
}

function patternFault(pattern: string, needsGroup: boolean): Sentence | null {
  let regex: RegExp;
  let groups: number;
  try {
    regex = new RegExp(pattern, "u");
    // With an empty alternative it matches anything, and the match counts the groups.
    groups = (new RegExp(`${pattern}|`, "u").exec("")?.length ?? 1) - 1;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = error.message.split(": ").at(-1);
    return { ko: `정규식이 아닙니다: ${reason}`, en: `is not a regular expression: ${reason}` };
  }
  if (regex.test("")) {
    return { ko: "빈 문자열과 맞으면 안 됩니다", en: "must not match an empty text" };
  }
  return !needsGroup || groups > 0 ? null : {
    ko: "숫자를 묶는 괄호 ( )가 있어야 합니다",
    en: "must have a group ( ) around the number",
  };
}

function pagesApart(spec: SelectorSpec): Sentence | null {
  const { pageParameter, sizeParameter } = spec.paging;
  return pageParameter === undefined || pageParameter !== sizeParameter ? null : {
    ko: `"paging.sizeParameter" 값은 "paging.pageParameter" 값과 달라야 합니다` +
      `(둘 다 현재 값: "${sizeParameter}").`,
    en: `"paging.sizeParameter" must differ from "paging.pageParameter", ` +
      `found "${sizeParameter}" twice`,
  };
}

function hasEveryColumn(spec: SelectorSpec): Sentence | null {
  const seen = new Set<ColumnTarget>();
  for (const [i, { field }] of spec.columns.entries()) {
    if (seen.has(field)) {
      return {
        ko: `"columns[${i}].field" 값이 겹칩니다: "${field}" 필드의 열은 하나여야 합니다.`,
        en: `"columns[${i}].field" repeats "${field}", every field has one column`,
      };
    }
    seen.add(field);
  }
  // Without 순번 the list is still complete by its stated total.
  const missing = Object.keys(TARGETS).find((target) =>
    target !== "rowNumber" && !seen.has(target as ColumnTarget) &&
    !spec.lacks?.includes(target.replace(/^sites\..*/, "sites") as FieldName)
  );
  return missing === undefined ? null : {
    ko: `"columns" 목록에 "${missing}" 필드의 열이 없습니다.`,
    en: `"columns" has no column for the field "${missing}"`,
  };
}

function readsColumnsAsTyped(spec: SelectorSpec): Sentence | null {
  for (const [i, { field, type }] of spec.columns.entries()) {
    const needed = TARGETS[field];
    if ((type ?? "text") === needed) continue;
    const key = `"columns[${i}].type"`;
    return {
      ko: `"${field}" 필드에는 ${
        needed === "text" ? `${key} 키를 적지 않아야 합니다` : `${key} 값이 "${needed}"여야 합니다`
      }(현재 값: ${type ? `"${type}"` : "없음"}).`,
      en: `${key} must ${needed === "text" ? "be left out" : `be "${needed}"`} ` +
        `for the field "${field}", found ${type ? `"${type}"` : "nothing"}`,
    };
  }
  return null;
}

function tellsLabelsApart(spec: SelectorSpec): Sentence | null {
  const owner = new Map<string, ColumnTarget>();
  for (const [i, column] of spec.columns.entries()) {
    for (const [j, label] of column.labels.entries()) {
      const key = `"columns[${i}].labels[${j}]"`;
      const folded = label.normalize("NFKC").replace(/\s/gu, "");
      const other = owner.get(folded);
      if (folded === "") {
        return { ko: `${key} 값은 비어 있으면 안 됩니다.`, en: `${key} must not be blank` };
      }
      if (other !== undefined) {
        return {
          ko: `${key} 값 "${label}" 이름은 이미 "${other}" 필드를 찾는 데 쓰입니다.`,
          en: `${key} repeats "${label}", which already finds the field "${other}"`,
        };
      }
      owner.set(folded, column.field);
    }
  }
  return null;
}

function coversStatuses(spec: SelectorSpec): Sentence | null {
  for (const [i, column] of spec.columns.entries()) {
    const key = `"columns[${i}].vocabulary"`;
    if (column.field !== "status") {
      if (!column.vocabulary) continue;
      return {
        ko: `${key} 키는 "status" 필드에만 쓸 수 있습니다.`,
        en: `${key} belongs to the field "status" alone`,
      };
    }
    const words = Object.values(column.vocabulary ?? {});
    const missing = STATUSES.find((status) => !words.includes(status));
    if (missing !== undefined) {
      return {
        ko: `${key} 목록에 "${missing}" 상태를 뜻하는 말이 없습니다.`,
        en: `${key} has no word for the status "${missing}"`,
      };
    }
  }
  return null;
}

function boundsInOrder(spec: SelectorSpec): Sentence | null {
  const { min, max } = spec.bounds.records;
  return min <= max ? null : {
    ko: `"bounds.records.min" 값은 "bounds.records.max" 값보다 클 수 없습니다` +
      `(현재 값: ${min}, ${max}).`,
    en: `"bounds.records.min" must not be more than "bounds.records.max", found ${min} and ${max}`,
  };
}
