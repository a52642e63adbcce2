/**
 * By what records can be counted, and what each is called.
 *
 * How a record falls under a value is decided in `stats/tally.ts`.
 *
 * @module
 */

import type { Sentence } from "./refusal.ts";

/** By what `dmf stats --by` counts, with the name of the column. */
export const DIMENSIONS = {
  country: { ko: "제조국가", en: "Country" },
  site: { ko: "제조소", en: "Site" },
  applicant: { ko: "신청인", en: "Applicant" },
  ingredient: { ko: "성분명", en: "Ingredient" },
  "ingredient-base": { ko: "성분(염·수화물 제외)", en: "Ingredient without salt or hydrate" },
  status: { ko: "취소/취하구분", en: "Status" },
  year: { ko: "최초등록년도", en: "Year of first registration" },
  category: { ko: "대상의약품", en: "Notice category" },
  "kind-of-number": { ko: "등록번호 종류", en: "Kind of number" },
} as const satisfies Readonly<Record<string, Sentence>>;

/** By what records can be counted. */
export type Dimension = keyof typeof DIMENSIONS;

/** All of them, in the order that help lists them. */
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as readonly Dimension[];
