/**
 * What validators are worth: the plainest rules.
 *
 * @module
 */

import type { InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
export interface KnownVisit {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly fetchedAt: InstantText;
  readonly lastVerifiedAt: InstantText;
  readonly contentHash: string;
  readonly firstSeen: InstantText;
  readonly lastChanged: InstantText;
  readonly trust: unknown;
}
export interface ConditionalRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: "first" | "conditional" | "control" | "no-validator" | "distrusted";
  readonly why: Sentence;
}
export const VALIDATOR_POLICY = { controlAfter304s: 6, controlAfterDays: 7 };
const NO: Sentence = { ko: "", en: "" };
export function conditionalRequest(
  known: KnownVisit | null,
  _now: Temporal.Instant,
  _p: unknown,
): ConditionalRequest {
  return {
    headers: known?.etag ? { "If-None-Match": known.etag } : {},
    reason: known ? "conditional" : "first",
    why: NO,
  };
}
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: Temporal.Instant;
  readonly contentHash: string | null;
}
export type Visit =
  | {
    readonly kind: "new" | "changed" | "unchanged";
    readonly known: KnownVisit;
    readonly notes: readonly Sentence[];
  }
  | {
    readonly kind: "not-modified";
    readonly known: KnownVisit;
    readonly notes: readonly Sentence[];
  }
  | { readonly kind: "ask-again"; readonly known: KnownVisit | null; readonly why: Sentence }
  | { readonly kind: "no-answer"; readonly known: KnownVisit | null };
export function readVisit(known: KnownVisit | null, _r: ConditionalRequest, a: Answer): Visit {
  const at = a.receivedAt.toString() as InstantText;
  if (a.status === 304) {
    return known
      ? { kind: "not-modified", known: { ...known, lastVerifiedAt: at }, notes: [] }
      : { kind: "ask-again", known, why: NO };
  }
  if (a.contentHash === null) return { kind: "no-answer", known };
  const same = known?.contentHash === a.contentHash;
  return {
    kind: known === null ? "new" : same ? "unchanged" : "changed",
    known: {
      etag: a.headers["etag"] ?? null,
      lastModified: a.headers["last-modified"] ?? null,
      fetchedAt: at,
      lastVerifiedAt: at,
      contentHash: a.contentHash,
      firstSeen: known?.firstSeen ?? at,
      lastChanged: same ? known.lastChanged : at,
      trust: null,
    },
    notes: [],
  };
}
export interface TrustWord {
  readonly standing: "untried" | "trusted" | "useless" | "lying" | "absent";
  readonly why: Sentence;
}
export function trustIn(
  known: KnownVisit,
): { readonly etag: TrustWord; readonly lastModified: TrustWord } {
  const word = (value: string | null): TrustWord => ({
    standing: value === null ? "absent" : "untried",
    why: NO,
  });
  return { etag: word(known.etag), lastModified: word(known.lastModified) };
}
