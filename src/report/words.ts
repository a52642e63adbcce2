/**
 * The words that reports share: languages, sheet names, verdicts, marks.
 *
 * Labels of fields, statuses and events come from `fields.ts`; words that only one sheet uses stand
 * in that sheet's module.
 *
 * @module
 */

import type { FieldChange } from "../model.ts";
import type { Sentence } from "../refusal.ts";

/** A language of the product. */
export type Lang = keyof Sentence;

/** The sheets of a workbook, in their order. */
export type SheetKey =
  | "summary"
  | "fresh"
  | "changed"
  | "gone"
  | "unsettled"
  | "records"
  | "evidence";

/** Names of the sheets: at most 31 characters, none of `[]:*?/\`, no apostrophe at the ends. */
export const SHEET_NAMES: Readonly<Record<SheetKey, Sentence>> = {
  summary: { ko: "요약", en: "Summary" },
  fresh: { ko: "신규", en: "New" },
  changed: { ko: "변경", en: "Changed" },
  gone: { ko: "취하·취소", en: "Withdrawn, cancelled" },
  unsettled: { ko: "확인 중", en: "Unsettled" },
  records: { ko: "전체 현황", en: "All records" },
  evidence: { ko: "출처", en: "Evidence" },
};

/** What a sheet without rows says. */
export const NOTHING: Sentence = { ko: "해당 없음", en: "Nothing to report" };

/** What stands for a blank value beside a filled one. */
export const BLANK: Sentence = { ko: "(빈칸)", en: "(blank)" };

/** How a change is told from an ordinary one. */
export const MARKS: Readonly<Record<NonNullable<FieldChange["mark"]>, Sentence>> = {
  completed: { ko: "보완", en: "completed" },
  "annual-report": { ko: "연차보고", en: "annual report" },
  "document-version": { ko: "문서버전", en: "document version" },
};

/** Column headers that more than one sheet or file uses. */
export const HEADERS = {
  kind: { ko: "구분", en: "Event" },
  evidence: { ko: "출처", en: "Evidence" },
  field: { ko: "항목", en: "Field" },
  before: { ko: "변경 전", en: "Before" },
  after: { ko: "변경 후", en: "After" },
  mark: { ko: "표시", en: "Mark" },
} as const satisfies Readonly<Record<string, Sentence>>;
