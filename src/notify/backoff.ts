/**
 * When a failed delivery is tried again, and when no more.
 *
 * Pure: whoever attempts asks here. Jitter comes from the id, so that many alerts that failed
 * together do not come back together, and a crash does not change the plan.
 *
 * @module
 */

import { digestOf } from "../digest.ts";

/** Minutes to wait after the first, second, … failed attempt; afterwards {@linkcode DAILY}. */
const GROWING = [1, 5, 15, 60, 3 * 60, 6 * 60, 12 * 60] as const;
/** The daily attempts after these. */
const DAILY = 7;
const DAY_MINUTES = 24 * 60;
/** Jitter adds up to this part of a wait. */
const JITTER = 0.1;
/** Whatever a receiver asks to wait: no longer than all daily attempts would have taken. */
const LONGEST_MS = DAILY * DAY_MINUTES * 60_000;

/** Attempts in all before a delivery is given up. */
export const MOST_ATTEMPTS = 1 + GROWING.length + DAILY;

/**
 * Milliseconds from the failure of attempt `attempts` (from 1) to the next, or `null` where it was
 * the last. A longer wait that the receiver asked for is kept.
 */
export function waitMs(
  attempts: number,
  { id, channel, retryAfterMs = null }: {
    readonly id: string;
    readonly channel: string;
    readonly retryAfterMs?: number | null;
  },
): number | null {
  if (attempts >= MOST_ATTEMPTS) return null;
  const minutes = GROWING[attempts - 1] ?? DAY_MINUTES;
  const part = parseInt(digestOf(`${channel}\n${id}\n${attempts}`).slice(0, 8), 16) / 2 ** 32;
  const planned = Math.round(minutes * 60_000 * (1 + JITTER * part));
  return Math.max(planned, Math.min(retryAfterMs ?? 0, LONGEST_MS));
}
