/**
 * XML as the services of data.go.kr send it: elements and texts, nothing else.
 *
 * The library reads a document that breaks off as if it were whole and runs out of stack in one that
 * is nested without end; both are `null` here. Entities of a document type are not expanded.
 *
 * @module
 */

import { parse } from "@lowlighter/xml/parse";

/** An element by its children: a text, nothing, or elements by name, a list where a name repeats. */
export type XmlValue = string | null | readonly XmlValue[] | { readonly [name: string]: XmlValue };

/** A document: its root element by name. */
export interface XmlDocument {
  readonly name: string;
  readonly root: XmlValue;
}

/** Deeper than any answer, and shallow enough for the library. */
const MAX_DEPTH = 32;

/** Reads a document; `null` where it is no well-formed, whole XML. */
export function parseXml(text: string): XmlDocument | null {
  const name = rootName(text);
  if (name === null || !text.trimEnd().endsWith(`</${name}>`)) return null;
  if (depthOf(text) > MAX_DEPTH) return null;
  try {
    const document = parse(text, { clean: { attributes: true, comments: true } });
    const root = (document as unknown as Record<string, XmlValue>)[name];
    return root === undefined ? null : { name, root };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What may stand before the root element, by how it begins and ends. */
const PROLOG = [["<?", "?>"], ["<!--", "-->"], ["<!", ">"]] as const;

function rootName(text: string): string | null {
  for (let at = 0;;) {
    at += /^\s*/.exec(text.slice(at, at + 1000))?.[0].length ?? 0;
    const part = PROLOG.find(([begin]) => text.startsWith(begin, at));
    if (part === undefined) {
      return /^<([A-Za-z_][\w.-]*)[\s>]/.exec(text.slice(at, at + 1000))?.[1] ?? null;
    }
    const end = text.indexOf(part[1], at);
    if (end < 0) return null;
    at = end + part[1].length;
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of text.matchAll(/<\/?[A-Za-z_][^<>]*>/g)) {
    if (tag.startsWith("</")) depth--;
    else if (!tag.endsWith("/>")) deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}
