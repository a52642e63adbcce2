/**
 * The numbers by which a block is judged: one row a block, one column a feature.
 *
 * Which features there are is told by four lists; what they are worth by a model.
 *
 * @module
 */

import { ANCESTOR_FEATURES } from "./ancestor_features.ts";
import { blockLikeness, blockRepeats } from "./block_marks.ts";
import type { Feature, FeatureContext } from "./feature_context.ts";
import { GROUP_FEATURES } from "./group_features.ts";
import { OWN_FEATURES } from "./own_features.ts";
import type { PageFacts } from "./page_facts.ts";
import { type PageGroups, pageGroups } from "./page_groups.ts";
import { landmarks, nearestDensest } from "./page_landmarks.ts";
import { pageShape } from "./page_shape.ts";
import { PLACE_FEATURES } from "./place_features.ts";
import { nearbyMarks, nearbyWindows } from "./reading_order.ts";
import { tagRank } from "./tag_rank.ts";

const FEATURES: readonly Feature[] = [
  ...OWN_FEATURES,
  ...ANCESTOR_FEATURES,
  ...PLACE_FEATURES,
  ...GROUP_FEATURES,
];

/** Names of the columns, in order. */
export const FEATURE_NAMES: readonly string[] = FEATURES.map(([name]) => name);

const CHAIN = 7;

/** Rows of {@linkcode FEATURE_NAMES}`.length` numbers, one after the other. */
export function blockFeatures(
  facts: PageFacts,
  groups: PageGroups = pageGroups(facts),
): Float32Array {
  const context = featureContext(facts, groups);
  const width = FEATURES.length;
  const rows = new Float32Array(facts.blocks.count * width);
  // Feature by feature, so that the one called stays the same for a while.
  FEATURES.forEach(([, of], f) => {
    for (let i = 0, at = f; i < facts.blocks.count; i++, at += width) rows[at] = of(context, i);
  });
  return rows;
}

function featureContext(facts: PageFacts, groups: PageGroups): FeatureContext {
  const { page, blocks } = facts;
  return {
    facts,
    tags: Float64Array.from(page.elements, (element) => tagRank(element.tag)),
    inner: blocks.first.map((node) => page.nodes[node]?.element ?? -1),
    chain: widerChain(facts),
    bodySize: bodySize(facts),
    edges: groups.edges,
    repeats: blockRepeats(facts),
    likeness: blockLikeness(facts),
    landmarks: landmarks(facts),
    densest: nearestDensest(facts),
    groups,
    marks: nearbyMarks(facts),
    windows: nearbyWindows(facts),
    shape: pageShape(facts),
  };
}

function widerChain({ blocks, element }: PageFacts): Int32Array[] {
  const chain = [blocks.element];
  for (let step = 1; step < CHAIN; step++) {
    const before = chain[step - 1] as Int32Array;
    chain.push(before.map((e) => e < 0 ? -1 : element.wider[e] as number));
  }
  return chain;
}

/** Font size of most words. */
function bodySize({ blocks, block }: PageFacts): number {
  const words = new Map<number, number>();
  for (let i = 0; i < blocks.count; i++) {
    const size = block.fontSize[i] as number;
    words.set(size, (words.get(size) ?? 0) + (block.words[i] as number));
  }
  let best = 0;
  for (const [size, count] of words) if (count > (words.get(best) ?? -1)) best = size;
  return best;
}
