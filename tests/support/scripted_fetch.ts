/**
 * A `Fetch` that answers from a script and takes as long as the script says, on a manual clock.
 *
 * @module
 */

import type { Digest, InstantText } from "../../src/model.ts";
import type { Fetched, Outcome } from "../../src/outcome.ts";
import type { Fetch, FetchRequest } from "../../src/ports.ts";
import type { ManualClock } from "./manual_clock.ts";

/** One answer of the script; the request's URL is filled in. */
export interface Scripted {
  readonly durationMs?: number;
  readonly answer: (url: string) => Outcome;
}

/** A request that was made. */
export interface Made {
  readonly request: FetchRequest;
  readonly startedAt: Temporal.Instant;
  readonly endedAt: Temporal.Instant;
}

/** Answers in the order of the script, then 404; two requests at once are a fault. */
export class ScriptedFetch implements Fetch {
  readonly made: Made[] = [];
  readonly #clock: ManualClock;
  readonly #script: Scripted[];
  #busy = false;

  constructor(clock: ManualClock, script: readonly Scripted[]) {
    this.#clock = clock;
    this.#script = [...script];
  }

  async get(request: FetchRequest): Promise<Outcome> {
    if (this.#busy) throw new Error("Two requests at once");
    this.#busy = true;
    const startedAt = this.#clock.now();
    const { durationMs = 100, answer = status(404) } = this.#script.shift() ?? {};
    // Whoever does not wait for an answer has time to make a mistake here.
    for (let i = 0; i < 5; i++) await Promise.resolve();
    this.#clock.advance(durationMs);
    this.#busy = false;
    this.made.push({ request, startedAt, endedAt: this.#clock.now() });
    return answer(request.url);
  }
}

/** A page with status 200. */
export function page(
  text = "",
  { contentType }: { contentType?: string } = {},
): (url: string) => Fetched {
  const body = new TextEncoder().encode(text);
  const at = "2026-01-05T21:00:00.000Z" as InstantText;
  return (url) => ({
    kind: "fetched",
    body,
    snapshot: {
      url,
      finalUrl: url,
      status: 200,
      headers: contentType === undefined ? {} : { "content-type": contentType },
      requestedAt: at,
      receivedAt: at,
      digest: "0".repeat(64) as Digest,
      bytes: body.length,
    },
  });
}

/** An answer with another status. */
export function status(code: number, retryAfter: string | null = null): (url: string) => Outcome {
  return (url) => ({ kind: "status", url, status: code, retryAfter });
}

/** A redirect; `to` may be relative. */
export function redirect(
  to: string,
  { code = 302, retryAfter = null }: { code?: number; retryAfter?: string | null } = {},
): (url: string) => Outcome {
  return (url) => ({
    kind: "redirected",
    url,
    to: new URL(to, url).href,
    status: code,
    retryAfter,
  });
}
