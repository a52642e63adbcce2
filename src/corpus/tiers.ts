/**
 * Where a text belongs, by the cheaper tier first: the same text, then nearly the same.
 *
 * The tier before these, the canonical URL, tells pages apart, see `collection.ts`.
 *
 * @module
 */

import { digestOf } from "../digest.ts";
import type { Digest } from "../model.ts";
import type { Likeness, Tier } from "./corpus_record.ts";
import type { NearMatch } from "./near_join.ts";
import { normalText } from "./normal_text.ts";
import type { Projections } from "./projections.ts";

/** A text as it is compared. */
export interface Text {
  readonly given: string;
  readonly normal: string;
  /** SHA-256 of the normal text. */
  readonly hash: Digest;
}

/** What was decided on a text. */
export interface Decision {
  readonly tier: Tier;
  /** Running number of the kept text that stands for it. */
  readonly text: number;
  readonly like?: Likeness;
}

/** Makes a text comparable. */
export function textOf(given: string): Text {
  const normal = normalText(given);
  return { given, normal, hash: digestOf(normal) };
}

/** Decides on a text; one that is like no other, or an update of another, is in the index after it. */
export function decideOn({ hash, normal }: Text, state: Projections): Decision {
  const { pages, near } = state;
  const same = pages.findText(hash);
  if (same >= 0) {
    const of = pages.ownerOf(same);
    // The page that stood for it went in this run: this one takes its place.
    if (of < 0) return { tier: "kept", text: same };
    return { tier: "exact", text: same, like: { of, similarity: 1, threshold: 1 } };
  }
  const { document, match } = near.admit(normal);
  if (match === null) return { tier: "kept", text: document as number };
  const like = likeness(match, state);
  return document === null
    ? { tier: "near", text: match.document, like }
    : { tier: "update", text: document, like };
}

function likeness(
  { document, similarity, threshold, shared, shingles }: NearMatch,
  { pages }: Projections,
): Likeness {
  const owner = pages.ownerOf(document);
  const of = owner < 0 ? pages.holdersOf(document)[0] as number : owner;
  return { of, similarity, threshold, shared, shingles };
}
