/**
 * How a page decays: the plainest rules, by the status of an answer alone.
 *
 * @module
 */

import type { InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
export interface DecayState {
  readonly verdict: "fresh" | "stale" | "decayed" | "gone";
  readonly since: InstantText;
  readonly lastVerifiedAt: InstantText | null;
  readonly reason: { readonly kind: string; readonly status?: number } | null;
  readonly lengths: readonly number[];
  readonly goneInARow: number;
  readonly failedInARow: number;
}
export interface FetchedDocument {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number | null;
  readonly text: string | null;
  readonly title: string | null;
  readonly fetchedAt: Temporal.Instant;
  readonly notModified: boolean;
}
export const DECAY_POLICY = { staleAfterDays: 30 };
export function judgeDecay(
  past: DecayState | null,
  f: FetchedDocument,
  _host: unknown,
  _p: unknown,
) {
  const at = f.fetchedAt.toString() as InstantText;
  const base = past ?? { lengths: [], goneInARow: 0, failedInARow: 0, lastVerifiedAt: null };
  const gone = f.status === 404 || f.status === 410;
  const fine = f.notModified || f.status === 200;
  const verdict = gone ? "gone" : fine ? "fresh" : past?.verdict ?? "stale";
  const state: DecayState = {
    ...base,
    verdict,
    since: at,
    reason: gone ? { kind: "status", status: f.status ?? 0 } : null,
    lastVerifiedAt: fine ? at : base.lastVerifiedAt,
  };
  return { state, takeText: f.status === 200, why: { ko: "", en: "" } as Sentence };
}
export function agedDecay(state: DecayState, _now: Temporal.Instant, _p: unknown) {
  return { state, takeText: false, why: { ko: "", en: "" } as Sentence };
}
export function decayWords(state: DecayState): Sentence {
  return { ko: state.verdict, en: state.verdict };
}
