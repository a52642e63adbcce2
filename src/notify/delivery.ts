/**
 * What became of one alert on one channel, and whether it is due.
 *
 * A delivery is written down before an attempt as if it had failed, and after it as it ended: a
 * process that dies in between has neither lost the alert nor the count of its attempts, and an
 * alert that kills the process does not kill it every minute.
 *
 * @module
 */

import type { InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import { waitMs } from "./backoff.ts";
import type { Receipt } from "./channel.ts";

interface Attempted {
  readonly id: string;
  readonly channel: string;
  readonly attempts: number;
  readonly firstAttemptAt: InstantText;
  readonly lastAttemptAt: InstantText;
  readonly lastError: Sentence | null;
}

/** The delivery of one alert on one channel after at least one attempt. */
export type Delivery =
  | Attempted & { readonly state: "delivered"; readonly deliveredAt: InstantText }
  | Attempted & {
    readonly state: "waiting";
    readonly nextAttemptAt: InstantText;
    /** Receivers still without it, where an earlier attempt reached the others. */
    readonly left?: readonly string[];
  }
  | Attempted & {
    readonly state: "given-up";
    readonly gaveUpAt: InstantText;
    readonly left?: readonly string[];
  };

/** What is known before the first attempt. */
export interface Addressed {
  readonly id: string;
  readonly channel: string;
}

/** Whether to attempt it now. */
export function isDue(delivery: Delivery | null, now: Temporal.Instant): boolean {
  if (delivery === null) return true;
  if (delivery.state !== "waiting") return false;
  // An attempt that lies ahead was made by a clock that was wrong then or is wrong now.
  if (Temporal.Instant.compare(delivery.lastAttemptAt, now) > 0) return true;
  return Temporal.Instant.compare(delivery.nextAttemptAt, now) <= 0;
}

/** The delivery as it is written down before an attempt at `now`. */
export function begun(
  to: Addressed,
  before: Delivery | null,
  now: Temporal.Instant,
): Delivery {
  const left = before?.state === "waiting" && before.left ? { left: before.left } : {};
  const failed = ended(to, before, now, {
    kind: "failed",
    reason: CUT_OFF,
    retryAfterMs: null,
    ...left,
  });
  if (failed.state !== "given-up") return failed;
  // Nobody has heard how the last attempt ends: if it is cut off, there is one more.
  const { gaveUpAt: _, ...rest } = failed;
  const nextAttemptAt = now.add({ hours: 24 }).toString() as InstantText;
  return { ...rest, state: "waiting", nextAttemptAt };
}

const CUT_OFF: Sentence = {
  ko: "시도가 끝나기 전에 중단되었습니다.",
  en: "The attempt was cut off",
};

/** The delivery after an attempt at `now` that ended with `receipt`. */
export function ended(
  { id, channel }: Addressed,
  before: Delivery | null,
  now: Temporal.Instant,
  receipt: Receipt,
): Delivery {
  const at = now.toString() as InstantText;
  const attempts = (before?.attempts ?? 0) + 1;
  const attempted = {
    id,
    channel,
    attempts,
    firstAttemptAt: before?.firstAttemptAt ?? at,
    lastAttemptAt: at,
  };
  if (receipt.kind === "delivered") {
    return { ...attempted, lastError: null, state: "delivered", deliveredAt: at };
  }
  const { reason: lastError, retryAfterMs, left } = receipt;
  const rest = { ...attempted, lastError, ...(left ? { left } : {}) };
  const wait = waitMs(attempts, { id, channel, retryAfterMs });
  if (wait === null) return { ...rest, state: "given-up", gaveUpAt: at };
  const nextAttemptAt = now.add({ milliseconds: wait }).toString() as InstantText;
  return { ...rest, state: "waiting", nextAttemptAt };
}

/** Reads a delivery as it was written; `null` for what cannot be one, so that it is tried again. */
export function readDelivery(text: string | null): Delivery | null {
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<Record<string, unknown>>;
    Temporal.Instant.from(String(value["lastAttemptAt"]));
    const { state, attempts } = value;
    const whole = Number.isSafeInteger(attempts) &&
      (state === "delivered" || state === "given-up" ||
        state === "waiting" && Temporal.Instant.from(String(value["nextAttemptAt"])));
    return whole ? value as unknown as Delivery : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError) {
      return null;
    }
    throw error;
  }
}
