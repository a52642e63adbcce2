/**
 * The page that a browser laid out, from its snapshot.
 *
 * Frames of the page's own site are a part of it, at the place of their frame; those of others are
 * not. Which nodes are seen is decided in `snapshot_sight.ts`.
 *
 * @module
 */

import {
  type Box,
  readSnapshot,
  type SnapshotDocument,
  type SnapshotLayout,
  type SnapshotNode,
} from "./dom_snapshot.ts";
import { waitingSource } from "./image_source.ts";
import { resolve } from "./page_head.ts";
import type { Page, PageElement, PageNode } from "./page_node.ts";
import { seenNodes } from "./snapshot_sight.ts";

/** Frames within frames are followed so deep. */
const DEEPEST_FRAME = 4;

/**
 * Reads the answer of `DOMSnapshot.captureSnapshot`; `null` where it is none.
 *
 * `url` is the page's address; where it is `null`, links and images stay as they are written.
 */
export function pageOfSnapshot(answer: unknown, url: string | null): Page | null {
  const documents = readSnapshot(answer);
  const [main] = documents ?? [];
  if (documents === null || main === undefined) return null;
  const drawing = new Drawing(documents, url);
  drawing.add(main, { frame: -1, x: 0, y: 0, depth: 0 });
  const root = main.nodes.find(({ type, name }) => type === 1 && name === "html");
  return {
    url,
    title: collapsed(main.title),
    lang: (root?.attributes.get("lang") ?? "").trim().toLowerCase(),
    meta: metaOf(main),
    width: main.width,
    height: main.height,
    elements: drawing.elements,
    nodes: drawing.nodes,
    layout: "browser",
  };
}

/** Where a document is drawn: at an element's place, or as the page itself (-1). */
interface Placement {
  readonly frame: number;
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** What a node takes from its ancestors. */
interface Context {
  /** Index of the innermost element that has a box. */
  readonly element: number;
  readonly link: string | null;
  readonly pre: boolean;
  /** A block, whose end parts words. */
  readonly block: boolean;
}

type Laid = SnapshotNode & { readonly layout: SnapshotLayout };

class Drawing {
  readonly elements: PageElement[] = [];
  readonly nodes: PageNode[] = [];
  readonly #documents: readonly SnapshotDocument[];
  readonly #url: string | null;
  /** White space or an edge of a block stands before what comes next. */
  #parted = true;
  /** White space before what comes next, within `pre`. */
  #space = "";

  constructor(documents: readonly SnapshotDocument[], url: string | null) {
    this.#documents = documents;
    this.#url = url;
  }

  add(document: SnapshotDocument, at: Placement): void {
    const seen = seenNodes(document);
    const outermost: Context = { element: at.frame, link: null, pre: false, block: true };
    const contexts: Context[] = [];
    /** Indices of the elements that are open, outermost first. */
    const open: number[] = [];
    for (const [index, node] of document.nodes.entries()) {
      while (open.length > 0 && open.at(-1) !== node.parent) {
        if (contexts[open.pop() as number]?.block) this.#part();
      }
      const context = contexts[node.parent] ?? outermost;
      // Without a box, as with `display: contents`, it has no edge.
      contexts[index] = { ...context, block: false };
      if (node.made) continue;
      if (node.type === 3) {
        if (isLaid(node) && (seen[index] || node.value.trim() === "")) {
          this.#write(node, context, at);
        }
        continue;
      }
      open.push(index);
      if (isLaid(node) && node.type === 1) {
        contexts[index] = this.#enter(node, context, document);
        if (seen[index]) this.#draw(node, contexts[index], document, at);
      }
    }
    this.#part();
  }

  #enter(node: Laid, context: Context, document: SnapshotDocument): Context {
    const { name, attributes } = node;
    const block = !INLINE.has(node.layout.style.display);
    if (block || name === "br") this.#part();
    if (name === "br" && context.pre) this.#space = "\n";
    const element = this.elements.push(elementOf(node, context.element)) - 1;
    const href = name === "a" ? attributes.get("href") : undefined;
    return {
      element,
      link: href === undefined ? context.link : this.#resolved(href, document),
      pre: context.pre || name === "pre",
      block,
    };
  }

