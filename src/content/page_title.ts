/**
 * What a page's title is: the candidate that a learned ranker likes best.
 *
 * @module
 */

import { type BoostedTrees, logits } from "./boosted_trees.ts";
import { titleCandidates } from "./title_candidates.ts";
import type { TitleSources } from "./title_sources.ts";

/** The title; `null` where the page has none. Of equally likely ones the first is taken. */
export function pageTitle(sources: TitleSources, ranker: BoostedTrees): string | null {
  const candidates = titleCandidates(sources);
  if (candidates.length === 0) return null;
  const scores = logits(ranker, Float32Array.from(candidates.flatMap(({ row }) => row)));
  let best = 0;
  scores.forEach((score, i) => {
    if (score > (scores[best] as number)) best = i;
  });
  return candidates[best]?.text ?? null;
}
