/**
 * An alert as people and programs read it: a line, a few lines of plain text, a JSON document.
 *
 * Sentences may quote what a page said. Here it becomes harmless text: one line stays one line,
 * nothing steers a terminal or a mail header, and nothing is too long for a notification. What is
 * special to one channel only is escaped by that channel's adapter.
 *
 * @module
 */

import { type Alert, ALERT_KINDS, type AlertKind } from "../alert.ts";
import { EVENT_LABELS, MOVES } from "../fields.ts";
import { printable } from "../field_text.ts";
import type { Sentence } from "../refusal.ts";

/** One alert in the language of one channel. */
export interface Message {
  readonly id: string;
  readonly alert: Alert;
  readonly lang: "ko" | "en";
  /** One line, for a mail's subject or a notification's title. */
  readonly title: string;
  /** One line: the alert's sentence. */
  readonly sentence: string;
  /** Plain text of several lines. */
  readonly text: string;
}

const LONGEST_TITLE = 120;
const LONGEST_SENTENCE = 2000;
const LONGEST_LINE = 400;

const TITLES: Readonly<Record<AlertKind, Sentence>> = {
  changes: { ko: "변동", en: "changes" },
  notices: { ko: "공지", en: "notices" },
  baseline: { ko: "기준선 수립", en: "baseline founded" },
  quarantined: { ko: "격리, 확인 필요", en: "quarantined, look at it" },
  "robots-disallow": { ko: "수집 금지, 확인 필요", en: "crawling forbidden, look at it" },
  "terms-changed": { ko: "이용약관 변경, 확인 필요", en: "terms changed, look at them" },
  corrected: { ko: "정정", en: "corrected" },
  unreachable: { ko: "접속 불가", en: "unreachable" },
  recovered: { ko: "복구", en: "recovered" },
  alive: { ko: "주간 정상 동작", en: "still alive, weekly" },
  silent: { ko: "수집기 무응답, 확인 필요", en: "the crawler is silent, look at it" },
  test: { ko: "알림 시험", en: "test" },
};

/** Puts an alert into the words of one language. */
export function messageOf(alert: Alert, lang: "ko" | "en"): Message {
  const sentence = oneLine(alert.sentence[lang], LONGEST_SENTENCE);
  const about = [alert.source, alert.run].map((part) => oneLine(part, 40)).join(" ");
  const watched = watchedCount(alert, lang);
  const title = oneLine(`[dmf] ${watched}${titleOf(alert.kind)[lang]}: ${about}`, LONGEST_TITLE);
  const labels = lang === "ko"
    ? { run: "출처와 실행", at: "시각(서울)", id: "알림 번호", hint: "자세히: dmf status" }
    : { run: "Source, run", at: "Time in Seoul", id: "Alert", hint: "More: dmf status" };
  const text = [
    sentence,
    ...watchedLines(alert, lang),
    "",
    `${labels.run}: ${about}`,
    `${labels.at}: ${seoulMinute(alert.at)}`,
    `${labels.id}: ${oneLine(alert.id, 200)}`,
    labels.hint,
    "",
  ].join("\n");
  return { id: alert.id, alert, lang, title, sentence, text };
}

/**
 * The JSON document that programs receive; `text` is for chat services that show it as it stands.
 *
 * Angle brackets in `text` are replaced, since chats make mentions, links or markup of them; the
 * exact words are in `sentence`.
 */
export function documentOf({ alert, lang, title, sentence }: Message): string {
  const { id, kind, source, run, at, watched } = alert;
  const text = `${title}\n${sentence}`.replaceAll("<", "‹").replaceAll(">", "›");
  const more = watched ? { watched } : {};
  const document = { id, kind, source, run, at, lang, text, sentence: alert.sentence, ...more };
  const whole = (_: string, value: unknown) =>
    typeof value === "string" ? value.toWellFormed() : value;
  return `${JSON.stringify(document, whole)}\n`;
}

function watchedCount({ watched }: Alert, lang: "ko" | "en"): string {
  if (!watched) return "";
  return lang === "ko" ? `관심 ${watched.count}건 · ` : `${watched.count} watched · `;
}

/** One line for each change on the watch list, with the entries that it is about. */
function watchedLines({ watched }: Alert, lang: "ko" | "en"): string[] {
  if (!watched) return [];
  const lines = watched.changes.map((change) => {
    const names = [change.registrationNumber, change.ingredient, change.applicant]
      .map((name) => name ?? "–").join(" · ");
    const move = change.move === null ? "" : wordOf(MOVES, change.move)[lang];
    const kind = wordOf(EVENT_LABELS, change.kind)[lang];
    return oneLine(`★ ${kind}${move}  ${names}  [${change.entries.join(" | ")}]`, LONGEST_LINE);
  });
  const left = watched.count - lines.length;
  const rest = lang === "ko"
    ? `… 외 ${left}건(보고서에 모두)`
    : `… and ${left} more, in the report`;
  return ["", ...lines, ...(left > 0 ? [rest] : [])];
}

/** A newer crawler may know words that this program does not: they are told as they stand. */
function wordOf(words: Readonly<Partial<Record<string, Sentence>>>, word: string): Sentence {
  return Object.hasOwn(words, word) ? words[word] as Sentence : { ko: word, en: word };
}

/** Text as one printable line of at most `longest` characters. */
export function oneLine(text: string, longest: number): string {
  const line = printable(text.toWellFormed())
    .replace(/[\u2028\u2029\ufeff\ufffe\uffff]/g, "\ufffd").trim();
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join("")}…`;
}

/** A newer crawler may know kinds that this program does not: they are delivered all the same. */
function titleOf(kind: string): Sentence {
  if ((ALERT_KINDS as readonly string[]).includes(kind)) return TITLES[kind as AlertKind];
  const name = oneLine(kind, 30);
  return { ko: name, en: name };
}

/** An instant as the clock in Seoul shows it, to the minute; what cannot be read is shown as it stands. */
export function seoulMinute(at: string): string {
  try {
    const local = Temporal.Instant.from(at).toZonedDateTimeISO("Asia/Seoul").toPlainDateTime();
    return local.toString({ smallestUnit: "minute" }).replace("T", " ");
  } catch (error) {
    if (error instanceof RangeError) return oneLine(at, 40);
    throw error;
  }
}
