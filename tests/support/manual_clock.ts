/**
 * A clock whose time passes only by being slept or moved.
 *
 * @module
 */

import type { Clock } from "../../src/ports.ts";

/** `sleep` returns at once, a sleep later; what was slept is on record. */
export class ManualClock implements Clock {
  readonly sleeps: number[] = [];
  #now: Temporal.Instant;

  constructor(start = "2026-01-05T21:00:00Z") {
    this.#now = Temporal.Instant.from(start);
  }

  now(): Temporal.Instant {
    return this.#now;
  }

  /** Moves time by `ms`, backwards too. */
  advance(ms: number): void {
    this.#now = this.#now.add({ nanoseconds: Math.round(ms * 1e6) });
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.sleeps.push(ms);
    this.advance(ms);
    await Promise.resolve();
    signal?.throwIfAborted();
  }
}
