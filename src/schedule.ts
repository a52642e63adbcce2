/**
 * When to run: 06:00 in Seoul, every day, whatever happened the day before.
 *
 * Pure arithmetic of the last run and the present instant. Whoever stays awake (`watch`) asks here;
 * the timer only wakes.
 *
 * @module
 */

import { type RunId, runId } from "./model.ts";

const ZONE = "Asia/Seoul";
const DUE_AT = Temporal.PlainTime.from("06:00");

/** `Deno.cron` counts in UTC: 06:00 in Seoul, which has no summer time, is 21:00 the day before. */
export const CRON_UTC = "0 21 * * *";

/** The Seoul date of an instant: the id of a run made then. */
export function seoulDate(now: Temporal.Instant): RunId {
  return runId(now.toZonedDateTimeISO(ZONE).toPlainDate().toString());
}

/**
 * The run that is due at `now` and not done, or `null`, and the instant of the next one.
 *
 * However many days were slept through, exactly one run is due: the list shows today, not last week.
 */
export function nextDue(
  last: RunId | null,
  now: Temporal.Instant,
): { readonly due: RunId | null; readonly next: Temporal.Instant } {
  const local = now.toZonedDateTimeISO(ZONE);
  const today = local.toPlainDate();
  const passed = Temporal.PlainTime.compare(local.toPlainTime(), DUE_AT) >= 0;
  const latest = passed ? today : today.subtract({ days: 1 });
  const next = latest.add({ days: 1 }).toZonedDateTime({ timeZone: ZONE, plainTime: DUE_AT });
  const due = runId(latest.toString());
  return { due: last === null || last < due ? due : null, next: next.toInstant() };
}

/** Minutes to wait before the n-th retry (from 1) of a run that the network failed, same day. */
export function retryMinutes(attempt: number): number {
  return Math.min(10 * 2 ** (attempt - 1), 120);
}
