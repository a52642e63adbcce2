/**
 * The only way out to a host: one request at a time, robots.txt first, never faster than owed.
 *
 * All of it is structure, not discipline: the queue alone holds the `Fetch` port, chains every
 * call behind the one before, and refuses a call that would break the rules. A hop of a redirect is
 * a request like any other. How long to wait is decided in `politeness.ts`, what to try again in
 * `retry.ts`, what robots.txt says in `robots.ts`, which redirect to follow in `redirects.ts`; what
 * to ask for, by the caller.
 *
 * @module
 */

import type { Failure, FinalOutcome, Outcome } from "./outcome.ts";
import { FRESH_PACE, nextPace, type Pace, type Politeness, withCrawlDelay } from "./politeness.ts";
import type { Clock, Fetch } from "./ports.ts";
import { asStatus, follow } from "./redirects.ts";
import { aftermath } from "./retry.ts";
import {
  crawlDelayMs,
  decide,
  readRobots,
  type RobotsDecision,
  type RobotsReading,
} from "./robots.ts";

/** What one URL may cost, and what must come back. */
export interface RequestCost {
  readonly accept: string;
  /** Conditions under which no body is wanted; the answer is then the status 304. */
  readonly conditions?: Readonly<Record<string, string>>;
  /** Media types without parameters; none given means any. A response without one is taken. */
  readonly contentTypes: readonly string[];
  readonly maxBytes: number;
  readonly headerTimeoutMs: number;
  readonly bodyTimeoutMs: number;
}

/** How a request ended, or the robots.txt line for which it was not made. */
export type Answer = FinalOutcome | Disallowed;

/** robots.txt forbids the URL, or the hop that a redirect would have led to. */
export interface Disallowed {
  readonly kind: "disallowed";
  readonly url: string;
  readonly decision: RobotsDecision;
}

/** What the queue is doing, for progress on a terminal. */
export type QueueEvent =
  | { readonly kind: "waiting"; readonly url: string; readonly ms: number }
  | { readonly kind: "requesting"; readonly url: string }
  | {
    readonly kind: "answered";
    readonly url: string;
    readonly outcome: Outcome["kind"];
    readonly durationMs: number;
  }
  | {
    readonly kind: "retrying";
    readonly url: string;
    readonly failure: Failure;
    readonly waitMs: number;
    /** Retry about to be made, from 1. */
    readonly attempt: number;
  };

/** Everything a queue needs; `fetch` must not be used by anyone else. */
export interface HostQueueOptions {
  readonly origin: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly politeness: Politeness;
  readonly userAgent: string;
  /** The name robots.txt knows us by: letters, `_` and `-` only (RFC 9309, section 2.2.1). */
  readonly productToken: string;
  readonly signal?: AbortSignal;
  readonly observe?: (event: QueueEvent) => void;
}

/** RFC 9309, section 2.4: a robots.txt is not to be used longer without asking again. */
const ROBOTS_AGE_MS = 86_400_000;
/** Ten times what RFC 9309 wants parsed at least (500 KiB). */
const ROBOTS_COST: RequestCost = {
  accept: "text/plain, */*;q=0.5",
  contentTypes: [],
  maxBytes: 5 * 1024 * 1024,
  headerTimeoutMs: 20_000,
  bodyTimeoutMs: 30_000,
};

/** The requests to one origin, in the order in which they were called for. */
export class HostQueue {
  readonly #options: HostQueueOptions;
  #last: Promise<void> = Promise.resolve();
  #requests = 0;
  #pace: Pace = FRESH_PACE;
  #endedAt: Temporal.Instant | null = null;
  #robots: { url: string; reading: RobotsReading; readAt: Temporal.Instant } | null = null;
  /** The host asked for a longer rest than a run can give. */
  #closed: { failure: Failure; until: Temporal.Instant } | null = null;

  /** @throws {RangeError} if origin or product token is malformed. */
  constructor(options: HostQueueOptions) {
    if (URL.parse(options.origin)?.origin !== options.origin) {
      throw new RangeError(`Expected an origin like "https://host", found "${options.origin}"`);
    }
    if (!/^[A-Za-z_-]+$/.test(options.productToken)) {
      throw new RangeError(
        `Expected a product token of letters, "_" and "-", found "${options.productToken}"`,
      );
    }
    this.#options = options;
  }

  /** Requests made so far, retries included. */
  get requests(): number {
    return this.#requests;
  }

  /** Asks for robots.txt; its rules and its Crawl-delay hold from here on. */
  readRobots(path: string): Promise<{ reading: RobotsReading; outcome: FinalOutcome }> {
    const url = this.#within(path);
    return this.#inTurn(() => this.#readRobots(url));
  }

  /**
   * Asks for a URL of the origin, unless robots.txt disallows it, and follows where it redirects.
   *
   * A failure names the hop that failed; a snapshot names the URL as asked and as answered.
   *
   * Where robots.txt was unreachable, that failure is the answer to everything. Where the host
   * wants more rest than a run can wait for (an hour), the failure that said so is the answer
   * until that time has come, and nothing is asked.
   *
   * @throws {RangeError} for a URL of another origin; rejects if robots.txt was not read before.
   */
  get(url: string, cost: RequestCost): Promise<Answer> {
    const inside = this.#within(url);
    return this.#inTurn(() => follow(inside, (hop) => this.#askIfAllowed(hop, cost)));
  }

