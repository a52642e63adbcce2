/**
 * What the judge of a visit may know of the page's host: who else turned to the same text, and what a few
 * of its documents have in common.
 *
 * The texts of at most 24 documents are read again from the log, and only where a page has shrunk: nothing
 * is counted for pages that do not. A sample holds until the batch is committed, so that a run that
 * was cut off and goes on sees the same ones.
 *
 * @module
 */

import type { Look, Place, SeenEntry } from "./corpus_record.ts";
import { isShrunken } from "./decay_text.ts";
import { HostTexts, type HostView } from "./host_texts.ts";
import { normalText } from "./normal_text.ts";
import type { Projections } from "./projections.ts";
import type { Text } from "./tiers.ts";

/** Documents that are looked at. */
const MOST = 24;

/** Knows the hosts of one collection. */
export class HostSample {
  readonly #texts = new Map<number, HostTexts>();

  constructor(
    private readonly state: Projections,
    private readonly textAt: (place: Place) => Promise<string> | string,
  ) {}

  /** What is known for a visit to a page; `null` where it shows nothing new, or has no host. */
  async view(past: SeenEntry | null, text: Text | null): Promise<HostView | null> {
    if (past === null || text === null || past.decay.text === null) return null;
    const { page } = past;
    const { host: hosts, path: paths } = this.state.pages.rows.of;
    const [host, path] = [hosts[page] as number, paths[page] as number];
    if (host === 0) return null;
    const shrank = isShrunken(past.decay, text.normal.length);
    const sample = shrank ? await this.#of(host) : null;
    const from = formerText(this.state, past);
    return {
      sameText: (mark) => this.state.turns.others(host, path, mark, from),
      sharedShare: (normal) => sample?.sharedShare(path, normal) ?? 0,
    };
  }

  /** The next batch looks anew. */
  forget(): void {
    this.#texts.clear();
  }

  async #of(host: number): Promise<HostTexts> {
    const known = this.#texts.get(host);
    if (known !== undefined) return known;
    const { pages } = this.state;
    const texts = new HostTexts();
    this.#texts.set(host, texts);
    for (const page of spread(this.#pagesOf(host))) {
      const given = await this.textAt(pages.textPlace(page) as Place);
      texts.add(pages.rows.of.path[page] as number, normalText(given));
    }
    return texts;
  }

  /** Pages of a host with a text that can be trusted, one for each text. */
  #pagesOf(host: number): readonly number[] {
    const { pages } = this.state;
    const { host: hosts } = pages.rows.of;
    const found: number[] = [];
    for (let page = 0; page < pages.rows.size; page++) {
      if (hosts[page] === host && pages.isKept(page)) found.push(page);
    }
    return found;
  }
}

/** What to remember of a text with this mark, if it is another than the last good one; before that goes. */
export function turnOf(
  state: Projections,
  past: SeenEntry,
  look: Look,
  mark: string | null,
): Pick<SeenEntry, "turn"> {
  const isNews = look === "changed" || look === "back" || look === "lost";
  if (mark === null || !isNews || state.pages.rows.of.host[past.page] === 0) return {};
  return { turn: { mark, from: formerText(state, past) } };
}

/** Number of the kept text that a page has, or had before it was lost; one of its own for none. */
function formerText({ pages }: Projections, { page, turn }: SeenEntry): number {
  const standing = pages.textOf(page);
  return standing >= 0 ? standing : turn?.from ?? -1 - page;
}

/** At most `MOST` pages, evenly over all. */
function spread(pages: readonly number[]): readonly number[] {
  const step = Math.max(1, pages.length / MOST);
  return Array.from(
    { length: Math.min(MOST, pages.length) },
    (_, i) => pages[Math.floor(i * step)] as number,
  );
}
