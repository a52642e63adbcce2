/**
 * A browser's `DOMSnapshot.captureSnapshot` answer as documents, nodes and boxes.
 *
 * The protocol keeps everything in parallel arrays of indices into one table of strings; here each
 * node is a value. Whether a node is seen, and what it means, is decided in `snapshot_page.ts`.
 *
 * @module
 */

/** Computed styles to ask a snapshot for, in this order. */
export const SNAPSHOT_STYLES = [
  "display",
  "visibility",
  "opacity",
  "font-size",
  "font-weight",
  "color",
  "background-color",
  "background-image",
  "overflow-x",
  "overflow-y",
  "position",
  "clip",
  "clip-path",
] as const;

/** A computed style by its CSS name. */
export type SnapshotStyle = typeof SNAPSHOT_STYLES[number];

/** A box in CSS pixels from the document's left top. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where and how a node is laid out. */
export interface SnapshotLayout extends Box {
  readonly style: Readonly<Record<SnapshotStyle, string>>;
}

/** A node of a document; parents come before their children. */
export interface SnapshotNode {
  /** Index in {@linkcode SnapshotDocument.nodes}; -1 for the document itself. */
  readonly parent: number;
  /** `Node.nodeType`: 1 an element, 3 a text. */
  readonly type: number;
  /** Lower case. */
  readonly name: string;
  readonly value: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The address an image was really taken from. */
  readonly source: string | null;
  /** Made by the browser itself: a list marker, the inside of a form field. */
  readonly made: boolean;
  /** Index of the document that a frame shows; -1 for all others. */
  readonly frame: number;
  /** `null` where it has no box, as below `display: none`. */
  readonly layout: SnapshotLayout | null;
}

/** A document of a page; the first is the page, the others are in frames. */
export interface SnapshotDocument {
  readonly url: string;
  readonly baseUrl: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly SnapshotNode[];
}

/** Reads an answer of the browser; `null` where it is none, whatever else it may be. */
export function readSnapshot(answer: unknown): readonly SnapshotDocument[] | null {
  const strings = list(field(answer, "strings"));
  const documents = list(field(answer, "documents"));
  if (documents.length === 0 || strings.some((text) => typeof text !== "string")) return null;
  const read = documents.map((document) => readDocument(document, strings as string[]));
  return read.every((document) => document !== null) ? read : null;
}

function readDocument(document: unknown, strings: readonly string[]): SnapshotDocument | null {
  const text = (index: unknown) => strings[Number(index)] ?? "";
  const nodes = field(document, "nodes");
  const parents = list(field(nodes, "parentIndex"));
  if (parents.length === 0) return null;
  const [types, names, values, attributes] = ["nodeType", "nodeName", "nodeValue", "attributes"]
    .map((name) => list(field(nodes, name))) as [unknown[], unknown[], unknown[], unknown[]];
  const layouts = readLayouts(field(document, "layout"), text);
  const sources = rare(field(nodes, "currentSourceURL"));
  const frames = rare(field(nodes, "contentDocumentIndex"));
  const shadows = rare(field(nodes, "shadowRootType"));
  const pseudo = rare(field(nodes, "pseudoType"));
  const read: SnapshotNode[] = [];
  for (const [index, given] of parents.entries()) {
    const parent = Number(given);
    // Parents before children is what every walk over the nodes rests on.
    if (!Number.isInteger(parent) || parent >= index) return null;
    read.push({
      parent,
      type: Number(types[index]),
      name: text(names[index]).toLowerCase(),
      value: text(values[index]),
      attributes: pairs(list(attributes[index]).map(text)),
      source: sources.has(index) ? text(sources.get(index)) : null,
      made: pseudo.has(index) || read[parent]?.made === true ||
        (shadows.has(index) && text(shadows.get(index)) === "user-agent"),
      frame: frames.has(index) ? Number(frames.get(index)) : -1,
      layout: layouts.get(index) ?? null,
    });
  }
  return {
    url: text(field(document, "documentURL")),
    baseUrl: text(field(document, "baseURL")),
    title: text(field(document, "title")),
    width: finite(field(document, "contentWidth")),
    height: finite(field(document, "contentHeight")),
    nodes: read,
  };
}

function readLayouts(
  layout: unknown,
  text: (index: unknown) => string,
): ReadonlyMap<number, SnapshotLayout> {
  const [bounds, styles] = ["bounds", "styles"]
    .map((name) => list(field(layout, name))) as [unknown[], unknown[]];
  const read = new Map<number, SnapshotLayout>();
  for (const [at, given] of list(field(layout, "nodeIndex")).entries()) {
    const index = Number(given);
    const [x, y, width, height] = list(bounds[at]).map(finite);
    const box = { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
    const before = read.get(index);
    // A text whose first letter is set apart has two boxes.
    if (before) read.set(index, { ...before, ...around(before, box) });
    else {
      const values = list(styles[at]).map(text);
      const style = Object.fromEntries(SNAPSHOT_STYLES.map((name, i) => [name, values[i] ?? ""]));
      read.set(index, { ...box, style: style as SnapshotLayout["style"] });
    }
  }
  return read;
}

/** The smallest box around two. */
export function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function finite(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

/** What few nodes have, by the node's index. */
function rare(value: unknown): ReadonlyMap<number, unknown> {
  const values = list(field(value, "value"));
  return new Map(list(field(value, "index")).map((index, at) => [Number(index), values[at]]));
}

function pairs(flat: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at + 1 < flat.length; at += 2) {
    found.set(flat[at]!.toLowerCase(), flat[at + 1]!);
  }
  return found;
}
