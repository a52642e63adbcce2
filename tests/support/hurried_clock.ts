/**
 * The machine's clock for a test that has no time to wait.
 *
 * @module
 */

import type { Clock } from "../../src/ports.ts";

/** Time passes as it does, and every sleep is over at once, as long as it would have taken. */
export class HurriedClock implements Clock {
  /** What was slept so far. */
  sleptMs = 0;

  now(): Temporal.Instant {
    return Temporal.Now.instant().add({ nanoseconds: Math.round(this.sleptMs * 1e6) });
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.sleptMs += ms;
    await Promise.resolve();
    signal?.throwIfAborted();
  }
}
