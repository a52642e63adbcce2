/**
 * The one place that names the model which decides where nobody names another.
 *
 * @module
 */

import { blockText, contentBlocks } from "./content_blocks.ts";
import type { Extraction } from "./extraction.ts";
import type { Category, Page } from "./page_node.ts";

/** Title and content of a page. */
export function defaultExtraction(page: Page, category: Category | null): Extraction {
  const blocks = contentBlocks(page);
  return {
    url: page.url,
    title: page.title === "" ? null : page.title,
    category,
    model: "every-block",
    blocks: Array.from(blocks.first, (first, i) => {
      const { x, y, width, height, start } = page.nodes[first]!;
      const { end } = page.nodes[blocks.last[i]!]!;
      const text = blockText(page, blocks, i);
      return {
        kind: "paragraph" as const,
        level: 0,
        text,
        links: [],
        images: [],
        x,
        y,
        width,
        height,
        start,
        end,
        score: 1,
      };
    }),
  };
}
