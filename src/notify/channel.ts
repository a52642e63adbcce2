/**
 * One way to people, as the deliverer sees it: hand over a message, and hear how that ended.
 *
 * A channel is `Notify` for one receiver, except that its ends are values: what failed is written
 * down and tried again (`turn.ts`). Each kind of channel is an adapter of its own.
 *
 * @module
 */

import type { AlertKind } from "../alert.ts";
import type { Sentence } from "../refusal.ts";
import type { Message } from "./message.ts";

/** How one hand-over ended. Only `delivered` is never tried again. */
export type Receipt =
  | { readonly kind: "delivered" }
  | {
    readonly kind: "failed";
    readonly reason: Sentence;
    /** What the receiver asked to wait, or `null`. */
    readonly retryAfterMs: number | null;
    /** The receivers that are still without it, where some of several have it. */
    readonly left?: readonly string[];
  };

/** What a channel is to do with one message. */
export interface HandOver {
  readonly signal?: AbortSignal;
  /** The receivers that an earlier attempt left; `null` for all of them. */
  readonly only: readonly string[] | null;
}

/** A way to people that can be used now. */
export interface Channel {
  /** The key below `notify` in dmf.json. */
  readonly name: string;
  readonly lang: "ko" | "en";
  /** Kinds it carries; `null` for all of them. */
  readonly kinds: readonly AlertKind[] | null;
  /** Rejects only where `signal` aborts, or by a fault of the program. */
  send(message: Message, how: HandOver): Promise<Receipt>;
}

/** A failed hand-over without further detail. */
export function failed(reason: Sentence, retryAfterMs: number | null = null): Receipt {
  return { kind: "failed", reason, retryAfterMs };
}
