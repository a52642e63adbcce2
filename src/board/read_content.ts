/**
 * The text of a page whose spec does not say where it stands, by content extraction.
 *
 * @module
 */

import type { Extraction } from "../content/extraction.ts";
import type { Page } from "../content/page_node.ts";
import { parsePage } from "../content/parse_page.ts";

/** Finds the content of a page: its lines, and what found them. */
export type ReadContent = (
  html: string,
  url: string,
) => { readonly lines: readonly string[]; readonly reader: string };

/** Content as an extraction of the page gives it. */
export function contentBy(extract: (page: Page) => Extraction): ReadContent {
  return (html, url) => {
    const { blocks, model } = extract(parsePage(html, url));
    return { lines: blocks.flatMap(({ text }) => text.split("\n")), reader: model };
  };
}
