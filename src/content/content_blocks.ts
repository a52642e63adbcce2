/**
 * A page cut into the blocks that are classified: what stands in one paragraph, cell, item, line.
 *
 * A block is a run of texts, in page order, below one block-level element and nothing of another
 * between them; a `br` ends it. Images alone are no blocks. Whether it is content is decided by `extract_content.ts`.
 *
 * @module
 */

import type { Page } from "./page_node.ts";

/** Blocks as columns; block `i` holds the page's nodes `first[i]` to `last[i]`, both included. */
export interface Blocks {
  readonly count: number;
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Innermost block-level element around it, an index in {@linkcode Page.elements}; -1 for none. */
  readonly element: Int32Array;
}

const INLINE = new Set(
  ("a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark nobr picture q rb " +
    "rp rt ruby s samp small source span strike strong sub sup time tt u var wbr").split(" "),
);

/** Whether an element's text runs on with the text around it. */
export function isInline(tag: string): boolean {
  return INLINE.has(tag);
}

/** Cuts the page; every text node is in exactly one block, an image only where it stands amid text. */
export function contentBlocks(page: Page): Blocks {
  const around = blockElements(page);
  const broken = brokenElements(page);
  const first: number[] = [];
  const last: number[] = [];
  const element: number[] = [];
  let open = -1;
  let textElement = -1;
  for (let i = 0; i < page.nodes.length; i++) {
    const node = page.nodes[i] as Page["nodes"][number];
    const block = around[node.element] ?? -1;
    if (node.kind === "image") {
      if (block !== element[open]) open = -1;
      continue;
    }
    if (
      open < 0 || block !== element[open] ||
      (node.element === textElement && broken.has(textElement))
    ) {
      open = first.push(i) - 1;
      element.push(block);
    }
    last[open] = i;
    textElement = node.element;
  }
  return {
    count: first.length,
    first: Int32Array.from(first),
    last: Int32Array.from(last),
    element: Int32Array.from(element),
  };
}

/** Text of block `i` as a reader sees it, white space collapsed. */
export function blockText(page: Page, blocks: Blocks, i: number): string {
  let text = "";
  for (let n = blocks.first[i] as number; n <= (blocks.last[i] as number); n++) {
    const node = page.nodes[n];
    if (node === undefined || node.kind === "image") continue;
    text += text === "" || node.glued ? node.text : ` ${node.text}`;
  }
  return text;
}

/** For every element the innermost block-level one that it is or stands in. */
function blockElements(page: Page): Int32Array {
  const around = new Int32Array(page.elements.length);
  page.elements.forEach((element, i) => {
    const outside = element.parent < 0 ? -1 : around[element.parent] as number;
    around[i] = isInline(element.tag) ? outside : i;
  });
  return around;
}

/** Elements with a `br` of their own: two texts in a row there are two lines. */
function brokenElements(page: Page): ReadonlySet<number> {
  const broken = new Set<number>();
  for (const element of page.elements) if (element.tag === "br") broken.add(element.parent);
  return broken;
}
