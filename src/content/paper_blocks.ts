/**
 * The BlockMaker of the paper, exactly: the named reference that other blockings are compared with.
 *
 * Nodes are taken in order. A text node joins the open block if, compared with the node bound last, its
 * font size differs by at most 5 and its x and y by less than 100 and 20 CSS pixels; otherwise the open
 * block is closed. An image is a block by itself. Where the paper leaves a choice: an image closes the open block, a
 * node's x and y are its left top, and the midpoint of a block is that of the box around it.
 *
 * @module
 */

import type { Page, PageNode } from "./page_node.ts";
import { blockOf, type VisualBlock } from "./visual_block.ts";

/** The paper's thresholds in CSS pixels. */
export const PAPER_THRESHOLDS = { fontSize: 5, x: 100, y: 20 } as const;

/** Blocks of a page in document order; of `nodes` alone, ascending indices, where rules left some out. */
export function paperBlocks(
  page: Page,
  nodes: readonly number[] = page.nodes.map((_, index) => index),
): readonly VisualBlock[] {
  const blocks: VisualBlock[] = [];
  let open: number[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(blockOf(page, open));
    open = [];
  };
  for (const index of nodes) {
    const node = page.nodes[index]!;
    const last = open.at(-1);
    if (last !== undefined && !joins(page.nodes[last]!, node)) close();
    open.push(index);
    if (node.kind === "image") close();
  }
  close();
  return blocks;
}

function joins(last: PageNode, node: PageNode): boolean {
  return node.kind === "text" &&
    Math.abs(node.fontSize - last.fontSize) <= PAPER_THRESHOLDS.fontSize &&
    Math.abs(node.x - last.x) < PAPER_THRESHOLDS.x &&
    Math.abs(node.y - last.y) < PAPER_THRESHOLDS.y;
}
