/**
 * 확인 중: what is not certain yet or wants a person's eye: missing records, corrected numbers,
 * issues in words.
 *
 * @module
 */

import { FIELDS } from "../fields.ts";
import type { Change, Issue } from "../model.ts";
import { describeIssue } from "./issue_words.ts";
import { type Book, evidenceCell, numberCell } from "./places.ts";
import type { MissingRecord } from "./report.ts";
import type { Sheet, SheetRow } from "./sheet.ts";
import { kindCell, watchedFirst } from "./watched.ts";
import { BLANK, HEADERS, NOTHING, SHEET_NAMES } from "./words.ts";

/** Makes the sheet. */
export function unsettledSheet(book: Book): Sheet {
  const { report, lang } = book;
  const ko = lang === "ko";
  const corrected = report.changes.filter(({ kind }) => kind === "renumbered");
  const renumbered = watchedFirst(corrected, book);
  const rows = [
    ...report.missing.map((missing) => missingRow(missing, book)),
    ...renumbered.map((change) => renumberedRow(change, book)),
    ...report.issues.map((issue) => issueRow(issue, book)),
  ];
  return {
    kind: "table",
    name: SHEET_NAMES.unsettled[lang],
    columns: [
      { header: HEADERS.kind[lang], width: 13, style: "text" },
      { header: FIELDS.registrationNumber[lang], width: 27, style: "text" },
      { header: FIELDS.ingredient[lang], width: 28, style: "text" },
      { header: FIELDS.applicant[lang], width: 22, style: "text" },
      { header: ko ? "내용" : "What it is", width: 72, style: "text" },
      { header: ko ? "처음 안 보인 날" : "Missing since", width: 14, style: "date" },
      { header: ko ? "안 보인 횟수" : "Times missed", width: 12, style: "count" },
      { header: HEADERS.evidence[lang], width: 9, style: "text" },
    ],
    frozenColumns: 2,
    ...(rows.length > 0 ? { tab: "E8A317" } : {}),
    rows,
    nothing: NOTHING[lang],
  };
}

function missingRow({ record, values, since, misses }: MissingRecord, book: Book): SheetRow {
  const { lang } = book;
  const { registrationNumber, ingredient, applicant } = values;
  return {
    cells: [
      lang === "ko" ? "목록에 없음" : "missing",
      numberCell({ record, registrationNumber }, book),
      ingredient,
      applicant,
      describeIssue({ kind: "missing" })[lang],
      since,
      misses,
      null,
    ],
  };
}

function renumberedRow(change: Change, book: Book): SheetRow {
  const { lang } = book;
  const former = change.from ?? BLANK[lang];
  const now = change.registrationNumber ?? BLANK[lang];
  return {
    cells: [
      kindCell(change, book),
      numberCell(change, book),
      change.ingredient,
      change.applicant,
      lang === "ko"
        ? `등록번호가 ${former}에서 ${now}(으)로 정정되었습니다. 취하나 신규가 아닙니다.`
        : `The number was corrected from ${former} to ${now}; neither withdrawn nor new.`,
      null,
      null,
      evidenceCell(change, book),
    ],
  };
}

function issueRow(issue: Issue, book: Book): SheetRow {
  const { lang } = book;
  const values = issue.record === undefined ? undefined : book.standing(issue.record)?.values;
  return {
    cells: [
      lang === "ko" ? "확인 사항" : "issue",
      numberCell({ registrationNumber: values?.registrationNumber ?? null, ...issue }, book),
      values?.ingredient ?? null,
      values?.applicant ?? null,
      describeIssue(issue)[lang],
      null,
      null,
      null,
    ],
  };
}
