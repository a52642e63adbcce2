/**
 * Extractions as tests want them, what they do not name left plain.
 *
 * @module
 */

import type { ContentBlock, Extraction } from "../../src/content/extraction.ts";

const PLAIN: ContentBlock = {
  kind: "paragraph",
  level: 0,
  text: "",
  links: [],
  images: [],
  x: 0,
  y: 0,
  width: 100,
  height: 20,
  start: -1,
  end: -1,
  score: 1,
};

/** An extraction with the parts given. */
export function extractionOf(
  { blocks = [], ...given }:
    & Partial<Omit<Extraction, "blocks">>
    & { readonly blocks?: readonly Partial<ContentBlock>[] },
): Extraction {
  return {
    url: null,
    title: null,
    category: null,
    model: "test/1",
    ...given,
    blocks: blocks.map((block) => ({ ...PLAIN, ...block })),
  };
}
