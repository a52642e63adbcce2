/**
 * 요약: what a person reads first: what is on the watch list, is today's list believed, what happened, what is to do.
 *
 * @module
 */

import { EVENT_LABELS } from "../fields.ts";
import { EVENT_KINDS, type EventKind } from "../model.ts";
import { rateLines, rateWarnings } from "../rate_words.ts";
import type { Sentence } from "../refusal.ts";
import { seoulTime } from "./value_text.ts";
import type { Book } from "./places.ts";
import type { Report } from "./report.ts";
import type { Cell, Sheet, SheetRow } from "./sheet.ts";
import { type Filing, filingOf, FILINGS } from "./sheet_new.ts";
import { stepsAfterRefusal, verdictOf, VERDICTS, verdictSentence } from "./verdict_words.ts";
import { watchedRows } from "./watched.ts";
import { type Lang, NOTHING, SHEET_NAMES, type SheetKey } from "./words.ts";

/** Makes the sheet. */
export function summarySheet(book: Book): Sheet {
  const { report, lang } = book;
  return {
    kind: "page",
    name: SHEET_NAMES.summary[lang],
    columns: [
      { header: "", width: 24, style: "label" },
      { header: "", width: 22, style: "value" },
      { header: "", width: 96, style: "note" },
    ],
    rows: [
      { cells: [{ value: report.name[lang], style: "title" }], height: 30 },
      { cells: [{ value: subtitle(report, lang), style: "subtitle" }] },
      ...onWatchList(book),
      EMPTY,
      ...verdictRows(report, lang),
      ...(report.run.verdict === "quarantined" ? whatToDo(report, lang) : []),
      ...warnings(report, lang),
      ...whatHappened(book),
      ...howItWent(report, lang),
      ...howTheWatchGoes(report, lang),
    ],
    nothing: NOTHING[lang],
  };
}

const EMPTY: SheetRow = { cells: [null] };

function heading(lang: Lang, words: Sentence): SheetRow[] {
  const blank = { value: null, style: "heading" } as const;
  return [EMPTY, { cells: [{ value: words[lang], style: "heading" }, blank, blank], height: 22 }];
}

function onWatchList(book: Book): SheetRow[] {
  const rows = watchedRows(book);
  if (rows.length === 0) return [];
  const count = book.report.watched.length;
  const words = { ko: `★ 관심 목록 변동 ${count}건`, en: `★ Watch list: ${count} changes` };
  return [...heading(book.lang, words), ...rows];
}

function subtitle({ run, source }: Report, lang: Lang): string {
  return lang === "ko" ? `${run.run} 실행 보고 · ${source}` : `Run of ${run.run} · ${source}`;
}

function verdictRows(report: Report, lang: Lang): SheetRow[] {
  const { run, lastGood, ageHours } = report;
  const verdict = verdictOf(report);
  const ko = lang === "ko";
  return [
    {
      cells: [
        ko ? "판정" : "Verdict",
        { value: VERDICTS[verdict][lang], style: verdict },
        verdictSentence(report)[lang],
      ],
      height: 36,
    },
    { cells: [ko ? "실행일" : "Run", run.run], height: 22 },
    {
      cells: [
        ko ? "자료 기준일" : "Data of",
        lastGood?.run ?? NOTHING[lang],
        ko ? "마지막으로 채택된 실행" : "the last accepted run",
      ],
    },
    {
      cells: [
        ko ? "자료 경과 시간" : "Age of the data",
        { value: ageHours ?? NOTHING[lang], style: "hours" },
        ko ? "시간(이 보고서의 실행이 끝난 때까지)" : "hours, when this run had finished",
      ],
    },
  ];
}

function whatToDo(report: Report, lang: Lang): SheetRow[] {
  return [
    ...heading(lang, { ko: "할 일", en: "What to do" }),
    ...stepsAfterRefusal(report).map(([title, sentence]) => ({
      cells: [title[lang], null, sentence[lang]],
    })),
  ];
}

/** What was reported wrongly before, and what is odd about the watch; nothing where all is well. */
function warnings({ corrected, rates }: Report, lang: Lang): SheetRow[] {
  const title = { ko: "이전 보고 정정", en: "correction of earlier reports" };
  const rows = [
    ...corrected.map((words) => ({ title, words })),
    ...rateWarnings(rates),
  ];
  if (rows.length === 0) return [];
  return [
    ...heading(lang, { ko: "주의", en: "Warnings" }),
    ...rows.map(({ title, words }) => ({ cells: [title[lang], null, words[lang]] })),
  ];
}

function howTheWatchGoes({ rates }: Report, lang: Lang): SheetRow[] {
  return [
    ...heading(lang, { ko: "감시 통계", en: "Figures of the watch" }),
    ...rateLines(rates).map(({ label, words }) => ({
      cells: [label[lang], null, words[lang]],
    })),
  ];
}

