/**
 * One run of the boards of a source: its files, its alerts, and the register's workbook of the day
 * once more, now with today's notices.
 *
 * Nothing here is part of a run of the register: what fails here is told, and is no verdict on it.
 *
 * @module
 */

import type { Command, Common } from "../action.ts";
import { type BoardEnd, runBoards } from "../board/board_run.ts";
import { setBack } from "../clock_check.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { type DataFolder, type Desk, inWords } from "../desk.ts";
import { BUSY } from "../fault_words.ts";
import { allPagesOf } from "../keys.ts";
import type { RunId } from "../model.ts";
import { NOTICE_EVENTS } from "../notice/notice_words.ts";
import { relevantFirst } from "../notice/notice_state.ts";
import { deliver } from "../outbox.ts";
import { ProgressLine } from "../progress_line.ts";
import { describeIssue } from "../report/issue_words.ts";
import type { NoticeReport } from "../report/notices.ts";
import type { Accepted, Quarantined } from "../run_record.ts";
import { seoulDate } from "../schedule.ts";
import { clear, readRun } from "../store.ts";
import { StoreFault } from "../store_fault.ts";
import { boardJob, type BoardSource, findBoards, readBoardSource } from "./board_source.ts";
import { noticeReport } from "./notice_report.ts";
import { settleReport } from "./owed_reports.ts";
import { notYet, type OnceResult } from "./once.ts";
import { registerAgain } from "./report_again.ts";

/** `dmf --once --source ID` for a source of boards; `null` where the source is none. */
export async function onceBoards(
  desk: Desk,
  { common, source: id, date }: Command & { readonly kind: "once" },
): Promise<number | null> {
  const spec = await findBoards(desk, id);
  if (spec === null) return null;
  const source = await readBoardSource(desk, common, spec);
  const data = await desk.openData(common.data, "found");
  try {
    const today = seoulDate(desk.clock.now());
    const run = date ?? today;
    if (run > today && !source.settings.replica) throw notYet(run, today);
    return (await runBoardSource(desk, data, source, { common, run })).exitCode;
  } finally {
    await data.close();
  }
}

/** One run of a source of boards in an opened data folder. */
export async function runBoardSource(
  desk: Desk,
  data: DataFolder,
  source: BoardSource,
  { common, run }: { readonly common: Common; readonly run: RunId },
): Promise<OnceResult> {
  const progress = new ProgressLine(desk, common);
  using fetch = desk.openFetch();
  const end = await runBoards(boardJob(desk, source, run, data.alone), {
    clock: desk.clock,
    fetch,
    archive: data.archive,
    log: data.log,
    observe: (step) => progress.show(step),
  });
  progress.show({ kind: "stage", stage: "report" });
  const result = await tell(desk, data, source, { common, run, end });
  progress.show({ kind: "stage", stage: "done" });
  const { source: id } = source.spec;
  // Pages of a refused run lie in the archive; nobody goes on with them.
  if (end.kind === "accepted") await clear(data.log, { prefix: allPagesOf(id) });
  return result;
}

async function tell(
  desk: Desk,
  data: DataFolder,
  source: BoardSource,
  { common, run, end }: { common: Common; run: RunId; end: BoardEnd },
): Promise<OnceResult> {
  const say = (reason: string) => sayUnjudged(desk, source, { common, run, reason });
  switch (end.kind) {
    case "busy":
      say(inWords(common.lang, BUSY));
      return { exitCode: 1, retry: true };
    case "wrong-clock":
      say(inWords(common.lang, end.reason));
      return { exitCode: 1, retry: true };
    case "past":
      throw new ConfigurationError({
        ko: `"${run}" 날짜로 실행할 수 없습니다: "${source.spec.source}" 출처는 "${end.head}" ` +
          "실행까지 이미 확정되었습니다.",
        en: `Cannot run "${run}": run "${end.head}" of "${source.spec.source}" is sealed already`,
      });
    case "failed": {
      await deliver(data.log, data.notify);
      say(inWords(common.lang, end.record.reason));
      const { disallowed } = end.record;
      return { exitCode: disallowed ? 3 : 1, retry: !disallowed };
    }
    case "done": {
      const record = await readRun(data.log, source.spec.source, run) as Accepted;
      const reason = setBack(record.finishedAt, desk.clock.now());
      if (reason) throw new StoreFault(reason);
      return await publish(desk, data, source, { common, run, record });
    }
    case "quarantined":
    case "accepted":
      return await publish(desk, data, source, { common, run, record: end.record });
  }
}

