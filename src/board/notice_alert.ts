/**
 * The alerts of an accepted run of boards: notices about the register, by name, once.
 *
 * A notice that is about something else is in the report, and is no alert; a copy is none either.
 *
 * @module
 */

import type { Alert } from "../alert.ts";
import type { NoticeChange } from "../notice/notice.ts";
import { relevantFirst } from "../notice/notice_state.ts";
import { NOTICE_EVENTS } from "../notice/notice_words.ts";
import type { Sentence } from "../refusal.ts";
import type { Accepted } from "../run_record.ts";
import { recovered, type Trouble } from "../trouble.ts";
import type { BoardJob } from "./board_job.ts";

/** Notices that a sentence names. */
const MOST_NAMED = 5;
const LONGEST_TITLE = 120;

/** Alerts of an accepted run. */
export function noticeAlerts(
  { spec: { source, name, boards }, run }: Pick<BoardJob, "spec" | "run">,
  { baseline, records, finishedAt, issues }: Pick<
    Accepted,
    "baseline" | "records" | "finishedAt" | "issues"
  >,
  { changes, trouble }: {
    readonly changes: readonly NoticeChange[];
    readonly trouble: Trouble | null;
  },
): Alert[] {
  const at = finishedAt;
  const alert = (kind: Alert["kind"], sentence: Sentence): Alert => {
    return { id: `${source}-${run}-${kind}`, kind, source, run, at, sentence };
  };
  const alerts: Alert[] = [];
  if (baseline) {
    alerts.push(alert("baseline", {
      ko: `기준선 수립: ${name.ko} ${records}건을 저장했습니다.`,
      en: `Baseline founded with ${records} of: ${name.en}.`,
    }));
  }
  const relevant = relevantFirst(changes).filter(({ relevant }) => relevant.length > 0);
  if (relevant.length > 0) {
    const boardOf = new Map(boards.map((board) => [board.id, board.name]));
    alerts.push(alert("notices", told(relevant, boardOf)));
  }
  const over = recovered(trouble, { source, run, at });
  if (over) alerts.push(over);
  const terms = issues.find(({ kind }) => kind === "terms-changed");
  if (terms) {
    alerts.push(alert("terms-changed", {
      ko: `이용약관 문구가 바뀌었습니다(${terms.found}). 수집 조건이 그대로인지 확인하십시오.`,
      en: `The terms page changed (${terms.found}); check that crawling is still allowed.`,
    }));
  }
  return alerts;
}

function told(
  relevant: readonly NoticeChange[],
  boardOf: ReadonlyMap<string, Sentence>,
): Sentence {
  const left = relevant.length - MOST_NAMED;
  const words = (lang: keyof Sentence) =>
    relevant.slice(0, MOST_NAMED).map(({ kind, board, title, postedOn, url }) => {
      const named = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title;
      const place = boardOf.get(board)?.[lang] ?? board;
      return `${NOTICE_EVENTS[kind][lang]} [${place}] ${named} (${postedOn}) ${url}`.toWellFormed();
    }).join("; ");
  return {
    ko: `원료의약품 등록 관련 공지 ${relevant.length}건: ${words("ko")}` +
      `${left > 0 ? `; 외 ${left}건` : ""}`,
    en: `${relevant.length} notices about the register: ${words("en")}` +
      `${left > 0 ? `; and ${left} more` : ""}`,
  };
}
