/**
 * The machine's clock.
 *
 * @module
 */

import type { Clock } from "../ports.ts";

/** Longest wait that one timer can count, in milliseconds: 31 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Reads and waits by the system's clock; a wait outlives any number of timers. */
export function systemClock(): Clock {
  return {
    now: () => Temporal.Now.instant(),
    async sleep(ms, signal) {
      for (let left = ms; left > 0; left -= LONGEST_TIMER_MS) {
        await wait(Math.min(left, LONGEST_TIMER_MS), signal);
      }
      signal?.throwIfAborted();
    },
  };
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
