/**
 * Which nodes of a snapshot a reader can see.
 *
 * Hidden are: nodes without a box, `visibility`, opacity near nothing, boxes of no size, places off
 * the page, what an ancestor cuts off, and text in the very colour behind it. What can be scrolled to
 * is seen.
 *
 * @module
 */

import type { Box, SnapshotDocument, SnapshotLayout, SnapshotNode } from "./dom_snapshot.ts";

/** Of a line or a picture this much must show, in CSS pixels either way; screen readers' texts are left one. */
const LEAST = 1;
/** Less than this is nothing to an eye. */
const FAINT = 0.02;

/** What surrounds a node, handed down from its ancestors. */
interface Surroundings {
  readonly opacity: number;
  /** What in-flow descendants are cut to. */
  readonly clip: Box;
  /** What descendants of `position: absolute` are cut to. */
  readonly anchoredClip: Box;
  /** The one colour behind its text, `null` where that is not told cheaply. */
  readonly background: string | null;
}

const EVERYWHERE: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };

/** For every node of `document`, whether it is seen. */
export function seenNodes(document: SnapshotDocument): readonly boolean[] {
  const page: Box = {
    x: 0,
    y: 0,
    width: document.width || EVERYWHERE.width,
    height: document.height || EVERYWHERE.height,
  };
  const outside: Surroundings = {
    opacity: 1,
    clip: page,
    anchoredClip: page,
    background: "rgb(255, 255, 255)",
  };
  const within: Surroundings[] = [];
  return document.nodes.map((node, index) => {
    const around = within[node.parent] ?? outside;
    const { layout } = node;
    // An element without a box of its own, as one of `display: contents`, hands on what it is in.
    within[index] = layout === null || node.type !== 1
      ? around
      : inside(node, layout, around, page);
    return layout !== null && isSeen(node, layout, within[index]!);
  });
}

function inside(
  node: SnapshotNode,
  layout: SnapshotLayout,
  around: Surroundings,
  page: Box,
): Surroundings {
  const { position, opacity } = layout.style;
  const own = position === "fixed"
    ? page
    : position === "absolute"
    ? around.anchoredClip
    : around.clip;
  const clip = cuts(node, layout) ? overlap(own, layout) : own;
  return {
    opacity: around.opacity * (opacity === "" ? 1 : Number(opacity)),
    clip,
    anchoredClip: position === "static" || position === "" ? around.anchoredClip : clip,
    background: behind(layout, around.background),
  };
}

/**
 * What is behind the text of an element: its own colour, or that of what it is in.
 *
 * To ask the browser takes a minute on a page of some thousand texts. What is positioned may lie upon
 * anything, so there only a colour of its own counts.
 */
function behind({ style }: SnapshotLayout, around: string | null): string | null {
  if (style["background-image"] !== "none" && style["background-image"] !== "") return null;
  const alpha = channels(style["background-color"])?.[3] ?? 0;
  if (alpha === 1) return style["background-color"];
  const flows = style.position === "static" || style.position === "";
  return alpha === 0 && flows ? around : null;
}

function cuts(node: SnapshotNode, { style }: SnapshotLayout): boolean {
  if (style.position === "absolute" || style.position === "fixed") {
    const cut = /^rect\(([^)]*)\)$/.exec(style.clip)?.[1]?.split(",").map(parseFloat);
    if (cut?.length === 4 && (cut[2]! - cut[0]! <= LEAST || cut[1]! - cut[3]! <= LEAST)) {
      return true;
    }
  }
  // Theirs is handed to the window, where it hides nothing that a reader could not reach.
  if (node.name === "html" || node.name === "body") return false;
  return CUT.has(style["overflow-x"]) || CUT.has(style["overflow-y"]);
}

const CUT: ReadonlySet<string> = new Set(["hidden", "clip"]);

/** `inset(50%)` and `circle(0)`, by which texts are left to screen readers alone. */
const NOTHING_LEFT =
  /^(?:inset\((?:50|100)%\)|circle\(0(?:px|%)?(?: at .*)?\)|polygon\(0px 0px(?:, 0px 0px)*\))$/;

function isSeen(node: SnapshotNode, layout: SnapshotLayout, around: Surroundings): boolean {
  const { style } = layout;
  if (style.visibility !== "visible" && style.visibility !== "") return false;
  if (around.opacity < FAINT || NOTHING_LEFT.test(style["clip-path"])) return false;
  const shown = overlap(around.clip, layout);
  if (shown.width <= LEAST || shown.height <= LEAST) return false;
  return node.type !== 3 || !isSameColour(style.color, around.background);
}

function overlap(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

/** Whether text of `colour` disappears before `background`; where that is not told, it does not. */
function isSameColour(colour: string, background: string | null): boolean {
  if (background === null) return false;
  const [text, behind] = [channels(colour), channels(background)];
  if (text === null || behind === null || behind[3] < 1) return false;
  return [0, 1, 2].every((i) => Math.abs(text[3] * (text[i]! - behind[i]!)) < 2);
}

function channels(colour: string): readonly [number, number, number, number] | null {
  const found = /^rgba?\(([^)]*)\)$/.exec(colour)?.[1]?.split(",").map(Number);
  if (!found || found.length < 3 || found.some(Number.isNaN)) return null;
  return [found[0]!, found[1]!, found[2]!, found[3] ?? 1];
}
