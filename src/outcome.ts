/**
 * How one GET ended, each end with its own word.
 *
 * Whether an outcome heals by trying again is decided in `retry.ts`, where a redirect leads in
 * `redirects.ts`; what to tell a person in `failure_words.ts`.
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

/** A 301, 302, 303, 307 or 308 with a target: not the end yet, and no failure either. */
export interface Redirected {
  readonly kind: "redirected";
  readonly url: string;
  /** The `Location`, absolute, without a fragment; it may be anywhere. */
  readonly to: string;
  readonly status: number;
  /** Least wait before the next hop: RFC 9110, section 10.2.3. */
  readonly retryAfter: string | null;
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
    /** Of a 304 to a request with conditions alone: what its header says, names in lower case. */
    readonly headers?: Readonly<Record<string, string>>;
  }
  | { readonly kind: "wrong-type"; readonly url: string; readonly contentType: string | null }
  /** A content coding that was not asked for and cannot be undone. */
  | { readonly kind: "wrong-coding"; readonly url: string; readonly coding: string }
  | { readonly kind: "too-large"; readonly url: string; readonly limitBytes: number }
  /** `url` is the hop that leads away. */
  | { readonly kind: "redirect-off-host"; readonly url: string; readonly to: string }
  /** `url` as asked first; `redirects` were answered, the last of them not followed. */
  | { readonly kind: "redirect-loop"; readonly url: string; readonly redirects: number }
  /** The service answered, or its status says, that it will not hand out the list. */
  | {
    readonly kind: "service";
    readonly url: string;
    readonly code: string;
    readonly message: string;
    readonly meaning: "quota" | "busy" | "key" | "retired" | "build";
    /** The keys of dmf.json that steer the source, as `sources.<id>`. */
    readonly setting: string;
    /** Another path that the selector spec knows. */
    readonly otherPath: string | null;
  }
  /** The sandbox does not allow the host. */
  | { readonly kind: "not-permitted"; readonly url: string; readonly detail: string };

/** An outcome at which there is nothing left to follow. */
export type FinalOutcome = Fetched | Failure;

/** The end of one GET. */
export type Outcome = FinalOutcome | Redirected;
