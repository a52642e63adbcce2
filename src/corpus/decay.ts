/**
 * Whether a document of a corpus can still be trusted: fresh, stale, decayed or gone.
 *
 * A document rots without an error: it is answered by a list, a consent page, a polite notice that
 * it is not there, or by its own frame without the text. Every verdict has its reason, and none of
 * them replaces the text that is kept. One failure proves nothing: what cannot be reached keeps its
 * verdict and grows older. A text is judged in `decay_text.ts`, by the signs of `decay_signs.ts`;
 * sentences stand in `decay_words.ts`.
 *
 * @module
 */

import type { InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import { detourOf } from "./decay_signs.ts";
import type { DecayPolicy, DecayState, FetchedDocument } from "./decay_state.ts";
import { reasonOfText, usualLength } from "./decay_text.ts";
import { type DecayReason, decayWords } from "./decay_words.ts";
import { type HostView, textMark } from "./host_texts.ts";

/** What to store, whether the fetched text may take the place of the kept one, and why. */
export interface DecayVerdict {
  readonly state: DecayState;
  readonly takeText: boolean;
  readonly why: Sentence;
}

/** Lengths that are remembered. */
const REMEMBERED = 8;

/** Judges a visit; `host` is what the host's other documents say, where that is known. */
export function judgeDecay(
  past: DecayState | null,
  fetched: FetchedDocument,
  host: HostView | null,
  policy: DecayPolicy,
): DecayVerdict {
  const { status, text } = fetched;
  if (fetched.notModified && past !== null) {
    return fresh(past, fetched, past.lengths, past.text, false);
  }
  if (status === null || isSilent(status) || text === null && status < 400) {
    return unreachable(past, fetched, policy);
  }
  if (status >= 400) return refused(past, fetched, status, policy);
  const mark = textMark(text as string);
  const reason = detour(past, fetched, mark) ??
    reasonOfText(past, fetched, text as string, mark, host, policy);
  if (reason !== null) return bad(past, fetched, "decayed", reason);
  return fresh(past, fetched, lengthsWith(past, (text as string).length, policy), mark, true);
}

/** The verdict as of `now`, without a visit: what is fresh turns stale by age alone. */
export function agedDecay(
  state: DecayState,
  now: Temporal.Instant,
  policy: DecayPolicy,
): DecayVerdict {
  const days = state.lastVerifiedAt === null
    ? 0
    : Math.floor(now.since(Temporal.Instant.from(state.lastVerifiedAt)).total("days"));
  const isOld = state.verdict === "fresh" && days > policy.staleAfterDays;
  const aged: DecayState = isOld
    ? {
      ...state,
      verdict: "stale",
      since: turnedStale(state, policy),
      reason: { kind: "unverified", days },
    }
    : state;
  return { state: aged, takeText: false, why: decayWords(aged.reason) };
}

/** The first moment at which too many days had passed. */
function turnedStale({ since, lastVerifiedAt }: DecayState, policy: DecayPolicy): InstantText {
  const verified = Temporal.Instant.from(lastVerifiedAt ?? since);
  return textOf(verified.add({ hours: 24 * (policy.staleAfterDays + 1) }));
}

/** A length that was too short and is accepted is the new measure. */
function lengthsWith(
  past: DecayState | null,
  length: number,
  policy: DecayPolicy,
): readonly number[] {
  const lengths = past?.lengths ?? [];
  const isRegression = length < (usualLength(lengths) ?? 0) * policy.shorterBelow;
  return isRegression ? [length] : [...lengths, length].slice(-REMEMBERED);
}

/** Answers that speak of the server, not of the document; 3xx is a redirect nobody could follow. */
function isSilent(status: number): boolean {
  return status >= 500 || status === 429 || status === 408 || status === 425 ||
    status >= 300 && status < 400 || status < 200;
}

function fresh(
  past: DecayState | null,
  { fetchedAt }: FetchedDocument,
  lengths: readonly number[],
  text: string | null,
  takeText: boolean,
): DecayVerdict {
  const at = textOf(fetchedAt);
  const state: DecayState = {
    verdict: "fresh",
    since: past?.verdict === "fresh" ? past.since : at,
    lastVerifiedAt: at,
    reason: null,
    lengths,
    text,
    goneInARow: 0,
    failedInARow: 0,
    shorter: null,
  };
  return { state, takeText, why: decayWords(null) };
}

/** The verdict stays and grows older; a document never seen is stale from the beginning. */
function unreachable(
  past: DecayState | null,
  { status, fetchedAt }: FetchedDocument,
  policy: DecayPolicy,
): DecayVerdict {
  const times = (past?.failedInARow ?? 0) + 1;
  const why: DecayReason = { kind: "unreachable", status, times };
  const base = past ?? { ...unseen(fetchedAt), verdict: "stale" as const, reason: why };
  const { state } = agedDecay({ ...base, failedInARow: times }, fetchedAt, policy);
  const isStale = state.verdict === "stale";
  const kept = isStale ? { ...state, reason: why } : state;
  return { state: kept, takeText: false, why: decayWords(why) };
}

function refused(
  past: DecayState | null,
  fetched: FetchedDocument,
  status: number,
  policy: DecayPolicy,
): DecayVerdict {
  const times = (past?.goneInARow ?? 0) + 1;
  const namesIt = status === 404 || status === 410;
  // A server that denies one visit may have closed its doors to all, not this document.
  if (!namesIt && times < policy.goneAfter) {
    const { state, ...rest } = unreachable(past, fetched, policy);
    return { ...rest, state: { ...state, goneInARow: times } };
  }
  const isGone = status === 410 || status === 404 && times >= policy.goneAfter;
  return bad(past, fetched, isGone ? "gone" : "decayed", { kind: "status", status, times });
}

function bad(
  past: DecayState | null,
  { fetchedAt }: FetchedDocument,
  verdict: "decayed" | "gone",
  reason: DecayReason,
): DecayVerdict {
  const base = past ?? unseen(fetchedAt);
  const state: DecayState = {
    ...base,
    verdict,
    since: past?.verdict === verdict ? past.since : textOf(fetchedAt),
    reason,
    goneInARow: reason.kind === "status" ? reason.times : 0,
    failedInARow: 0,
    shorter: reason.kind === "shorter" ? { length: reason.length, times: reason.times } : null,
  };
  return { state, takeText: false, why: decayWords(reason) };
}

function unseen(at: Temporal.Instant): DecayState {
  return {
    ...{ verdict: "decayed", since: textOf(at), lastVerifiedAt: null, reason: null },
    ...{ lengths: [], text: null, goneInARow: 0, failedInARow: 0, shorter: null },
  };
}

/** A redirect away from the document; one that brings the text of old is a new address, no loss. */
function detour(
  past: DecayState | null,
  { url, finalUrl }: FetchedDocument,
  mark: string,
): DecayReason | null {
  if (url === finalUrl || past?.text === mark) return null;
  const kind = detourOf(url, finalUrl);
  return kind === null ? null : { kind, to: finalUrl };
}

function textOf(at: Temporal.Instant): InstantText {
  return at.toString() as InstantText;
}
