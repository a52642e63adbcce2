/**
 * What a run, or all runs of a corpus together, came to.
 *
 * @module
 */

import type { SeenEntry } from "./corpus_record.ts";

/** Numbers of documents that were given, by what they turned out to be. */
export interface Counts {
  /** All that were given and could be used. */
  readonly seen: number;
  /** New texts, pages whose text is kept now: `kept` and `update`. */
  readonly kept: number;
  readonly update: number;
  /** Copies that were left out, by the tier that found them. */
  readonly url: number;
  readonly exact: number;
  readonly near: number;
  /** Known pages: the same text again in a later run, another text, or 304. */
  readonly verified: number;
  readonly changed: number;
  readonly notModified: number;
  readonly askAgain: number;
  readonly older: number;
  readonly lost: number;
  readonly failed: number;
}

export const NO_COUNTS: Counts = {
  seen: 0,
  kept: 0,
  update: 0,
  url: 0,
  exact: 0,
  near: 0,
  verified: 0,
  changed: 0,
  notModified: 0,
  askAgain: 0,
  older: 0,
  lost: 0,
  failed: 0,
};

const BY_LOOK = {
  "not-modified": "notModified",
  "ask-again": "askAgain",
  older: "older",
  lost: "lost",
  vanished: "lost",
  failed: "failed",
} as const satisfies Partial<Record<SeenEntry["look"], keyof Counts>>;

/** Counts that grow. */
export type Tally = { -readonly [Name in keyof Counts]: number };

/** Adds one document; a changed page counts as changed and under its tier. */
export function addTo(counts: Tally, { look, tier, status }: SeenEntry): void {
  counts.seen += 1;
  if (look in BY_LOOK) counts[BY_LOOK[look as keyof typeof BY_LOOK]] += 1;
  else if (look === "again" && tier !== "url") counts.verified += 1;
  else if (tier !== null) counts[tier] += 1;
  if (look === "changed") counts.changed += 1;
  // A 304 that brings a text back spared its download as well.
  if (look === "back" && status === 304) counts.notModified += 1;
}
