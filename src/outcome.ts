/**
 * How one fetch ended, each end with its own word.
 *
 * Whether an outcome heals by trying again is decided in `retry.ts`; what to tell a person in
 * `words.ts`.
 *
 * @module
 */

import type { Snapshot } from "./snapshot.ts";

/** A response with its whole body. */
export interface Fetched {
  readonly kind: "fetched";
  readonly snapshot: Snapshot;
  readonly body: Uint8Array;
}

/** Everything that is not a whole, wanted response. */
export type Failure =
  /** The host name does not resolve. */
  | { readonly kind: "dns"; readonly url: string; readonly detail: string }
  /** No connection: refused, reset before an answer, unreachable. */
  | { readonly kind: "refused"; readonly url: string; readonly detail: string }
  /** The certificate chain does not verify. Verification is never switched off. */
  | { readonly kind: "tls"; readonly url: string; readonly detail: string }
  | {
    readonly kind: "time-out";
    readonly url: string;
    readonly phase: "header" | "body";
    readonly limitMs: number;
  }
  /** The body ended before the response said it would, or its compression broke off. */
  | {
    readonly kind: "cut";
    readonly url: string;
    readonly receivedBytes: number;
    readonly detail: string;
  }
  | {
    readonly kind: "status";
    readonly url: string;
    readonly status: number;
    readonly retryAfter: string | null;
  }
  | { readonly kind: "wrong-type"; readonly url: string; readonly contentType: string | null }
  /** A content coding that was not asked for and cannot be undone. */
  | { readonly kind: "wrong-coding"; readonly url: string; readonly coding: string }
  | { readonly kind: "too-large"; readonly url: string; readonly limitBytes: number }
  | { readonly kind: "redirect-off-host"; readonly url: string; readonly to: string }
  | { readonly kind: "redirect-loop"; readonly url: string; readonly redirects: number }
  /** The sandbox does not allow the host. */
  | { readonly kind: "not-permitted"; readonly url: string; readonly detail: string };

/** The end of one fetch. */
export type Outcome = Fetched | Failure;
