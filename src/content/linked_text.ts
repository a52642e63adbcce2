/**
 * The text of a block cut at its links.
 *
 * @module
 */

import type { ContentBlock } from "./extraction.ts";
import { webAddress } from "./web_address.ts";

/** A piece of text; `href` where it leads to the web. */
export interface LinkedPiece {
  readonly text: string;
  readonly href: string | null;
}

/** Pieces that together are the text; each link is looked for behind the one before. */
export function linkedPieces({ text, links }: Pick<ContentBlock, "text" | "links">): LinkedPiece[] {
  const pieces: LinkedPiece[] = [];
  let from = 0;
  for (const link of links) {
    const href = webAddress(link.href);
    const at = href === null || link.text === "" ? -1 : text.indexOf(link.text, from);
    if (at < 0) continue;
    if (at > from) pieces.push({ text: text.slice(from, at), href: null });
    pieces.push({ text: link.text, href });
    from = at + link.text.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null });
  return pieces;
}
