/**
 * What came of one benign day.
 *
 * @module
 */

import type { Sentence } from "../../src/refusal.ts";
import { saidBy, type Truth, verdictOn } from "./truth.ts";
import type { DayEnd } from "./watcher.ts";

/** What came of one benign day. */
export type Lived =
  | { readonly outcome: "accepted" }
  /** Held back with one question that names the field, as its kind allows. */
  | { readonly outcome: "asked" }
  | { readonly outcome: "refused"; readonly reason: Sentence }
  | {
    readonly outcome: "untrue";
    readonly said: readonly Truth[];
    readonly truths: readonly Truth[];
  };

/** A day of which `truths` are the true events. */
export function livedAs(end: DayEnd, truths: readonly Truth[]): Lived {
  if (end.kind === "refused") return { outcome: "refused", reason: end.reason };
  const said = end.changes.map(saidBy);
  return verdictOn(said, truths) === "true"
    ? { outcome: "accepted" }
    : { outcome: "untrue", said, truths };
}
