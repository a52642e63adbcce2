/**
 * What a reader sees of a parsed page.
 *
 * Trees may be as deep as the page is long, so every walk is a loop.
 *
 * @module
 */

import {
  type HtmlElement,
  type HtmlNode,
  type HtmlParent,
  type HtmlText,
  isAbsent,
  isElement,
  isText,
  parseHtml,
} from "./html.ts";

/** Receives what a reader sees, in document order. */
export interface Visitor {
  write(text: string, node: HtmlText): void;
  /** A line break, or the edge of a block: words on both sides are different words. */
  separate(): void;
  /** Returns whether to walk into the element. */
  enter(element: HtmlElement): boolean;
}

/** Walks what a reader sees below `root`: no comments, scripts, templates or hidden elements. */
export function walkVisible(root: HtmlParent, visitor: Visitor): void {
  const pending: (HtmlNode | null)[] = [];
  push(pending, root);
  while (pending.length > 0) {
    const node = pending.pop() as HtmlNode | null;
    if (node === null) visitor.separate();
    else if (isText(node)) visitor.write(node.value, node);
    else if (isElement(node)) enter(node, pending, visitor);
  }
}

/**
 * Text a reader sees below `root`, white space as written, `\n` where words are kept apart;
 * elements that `omits` accepts are left out whole, and it may be asked twice.
 */
export function textIn(root: HtmlParent, omits?: (element: HtmlElement) => boolean): string {
  const only = root.childNodes.length === 1 ? root.childNodes[0] : undefined;
  if (only !== undefined && isText(only)) return only.value;
  const plain = plainText(root, omits);
  if (plain !== null) return plain;
  const text = new VisibleText(omits);
  walkVisible(root, text);
  return text.value;
}

/** Text a reader sees of a whole page; of a page that cannot be parsed, its source. */
export function visibleText(page: string): string {
  const parsed = parseHtml(page);
  return parsed === null ? page : textIn(parsed.root);
}

/** The common case without a walk: texts, and inline elements around one text; else `null`. */
function plainText(root: HtmlParent, omits?: (element: HtmlElement) => boolean): string | null {
  let text = "";
  let separated = false;
  for (const node of root.childNodes) {
    let piece = "";
    if (isText(node)) piece = node.value;
    else if (isElement(node)) {
      const kind = KINDS.get(node.tagName) ?? INLINE;
      if (kind === UNSEEN || isAbsent(node, NO_SIGHT)) continue;
      if (omits?.(node)) {
        separated ||= kind === BLOCK;
        continue;
      }
      const inner = node.childNodes[0];
      if (kind === BLOCK || node.childNodes.length > 1) return null;
      if (inner === undefined) continue;
      if (!isText(inner)) return null;
      piece = inner.value;
    } else continue;
    text += separated && text !== "" ? `\n${piece}` : piece;
    separated = false;
  }
  return text;
}

class VisibleText implements Visitor {
  value = "";
  #separated = false;
  readonly #omits: ((element: HtmlElement) => boolean) | undefined;

  constructor(omits: ((element: HtmlElement) => boolean) | undefined) {
    this.#omits = omits;
  }

  write(text: string): void {
    this.value += this.#separated ? `\n${text}` : text;
    this.#separated = false;
  }

  separate(): void {
    this.#separated = this.value !== "";
  }

  enter(element: HtmlElement): boolean {
    return this.#omits === undefined || !this.#omits(element);
  }
}

const NO_SIGHT = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b/i;

const INLINE = 0;
const BLOCK = 1;
const UNSEEN = 2;
const BLOCKS =
  "address article aside blockquote br caption center dd details dialog dir div dl dt fieldset " +
  "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol " +
  "optgroup option p pre search section summary table tbody td tfoot th thead tr ul";
const KINDS: ReadonlyMap<string, number> = new Map([
  ...BLOCKS.split(" ").map((tag) => [tag, BLOCK] as const),
  ..."head iframe noembed noframes noscript script style template title".split(" ")
    .map((tag) => [tag, UNSEEN] as const),
]);

function enter(element: HtmlElement, pending: (HtmlNode | null)[], visitor: Visitor): void {
  const kind = KINDS.get(element.tagName) ?? INLINE;
  if (kind === UNSEEN || isAbsent(element, NO_SIGHT)) return;
  if (kind === BLOCK) visitor.separate();
  if (!visitor.enter(element)) return;
  if (kind === BLOCK) pending.push(null);
  push(pending, element);
}

function push(pending: (HtmlNode | null)[], parent: HtmlParent): void {
  const children = parent.childNodes;
  for (let i = children.length - 1; i >= 0; i--) pending.push(children[i] as HtmlNode);
}
