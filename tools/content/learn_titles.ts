/**
 * Learns which candidate is a page's title, and measures it on sites that were not seen.
 *
 * A page weighs 1, however many candidates it has; pages whose reference is no candidate teach nothing.
 *
 * @module
 */

import type { BoostedTrees } from "../../src/content/boosted_trees.ts";
import { pageTitle } from "../../src/content/page_title.ts";
import { TITLE_NAMES, titleCandidates, titleWords } from "../../src/content/title_candidates.ts";
import type { TitleSources } from "../../src/content/title_sources.ts";
import { type Growth, growTrees, samplesOf } from "./grow_trees.ts";

/** A page with the title that its reference gives. */
export interface TitledPage {
  readonly sources: TitleSources;
  readonly title: string;
}

export const TITLE_GROWTH: Growth = {
  trees: 110,
  leaves: 6,
  rate: 0.08,
  leafWeight: 6,
  l2: 3,
  features: 0.5,
  rows: 1,
  seed: 11,
};

/** Grows the ranker. */
export function learnTitles(pages: readonly TitledPage[]): BoostedTrees {
  const rows: number[] = [];
  const target: number[] = [];
  const weight: number[] = [];
  for (const { sources, title } of pages) {
    const wanted = titleWords(title);
    const candidates = titleCandidates(sources);
    const right = candidates.map(({ text }) => titleWords(text) === wanted ? 1 : 0);
    if (!right.includes(1)) continue;
    candidates.forEach(({ row }, i) => {
      rows.push(...row);
      target.push(right[i] as number);
      weight.push(right[i] === 1 ? 1 : 1 / Math.sqrt(candidates.length));
    });
  }
  const samples = samplesOf(
    Float32Array.from(rows),
    TITLE_NAMES.length,
    Float32Array.from(target),
    Float32Array.from(weight),
  );
  return growTrees(samples, TITLE_GROWTH);
}

/** What is told of every page by a ranker that saw no page of its fold; `null`: no candidate. */
export function crossTitles(
  pages: readonly TitledPage[],
  fold: readonly number[],
  folds: number,
): (string | null)[] {
  const told: (string | null)[] = [];
  for (let left = 0; left < folds; left++) {
    const ranker = learnTitles(pages.filter((_, k) => fold[k] !== left));
    pages.forEach(({ sources }, k) => {
      if (fold[k] === left) told[k] = pageTitle(sources, ranker);
    });
  }
  return told;
}

/** 1 where the words are the reference's, NFKC, whatever case, marks and space. */
export function sameTitle(told: string | null, title: string): number {
  return titleWords(told ?? "") === titleWords(title) ? 1 : 0;
}

/**
 * 1 where both are one title apart from a part at its beginning or end that names the site: the longer is
 * the shorter and, before or behind it, words of the site's own name or host.
 */
export function sameTitleButSite(
  told: string | null,
  title: string,
  { site, url }: Pick<TitleSources, "site" | "url">,
): number {
  if (sameTitle(told, title) === 1) return 1;
  const [short, long] = [titleWords(told ?? ""), titleWords(title)].sort((a, b) =>
    a.length - b.length
  ) as [string, string];
  if (short === "") return 0;
  const rest = long.startsWith(`${short} `)
    ? long.slice(short.length + 1)
    : long.endsWith(` ${short}`)
    ? long.slice(0, -short.length - 1)
    : "";
  const host = url === null ? "" : (URL.parse(url)?.hostname ?? "").replaceAll(/[.-]/g, "");
  const named = titleWords(site);
  const bare = rest.replaceAll(" ", "");
  return bare !== "" && (rest === named || (bare.length > 2 && host.includes(bare))) ? 1 : 0;
}
