/**
 * What leaves the house through the outbox: one sentence, what it is about, an id to de-duplicate by.
 *
 * An alert is written in the same atomic operation as the seal or the refusal it tells of, and
 * handed on afterwards, at least once. How it travels is decided by whoever implements `Notify`.
 *
 * @module
 */

import type { InstantText, RunId, SourceId } from "./model.ts";

/** A message for people, in the words of both languages. */
export interface Alert {
  /** The same for every delivery of the same alert. */
  readonly id: string;
  readonly kind:
    | "changes"
    | "baseline"
    | "quarantined"
    | "robots-disallow"
    | "unreachable"
    | "recovered"
    | "terms-changed";
  readonly source: SourceId;
  readonly run: RunId;
  readonly at: InstantText;
  readonly sentence: { readonly ko: string; readonly en: string };
}
