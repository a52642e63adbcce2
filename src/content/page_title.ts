/**
 * What a page's title is: what its main heading, its `title` element and its metadata agree upon.
 *
 * @module
 */

import { type Blocks, blockText } from "./content_blocks.ts";
import type { Page } from "./page_node.ts";
import { wordsOf } from "./word_scan.ts";

/** A heading is the title where so great a share of its words is in what the page states. */
const LIKE = 0.4;

/**
 * The title; `null` where the page has none.
 *
 * Of the main headings that the stated titles support the one most like the stated title without the
 * site's name; else that title; else the first main heading.
 */
export function pageTitle(page: Page, blocks: Blocks): string | null {
  const open = page.meta.get("og:title") ?? "";
  const stated = open || page.title || (page.meta.get("twitter:title") ?? "");
  const bare = withoutSite(stated, page.meta.get("og:site_name") ?? "");
  const headings = headingsOf(page, blocks);
  const known = `${open} ${page.title}`;
  const supported = headings.filter((text) => shareOf(text, known) >= LIKE);
  let best: string | null = null;
  let most = -1;
  for (const text of supported) {
    const likeness = shareOf(text, bare) * shareOf(bare, text);
    if (likeness > most) best = text;
    most = Math.max(most, likeness);
  }
  return best ?? (bare || (headings[0] ?? null));
}

function headingsOf(page: Page, blocks: Blocks): string[] {
  const found: string[] = [];
  for (let i = 0; i < blocks.count; i++) {
    for (let e = blocks.element[i] as number, up = 0; e >= 0 && up < 3; up++) {
      if (page.elements[e]?.tag === "h1") {
        found.push(blockText(page, blocks, i));
        break;
      }
      e = page.elements[e]?.parent ?? -1;
    }
  }
  return found;
}

/** Share of the words of `text` that `other` has. */
function shareOf(text: string, other: string): number {
  const words = wordsOf(text);
  const known = new Set(wordsOf(other));
  return words.filter((word) => known.has(word)).length / Math.max(1, words.length);
}

const SEPARATOR = /\s+[|–—·•»\-:~/]+\s+|\s*[|»]\s*/g;

/** A stated title less the name of the site, or a few words, at its end. */
function withoutSite(stated: string, site: string): string {
  const last = [...stated.matchAll(SEPARATOR)].at(-1);
  if (last === undefined) return stated.trim();
  const end = stated.slice(last.index + last[0].length);
  if (shareOf(end, site) <= 0.5 && wordsOf(end).length > 3) return stated.trim();
  return stated.slice(0, last.index).trim();
}
