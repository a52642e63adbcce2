/**
 * How long a host is left alone between two requests.
 *
 * Politeness is arithmetic, so it lives here as pure functions of the past and takes no clock:
 * `host_queue.ts` measures and waits. The delay counts from the end of one request to the start of
 * the next, and falls gradually after slow or failed answers, as Scrapy's AutoThrottle does.
 *
 * @module
 */

/** The owner's figures; they may be made gentler, never rougher. */
export interface Politeness {
  readonly minDelayMs: number;
  /** The delay is at least this many times the duration of the last request. */
  readonly delayFactor: number;
  /** Cap of the two above; a longer Crawl-delay or Retry-After is kept all the same. */
  readonly maxDelayMs: number;
}

/**
 * What every host but this machine is owed at least: 2 s, 5 × the last duration, at most 30 s
 * (Heritrix's figures, with a cap).
 */
export const POLITENESS: Politeness = { minDelayMs: 2000, delayFactor: 5, maxDelayMs: 30_000 };

/** What is remembered of a host. */
export interface Pace {
  /** Owed between the end of the last request and the start of the next. */
  readonly delayMs: number;
  /** The host's Crawl-delay, 0 without one. */
  readonly crawlDelayMs: number;
}

/** A host that was never asked. */
export const FRESH_PACE: Pace = { delayMs: 0, crawlDelayMs: 0 };

/** One ended request as the pace sees it. */
export interface Answered {
  /** A whole, wanted response with status 200. */
  readonly ok: boolean;
  readonly durationMs: number;
  /** Least wait that this answer calls for: its Retry-After, or the back-off of a retry. */
  readonly atLeastMs: number;
}

/** The delay that is never undercut after a request of that duration. */
export function ruleMs(politeness: Politeness, durationMs: number, crawlDelayMs: number): number {
  const owed = Math.max(politeness.minDelayMs, politeness.delayFactor * durationMs);
  return Math.ceil(Math.max(Math.min(owed, capMs(politeness)), crawlDelayMs));
}

/** Takes over the Crawl-delay of robots.txt; it holds from the very next request. */
export function withCrawlDelay(pace: Pace, crawlDelayMs: number): Pace {
  return { crawlDelayMs, delayMs: Math.max(pace.delayMs, crawlDelayMs) };
}

/**
 * Returns the pace after an ended request.
 *
 * A failure can only raise the delay: a server that refuses quickly is not a fast server. A success
 * moves it half the way down to the rule, from the cap at most, since a Retry-After is then over.
 */
export function nextPace(pace: Pace, answered: Answered, politeness: Politeness): Pace {
  const { crawlDelayMs } = pace;
  const rule = Math.max(
    ruleMs(politeness, answered.durationMs, crawlDelayMs),
    answered.atLeastMs,
  );
  if (!answered.ok) return { crawlDelayMs, delayMs: Math.max(pace.delayMs, rule) };
  const from = Math.min(pace.delayMs, Math.max(capMs(politeness), crawlDelayMs));
  return { crawlDelayMs, delayMs: Math.max(rule, Math.floor((from + rule) / 2)) };
}

function capMs(politeness: Politeness): number {
  return Math.max(politeness.maxDelayMs, politeness.minDelayMs);
}
