/**
 * What a spreadsheet cell can hold: text made safe, dates as serial numbers.
 *
 * Replacements are visible and few: a line break of any kind becomes LF; a control character becomes
 * its picture (U+2400 block), as XML 1.0 has no way to write it; a lone surrogate, U+FFFE and U+FFFF
 * become U+FFFD; text beyond Excel's limit is cut with a mark. Everything else arrives as it was.
 *
 * @module
 */

import type { Lang } from "./words.ts";

/** Most UTF-16 code units that Excel takes in one cell. */
export const CELL_LIMIT = 32_767;

// deno-lint-ignore no-control-regex
const suspect = /[\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/;
// deno-lint-ignore no-control-regex
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** Returns `text` as a cell shows it; text without anything special comes back as it is. */
export function cellText(text: string, lang: Lang): string {
  const shown = suspect.test(text) ? replaced(text) : text;
  return shown.length > CELL_LIMIT ? cut(shown, lang) : shown;
}

function replaced(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(control, (found) => String.fromCharCode(0x2400 + found.charCodeAt(0)))
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .toWellFormed();
}

function cut(text: string, lang: Lang): string {
  const total = text.length.toLocaleString("en-US");
  const mark = lang === "ko"
    ? ` …[잘림: 전체 ${total}자, 온전한 값은 JSON Lines 파일에]`
    : ` …[cut: ${total} characters in all, whole in the JSON Lines file]`;
  // A pair of surrogates cut in two would leave half a character.
  return text.slice(0, CELL_LIMIT - mark.length).replace(/[\ud800-\udbff]$/, "") + mark;
}

/**
 * Estimates the lines that wrapped text takes in a column of `width` digits.
 *
 * Hangul and other East Asian characters count as not quite two digits, Latin letters as not quite
 * one: at 10 points, in columns that are measured in digits of 11.
 */
export function lineCount(text: string, width: number): number {
  if (text.length * 2 <= width && !text.includes("\n")) return 1;
  let lines = 1;
  let used = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const wide = code >= 0x1100 ? 1.8 : 0.95;
    used += wide;
    if (code === 0x0a || used > width) {
      lines++;
      used = code === 0x0a ? 0 : wide;
    }
  }
  return lines;
}

const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/**
 * Returns Excel's serial number of a date YYYY-MM-DD, or `null` where Excel has none.
 *
 * Plain arithmetic on the calendar: no instant, hence no zone that could shift the day. Dates before
 * March 1900 have none, as Excel counts a 29 February 1900 that never was.
 */
export function dateSerial(text: string): number | null {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > monthLength(year, month)) return null;
  const past = year - 1;
  const leapDays = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  const leapDay = month > 2 && isLeap(year) ? 1 : 0;
  const dayNumber = past * 365 + leapDays + daysBeforeMonth[month - 1]! + leapDay + day;
  // Day 693,594 of the calendar is 1899-12-30, Excel's day 0.
  const serial = dayNumber - 693_594;
  return serial >= 61 ? serial : null;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function monthLength(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
