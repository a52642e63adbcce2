/**
 * What `dmf notify` and `dmf status` print of the channels.
 *
 * @module
 */

import type { ChannelStatus, Undelivered } from "../notify/overview.ts";

type Lang = "ko" | "en";

/** Alerts shown by name for one channel; the rest is counted. */
const MOST_SHOWN = 5;

/** The whole of `dmf notify`. */
export function channelsText(
  { handedOn, test, channels }: {
    readonly handedOn: number;
    readonly test: boolean;
    readonly channels: readonly ChannelStatus[];
  },
  lang: Lang,
): string {
  const head = lang === "ko"
    ? `알림 ${handedOn}건을 outbox 폴더에 넘겼습니다.${test ? " 시험 알림을 넣었습니다." : ""}`
    : `${handedOn} alerts handed on to the outbox folder.${test ? " A test alert was added." : ""}`;
  const body = channels.length === 0
    ? [
      lang === "ko"
        ? '알림 채널이 없습니다. dmf.json의 "notify"에 적으십시오.'
        : 'There is no channel; name one under "notify" in dmf.json.',
    ]
    : channels.flatMap((channel) => paragraph(channel, lang));
  const foot = lang === "ko"
    ? '전달은 "dmf-notify" 프로그램이 합니다. 켜 두려면 "dmf-notify --watch"를 실행하십시오.'
    : 'It is "dmf-notify" that delivers; "dmf-notify --watch" stays and does so.';
  return `${[head, ...body, foot].join("\n")}\n`;
}

/** One line for every channel that owes something, for `dmf status`. */
export function channelWarnings(channels: readonly ChannelStatus[], lang: Lang): string[] {
  return channels.flatMap((status) => {
    const { channel, waiting, givenUp } = status;
    if (waiting.length + givenUp.length === 0) return [];
    const error = (givenUp.at(-1) ?? waiting.find(({ lastError }) => lastError))?.lastError;
    const line = lang === "ko"
      ? `알림 채널 ${channel}: 대기 ${waiting.length}건, 포기 ${givenUp.length}건`
      : `alerts on ${channel}: ${waiting.length} waiting, ${givenUp.length} given up`;
    return [error ? `${line}: ${error[lang]}` : line];
  });
}

function paragraph(status: ChannelStatus, lang: Lang): string[] {
  const { channel, delivered, lastDeliveredAt, waiting, givenUp } = status;
  const last = lastDeliveredAt === null ? "" : ` (${seoul(lastDeliveredAt)})`;
  const line = lang === "ko"
    ? `${channel}: 전달 ${delivered}건${last}, 대기 ${waiting.length}건, 포기 ${givenUp.length}건`
    : `${channel}: ${delivered} delivered${last}, ${waiting.length} waiting, ` +
      `${givenUp.length} given up`;
  return [line, ...rows(waiting, lang, false), ...rows(givenUp, lang, true)];
}

function rows(undelivered: readonly Undelivered[], lang: Lang, givenUp: boolean): string[] {
  const lines = undelivered.slice(0, MOST_SHOWN).map((one) => {
    const next = one.nextAttemptAt === null ? "–" : seoul(one.nextAttemptAt);
    const error = one.lastError?.[lang] ?? "";
    if (lang === "ko") {
      const state = givenUp ? "포기함" : `다음 시도 ${next}`;
      const tried = one.attempts === 0 ? "아직 시도 전" : `시도 ${one.attempts}번, ${state}`;
      return `  ${one.id}: ${seoul(one.since)}부터, ${tried}. ${error}`;
    }
    const state = givenUp ? "given up" : `next ${next}`;
    const tried = one.attempts === 0 ? "not tried yet" : `attempts: ${one.attempts}, ${state}`;
    return `  ${one.id}: since ${seoul(one.since)}, ${tried}. ${error}`;
  });
  const more = undelivered.length - lines.length;
  if (more > 0) lines.push(lang === "ko" ? `  … 외 ${more}건` : `  … and ${more} more`);
  return lines.map((line) => line.trimEnd());
}

/** An instant as the clock in Seoul shows it; what cannot be read is shown as it stands. */
function seoul(text: string): string {
  try {
    return Temporal.Instant.from(text).toZonedDateTimeISO("Asia/Seoul").toPlainDateTime()
      .toString({ smallestUnit: "minute" }).replace("T", " ");
  } catch (error) {
    if (error instanceof RangeError) return text;
    throw error;
  }
}
