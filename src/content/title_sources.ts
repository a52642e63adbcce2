/**
 * Where a page says what it is called: its title element, its metadata, its headings.
 *
 * Which of these is the title is decided in `page_title.ts`.
 *
 * @module
 */

import { type Blocks, blockText } from "./content_blocks.ts";
import type { Page } from "./page_node.ts";

/** Texts as they are written; empty where there is none. */
export interface TitleSources {
  readonly url: string | null;
  readonly title: string;
  readonly open: string;
  readonly twitter: string;
  /** The site's own name. */
  readonly site: string;
  readonly headline: string;
  readonly name: string;
  /** The first headings of each rank, in page order. */
  readonly headings: readonly TitleHeading[];
}

/** A heading; `rank` 1 to 6, `place` its share of the page's blocks that stand before it. */
export interface TitleHeading {
  readonly text: string;
  readonly rank: number;
  readonly place: number;
}

const MOST_HEADINGS: Readonly<Record<number, number>> = { 1: 6, 2: 4, 3: 2 };
const LONGEST = 400;

/** Collects them. */
export function titleSources(page: Page, blocks: Blocks): TitleSources {
  const stated = page.stated;
  return {
    url: page.url,
    title: page.title.slice(0, LONGEST),
    open: (page.meta.get("og:title") ?? "").slice(0, LONGEST),
    twitter: (page.meta.get("twitter:title") ?? "").slice(0, LONGEST),
    site: (page.meta.get("og:site_name") ?? "").slice(0, LONGEST),
    headline: (stated?.headline ?? "").slice(0, LONGEST),
    name: (stated?.name ?? "").slice(0, LONGEST),
    headings: headingsOf(page, blocks),
  };
}

/** Blocks of one heading element are one heading. */
function headingsOf(page: Page, blocks: Blocks): TitleHeading[] {
  const around = new Int32Array(page.elements.length);
  page.elements.forEach(({ tag, parent }, e) => {
    around[e] = /^h[1-3]$/.test(tag) ? e : parent < 0 ? -1 : around[parent] as number;
  });
  const found = new Map<number, { text: string; rank: number; place: number }>();
  const counts: Record<number, number> = {};
  for (let i = 0; i < blocks.count; i++) {
    const inner = page.nodes[blocks.first[i] as number]?.element ?? -1;
    const heading = inner < 0 ? -1 : around[inner] as number;
    if (heading < 0) continue;
    const known = found.get(heading);
    const text = blockText(page, blocks, i);
    if (known !== undefined) {
      if (known.text.length < LONGEST) known.text += ` ${text}`;
      continue;
    }
    const rank = Number(page.elements[heading]?.tag[1]);
    counts[rank] = (counts[rank] ?? 0) + 1;
    if (counts[rank] > (MOST_HEADINGS[rank] ?? 0)) continue;
    found.set(heading, { text, rank, place: i / Math.max(1, blocks.count) });
  }
  return [...found.values()];
}
