/**
 * One block as it is handed on: its kind, text, links, images and place.
 *
 * @module
 */

import { type Blocks, blockText } from "./content_blocks.ts";
import type { ContentBlock, ContentImage, ContentLink } from "./extraction.ts";
import type { Page, PageNode } from "./page_node.ts";
import { tableCells } from "./table_cells.ts";
import { boxAround, sourceAround } from "./visual_block.ts";

/** Block `i` of the page; `score` is the model's probability. */
export function describedBlock(page: Page, blocks: Blocks, i: number, score: number): ContentBlock {
  const nodes = page.nodes.slice(blocks.first[i] as number, (blocks.last[i] as number) + 1);
  const element = nodes[0]?.element ?? -1;
  return {
    ...kindOf(page, element),
    text: blockText(page, blocks, i),
    links: linksOf(nodes),
    images: nodes.flatMap(imageOf),
    ...placeOf(nodes),
    score,
  };
}

/** The image node `n` as a block of its own. */
export function imageBlock(page: Page, n: number, score: number): ContentBlock {
  const node = page.nodes[n] as PageNode;
  return {
    kind: "image",
    level: 0,
    text: node.text,
    links: node.link === null ? [] : [{ text: node.text, href: node.link }],
    images: imageOf(node),
    ...placeOf([node]),
    score,
  };
}

const LISTS = new Set(["ul", "ol", "menu", "dl"]);

/** The innermost ancestor that says what the block is. */
function kindOf(page: Page, inner: number): Pick<ContentBlock, "kind" | "level" | "cell"> {
  const cells = tableCells(page);
  for (let e = inner; e >= 0; e = page.elements[e]?.parent ?? -1) {
    const tag = page.elements[e]?.tag ?? "";
    if (/^h[1-6]$/.test(tag)) return { kind: "heading", level: Number(tag[1]) };
    if (tag === "pre") return { kind: "code", level: 0 };
    const cell = cells.get(e);
    if (cell !== undefined) return { kind: "row", level: 0, cell };
    if (tag === "blockquote") return { kind: "quote", level: 0 };
    if (tag === "li" || tag === "dt" || tag === "dd") {
      return { kind: "item", level: nesting(page, e) };
    }
  }
  return { kind: "paragraph", level: 0 };
}

function nesting(page: Page, item: number): number {
  let level = 0;
  for (let e = item; e >= 0; e = page.elements[e]?.parent ?? -1) {
    if (LISTS.has(page.elements[e]?.tag ?? "")) level++;
  }
  return Math.max(1, level);
}

function linksOf(nodes: readonly PageNode[]): ContentLink[] {
  const links: { text: string; href: string }[] = [];
  let before: string | null = null;
  for (const node of nodes) {
    const last = links.at(-1);
    if (node.link !== null && node.link === before && last !== undefined) {
      last.text += node.glued ? node.text : ` ${node.text}`;
    } else if (node.link !== null) links.push({ text: node.text, href: node.link });
    before = node.link;
  }
  return links;
}

function imageOf(node: PageNode): ContentImage[] {
  return node.source === null ? [] : [{ source: node.source, alt: node.text }];
}

function placeOf(nodes: readonly PageNode[]) {
  const { left: x, top: y, right, bottom } = boxAround(nodes);
  return { x, y, width: right - x, height: bottom - y, ...sourceAround(nodes) };
}
