/**
 * The field dictionary: every field of a record, its label on the site, its English label.
 *
 * Reports, messages and the command line take their labels from here; how a column is found on a
 * page is decided by the selector spec.
 *
 * @module
 */

import type { EventKind, FieldName, Status } from "./model.ts";

/** Labels of one field. */
export interface FieldLabels {
  readonly ko: string;
  readonly en: string;
}

/** Every field in the order of the register's own columns. */
export const FIELDS: Readonly<Record<FieldName, FieldLabels>> = {
  noticeCategory: { ko: "대상의약품", en: "Notice category" },
  registrationNumber: { ko: "등록번호", en: "Registration number" },
  ingredient: { ko: "성분명", en: "Ingredient" },
  applicant: { ko: "신청인", en: "Applicant" },
  sites: { ko: "제조소", en: "Manufacturing sites" },
  firstRegisteredOn: { ko: "최초등록일자", en: "First registered on" },
  lastChangedOn: { ko: "최종변경일자", en: "Last changed on" },
  lastAnnualReportYear: { ko: "최종연차보고년도", en: "Last annual report" },
  status: { ko: "취소/취하구분", en: "Status" },
  statusChangedOn: { ko: "취소/취하일자", en: "Status changed on" },
  documentVersion: { ko: "문서번호", en: "Document version" },
  linkedReviewNumber: { ko: "연계심사문서번호", en: "Linked review number" },
};

/** Field names in the order of the register's own columns. */
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];

/** The three parts of a manufacturing site. */
export const SITE_PARTS: Readonly<Record<"name" | "address" | "country", FieldLabels>> = {
  name: { ko: "제조소명", en: "Site name" },
  address: { ko: "제조소소재지", en: "Site address" },
  country: { ko: "제조국가", en: "Country" },
};

/** The register's words for a status. */
export const STATUS_LABELS: Readonly<Record<Status, FieldLabels>> = {
  active: { ko: "정상", en: "active" },
  withdrawn: { ko: "취하", en: "withdrawn" },
  cancelled: { ko: "취소", en: "cancelled" },
};

/** What users call an event. */
export const EVENT_LABELS: Readonly<Record<EventKind, FieldLabels>> = {
  registered: { ko: "신규", en: "registered" },
  amended: { ko: "변경", en: "amended" },
  withdrawn: { ko: "취하", en: "withdrawn" },
  cancelled: { ko: "취소", en: "cancelled" },
  reinstated: { ko: "회복", en: "reinstated" },
  renumbered: { ko: "번호 정정", en: "renumbered" },
  delisted: { ko: "목록 삭제", en: "delisted" },
  relisted: { ko: "목록 복귀", en: "relisted" },
};

/** What a change did to the place of a record on the watch list; it follows the name of the event. */
export const MOVES: Readonly<Record<"entered" | "left", FieldLabels>> = {
  entered: { ko: "(새로 관심 대상)", en: " (now watched)" },
  left: { ko: "(관심 대상에서 벗어남)", en: " (no longer watched)" },
};
