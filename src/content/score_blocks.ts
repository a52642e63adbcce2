/**
 * What the model thinks of every block of a page, and which blocks are its content.
 *
 * @module
 */

import { blockFeatures, FEATURE_NAMES } from "./block_features.ts";
import { logits, probability } from "./boosted_trees.ts";
import { chooseBlocks } from "./choose_blocks.ts";
import type { ContentModel } from "./content_model.ts";
import { LEXICON_NAMES, lexiconFeatures } from "./lexicon_features.ts";
import type { PageFacts } from "./page_facts.ts";
import { pageGroups } from "./page_groups.ts";
import { STAGE_NAMES, stageFeatures } from "./stage_features.ts";

/** Columns, one value for each block. */
export interface ScoredBlocks {
  /** Probability that the block is content. */
  readonly scores: Float64Array;
  /** 1 where it is chosen. */
  readonly chosen: Uint8Array;
}

/** Runs both stages. */
export function scoreBlocks(facts: PageFacts, model: ContentModel): ScoredBlocks {
  const { count } = facts.blocks;
  const groups = pageGroups(facts);
  const own = beside([
    [blockFeatures(facts, groups), FEATURE_NAMES.length],
    [lexiconFeatures(facts, model.lexicon), LEXICON_NAMES.length],
  ], count);
  const first = logits(model.first, own).map(probability);
  const all = beside([
    [own, FEATURE_NAMES.length + LEXICON_NAMES.length],
    [stageFeatures(facts, groups, first), STAGE_NAMES.length],
  ], count);
  const scores = logits(model.second, all).map(probability);
  return { scores, chosen: chooseBlocks(scores, facts.block.words) };
}

/** Tables of `count` rows side by side. */
export function beside(
  tables: readonly (readonly [rows: Float32Array, width: number])[],
  count: number,
): Float32Array {
  const width = tables.reduce((sum, [, own]) => sum + own, 0);
  const joined = new Float32Array(count * width);
  let before = 0;
  for (const [rows, own] of tables) {
    for (let i = 0; i < count; i++) {
      joined.set(rows.subarray(i * own, (i + 1) * own), i * width + before);
    }
    before += own;
  }
  return joined;
}
