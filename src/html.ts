/**
 * The only place that knows parse5: text to tree.
 *
 * What a reader sees of the tree is told by `visible_text.ts`, what it means by `table.ts`,
 * `find_table.ts` and `content/`.
 *
 * @module
 */

import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse } from "parse5";

/** An element as parse5's default tree holds it. */
export type HtmlElement = DefaultTreeAdapterTypes.Element;
/** Anything that has children. */
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;
/** Anything in a tree. */
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type HtmlDocument = DefaultTreeAdapterTypes.Document;
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

/** Most elements of a page that {@linkcode parsePart} makes; a long page for people has a tenth. */
const MOST_ELEMENTS = 300_000;

/** A page as far as it was parsed. */
export interface ParsedPart {
  readonly root: HtmlParent;
  /** False where it has more nodes than anybody reads, or multiplies them: the rest is not in it. */
  readonly whole: boolean;
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

/**
 * Parses a page with the offsets of all its texts, or its beginning where it has too many nodes.
 *
 * The content of `noscript` is one raw text, as in a browser with scripts.
 */
export function parsePart(text: string): ParsedPart {
  let root: HtmlParent | null = null;
  let left = MOST_ELEMENTS;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...withAllText,
    createDocument: () => (root = withAllText.createDocument()) as HtmlDocument,
    createElement(tagName, namespaceURI, attrs) {
      if (--left < 0) throw new MultipliedTags();
      return new ListedElement(tagName, namespaceURI, attrs);
    },
    createCommentNode(data) {
      if (--left < 0) throw new MultipliedTags();
      return withAllText.createCommentNode(data);
    },
    // Only where a node ends is asked for; a copy of the place for each token costs a thirtieth.
    updateNodeSourceCodeLocation({ sourceCodeLocation: at }, { endOffset }) {
      if (at && endOffset !== undefined) at.endOffset = endOffset;
    },
  };
  try {
    parse(text, { treeAdapter, sourceCodeLocationInfo: true });
    return { root: root as HtmlParent | null ?? withAllText.createDocument(), whole: true };
  } catch (error) {
    if (!(error instanceof MultipliedTags) || root === null) throw error;
    return { root, whole: false };
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

const NO_DISPLAY = /(?:^|;)\s*display\s*:\s*none\b/i;

/** The first element child if no words stand before it. */
export function leadingElement(parent: HtmlParent): HtmlElement | null {
  for (const node of parent.childNodes) {
    if (isElement(node)) return node;
    if (isText(node) && node.value.trim() !== "") return null;
  }
  return null;
}

/** Whether a node is an element. */
export function isElement(node: HtmlNode): node is HtmlElement {
  return (node as HtmlElement).attrs !== undefined;
}

/** Whether a node is a text. */
export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === "#text";
}

/** What a comment says; `null` where the node is none. */
export function commentOf(node: HtmlNode): string | null {
  return node.nodeName === "#comment" && "data" in node ? node.data : null;
}
