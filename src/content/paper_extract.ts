/**
 * Reads a page as the paper does: rules, blocks, five features, scaler, two classifiers.
 *
 * The reference that other models are compared with; what `dmf extract` uses by itself is decided elsewhere.
 *
 * @module
 */

import { keptNodes } from "./apply_rules.ts";
import type { ContentBlock, Extraction } from "./extraction.ts";
import { toRows } from "./feature_rows.ts";
import { guessCategory } from "./guess_category.ts";
import type { Category, Page } from "./page_node.ts";
import { CATEGORIES, type PaperModels } from "./paper_train.ts";
import { SVM_FORMAT, SVM_FORMAT_VERSION } from "./svm_model.ts";
import { tellBlocks, type Told } from "./two_stage_model.ts";
import {
  boxAround,
  featuresOf,
  sourceAround,
  VISUAL_FEATURES,
  type VisualBlock,
} from "./visual_block.ts";

/**
 * Title and content of a page. A page of no known category is read as one of the first category there is
 * a model for; of several titles the one with the highest decision value is taken, the others are body.
 */
export function paperExtract(
  page: Page,
  paper: PaperModels,
  category: Category | null = guessCategory(page),
): Extraction {
  const as = category !== null && paper.models[category] !== undefined
    ? category
    : CATEGORIES.find((name) => paper.models[name] !== undefined);
  const model = as === undefined ? undefined : paper.models[as];
  const found = { url: page.url, category, model: `${SVM_FORMAT}/${SVM_FORMAT_VERSION}` };
  if (model === undefined || as === undefined) return { ...found, title: null, blocks: [] };
  const blocks = paper.blocks(page, keptNodes(page, paper.rules[as]));
  const told = tellBlocks(model, toRows(blocks.map(featuresOf), VISUAL_FEATURES.length));
  const title = titleOf(blocks, told);
  return {
    ...found,
    title: title < 0 ? null : blocks[title]!.text,
    blocks: blocks.flatMap((block, at) =>
      told[at]!.isContent && at !== title ? [contentBlock(page, block, told[at]!.score)] : []
    ),
  };
}

/** The text block that is most surely the title; -1 where none is. */
function titleOf(blocks: readonly VisualBlock[], told: readonly Told[]): number {
  let best = -1;
  blocks.forEach(({ kind }, at) => {
    if (kind !== "text" || !told[at]!.isTitle) return;
    if (best < 0 || told[at]!.titleValue > told[best]!.titleValue) best = at;
  });
  return best;
}

function contentBlock(page: Page, block: VisualBlock, score: number): ContentBlock {
  const nodes = block.nodes.map((node) => page.nodes[node]!);
  const { left, top, right, bottom } = boxAround(nodes);
  const heading = block.kind === "text" ? headingLevel(page, nodes[0]!.element) : 0;
  return {
    kind: block.kind === "image" ? "image" : heading > 0 ? "heading" : "paragraph",
    level: heading,
    text: block.kind === "image" ? "" : block.text,
    links: nodes.flatMap(({ kind, text, link }) =>
      kind === "text" && link !== null ? [{ text, href: link }] : []
    ),
    images: nodes.flatMap(({ kind, text, source }) =>
      kind === "image" ? [{ source: source ?? "", alt: text }] : []
    ),
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
    ...sourceAround(nodes),
    score,
  };
}

/** 1 to 6 within such a heading, else 0. */
function headingLevel({ elements }: Page, element: number): number {
  for (let at = element; at >= 0; at = elements[at]!.parent) {
    const level = /^h([1-6])$/.exec(elements[at]!.tag)?.[1];
    if (level !== undefined) return Number(level);
  }
  return 0;
}
