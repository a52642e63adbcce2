/**
 * XML as a stream, and as a tree for what is small: elements and texts, nothing else.
 *
 * Strict: what is not well-formed or breaks off is no XML. A document type defines nothing here, so no
 * entity can grow. Prefixes of names are left out.
 *
 * @module
 */

import { SaxesParser } from "saxes";

/** What is no XML, or holds more than its reader wants. */
export class UnreadableXml extends Error {
  override readonly name = "UnreadableXml";
}

/** Receives a document in its order. */
export interface XmlVisitor {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Walks a document given in pieces; throws {@linkcode UnreadableXml} where it is not well-formed. */
export function walkXml(pieces: Iterable<string>, visitor: XmlVisitor): void {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new UnreadableXml(error.message);
  });
  parser.on("opentag", ({ name, attributes }) => visitor.open?.(localName(name), attributes));
  parser.on("closetag", ({ name }) => visitor.close?.(localName(name)));
  parser.on("text", (text) => visitor.text?.(text));
  parser.on("cdata", (text) => visitor.text?.(text));
  for (const piece of pieces) parser.write(piece);
  parser.close();
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** An element by its content: a text, nothing, or elements by name, a list where a name repeats. */
export type XmlValue = string | null | readonly XmlValue[] | { readonly [name: string]: XmlValue };

/** A document: its root element by name. */
export interface XmlDocument {
  readonly name: string;
  readonly root: XmlValue;
}

/** Deeper than any answer of a service. */
const MAX_DEPTH = 32;

/** Reads a document as a tree; `null` where it is no well-formed, whole XML, or is too deep. */
export function parseXml(text: string): XmlDocument | null {
  const tree = new Tree();
  try {
    walkXml([text.trim()], tree);
  } catch (error) {
    if (error instanceof UnreadableXml) return null;
    throw error;
  }
  return tree.document;
}

interface Element {
  readonly name: string;
  readonly children: Map<string, XmlValue[]>;
  text: string;
}

class Tree implements XmlVisitor {
  document: XmlDocument | null = null;
  readonly #path: Element[] = [];

  open(name: string): void {
    if (this.#path.length >= MAX_DEPTH) throw new UnreadableXml("nested too deep");
    this.#path.push({ name, children: new Map(), text: "" });
  }

  text(text: string): void {
    const element = this.#path.at(-1);
    if (element) element.text += text;
  }

  close(): void {
    const element = this.#path.pop() as Element;
    const { name } = element;
    const parent = this.#path.at(-1);
    if (parent === undefined) {
      this.document = { name, root: valueOf(element) };
      return;
    }
    const siblings = parent.children.get(name);
    if (siblings) siblings.push(valueOf(element));
    else parent.children.set(name, [valueOf(element)]);
  }
}

function valueOf({ children, text }: Element): XmlValue {
  if (children.size === 0) return text.trim() === "" ? null : text.trim();
  return Object.fromEntries(
    [...children].map(([name, all]) => [name, all.length === 1 ? all[0] as XmlValue : all]),
  );
}