async function publish(
  desk: Desk,
  data: DataFolder,
  { spec }: BoardSource,
  { common, run, record }: {
    readonly common: Common;
    readonly run: RunId;
    readonly record: Accepted | Quarantined;
  },
): Promise<OnceResult> {
  const report = await noticeReport(data, spec, run, record);
  const files = await data.writeNotices(report, common.lang);
  if (record.state === "accepted") await settleReport(data.log, spec.source, run);
  await deliver(data.log, data.notify);
  if (record.state === "accepted") await registerAgain(desk, data, common, run);
  if (common.json) desk.out(`${JSON.stringify(toJson(report, files, common.lang))}\n`);
  else if (!common.quiet) desk.err(summaryText(report, files, common.lang));
  if (record.state === "quarantined") return { exitCode: 3, retry: false };
  return { exitCode: common.exitCode && report.changes.length > 0 ? 10 : 0, retry: false };
}

function sayUnjudged(
  desk: Desk,
  { spec: { source } }: BoardSource,
  { common, run, reason }: { common: Common; run: RunId; reason: string },
): void {
  if (common.json) {
    desk.out(`${JSON.stringify({ source, run, verdict: null, reason, files: [] })}\n`);
  }
  desk.err(`${reason}\n`);
}

function toJson(report: NoticeReport, files: readonly string[], lang: Common["lang"]) {
  const { source, run, verdict, baseline, records, pages, requests, changes, lastGood } = report;
  return {
    source,
    run,
    verdict,
    reason: report.reason?.[lang] ?? null,
    baseline,
    records,
    pages,
    requests,
    changes: changes.length,
    relevant: relevantFirst(changes).filter(({ relevant }) => relevant.length > 0).length,
    lastGood,
    files,
  };
}

/** Notices that a summary names. */
const MOST_NAMED = 10;

function summaryText(
  { source, run, verdict, reason, baseline, records, changes, lastGood, issues }: NoticeReport,
  files: readonly string[],
  lang: Common["lang"],
): string {
  const ko = lang === "ko";
  const head = `${source}  ${run}  `;
  const open = issues.map((issue) => `  ? ${describeIssue(issue)[lang]}\n`).join("");
  const report = `${open}${ko ? "보고서" : "Report"}: ${files[0] ?? ""}\n`;
  if (verdict === "quarantined") {
    const kept = lastGood ?? (ko ? "없음" : "none");
    return `${head}${ko ? "격리" : "quarantined"}: ${reason?.[lang] ?? ""}\n` +
      `  ${ko ? "유지 중인 자료" : "data in force"}: ${kept}\n${report}`;
  }
  if (baseline) {
    const founded = ko
      ? `기준선 수립: 공지 ${records}건`
      : `baseline founded with ${records} notices`;
    return `${head}${founded}\n${report}`;
  }
  const told = relevantFirst(changes);
  if (told.length === 0) return `${head}${ko ? "공지 변동 없음" : "no notice changed"}\n${report}`;
  const about = told.filter(({ relevant }) => relevant.length > 0).length;
  const counted = ko
    ? `공지 변동 ${told.length}건(원료의약품 등록 관련 ${about}건)`
    : `${told.length} notices new or changed, ${about} of them about the register`;
  const lines = told.slice(0, MOST_NAMED).map((change) => {
    const mark = change.relevant.length > 0 ? "★" : " ";
    return `  ${mark} ${NOTICE_EVENTS[change.kind][lang]}  ${change.title} (${change.postedOn})`;
  });
  return `${[`${head}${counted}`, ...lines].join("\n")}\n${report}`;
}
