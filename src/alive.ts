/**
 * Once a week, with the first accepted run of it, people are told that the watch goes on.
 *
 * Silence must not look like "nothing changed". The alert is written in the sealing commit like any
 * other, and its id names the week, so that there is one a week whatever crashes. What the week
 * brought is gathered in `week_review.ts`.
 *
 * @module
 */

import type { Alert } from "./alert.ts";
import { EVENT_LABELS } from "./fields.ts";
import { EVENT_KINDS, type EventKind, type InstantText, type RunId } from "./model.ts";
import type { SourceId } from "./model.ts";

/** What an alert of the week says. */
export interface Week {
  readonly source: SourceId;
  readonly run: RunId;
  readonly at: InstantText;
  /** Records in force. */
  readonly records: number;
  /** Events of the seven days that end with the run. */
  readonly events: Readonly<Record<EventKind, number>>;
  /** The accepted run before this one. */
  readonly lastSuccess: RunId | null;
  readonly issues: number;
  /** Channels that did not deliver. */
  readonly failing: readonly string[];
}

/** An ISO week, such as `2026-W49`: Monday to Sunday, in the year that its Thursday is in. */
export function weekOf(run: RunId): string {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(run);
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, "0")}`;
}

/** Whether an accepted run is the first of its week; run ids are Seoul dates. */
export function isFirstOfWeek(run: RunId, lastAccepted: RunId | null): boolean {
  return lastAccepted === null || weekOf(lastAccepted) !== weekOf(run);
}

/** The alert of a week. */
export function aliveAlert(week: Week): Alert {
  const { source, run, at, records, events, lastSuccess, issues, failing } = week;
  const happened = EVENT_KINDS.filter((kind) => events[kind] > 0);
  const ko = [
    `정상 동작 중입니다. 등록 현황 ${count(records)}건`,
    `최근 7일: ${
      happened.map((kind) => `${EVENT_LABELS[kind].ko} ${count(events[kind])}건`).join(", ") ||
      "변동 없음"
    }`,
    `이번 실행 ${run}, 그 전 성공 ${lastSuccess ?? "없음"}`,
    `확인할 사항 ${count(issues)}건`,
    `전달에 실패한 채널: ${failing.join(", ") || "없음"}`,
  ];
  const en = [
    `The watch goes on: ${count(records)} records in force`,
    `last 7 days: ${
      happened.map((kind) => `${count(events[kind])} ${EVENT_LABELS[kind].en}`).join(", ") ||
      "no change"
    }`,
    `this run ${run}, the success before it ${lastSuccess ?? "none"}`,
    `open issues: ${count(issues)}`,
    `channels that fail: ${failing.join(", ") || "none"}`,
  ];
  const sentence = { ko: `${ko.join(". ")}.`, en: `${en.join("; ")}.` };
  return { id: `${source}-alive-${weekOf(run)}`, kind: "alive", source, run, at, sentence };
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
