/**
 * What follows from the log of a corpus: pages, kept texts, the index of near ones, and counts.
 *
 * `apply()` is the only way in, for a decision that was just made as for one that is read back, so that
 * what a run believes and what the next one finds are the same.
 *
 * @module
 */

import type {
  Entry,
  MovedEntry,
  Place,
  Position,
  RunEntry,
  SeenEntry,
  Source,
} from "./corpus_record.ts";
import type { CorpusPolicy } from "./corpus_policy.ts";
import { addTo, NO_COUNTS, type Tally } from "./corpus_counts.ts";
import { HostTurns } from "./host_turns.ts";
import type { NearIndex } from "./near_join.ts";
import { Pages, STANDING } from "./pages.ts";

/** The run that was begun last. */
export interface LastRun {
  readonly entry: RunEntry;
  readonly ended: boolean;
  readonly position: Position | null;
  readonly counts: Tally;
}

/** What is told of a corpus besides its pages. */
export interface Facts {
  readonly corpus: string;
  readonly createdAt: string;
  readonly policy: CorpusPolicy;
  /** Over all runs. */
  readonly counts: Tally;
  readonly run: LastRun | null;
  /** Files and folders that were ever read, in order; `SeenEntry.root` counts the folders' places from 1. */
  readonly sources: readonly Source[];
}

/** The present state of a corpus. */
export class Projections {
  #facts: Facts | null = null;

  constructor(
    readonly near: NearIndex,
    readonly pages: Pages = new Pages(),
    facts: Facts | null = null,
    readonly turns: HostTurns = new HostTurns(),
  ) {
    this.#facts = facts;
  }

  /** `null` before the log has its first entry. */
  get facts(): Facts | null {
    return this.#facts;
  }

  /**
   * Takes an entry in. `normal` gives the normal text of a text that becomes a kept one and is not in
   * the index yet.
   */
  apply(entry: Entry, place: Place, normal: () => string): void {
    switch (entry.kind) {
      case "founded": {
        const { corpus, at: createdAt, policy } = entry;
        this.#facts = {
          corpus,
          createdAt,
          policy,
          counts: { ...NO_COUNTS },
          run: null,
          sources: [],
        };
        return;
      }
      case "run":
        return this.#begun(entry);
      case "end":
        return this.#setRun({ ended: true });
      case "seen":
        return this.#seen(entry, place, normal);
      case "moved":
        this.pages.setDecided(entry.page, place);
        return this.#place(entry.page, entry.text, entry, normal);
      case "left":
        this.pages.kept.of.live[entry.text] = 0;
        return this.near.remove(entry.text);
    }
  }

  /** Notes how far the input was read by a committed frame. */
  reached(position: Position | null): void {
    if (position !== null) this.#setRun({ position });
  }

  #begun(entry: RunEntry): void {
    const known = this.#facts?.sources ?? [];
    const fresh = entry.sources.filter(({ kind, path }) =>
      kind !== "stdin" && !known.some((source) => source.path === path)
    );
    this.#set({
      run: { entry, ended: false, position: null, counts: { ...NO_COUNTS } },
      sources: [...known, ...fresh],
    });
  }

  #seen(entry: SeenEntry, place: Place, normal: () => string): void {
    const { pages } = this;
    const page = entry.key === undefined ? entry.page : pages.addPage(entry.key);
    pages.note(entry, place, this.#facts?.run?.entry.run ?? 0);
    this.#turn(page, entry);
    if (entry.look === "again" && entry.tier === "url") {
      pages.rows.of.repeats[page] = (pages.rows.of.repeats[page] as number) + 1;
    }
    if (entry.hash !== undefined && takesText(entry)) {
      pages.setHash(page, entry.hash);
      pages.rows.of.fetchedAt[page] = Temporal.Instant.from(entry.at).epochMilliseconds;
    }
    this.#place(page, entry.text, entry, normal);
    pages.rows.of.standing[page] = standingOf(entry, pages.rows.of.standing[page] as number);
    if (this.#facts === null) return;
    addTo(this.#facts.counts, entry);
    if (this.#facts.run !== null) addTo(this.#facts.run.counts, entry);
  }

  #turn(page: number, { turn, look, text, decay }: SeenEntry): void {
    const { host: hosts, path: paths } = this.pages.rows.of;
    const [host, path] = [hosts[page] as number, paths[page] as number];
    if (turn !== undefined) this.turns.note(host, path, turn.mark, turn.from);
    else if (text !== null && look !== "failed" && look !== "older" && look !== "ask-again") {
      this.turns.stay(host, path, decay.text);
    }
  }

  /** Takes a page away from its text, as a look that shows another text is about to. */
  release(page: number): void {
    this.#forsake(this.pages.leave(page));
  }

  #place(
    page: number,
    text: number | null,
    entry: SeenEntry | MovedEntry,
    normal: () => string,
  ): void {
    const { pages } = this;
    const owns = entry.tier === "kept" || entry.tier === "update";
    if (pages.textOf(page) === (text ?? -1) && (!owns || pages.isKept(page))) return;
    const left = pages.leave(page);
    if (text !== null) {
      if (text === pages.kept.size) this.#keep(page, text, normal);
      pages.hold(page, text, owns);
    }
    this.#forsake(left);
  }

  /** A text that no page has any more leaves the indices. */
  #forsake(text: number): void {
    const { holders, live } = this.pages.kept.of;
    if (text < 0 || holders[text] !== 0 || live[text] !== 1) return;
    live[text] = 0;
    this.near.remove(text);
  }

  #keep(page: number, text: number, normal: () => string): void {
    const { pages, near } = this;
    pages.addTextOf(page);
    if (near.size === text) near.add(normal());
  }

  #set(change: Partial<Facts>): void {
    if (this.#facts !== null) this.#facts = { ...this.#facts, ...change };
  }

  #setRun(change: Partial<LastRun>): void {
    const run = this.#facts?.run;
    if (run) this.#set({ run: { ...run, ...change } });
  }
}

/** Whether the text that was given took the place of the one before. */
function takesText({ look }: SeenEntry): boolean {
  return look === "new" || look === "changed" || look === "back" || look === "again";
}

function standingOf({ decay, text, look }: SeenEntry, before: number): number {
  if (look === "failed" || look === "older" || look === "ask-again") return before;
  if (text !== null) return STANDING.trusted;
  if (decay.verdict === "gone") return STANDING.gone;
  return decay.verdict === "decayed" ? STANDING.decayed : before;
}
