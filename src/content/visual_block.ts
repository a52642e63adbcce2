/**
 * A block as the two-stage SVM sees it: nodes that belong together, as five numbers.
 *
 * How nodes are joined is decided in `paper_blocks.ts` and `layout_blocks.ts`.
 *
 * @module
 */

import type { Page, PageNode } from "./page_node.ts";

/** The five features, in the order of every feature row. */
export const VISUAL_FEATURES = ["x", "y", "width", "height", "fontSize"] as const;

/** Nodes that belong together. Places and lengths are shares of the page, 0 to 1. */
export interface VisualBlock {
  readonly kind: "text" | "image";
  /** Indices in {@linkcode Page.nodes}, ascending. */
  readonly nodes: readonly number[];
  /** Texts as a reader sees them joined; of an image its address, empty where that is not known. */
  readonly text: string;
  /** Midpoint of the box around the nodes. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Mean over the nodes in CSS pixels; 0 for an image. */
  readonly fontSize: number;
}

/** The five features of a block, as {@linkcode VISUAL_FEATURES} orders them. */
export function featuresOf(block: Omit<VisualBlock, "kind" | "nodes" | "text">): number[] {
  return VISUAL_FEATURES.map((name) => block[name]);
}

/** Makes one block of some nodes of a page; there must be at least one. */
export function blockOf(page: Page, nodes: readonly number[]): VisualBlock {
  const members = nodes.map((index) => page.nodes[index]!);
  const image = members.length === 1 && members[0]!.kind === "image";
  const box = boxAround(members);
  return {
    kind: image ? "image" : "text",
    nodes,
    text: image ? members[0]!.source ?? "" : joinedText(members),
    x: share(box.left + box.right, 2 * page.width),
    y: share(box.top + box.bottom, 2 * page.height),
    width: share(box.right - box.left, page.width),
    height: share(box.bottom - box.top, page.height),
    fontSize: image ? 0 : members.reduce((sum, { fontSize }) => sum + fontSize, 0) / members.length,
  };
}

/** The texts of some nodes in reading order. */
export function joinedText(nodes: readonly PageNode[]): string {
  return nodes.reduce(
    (text, node) => text === "" || node.glued ? text + node.text : `${text} ${node.text}`,
    "",
  );
}

/** The box around some nodes, CSS pixels from the page's left top. */
export function boxAround(nodes: readonly PageNode[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of nodes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { left, top, right, bottom };
}

/** From where to where some nodes stand in the source text, UTF-16 units. */
export function sourceAround(nodes: readonly PageNode[]): { start: number; end: number } {
  // A page may put more nodes into one block than a call takes arguments.
  let [first, last] = [Infinity, -Infinity];
  for (const { start, end } of nodes) {
    first = Math.min(first, start);
    last = Math.max(last, end);
  }
  return { start: first, end: last };
}

/** Edges in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What hangs over the edge of the page counts as standing at the edge. */
function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
}