  /** An image, or a frame with its document. */
  #draw(node: Laid, context: Context, document: SnapshotDocument, at: Placement): void {
    const { element, link } = context;
    const box = moved(node.layout, at);
    const framed = this.#documents[node.frame];
    if (node.name === "img") {
      const source = sourceOf(node, document);
      if (source === null) return;
      const text = collapsed(node.attributes.get("alt") ?? "");
      const image = { kind: "image", text, source: this.#resolved(source, document) } as const;
      const type = { fontSize: 0, fontWeight: 400, start: -1, end: -1 };
      this.nodes.push({ ...image, link, element, ...box, ...type });
    } else if (framed && at.depth < DEEPEST_FRAME && isOfSite(framed, document)) {
      this.#part();
      this.add(framed, { frame: element, x: box.x, y: box.y, depth: at.depth + 1 });
    }
  }

  #part(): void {
    this.#parted = true;
    this.#space = "";
  }

  #write({ value, layout }: Laid, { link, element, pre }: Context, at: Placement): void {
    const trimmed = value.trim();
    if (trimmed === "") {
      if (pre) this.#space += value;
      else if (value !== "") this.#parted = true;
      return;
    }
    const glued = !this.#parted && (pre || !/^\s/.test(value));
    const text = pre ? this.#space + value : collapsed(value);
    this.#parted = !pre && /\s$/.test(value);
    this.#space = "";
    this.nodes.push({
      kind: "text",
      text,
      ...(glued ? { glued } : {}),
      source: null,
      link,
      element,
      ...moved(layout, at),
      fontSize: parseFloat(layout.style["font-size"]) || 0,
      fontWeight: Number(layout.style["font-weight"]) || 400,
      start: -1,
      end: -1,
    });
  }

  #resolved(address: string, document: SnapshotDocument): string {
    return resolve(address, this.#url === null ? null : document.baseUrl);
  }
}

/** Boxes that stand within a line; the edges of all others part words. */
const INLINE: ReadonlySet<string> = new Set(
  ["inline", "inline-block", "inline-flex", "inline-grid", "contents", "ruby", "ruby-text", ""],
);

function isLaid(node: SnapshotNode): node is Laid {
  return node.layout !== null;
}

function elementOf({ name, attributes }: SnapshotNode, parent: number): PageElement {
  return {
    tag: name,
    parent,
    id: attributes.get("id") ?? "",
    classes: attributes.get("class") ?? "",
    role: attributes.get("role") ?? "",
  };
}

/** The picture that waits to be scrolled to, the one that is shown, or the one that is written. */
function sourceOf({ attributes, source }: SnapshotNode, document: SnapshotDocument): string | null {
  const waiting = waitingSource((name) => attributes.get(name) ?? null);
  if (waiting !== null) return waiting;
  const written = attributes.get("src")?.trim() ?? "";
  // A page without an address has one of its own in the browser, which means nothing elsewhere.
  return source && resolve(written, document.baseUrl) !== source ? source : written || null;
}

function metaOf({ nodes }: SnapshotDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, attributes } of nodes) {
    if (name !== "meta") continue;
    const key = attributes.get("property") ?? attributes.get("name");
    const content = attributes.get("content");
    if (key === undefined || content === undefined) continue;
    const lower = key.trim().toLowerCase();
    if (lower !== "" && !found.has(lower)) found.set(lower, collapsed(content));
  }
  return found;
}

function isOfSite(framed: SnapshotDocument, document: SnapshotDocument): boolean {
  if (/^about:(?:blank|srcdoc)$/.test(framed.url)) return true;
  const [inner, outer] = [URL.parse(framed.url), URL.parse(document.baseUrl)];
  return inner !== null && inner.host !== "" && inner.host === outer?.host;
}

function moved({ x, y, width, height }: Box, by: { readonly x: number; readonly y: number }): Box {
  return { x: x + by.x, y: y + by.y, width, height };
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
