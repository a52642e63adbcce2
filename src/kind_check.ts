/**
 * Holds a selector spec to its kind: what a page of HTML, an OpenAPI and a workbook need, and what
 * would mean nothing there.
 *
 * The other rules of a spec are in `spec_check.ts`.
 *
 * @module
 */

import type { Sentence } from "./refusal.ts";
import type { SelectorSpec, SpecKind } from "./selector_spec.ts";

/** Data.go.kr answers 500 rows a page; 1,000 fail. */
export const MOST_API_ROWS = 500;

interface Part {
  readonly key: string;
  readonly given: boolean;
  readonly kinds: readonly SpecKind[];
  /** Such a kind can do without it. */
  readonly optional?: true;
}

/** What the kind of a spec lacks or has too much of; `null` where it fits. */
export function fitsKind(spec: SelectorSpec): Sentence | null {
  const kind = spec.kind ?? "html-list";
  for (const { key, given, kinds, optional } of partsOf(spec)) {
    if (given === kinds.includes(kind) || (!given && optional)) continue;
    return given ? foreign(key, kind, kinds) : missing(key, kind);
  }
  const { pageSize = 0 } = spec.paging;
  if (kind === "openapi" && pageSize > MOST_API_ROWS) {
    return {
      ko: `"paging.pageSize" 값은 "${kind}" 출처에서 ${MOST_API_ROWS} 이하여야 합니다` +
        `(현재 값: ${pageSize}).`,
      en: `"paging.pageSize" must be at most ${MOST_API_ROWS} for the kind "${kind}", ` +
        `found ${pageSize}`,
    };
  }
  const both = spec.lacks?.find((field) => spec.columns.some((column) => column.field === field));
  return both === undefined ? null : {
    ko: `"lacks" 목록의 "${both}" 필드에 열이 있습니다. 둘 중 하나만 적으십시오.`,
    en: `"lacks" names the field "${both}", which has a column`,
  };
}

const PAGED: readonly SpecKind[] = ["html-list", "openapi"];
const HTML: readonly SpecKind[] = ["html-list"];
const VIEWS: readonly SpecKind[] = ["openapi", "xlsx"];

function partsOf(spec: SelectorSpec): readonly Part[] {
  const { paging } = spec;
  return [
    { key: "paging.pageParameter", given: paging.pageParameter !== undefined, kinds: PAGED },
    { key: "paging.sizeParameter", given: paging.sizeParameter !== undefined, kinds: PAGED },
    { key: "paging.pageSize", given: paging.pageSize !== undefined, kinds: PAGED },
    { key: "paging.statedTotal", given: paging.statedTotal !== undefined, kinds: HTML },
    { key: "table", given: spec.table !== undefined, kinds: HTML },
    { key: "lookUps", given: spec.lookUps.length > 0, kinds: PAGED },
    { key: "service", given: spec.service !== undefined, kinds: ["openapi"] },
    { key: "siteSeparators", given: spec.siteSeparators !== undefined, kinds: VIEWS },
    { key: "viewOf", given: spec.viewOf !== undefined, kinds: VIEWS },
    { key: "lacks", given: spec.lacks !== undefined, kinds: VIEWS, optional: true },
    { key: "unkept", given: spec.unkept !== undefined, kinds: VIEWS, optional: true },
  ];
}

function missing(key: string, kind: SpecKind): Sentence {
  return {
    ko: `"${key}" 키가 없습니다. "${kind}" 출처에는 꼭 필요합니다.`,
    en: `"${key}" is missing, the kind "${kind}" needs it`,
  };
}

function foreign(key: string, kind: SpecKind, kinds: readonly SpecKind[]): Sentence {
  const named = kinds.map((name) => `"${name}"`).join(", ");
  return {
    ko: `"${key}" 키는 "${kind}" 출처에 쓸 수 없습니다(쓸 수 있는 종류: ${named}).`,
    en: `"${key}" does not belong to the kind "${kind}", only to ${named}`,
  };
}
