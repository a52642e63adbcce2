/**
 * The only place that knows parse5: text to tree, and what a reader sees of that tree.
 *
 * Trees may be as deep as the page is long, so every walk is a loop. What the tree means is decided
 * in `table.ts` and `find_table.ts`.
 *
 * @module
 */

import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse } from "parse5";

/** An element as parse5's default tree holds it. */
export type HtmlElement = DefaultTreeAdapterTypes.Element;
/** Anything that has children. */
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;
type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type Namespace = HtmlElement["namespaceURI"];
/** A text as the parser took it in, its character references resolved. */
export type HtmlText = DefaultTreeAdapterTypes.TextNode;

/** A parsed page. */
export interface HtmlPage {
  readonly root: HtmlParent;
  /** Tables still open when the text ended; known only where they were asked for. */
  readonly openTables: ReadonlySet<HtmlElement>;
}

/** What parsing should take note of besides the tree; each costs time. */
export interface ParseOptions {
  readonly offsets?: boolean;
  readonly openTables?: boolean;
}

/** Receives what a reader sees, in document order. */
export interface Visitor {
  write(text: string, node: HtmlText): void;
  /** A line break, or the edge of a block: words on both sides are different words. */
  separate(): void;
  /** Returns whether to walk into the element. */
  enter(element: HtmlElement): boolean;
}

/**
 * Parses a whole page; `null` for text whose unclosed tags multiply.
 *
 * HTML opens unclosed `<b>`, `<a>` … again in every paragraph, so that a hostile page of n tags can
 * have n² elements. A tag takes three characters, hence no honest page has more elements than that.
 */
export function parseHtml(text: string, options: ParseOptions = {}): HtmlPage | null {
  const openTables = new Set<HtmlElement>();
  const treeAdapter = options.offsets
    ? withAllText
    : options.openTables
    ? withOpenTables(openTables)
    : bounded.adapter;
  bounded.left = text.length / 3 + 16;
  try {
    const root = parse(text, { treeAdapter, sourceCodeLocationInfo: options.offsets ?? false });
    return { root, openTables };
  } catch (error) {
    if (error instanceof MultipliedTags) return null;
    throw error;
  }
}

// parse5 has no other way to stop in the middle.
class MultipliedTags extends Error {
  override readonly name = "MultipliedTags";
}

const BETWEEN_CELLS = new Set(["table", "thead", "tbody", "tfoot", "tr"]);
const NO_NODES: readonly HtmlNode[] = [];

// The nodes of parse5's default tree, but made by constructors and with a copied list of children:
// literals teach V8 that nodes live long, later ones start among its old objects, and each dead tree
// keeps the next one alive until a full collection, which costs a third of the time of a day.
class ListedElement implements HtmlElement {
  readonly nodeName: string;
  readonly tagName: string;
  readonly attrs: HtmlElement["attrs"];
  readonly namespaceURI: Namespace;
  childNodes: HtmlNode[] = NO_NODES.slice();
  parentNode: HtmlParent | null = null;

  constructor(tagName: string, namespaceURI: Namespace, attrs: HtmlElement["attrs"]) {
    this.nodeName = tagName;
    this.tagName = tagName;
    this.attrs = attrs;
    this.namespaceURI = namespaceURI;
  }
}

class ListedText implements HtmlText {
  readonly nodeName = "#text" as HtmlText["nodeName"];
  value: string;
  parentNode: HtmlParent | null;

  constructor(value: string, parentNode: HtmlParent | null) {
    this.value = value;
    this.parentNode = parentNode;
  }
}

// One adapter for all pages, since a new one for each makes parsing a tenth slower; parsing is
// synchronous, so that they cannot meet in it.
const bounded = {
  /** Elements the page being parsed may still have. */
  left: 0,
  adapter: {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attrs) {
      if (--bounded.left < 0) throw new MultipliedTags();
      return new ListedElement(tagName, namespaceURI, attrs);
    },
    createTextNode: (value) => new ListedText(value, null),
    insertText(parent, text) {
      // White space between rows and cells says nothing, and would be a sixth of all nodes.
      if (text.charCodeAt(0) <= 0x20 && BETWEEN_CELLS.has(parent.nodeName) && text.trim() === "") {
        return;
      }
      const last = parent.childNodes.at(-1);
      if (last !== undefined && isText(last)) last.value += text;
      else parent.childNodes.push(new ListedText(text, parent));
    },
  } satisfies typeof defaultTreeAdapter as typeof defaultTreeAdapter,
};

// parse5 looks for the offsets of every text it has handed over.
const withAllText = { ...bounded.adapter, insertText: defaultTreeAdapter.insertText };

function withOpenTables(openTables: Set<HtmlElement>): typeof defaultTreeAdapter {
  return {
    ...bounded.adapter,
    onItemPush: (item) => item.tagName === "table" && openTables.add(item),
    onItemPop: (item) => item.tagName === "table" && openTables.delete(item),
  };
}

/** Value of an attribute, `null` where the element does not have it. */
export function attribute(element: HtmlElement, name: string): string | null {
  for (const candidate of element.attrs) if (candidate.name === name) return candidate.value;
  return null;
}

/** Whether the `class` attribute has the class. */
export function hasClass(element: HtmlElement, name: string): boolean {
  const value = attribute(element, "class");
  if (value === null || value === name) return value !== null;
  return value.includes(name) && value.split(/[\t\n\f\r ]+/).includes(name);
}

/** Child elements in order. */
export function childElements(parent: HtmlParent): HtmlElement[] {
  return parent.childNodes.filter(isElement);
}

/** Whether the element takes no place on the page, by its own attributes. */
export function isAbsent(element: HtmlElement, style = NO_DISPLAY): boolean {
  for (const { name, value } of element.attrs) {
    if (name === "hidden" || (name === "style" && style.test(value))) return true;
  }
  return false;
}

/** The first element child if no words stand before it. */
export function leadingElement(parent: HtmlParent): HtmlElement | null {
  for (const node of parent.childNodes) {
    if (isElement(node)) return node;
    if (isText(node) && node.value.trim() !== "") return null;
  }
  return null;
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

const NO_DISPLAY = /(?:^|;)\s*display\s*:\s*none\b/i;
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

/** Whether a node is an element. */
export function isElement(node: HtmlNode): node is HtmlElement {
  return (node as HtmlElement).attrs !== undefined;
}

/** Whether a node is a text. */
export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === "#text";
}
