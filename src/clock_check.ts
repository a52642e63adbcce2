/**
 * Whether this machine's clock can be believed, judged by the publisher's own.
 *
 * A run is named by its Seoul date for ever, and history only grows: a day sealed under a wrong date
 * would pass for another day, and one ahead would shut out the real mornings after it. Every answer
 * of a server tells its time; the crawl asks here before it believes in its own. Which exit code and
 * whether it is tried again is decided by the commands.
 *
 * @module
 */

import type { Sentence } from "./refusal.ts";
import { parseHttpDate } from "./retry_after.ts";
import { seoulDate } from "./schedule.ts";
import type { Snapshot } from "./snapshot.ts";

/** Apart by more, a clock is wrong, whatever the day: a zone taken for another, a dead battery. */
const MOST_HOURS = 3;
/** Apart by less, two clocks that name different days only stand on both sides of midnight. */
const MOST_MINUTES_AT_MIDNIGHT = 10;

/**
 * How far `now` is ahead of the time that an answer tells of, in minutes; `null` where it tells none.
 *
 * A cache on the way keeps the `Date` of the answer and tells its `Age`: RFC 9111, section 4.2.3.
 */
export function minutesAhead(headers: Snapshot["headers"], now: Temporal.Instant): number | null {
  const date = headers["date"];
  const told = date === undefined ? null : parseHttpDate(date.trim(), now);
  if (told === null) return null;
  const age = /^\d{1,9}$/.exec(headers["age"]?.trim() ?? "")?.[0] ?? "0";
  return told.add({ seconds: Number(age) }).until(now).total("minutes");
}

/** The sentence for a clock that disagrees with an answer's, or `null` where it may be believed. */
export function wrongClock(
  { headers, finalUrl }: Pick<Snapshot, "headers" | "finalUrl">,
  now: Temporal.Instant,
): Sentence | null {
  const ahead = minutesAhead(headers, now);
  if (ahead === null) return null;
  const theirs = now.subtract({ seconds: Math.round(ahead * 60) });
  const otherDay = seoulDate(theirs) !== seoulDate(now);
  const most = otherDay ? MOST_MINUTES_AT_MIDNIGHT : MOST_HOURS * 60;
  if (Math.abs(ahead) <= most) return null;
  const [ours, site] = [inSeoul(now), inSeoul(theirs)];
  const host = new URL(finalUrl).host;
  return {
    ko:
      `이 컴퓨터의 시계가 맞지 않습니다: 서울 시각 기준으로 이 컴퓨터 "${ours}", "${host}" 서버 ` +
      `"${site}". 잘못된 날짜로 기록되지 않도록 아무것도 저장하지 않았습니다. 시계를 맞춘 뒤 ` +
      "다시 실행하십시오.",
    en: `The clock of this machine is wrong: it says "${ours}" in Seoul, "${host}" says ` +
      `"${site}"; nothing was recorded under a wrong date, set the clock and run again`,
  };
}

/** The sentence for a clock that is behind what it showed when a run was sealed, or `null`. */
export function setBack(sealedAt: string, now: Temporal.Instant): Sentence | null {
  const sealed = Temporal.Instant.from(sealedAt);
  if (now.until(sealed).total("hours") <= MOST_HOURS) return null;
  const [ours, then] = [inSeoul(now), inSeoul(sealed)];
  return {
    ko: `이 컴퓨터의 시계가 뒤로 갔습니다: 지금은 서울 시각 "${ours}"라는데 마지막 실행은 ` +
      `"${then}"에 확정되었습니다. 시계를 맞춘 뒤 다시 실행하십시오.`,
    en:
      `The clock of this machine was set back: it says "${ours}" in Seoul, but the last run was ` +
      `sealed at "${then}"; set the clock and run again`,
  };
}

function inSeoul(instant: Temporal.Instant): string {
  const local = instant.toZonedDateTimeISO("Asia/Seoul").toPlainDateTime();
  return local.toString({ smallestUnit: "minute" }).replace("T", " ");
}