const SHEET_OF: Readonly<Record<EventKind, SheetKey>> = {
  registered: "fresh",
  relisted: "fresh",
  amended: "changed",
  reinstated: "changed",
  renumbered: "unsettled",
  withdrawn: "gone",
  cancelled: "gone",
  delisted: "gone",
};

const EXPLAINED: Readonly<Record<Exclude<EventKind, "registered">, Sentence>> = {
  relisted: { ko: "삭제되었다가 목록에 다시 나타남", en: "back on the list" },
  amended: { ko: "항목별 변경 전후는 변경 시트에", en: "each field before and after" },
  renumbered: { ko: "등록번호만 바뀜(취하·신규 아님)", en: "only the number was corrected" },
  reinstated: { ko: "취하·취소였다가 정상으로 돌아옴", en: "active again" },
  withdrawn: { ko: "업체가 등록을 거둠", en: "given up by the applicant" },
  cancelled: { ko: "식약처가 등록을 취소함", en: "cancelled by the ministry" },
  delisted: { ko: "서로 다른 날 두 번 없고 조회로도 없음", en: "gone, confirmed on two days" },
};

function whatHappened(book: Book): SheetRow[] {
  const { report, lang } = book;
  const row = (words: Sentence, key: SheetKey, count: number, note: string): SheetRow => {
    const link = count > 0 ? book.sheetPlace(key) : null;
    const label: Cell = link ? { value: words[lang], link, style: "jump" } : words[lang];
    return { cells: [label, { value: count, style: count > 0 ? "strong" : "zero" }, note] };
  };
  return [
    ...heading(lang, { ko: "무엇이 있었나(건)", en: "What happened (count)" }),
    ...EVENT_KINDS.map((kind) => {
      const note = kind === "registered" ? filings(report, lang) : EXPLAINED[kind][lang];
      return row(EVENT_LABELS[kind], SHEET_OF[kind], report.counts[kind], note);
    }),
    row(
      { ko: "목록에 없음(확인 중)", en: "missing (unsettled)" },
      "unsettled",
      report.missing.length,
      lang === "ko" ? "한 번 안 보였다고 삭제로 보지 않음" : "not believed gone yet",
    ),
    row(
      { ko: "확인 사항", en: "issues" },
      "unsettled",
      report.issues.length,
      lang === "ko" ? "사람이 한 번 볼 것" : "for a person to look at",
    ),
    row(
      SHEET_NAMES.records,
      "records",
      report.recordCount,
      lang === "ko" ? "취하·취소 포함, 자료 기준일 현재" : "withdrawn and cancelled included",
    ),
  ];
}

function filings({ changes }: Report, lang: Lang): string {
  const kinds = changes.filter(({ kind }) => kind === "registered")
    .map((change) => filingOf(change.registrationNumber));
  const count = (filing: Filing) => kinds.filter((kind) => kind === filing).length;
  return (["first", "granted", "unclear"] as const)
    .filter((filing) => filing !== "unclear" || count(filing) > 0)
    .map((filing) => `${FILINGS[filing][lang]} ${count(filing)}`).join(" · ");
}

function howItWent({ run, listUrl }: Report, lang: Lang): SheetRow[] {
  const counted = (value: number | null): Cell => value ?? NOTHING[lang];
  const rows: readonly (readonly [Sentence, Cell])[] = [
    [{ ko: "사이트가 밝힌 건수", en: "Total stated by the site" }, counted(run.statedTotal)],
    [{ ko: "읽은 행", en: "Rows read" }, counted(run.rows)],
    [{ ko: "쪽", en: "Pages" }, counted(run.pages)],
    [{ ko: "요청 수", en: "Requests" }, counted(run.requests)],
    [{ ko: "시도", en: "Attempt" }, counted(run.attempt)],
    [{ ko: "시작(서울)", en: "Started (Seoul)" }, seoulTime(run.startedAt)],
    [{ ko: "종료(서울)", en: "Finished (Seoul)" }, seoulTime(run.finishedAt)],
    [{ ko: "통계", en: "Statistics" }, run.drift?.[lang] ?? NOTHING[lang]],
    [{ ko: "앞선 채택 실행", en: "Accepted run before" }, run.after ?? NOTHING[lang]],
    ...(run.released === null ? [] : [
      [{ ko: "사람이 채택한 이유", en: "Accepted by a person because" }, run.released] as const,
    ]),
    [{ ko: "선택자 버전", en: "Selector spec version" }, counted(run.specVersion)],
    [{ ko: "기록 사슬 해시", en: "Chain hash of the log" }, run.chain ?? NOTHING[lang]],
    [{ ko: "목록 주소", en: "Address of the list" }, {
      value: listUrl,
      link: { kind: "outside", url: listUrl },
      style: "jump",
    }],
  ];
  return [
    ...heading(lang, { ko: "어떻게 읽었나", en: "How it was read" }),
    ...rows.map(([label, value]) => ({ cells: [label[lang], value] })),
  ];
}
