/**
 * The files of a run of boards: a workbook of two sheets, and its events for programs.
 *
 * @module
 */

import { csvText } from "./csv.ts";
import { describeIssue } from "./issue_words.ts";
import type { NoticeReport } from "./notices.ts";
import { EXCEL_LIMITS, type Sheet, type SheetRow } from "./sheet.ts";
import { changeText, noticesSheet } from "./sheet_notices.ts";
import { SHEET_NAMES } from "./words.ts";
import type { Lang } from "./words.ts";
import { seoulTime } from "./value_text.ts";
import { VERDICTS } from "./verdict_words.ts";
import { writeSheets } from "./workbook.ts";
import type { Sink } from "./xlsx_file.ts";

/** Writes the workbook. */
export async function writeNoticeWorkbook(
  report: NoticeReport,
  { lang, sink }: { readonly lang: Lang; readonly sink: Sink },
): Promise<void> {
  await writeSheets([summary(report, lang), noticesSheet(report, lang)], {
    lang,
    sink,
    limits: EXCEL_LIMITS,
    title: `${report.name[lang]} ${report.run}`,
    created: report.finishedAt,
  });
}

function verdictOf({ verdict, baseline }: NoticeReport) {
  return VERDICTS[verdict === "accepted" && baseline ? "baseline" : verdict];
}

function summary(report: NoticeReport, lang: Lang): Sheet {
  const ko = lang === "ko";
  const line = (label: string, value: string | number | null): SheetRow => ({
    cells: [{ value: label, style: "label" }, value],
  });
  const rows: SheetRow[] = [
    { cells: [{ value: `${report.name[lang]} ${report.run}`, style: "title" }] },
    line(ko ? "판정" : "Verdict", verdictOf(report)[lang]),
    ...(report.reason ? [line(ko ? "이유" : "Reason", report.reason[lang])] : []),
    line(ko ? "유지 중인 자료" : "Data in force", report.lastGood),
    line(ko ? "공지" : "Notices", report.records),
    line(ko ? "새로 생기거나 바뀐 공지" : "New or changed", report.changes.length),
    line(ko ? "실행 시각(서울)" : "Run at (Seoul)", seoulTime(report.startedAt)),
    line(ko ? "읽은 화면, 요청" : "Pages, requests", `${report.pages}, ${report.requests}`),
    line(ko ? "선택자 버전" : "Spec version", report.specVersion),
    ...report.issues.map((issue) =>
      line(ko ? "확인할 것" : "To look at", describeIssue(issue)[lang])
    ),
  ];
  return {
    kind: "page",
    name: SHEET_NAMES.summary[lang],
    columns: [
      { header: "", width: 26, style: "text" },
      { header: "", width: 80, style: "text" },
    ],
    rows,
    nothing: "",
  };
}

/** The events of the run as CSV. */
export function noticesCsv({ changes }: NoticeReport, lang: Lang): Iterable<string> {
  const header = [
    "run",
    "kind",
    "record",
    "board",
    "title",
    "postedOn",
    "url",
    "relevant",
    "copyOf",
    "changes",
  ];
  const lines = changes.map((change) => [
    change.run,
    change.kind,
    change.record,
    change.board,
    change.title,
    change.postedOn,
    change.url,
    change.relevant.join(", "),
    change.copyOf,
    changeText(change, lang),
  ]);
  return csvText([header, ...lines]);
}

/** The events of the run as JSON Lines. */
export function* noticesJsonLines({ changes }: NoticeReport): Generator<string> {
  for (const change of changes) yield `${JSON.stringify(change)}\n`;
}
