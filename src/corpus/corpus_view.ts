/**
 * Looking through a corpus: its pages one by one, with what is kept of each in the log.
 *
 * @module
 */

import type { Likeness, MovedEntry, Place, SeenEntry, Tier } from "./corpus_record.ts";
import { agedDecay } from "./decay.ts";
import { DECAY_POLICY, type DecayState } from "./decay_state.ts";
import type { OpenCorpus } from "./open_corpus.ts";

/** A page as it stands. */
export interface PageView {
  readonly page: number;
  /** Canonical URL, `file:PATH` or `id:ID`. */
  readonly key: string;
  /** What it is: in the kept set, a copy of what stands for it, or without a text that can be trusted. */
  readonly standing: "kept" | "copy" | "untrusted";
  /** The page that stands for its text; itself where it is kept. */
  readonly of: number | null;
  readonly last: SeenEntry;
  /** Which tier decided on its text, and by what likeness. */
  readonly tier: Tier | null;
  readonly like: Likeness | null;
  /** As of now. */
  readonly decay: DecayState;
  readonly copies: number;
  readonly repeats: number;
  /** Place of the last good text. */
  readonly text: Place | null;
}

/** All pages, in the order of their numbers; entries that lie together are read together. */
export async function* pagesOf(
  corpus: OpenCorpus,
  now: Temporal.Instant,
): AsyncGenerator<PageView> {
  for (let page = 0; page < corpus.state.pages.rows.size; page++) {
    yield await viewOf(corpus, page, now);
  }
}

/** One page. */
export async function viewOf(
  { log, state: { pages } }: OpenCorpus,
  page: number,
  now: Temporal.Instant,
): Promise<PageView> {
  const last = await log.entry(pages.place(page)) as SeenEntry;
  const text = pages.textOf(page);
  const decided = await log.entry(pages.decided(page)) as SeenEntry | MovedEntry;
  const owner = text < 0 ? -1 : pages.ownerOf(text);
  const kept = owner === page;
  return {
    page,
    key: (await log.entry(pages.first(page)) as SeenEntry).key as string,
    standing: text < 0 ? "untrusted" : kept ? "kept" : "copy",
    of: owner < 0 ? null : owner,
    last,
    tier: text < 0 ? null : kept && decided.tier === "exact" ? "kept" : decided.tier,
    like: decided.like ?? null,
    decay: agedDecay(last.decay, now, DECAY_POLICY).state,
    copies: kept ? (pages.kept.of.holders[text] as number) - 1 : 0,
    repeats: pages.rows.of.repeats[page] as number,
    text: pages.textPlace(page),
  };
}
