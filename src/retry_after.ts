/**
 * What a `Retry-After` field asks for: RFC 9110, section 10.2.3.
 *
 * Seconds, or a date in any of the three forms of section 5.6.7; anything else asks for nothing.
 * How long a wait is still kept is decided in `retry.ts`.
 *
 * @module
 */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const LONG_DAY = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const MONTH = `(?<month>${MONTHS.join("|")})`;
const TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)";

/** IMF-fixdate, the obsolete RFC 850 date, and the obsolete asctime date; all in GMT. */
const DATE_FORMS = [
  new RegExp(`^${DAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^${LONG_DAY}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`),
  new RegExp(`^${DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/** A century: a field may hold any number of digits, an instant may not. */
const LONGEST_MS = 3_155_760_000_000;

/** Milliseconds from `now` that the field asks to wait, 0 for a past date, `null` for no request. */
export function retryAfterMs(value: string, now: Temporal.Instant): number | null {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS);
  const at = parseHttpDate(text, now);
  return at === null ? null : Math.max(0, at.epochMilliseconds - now.epochMilliseconds);
}

/** Reads an HTTP date; `now` settles the century of a two-digit year. `null` if it is none. */
export function parseHttpDate(text: string, now: Temporal.Instant): Temporal.Instant | null {
  for (const form of DATE_FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups) return toInstant(groups, now);
  }
  return null;
}

function toInstant(
  groups: Readonly<Record<string, string>>,
  now: Temporal.Instant,
): Temporal.Instant | null {
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = groups;
  const fields = {
    year: year.length === 2 ? fullYear(Number(year), now) : Number(year),
    month: MONTHS.indexOf(month) + 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    // A leap second is allowed by the grammar and unknown to Temporal.
    second: second === "60" ? 59 : Number(second),
  };
  try {
    const local = Temporal.PlainDateTime.from(fields, { overflow: "reject" });
    return local.toZonedDateTime("UTC").toInstant();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** RFC 9110: a year more than 50 years ahead means the past year with the same two digits. */
function fullYear(twoDigits: number, now: Temporal.Instant): number {
  const thisYear = now.toZonedDateTimeISO("UTC").year;
  const year = thisYear - thisYear % 100 + twoDigits;
  if (year > thisYear + 50) return year - 100;
  return year <= thisYear - 50 ? year + 100 : year;
}
