/**
 * From the source of a page to the text and image nodes a reader sees, with an estimated layout.
 *
 * Pure, linear, and without an exception, whatever the text is; of what is too large only the beginning
 * is read, and the page tells so. What a page says of itself is read in `page_head.ts`, what is hidden
 * decided in `hidden.ts` and `reveal.ts`, where a node stands in `estimated_layout.ts`.
 *
 * @module
 */

import { parsePart } from "../html.ts";
import { readHead } from "./page_head.ts";
import type { Page } from "./page_node.ts";
import { readNodes } from "./page_reading.ts";
import { sightOf } from "./reveal.ts";
import { statedData } from "./stated_data.ts";

/** Most of a page that is read, in UTF-16 units: fifty times a long one. */
export const MOST_UNITS = 16 * 2 ** 20;

/** Reads a page; `url` is its address, where that is known. */
export function parsePage(source: string, url: string | null): Page {
  const html = source.length > MOST_UNITS ? source.slice(0, MOST_UNITS) : source;
  const { root, whole } = parsePart(html);
  const head = readHead(root, url);
  const read = readNodes({ html, root, head, sight: sightOf(root, head) });
  const cut = html.length < source.length || !whole || !read.whole;
  return {
    url,
    title: head.title,
    lang: head.lang,
    meta: head.meta,
    ...(head.linked.length > 0 ? { stated: statedData(head.linked) } : {}),
    width: read.width,
    height: read.height,
    elements: read.elements,
    nodes: read.nodes,
    layout: "estimated",
    ...(head.frames.length > 0 ? { frames: head.frames } : {}),
    ...(cut ? { cut } : {}),
  };
}
