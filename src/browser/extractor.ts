/**
 * What `dmf-browser extract` extracts with, and in which forms it is written.
 *
 * A stand-in behind the signature of the real one: it takes what stands in `article` or `main`.
 *
 * @module
 */

import type { ContentBlock, Extraction } from "../content/extraction.ts";
import type { Page, PageNode } from "../content/page_node.ts";
import { boxAround } from "../content/visual_block.ts";
import type { Extractor } from "./browser_cli.ts";

/** Takes every block of the article. */
export const extractor: Extractor = {
  extract: (page, category) => ({
    url: page.url,
    title: titleOf(page),
    category,
    model: "stand-in",
    blocks: blocksOf(page),
  }),
  render: (extraction, format) =>
    format === "json" ? JSON.stringify(extraction) : markdown(extraction),
};

function titleOf(page: Page): string | null {
  const heading = page.nodes.find(({ element }) => page.elements[element]?.tag === "h1");
  return heading?.text ?? (page.title || null);
}

const KINDS: Readonly<Record<string, ContentBlock["kind"]>> = {
  h2: "heading",
  h3: "heading",
  p: "paragraph",
  li: "item",
  tr: "row",
  img: "image",
};

function blocksOf(page: Page): readonly ContentBlock[] {
  const groups = new Map<number, PageNode[]>();
  for (const node of page.nodes) {
    const block = ancestor(page, node.element, (tag) => tag in KINDS);
    if (block < 0 || ancestor(page, node.element, (tag) => /^(article|main)$/.test(tag)) < 0) {
      continue;
    }
    groups.set(block, [...groups.get(block) ?? [], node]);
  }
  return [...groups].map(([element, nodes]) => {
    const { left, top, right, bottom } = boxAround(nodes);
    const images = nodes.filter(({ kind }) => kind === "image");
    return {
      kind: KINDS[page.elements[element]!.tag]!,
      level: 0,
      text: nodes.map(({ text, glued }, i) => i > 0 && !glued ? ` ${text}` : text).join(""),
      links: nodes.flatMap(({ link, text }) => link === null ? [] : [{ text, href: link }]),
      images: images.map(({ source, text }) => ({ source: source ?? "", alt: text })),
      ...{ x: left, y: top, width: right - left, height: bottom - top },
      start: -1,
      end: -1,
      score: 1,
    };
  });
}

function ancestor(page: Page, element: number, is: (tag: string) => boolean): number {
  for (let at = element; at >= 0; at = page.elements[at]!.parent) {
    if (is(page.elements[at]!.tag)) return at;
  }
  return -1;
}

function markdown({ title, blocks }: Extraction): string {
  return [`# ${title}`, ...blocks.map(({ text }) => text)].join("\n\n");
}
