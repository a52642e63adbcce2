/**
 * A document's past and a visit to it, as the verdict on its decay sees them.
 *
 * @module
 */

import type { InstantText } from "../model.ts";
import type { DecayReason } from "./decay_words.ts";

/** What is kept of a document's past; plain JSON. */
export interface DecayState {
  readonly verdict: "fresh" | "stale" | "decayed" | "gone";
  /** Since when the verdict stands. */
  readonly since: InstantText;
  /** The last visit that found the document good; `null` for none. */
  readonly lastVerifiedAt: InstantText | null;
  /** `null` while fresh. */
  readonly reason: DecayReason | null;
  /** Characters of the last good texts, newest last. */
  readonly lengths: readonly number[];
  /** {@linkcode textMark} of the last good text. */
  readonly text: string | null;
  /** Answers in a row that name the document as gone, denied or wrong. */
  readonly goneInARow: number;
  /** Visits in a row without an answer that says anything. */
  readonly failedInARow: number;
  /** A text that was too short, and how often in a row it was found so. */
  readonly shorter: { readonly length: number; readonly times: number } | null;
}

/** What a visit gave. */
export interface FetchedDocument {
  /** As asked for, canonical. */
  readonly url: string;
  /** After redirects. */
  readonly finalUrl: string;
  /** `null` for no answer: no connection, time-out, cut body. */
  readonly status: number | null;
  /** Normalised text of the body; `null` where there is none. */
  readonly text: string | null;
  readonly title: string | null;
  readonly fetchedAt: Temporal.Instant;
  /** A 304 that is believed. */
  readonly notModified: boolean;
}

/** Where the lines are drawn. */
export interface DecayPolicy {
  /** Days without verification that make a document stale. */
  readonly staleAfterDays: number;
  /** Answers of 404 in a row that mean gone; 410 means it at once. */
  readonly goneAfter: number;
  /** Longest text, in characters, that a notice, consent or login page has. */
  readonly substituteUpTo: number;
  /** Other documents that a text must not share. */
  readonly sharedFrom: number;
  /** Shares of the usual length below which a text is emptied, or shorter. */
  readonly emptiedBelow: number;
  readonly shorterBelow: number;
  /** Visits in a row after which a shorter text is the document as it is now. */
  readonly shorterStands: number;
  /** Share of the text in common pieces from which a shrunken text is boilerplate. */
  readonly boilerplateFrom: number;
}

/** Chosen on the golden cases of `tests/golden/corpus/decay.json`. */
export const DECAY_POLICY: DecayPolicy = {
  staleAfterDays: 30,
  goneAfter: 2,
  substituteUpTo: 1200,
  sharedFrom: 5,
  emptiedBelow: 0.1,
  shorterBelow: 0.5,
  shorterStands: 3,
  boilerplateFrom: 0.9,
};