  #within(url: string): string {
    const { origin } = this.#options;
    const parsed = new URL(url, origin);
    if (parsed.origin !== origin || parsed.username || parsed.password) {
      throw new RangeError(`Cannot ask for "${url}": it is not part of "${origin}"`);
    }
    parsed.hash = "";
    return parsed.href;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    // The next call waits for this one to end; only its own caller hears how it ended.
    this.#last = turn.then(() => undefined, () => undefined);
    return turn;
  }

  async #readRobots(url: string): Promise<{ reading: RobotsReading; outcome: FinalOutcome }> {
    // No hop of these is checked: whoever may read robots.txt may read it where it lies.
    const outcome = await follow<never>(url, (hop) => this.#ask(hop, ROBOTS_COST));
    const reading = readRobots(outcome);
    this.#robots = { url, reading, readAt: this.#options.clock.now() };
    const delayMs = reading.kind === "rules"
      ? crawlDelayMs(reading.rules, this.#options.productToken)
      : null;
    this.#pace = withCrawlDelay(this.#pace, delayMs ?? 0);
    return { reading, outcome };
  }

  async #askIfAllowed(url: string, cost: RequestCost): Promise<Outcome | Disallowed> {
    const reading = await this.#currentRobots(url);
    // Everything is disallowed, but by no line: it is the server's fault and may heal.
    if (reading.kind === "unreachable") return reading.failure;
    return this.#refusal(reading, url) ?? await this.#ask(url, cost);
  }

  async #currentRobots(url: string): Promise<RobotsReading> {
    const robots = this.#robots;
    if (robots === null) throw new Error(`Cannot ask for "${url}" before robots.txt was read`);
    const ageMs = msBetween(robots.readAt, this.#options.clock.now());
    return ageMs < ROBOTS_AGE_MS ? robots.reading : (await this.#readRobots(robots.url)).reading;
  }

  #refusal(reading: RobotsReading, url: string): Disallowed | null {
    if (reading.kind !== "rules") return null;
    const decision = decide(reading.rules, this.#options.productToken, url);
    return decision.allowed ? null : { kind: "disallowed", url, decision };
  }

  /** Asks for one URL until there is an answer that stands. */
  async #ask(url: string, cost: RequestCost): Promise<Outcome> {
    for (let retries = 0;; retries++) {
      const closed = this.#stillClosed();
      if (closed !== null) return closed;
      await this.#pause(url);
      const { outcome, again } = await this.#request(url, cost, retries);
      if (outcome.kind === "fetched" || outcome.kind === "redirected" || !again) return outcome;
      this.#options.observe?.({
        kind: "retrying",
        url,
        failure: outcome,
        waitMs: this.#pace.delayMs,
        attempt: retries + 1,
      });
    }
  }

  #stillClosed(): Failure | null {
    if (this.#closed === null) return null;
    if (msBetween(this.#closed.until, this.#options.clock.now()) < 0) return this.#closed.failure;
    this.#closed = null;
    return null;
  }

  async #pause(url: string): Promise<void> {
    const { clock, signal, observe } = this.#options;
    signal?.throwIfAborted();
    let owed = this.#owedMs();
    if (owed > 0) observe?.({ kind: "waiting", url, ms: owed });
    // A timer may fire early, so what is owed is measured again.
    for (; owed > 0; owed = this.#owedMs()) await clock.sleep(owed, signal);
  }

  #owedMs(): number {
    if (this.#endedAt === null) return 0;
    const now = this.#options.clock.now();
    // A wall clock that was set back would otherwise stretch the delay by as much.
    if (msBetween(this.#endedAt, now) < 0) this.#endedAt = now;
    return Math.max(0, Math.ceil(this.#pace.delayMs - msBetween(this.#endedAt, now)));
  }

  /** Makes one request and learns from how it ended. */
  async #request(url: string, cost: RequestCost, retries: number) {
    const { clock, observe, politeness } = this.#options;
    observe?.({ kind: "requesting", url });
    this.#requests++;
    const startedAt = clock.now();
    const outcome = await this.#fetch(url, cost).catch((fault) => {
      this.#learn(startedAt, { ok: false, atLeastMs: 0 });
      throw fault;
    });
    const after = aftermath(outcome, { retries, now: clock.now(), politeness });
    const durationMs = this.#learn(startedAt, { ...after, ok: outcome.kind === "fetched" });
    if (outcome.kind !== "fetched" && after.closedUntil !== null) {
      const failure = outcome.kind === "redirected" ? asStatus(outcome) : outcome;
      this.#closed = { failure, until: after.closedUntil };
    }
    observe?.({ kind: "answered", url, outcome: outcome.kind, durationMs });
    return { outcome, again: after.again };
  }

  async #fetch(url: string, cost: RequestCost): Promise<Outcome> {
    const { fetch, signal, userAgent } = this.#options;
    const { contentTypes, ...limits } = cost;
    const request = { ...limits, url, userAgent };
    return checkType(await fetch.get(signal ? { ...request, signal } : request), contentTypes);
  }

  #learn(startedAt: Temporal.Instant, answered: { ok: boolean; atLeastMs: number }): number {
    this.#endedAt = this.#options.clock.now();
    const durationMs = Math.max(0, msBetween(startedAt, this.#endedAt));
    const { ok, atLeastMs } = answered;
    this.#pace = nextPace(this.#pace, { ok, atLeastMs, durationMs }, this.#options.politeness);
    return durationMs;
  }
}

function checkType(outcome: Outcome, contentTypes: readonly string[]): Outcome {
  if (outcome.kind !== "fetched" || contentTypes.length === 0) return outcome;
  const contentType = outcome.snapshot.headers["content-type"] ?? null;
  const [essence = ""] = (contentType ?? "").split(";", 1);
  const type = essence.trim().toLowerCase();
  if (type === "" || contentTypes.some((wanted) => wanted.toLowerCase() === type)) return outcome;
  return { kind: "wrong-type", url: outcome.snapshot.url, contentType };
}

function msBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return Number(to.epochNanoseconds - from.epochNanoseconds) / 1e6;
}
