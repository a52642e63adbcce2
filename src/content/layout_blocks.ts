/**
 * Blocks that people would draw: paragraphs whole, and neighbours of one kind together.
 *
 * Two nodes belong together if they stand in the same paragraph, or if their paragraphs are neighbours in one
 * box, alike in tag, class, font and in being links, one below the other without a gap. The paper compares corners
 * instead: it parts the words of a paragraph that stand far from its beginning, and joins lines that are close
 * whatever they are. Compared by numbers in `tests/bench/content_paper.md`.
 *
 * @module
 */

import { isInline } from "./content_blocks.ts";
import type { Page, PageNode } from "./page_node.ts";
import { blockOf, type VisualBlock } from "./visual_block.ts";

/** Largest gap below which a paragraph goes on, in font sizes. */
const LINE_GAP = 2;
/** Largest difference of fonts that are the same, as a share of the larger. */
const FONT_SHARE = 0.1;

/** Blocks of a page in document order; of `nodes` alone, ascending indices, where rules left some out. */
export function layoutBlocks(
  page: Page,
  nodes: readonly number[] = page.nodes.map((_, index) => index),
): readonly VisualBlock[] {
  const around = paragraphs(page);
  const blocks: VisualBlock[] = [];
  let open: number[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(blockOf(page, open));
    open = [];
  };
  for (const index of nodes) {
    const last = open.at(-1);
    if (last !== undefined && !joins(page, around, last, index)) close();
    open.push(index);
    if (page.nodes[index]!.kind === "image") close();
  }
  close();
  return blocks;
}

function joins(page: Page, around: Int32Array, before: number, after: number): boolean {
  const [last, node] = [page.nodes[before]!, page.nodes[after]!];
  if (node.kind !== "text") return false;
  const [from, to] = [around[last.element]!, around[node.element]!];
  if (from === to) return true;
  const [one, other] = [page.elements[from], page.elements[to]];
  return one !== undefined && other !== undefined && one.parent === other.parent &&
    one.tag === other.tag && one.classes === other.classes &&
    (last.link === null) === (node.link === null) && sameFont(last, node) && below(last, node);
}

function sameFont(a: PageNode, b: PageNode): boolean {
  return Math.abs(a.fontSize - b.fontSize) <= FONT_SHARE * Math.max(a.fontSize, b.fontSize);
}

/** Whether `b` is the next line under `a`, in one column. */
function below(a: PageNode, b: PageNode): boolean {
  const gap = b.y - (a.y + a.height);
  return gap >= -a.height && gap <= LINE_GAP * b.fontSize &&
    Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x);
}

/** For every element the innermost one around it, or itself, that does not run on in a line. */
function paragraphs({ elements }: Page): Int32Array {
  const around = new Int32Array(elements.length);
  elements.forEach(({ tag, parent }, at) => {
    around[at] = isInline(tag) ? parent < 0 ? -1 : around[parent]! : at;
  });
  return around;
}
