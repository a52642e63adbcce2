/**
 * A finer blocking than the paper's: nodes are joined by the gap between their boxes and by the element
 * they stand in, and not by the distance of their corners.
 *
 * Where the paper errs, by its own rule: the second of two long paragraphs begins more than 20 pixels below the first and is
 * parted from it, though its font and column are the same, while a menu's entries, which are close, are
 * joined with the text beside them. Here two nodes belong together if they run on in one line of the
 * same paragraph, or if their paragraphs are neighbours of one kind in one box, in the same font. Compared by numbers in
 * `tests/bench/content_paper.md`.
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
  return from >= 0 && to >= 0 && page.elements[from]!.parent === page.elements[to]!.parent &&
    page.elements[from]!.tag === page.elements[to]!.tag && sameFont(last, node) &&
    below(last, node);
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
