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
  type SnapshotNode,
} from "./dom_snapshot.ts";
import type { Page, PageElement, PageNode } from "./page_node.ts";
import { seenNodes } from "./snapshot_sight.ts";

/** Frames within frames within frames are followed so deep. */
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
  const drawn = new Drawing(documents, url);
  drawn.add(main, { frame: -1, x: 0, y: 0, depth: 0 });
  return {
    url,
    title: collapsed(main.title),
    lang: (rootOf(main)?.attributes.get("lang") ?? "").trim().toLowerCase(),
    meta: metaOf(main),
    width: main.width,
    height: main.height,
    elements: drawn.elements,
    nodes: drawn.nodes,
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

class Drawing {
  readonly elements: PageElement[] = [];
  readonly nodes: PageNode[] = [];
  readonly #documents: readonly SnapshotDocument[];
  readonly #url: string | null;

  constructor(documents: readonly SnapshotDocument[], url: string | null) {
    this.#documents = documents;
    this.#url = url;
  }

  add(document: SnapshotDocument, at: Placement): void {
    const seen = seenNodes(document);
    const links = linksOf(document);
    const places: number[] = [];
    const place = (index: number): number => {
      const node = document.nodes[index];
      if (node === undefined || node.type !== 1) {
        return node === undefined ? at.frame : place(node.parent);
      }
      places[index] ??= this.elements.push(elementOf(node, place(node.parent))) - 1;
      return places[index];
    };
    for (const [index, node] of document.nodes.entries()) {
      if (!seen[index] || node.made || node.layout === null) continue;
      const link = this.#resolved(links[index] ?? null, document);
      const box = moved(node.layout, at);
      if (node.type === 3) {
        const text = collapsed(node.value);
        if (text !== "") {
          this.nodes.push({ ...textNode(node, text, box), link, element: place(node.parent) });
        }
      } else if (node.name === "img") {
        const source = this.#resolved(sourceOf(node, document), document);
        this.nodes.push({ ...imageNode(node, box), source, link, element: place(index) });
      } else if (node.frame >= 0 && at.depth < DEEPEST_FRAME) {
        const framed = this.#documents[node.frame];
        if (!framed || !isOfSite(framed, document)) continue;
        this.add(framed, { frame: place(index), x: box.x, y: box.y, depth: at.depth + 1 });
      }
    }
  }

  #resolved(address: string | null, document: SnapshotDocument): string | null {
    if (address === null || this.#url === null) return address;
    return URL.parse(address, document.baseUrl)?.href ?? address;
  }
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

type WithoutPlace<T> = Omit<T, "link" | "element">;

function textNode({ layout }: SnapshotNode, text: string, box: Box): WithoutPlace<PageNode> {
  const fontSize = parseFloat(layout?.style["font-size"] ?? "") || 0;
  const fontWeight = Number(layout?.style["font-weight"]) || 400;
  return { kind: "text", text, source: null, ...box, fontSize, fontWeight, start: -1, end: -1 };
}

function imageNode(
  { attributes }: SnapshotNode,
  box: Box,
): Omit<WithoutPlace<PageNode>, "source"> {
  const text = collapsed(attributes.get("alt") ?? "");
  return { kind: "image", text, ...box, fontSize: 0, fontWeight: 400, start: -1, end: -1 };
}

/** Addresses that wait in an attribute until the image is scrolled to. */
const WAITING = ["data-src", "data-original", "data-lazy-src", "data-lazy"];

function sourceOf(node: SnapshotNode, document: SnapshotDocument): string | null {
  const waiting = WAITING.map((name) => node.attributes.get(name)).find((address) => address);
  const written = node.attributes.get("src") ?? "";
  const shown = node.source ?? "";
  if (waiting && (shown === "" || shown.startsWith("data:"))) return waiting.trim();
  // A page without an address has one of its own in the browser, which means nothing elsewhere.
  const absolute = URL.parse(written, document.baseUrl)?.href;
  return (absolute === shown ? written.trim() : shown) || written.trim() || null;
}

/** For every node where the innermost `a` around it leads, as it is written. */
function linksOf({ nodes }: SnapshotDocument): readonly (string | null)[] {
  const links: (string | null)[] = [];
  for (const { parent, name, attributes } of nodes) {
    const own = name === "a" ? attributes.get("href")?.trim() : undefined;
    links.push(own ?? links[parent] ?? null);
  }
  return links;
}

function metaOf({ nodes }: SnapshotDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, attributes } of nodes) {
    if (name !== "meta") continue;
    const key = (attributes.get("name") ?? attributes.get("property") ?? "").trim().toLowerCase();
    if (key !== "" && !found.has(key)) found.set(key, attributes.get("content") ?? "");
  }
  return found;
}

function rootOf({ nodes }: SnapshotDocument): SnapshotNode | undefined {
  return nodes.find(({ name }) => name === "html");
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
