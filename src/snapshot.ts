/**
 * The sidecar record of one archived response.
 *
 * The body lies beside it under its digest; together they are the snapshot that every extracted
 * cell can be proven from.
 *
 * @module
 */

import type { Digest, InstantText } from "./model.ts";

/** What was asked, what was answered, and when. */
export interface Snapshot {
  /** As asked, before redirects. */
  readonly url: string;
  /** As answered, after redirects on the same origin. */
  readonly finalUrl: string;
  readonly status: number;
  /** Response headers, names in lower case; `set-cookie` is left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestedAt: InstantText;
  /** When the last byte of the body had arrived. */
  readonly receivedAt: InstantText;
  readonly digest: Digest;
  /** Length of the body after decompression. */
  readonly bytes: number;
}
