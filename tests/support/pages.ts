/**
 * Pages made by hand: nodes with a place, in a tree of elements.
 *
 * @module
 */

import type { Page, PageElement, PageNode } from "../../src/content/page_node.ts";

/** A node with what matters to a test; the rest is ordinary. */
export type NodePart = Partial<PageNode>;

/** An ordinary text node: 16 pixels, at the left top, without an element. */
export function textNode(part: NodePart = {}): PageNode {
  return {
    kind: "text",
    text: "words",
    source: null,
    link: null,
    element: 0,
    x: 0,
    y: 0,
    width: 100,
    height: 20,
    fontSize: 16,
    fontWeight: 400,
    start: -1,
    end: -1,
    ...part,
  };
}

/** An image node. */
export function imageNode(part: NodePart = {}): PageNode {
  return textNode({
    kind: "image",
    text: "",
    source: "https://a.example/i.png",
    fontSize: 0,
    ...part,
  });
}

/** An element; without a parent it stands in the first. */
export function element(tag: string, part: Partial<PageElement> = {}): PageElement {
  return { tag, parent: 0, id: "", classes: "", role: "", ...part };
}

/** A page of 1000 × 1000 pixels; its first element is the body. */
export function pageOf(
  nodes: readonly PageNode[],
  part: Partial<Page> = {},
  elements: readonly PageElement[] = [],
): Page {
  return {
    url: "https://www.a.example/one",
    title: "",
    lang: "",
    meta: new Map(),
    width: 1000,
    height: 1000,
    elements: [element("body", { parent: -1 }), ...elements],
    nodes,
    layout: "estimated",
    ...part,
  };
}
