/**
 * Which failures heal by asking again, how often it is tried, and how long it is waited.
 *
 * The waiting itself, and the pace that is kept besides, are the host queue's.
 *
 * @module
 */

import type { Failure, Outcome } from "./outcome.ts";
import type { Politeness } from "./politeness.ts";
import { retryAfterMs } from "./retry_after.ts";

/** Requests for one URL beyond the first. */
export const MAX_RETRIES = 3;

/**
 * The longest Retry-After that is waited for within a run.
 *
 * A server that asks for more is not asked again by this run: the answer stands as its failure,
 * and whoever schedules runs comes back later.
 */
export const LONGEST_RETRY_AFTER_MS = 3_600_000;

/** Request time-out, too many requests, and the 5xx that speak of a passing state: RFC 9110. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** What follows from the end of a request. */
export interface Aftermath {
  /** Whether to ask again. */
  readonly again: boolean;
  /** Least wait before the next request to the host. */
  readonly atLeastMs: number;
  /** Until then the host is not to be asked at all; `null` in the usual case. */
  readonly closedUntil: Temporal.Instant | null;
}

/** Decides what follows when a request, after `retries` earlier tries, ended at `now`. */
export function aftermath(
  outcome: Outcome,
  { retries, now, politeness }: {
    readonly retries: number;
    readonly now: Temporal.Instant;
    readonly politeness: Politeness;
  },
): Aftermath {
  if (outcome.kind === "fetched") return { again: false, atLeastMs: 0, closedUntil: null };
  const retryAfter = "retryAfter" in outcome ? outcome.retryAfter : null;
  const asked = retryAfter === null ? 0 : retryAfterMs(retryAfter, now) ?? 0;
  if (asked > LONGEST_RETRY_AFTER_MS) {
    return { again: false, atLeastMs: 0, closedUntil: now.add({ milliseconds: asked }) };
  }
  const again = outcome.kind !== "redirected" && retries < MAX_RETRIES && heals(outcome);
  const backOff = again ? backOffMs(retries + 1, politeness) : 0;
  return { again, atLeastMs: Math.max(asked, backOff), closedUntil: null };
}

/** Tells whether the same request may succeed a little later. */
export function heals(failure: Failure): boolean {
  switch (failure.kind) {
    case "dns":
    case "refused":
    case "time-out":
    case "cut":
      return true;
    case "status":
      return PASSING_STATUSES.has(failure.status);
    case "tls":
    case "wrong-type":
    case "wrong-coding":
    case "too-large":
    case "redirect-off-host":
    case "redirect-loop":
    case "service":
    case "not-permitted":
      return false;
  }
}

/** Wait before retry number `retry`, counted from 1: doubled each time, up to the longest delay. */
export function backOffMs(retry: number, politeness: Politeness): number {
  const first = Math.max(2 * politeness.minDelayMs, 100);
  return Math.min(first * 2 ** (retry - 1), Math.max(first, politeness.maxDelayMs));
}
