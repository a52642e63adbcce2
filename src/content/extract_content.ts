/**
 * A page's title and content: the blocks that the model chooses, and the images that stand among them.
 *
 * What a block is, what it is worth and which are chosen is decided elsewhere; here they are put into
 * the form that is handed on.
 *
 * @module
 */

import { type Blocks, contentBlocks } from "./content_blocks.ts";
import { describedBlock, imageBlock } from "./described_block.ts";
import type { ContentBlock, Extraction } from "./extraction.ts";
import type { ContentModel } from "./content_model.ts";
import { guessCategory } from "./guess_category.ts";
import { pageFacts } from "./page_facts.ts";
import type { Category, Page } from "./page_node.ts";
import { pageTitle } from "./page_title.ts";
import { titleSources } from "./title_sources.ts";
import { scoreBlocks, type ScoredBlocks } from "./score_blocks.ts";

/** Extracts; `category` is guessed where it is not given. */
export function extractContent(
  page: Page,
  model: ContentModel,
  category?: Category | null,
): Extraction {
  const facts = pageFacts(page);
  const scored = scoreBlocks(facts, model);
  return {
    url: page.url,
    title: pageTitle(titleSources(page, facts.blocks), model.title),
    category: category ?? guessCategory(page),
    model: model.name,
    blocks: chosenBlocks(page, facts.blocks, scored),
  };
}

/** Text blocks that are chosen and images among them, in page order. */
function chosenBlocks(
  page: Page,
  blocks: Blocks,
  { chosen, scores }: ScoredBlocks,
): ContentBlock[] {
  const images = imagesAmong(page, blocks, chosen);
  const result: ContentBlock[] = [];
  let image = 0;
  for (let i = 0; i < blocks.count; i++) {
    if (chosen[i] === 0) continue;
    const first = blocks.first[i] as number;
    for (; image < images.length && (images[image] as number) < first; image++) {
      result.push(imageBlock(page, images[image] as number, scores[i] as number));
    }
    result.push(describedBlock(page, blocks, i, scores[i] as number));
    // Those amid its text are part of the block.
    while (image < images.length && (images[image] as number) <= (blocks.last[i] as number)) {
      image++;
    }
  }
  for (; image < images.length; image++) {
    result.push(imageBlock(page, images[image] as number, 0.5));
  }
  return result;
}

/**
 * Images whose surroundings are content: of the words below the nearest element around them that has
 * any, more than half are chosen.
 */
function imagesAmong(page: Page, blocks: Blocks, chosen: Uint8Array): number[] {
  const all = new Float64Array(page.elements.length);
  const right = new Float64Array(page.elements.length);
  for (let i = 0; i < blocks.count; i++) {
    const e = blocks.element[i] as number;
    if (e < 0) continue;
    const letters = page.nodes[blocks.first[i] as number]?.text.length ?? 0;
    all[e] = (all[e] as number) + letters;
    if (chosen[i] === 1) right[e] = (right[e] as number) + letters;
  }
  for (let e = page.elements.length - 1; e >= 0; e--) {
    const parent = page.elements[e]?.parent ?? -1;
    if (parent < 0) continue;
    all[parent] = (all[parent] as number) + (all[e] as number);
    right[parent] = (right[parent] as number) + (right[e] as number);
  }
  return page.nodes.flatMap((node, n) => {
    if (node.kind !== "image") return [];
    let e = node.element;
    while (e >= 0 && all[e] === 0) e = page.elements[e]?.parent ?? -1;
    return e >= 0 && (right[e] as number) * 2 > (all[e] as number) ? [n] : [];
  });
}

/** Text of an extraction, a line a block. */
export function contentText({ blocks }: Extraction): string {
  return blocks.filter(({ kind }) => kind !== "image").map(({ text }) => text).join("\n");
}

/** Text of everything that a page shows. */
export function wholeText(page: Page): string {
  const blocks = contentBlocks(page);
  return Array.from(blocks.first, (_, i) => describedBlock(page, blocks, i, 0).text).join("\n");
}
