/**
 * Whether the text of an answer is the document: no notice, no frame alone, not cut short.
 *
 * @module
 */

import { type Signs, signsIn } from "./decay_signs.ts";
import type { DecayPolicy, DecayState, FetchedDocument } from "./decay_state.ts";
import type { DecayReason } from "./decay_words.ts";
import type { HostView } from "./host_texts.ts";

/** Characters of a page that says one thing and no more. */
const REMNANT = 300;
/** Characters of a page that says it in a sentence or two. */
const STUB = 60;
/** Shrinking less than this is no shrinking. */
const SHRUNKEN = 0.7;

/** Why the text of an answer is not the document, or `null` where it may be. */
export function reasonOfText(
  past: DecayState | null,
  { title }: FetchedDocument,
  text: string,
  mark: string,
  host: HostView | null,
  policy: DecayPolicy,
): DecayReason | null {
  // What was good before is good unchanged, whatever it says.
  if (past !== null && past.text === mark) return null;
  const usual = usualLength(past?.lengths ?? []);
  const length = text.length;
  if (length === 0) return { kind: "emptied", length, usual: usual ?? 0 };
  const signs = isShort(length, usual, policy) ? signsIn(title, text) : [];
  const sign = signs.find((each) => isSubstitute(each, length, usual, policy));
  if (sign !== undefined) {
    return { kind: sign.kind, phrase: sign.phrases[0] ?? title ?? "", length };
  }
  if (past === null || past.text === null || usual === null) return null;
  if (length < usual * policy.emptiedBelow) return { kind: "emptied", length, usual };
  const documents = host?.sameText(mark) ?? 0;
  if (documents >= policy.sharedFrom) return { kind: "shared-text", documents };
  if (host !== null && isShrunken(past, length)) {
    const share = host.sharedShare(text);
    if (share >= policy.boilerplateFrom) return { kind: "boilerplate", share, length, usual };
  }
  return regression(past, length, usual, policy);
}

/** Whether a text is so much shorter than a document's usual ones that it may be its frame alone. */
export function isShrunken({ lengths }: DecayState, length: number): boolean {
  return length < (usualLength(lengths) ?? 0) * SHRUNKEN;
}

/** Whether a page is short enough to be a notice, for itself or beside its past. */
function isShort(length: number, usual: number | null, policy: DecayPolicy): boolean {
  return length <= policy.substituteUpTo || usual !== null && length < usual * policy.shorterBelow;
}

/**
 * Whether the signs of a short page are enough: it must say so more than once, and say little else;
 * where hardly anything is left of a document, one sign is enough.
 *
 * A page never seen before is doubted less. A notice taken for a document is one document, since its
 * copies are found by their text; a document taken for a notice is lost.
 */
function isSubstitute(
  { phrases, share, inTitle }: Signs,
  length: number,
  usual: number | null,
  policy: DecayPolicy,
): boolean {
  const isHalf = usual !== null && length < usual * policy.shorterBelow;
  if (isHalf && length <= REMNANT) return true;
  // A short document that turns into one sentence of the kind.
  if (usual !== null && length <= STUB && share >= 0.4) return true;
  const count = phrases.length + (inTitle ? 1 : 0);
  const least = usual === null ? 0.6 : 0.5;
  return count >= 2 && share + (inTitle ? 0.3 : 0) >= least;
}

/** A text that shrank and stays so is the document as it is now. */
function regression(
  past: DecayState,
  length: number,
  usual: number,
  policy: DecayPolicy,
): DecayReason | null {
  if (length >= usual * policy.shorterBelow) return null;
  const { shorter } = past;
  const isSame = shorter !== null && Math.abs(length - shorter.length) <= shorter.length * 0.2;
  const times = isSame ? shorter.times + 1 : 1;
  return times >= policy.shorterStands ? null : { kind: "shorter", length, usual, times };
}

/** The usual length of a document, by its last good texts; `null` where there are none. */
export function usualLength(lengths: readonly number[]): number | null {
  if (lengths.length === 0) return null;
  const sorted = lengths.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}
