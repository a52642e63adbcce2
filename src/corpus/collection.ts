/**
 * A corpus at work: every document that comes is looked at, decided on, and committed in batches.
 *
 * Three tiers in the order of their cost: the canonical URL tells whether the page is known, the
 * SHA-256 of the normal text whether the text is, the index of near texts whether nearly the same is. What
 * a visit says about the page itself (decay, validators) is decided in `visiting.ts`.
 *
 * @module
 */

import type { Digest, InstantText } from "../model.ts";
import type {
  Entry,
  Likeness,
  Look,
  Place,
  Position,
  RunEntry,
  SeenEntry,
  Tier,
} from "./corpus_record.ts";
import type { DocumentLog } from "./document_log.ts";
import { AHEAD_MS, described, type GivenDocument, spelling } from "./given_document.ts";
import { HostSample, turnOf } from "./host_sample.ts";
import { numbered } from "./log_frame.ts";
import type { Projections } from "./projections.ts";
import { decideOn, type Text, textOf } from "./tiers.ts";
import type { Judge, Judged } from "./visiting.ts";

/** A batch is committed when it has so many entries, or so many letters of text. */
const MOST_ENTRIES = 512;
const MOST_LETTERS = 1 << 20;

/** Takes documents in; one run at a time. */
export class Collection {
  #entries: Entry[] = [];
  #texts: string[] = [];
  #letters = 0;
  #position: Position | null = null;
  readonly #hosts: HostSample;

  constructor(
    readonly log: DocumentLog,
    readonly state: Projections,
    private readonly judge: Judge,
  ) {
    this.#hosts = new HostSample(state, (place) => this.#textAt(place));
  }

  /** Begins a run. */
  begin(run: RunEntry): void {
    this.#record(run);
  }

  /** Takes one document in; `position` is where the input stands behind it, if that is known. */
  async take(document: GivenDocument, position: Position | null): Promise<SeenEntry> {
    const { run } = this.state.facts ?? {};
    const at = document.fetchedAt ?? run?.entry.at as InstantText;
    const page = this.state.pages.find(document.key);
    const text = document.text === null ? null : textOf(document.text);
    const entry = await this.#repeated(document, page, text, at) ??
      await this.#looked(document, page, text, at);
    this.#position = position ?? this.#position;
    // A text that stands where it stood before is not written again.
    this.#record(entry, entry.length === undefined ? null : text);
    if (this.#entries.length >= MOST_ENTRIES || this.#letters >= MOST_LETTERS) await this.commit();
    return entry;
  }

  /** Notes that the input was read up to here, though nothing of it was taken. */
  reach(position: Position): void {
    this.#position = position;
  }

  /** Takes in what became of a file that was not read: unchanged, unreadable, or gone. */
  async pass(page: number, look: "again" | "failed" | "vanished", at: InstantText): Promise<void> {
    const { pages } = this.state;
    const past = await this.lastSeen(page);
    const stays = look !== "vanished";
    const text = pages.textOf(page);
    this.#record({
      kind: "seen",
      page,
      at,
      look,
      tier: null,
      text: stays && text >= 0 ? text : null,
      before: pages.place(page),
      ...(look === "again" ? {} : { stamp: 0 }),
      visit: past.visit,
      decay: this.judge.passed(past.decay, look, at),
    });
    if (this.#entries.length >= MOST_ENTRIES) await this.commit();
  }

  /** Ends the run: copies whose kept text went are decided on again, and all is made durable. */
  async end(at: InstantText): Promise<void> {
    await this.#rehome();
    const run = this.state.facts?.run?.entry.run ?? 0;
    this.#record({ kind: "end", run, at });
    await this.commit();
    await this.log.settled();
  }

  /** Commits what is pending; it is durable when the next commit or `end()` resolves. */
  async commit(): Promise<void> {
    if (this.#entries.length === 0 && this.#position === null) return;
    const [entries, texts, position] = [this.#entries, this.#texts, this.#position];
    [this.#entries, this.#texts, this.#letters, this.#position] = [[], [], 0, null];
    this.#hosts.forget();
    await this.log.append({ entries, position }, texts);
    this.state.reached(position);
  }

  /** The last entry on a page. */
  async lastSeen(page: number): Promise<SeenEntry> {
    const place = this.state.pages.place(page);
    const pending = place[0] === this.log.end.length ? this.#entries[place[1]] : null;
    return (pending ?? await this.log.entry(place)) as SeenEntry;
  }

  /** The same page again in the same run: a copy by its URL, if it says the same. */
  async #repeated(
    document: GivenDocument,
    page: number,
    text: Text | null,
    at: InstantText,
  ): Promise<SeenEntry | null> {
    const { pages, facts } = this.state;
    if (page < 0 || text === null || document.status !== 200 || pages.textOf(page) < 0) return null;
    if (pages.rows.of.run[page] !== facts?.run?.entry.run) return null;
    if (!pages.hasHash(page, text.hash)) return null;
    const { visit, decay } = await this.lastSeen(page);
    return {
      kind: "seen",
      page,
      ...spelling(document),
      at,
      look: "again",
      tier: "url",
      text: pages.textOf(page),
      before: pages.place(page),
      ...described(document),
      visit,
      decay,
    };
  }

  async #looked(
    document: GivenDocument,
    page: number,
    text: Text | null,
    at: InstantText,
  ): Promise<SeenEntry> {
    const { pages, facts } = this.state;
    const past = page < 0 ? null : await this.lastSeen(page);
    const host = this.judge.looksAtHosts ? await this.#hosts.view(past, text) : null;
    const judged = this.judge.visit(past, document, text, at, host);
    const sameRun = page >= 0 && pages.rows.of.run[page] === facts?.run?.entry.run;
    const number = page < 0 ? pages.rows.size : page;
    const look = this.#look(document, page, text, at, judged);
    const turn = past === null ? {} : turnOf(this.state, past, look, judged.mark);
    const decided = await this.#decided(number, look, text, sameRun);
    const { fetched, ...decision } = decided;
    return {
      kind: "seen",
      page: number,
      ...(page < 0 ? { key: document.key } : { before: pages.place(page) }),
      ...spelling(document),
      at,
      look,
      ...decision,
      ...(fetched && text !== null ? { hash: text.hash, length: text.given.length } : {}),
      ...described(document),
      ...turn,
      visit: judged.visit,
      decay: judged.decay,
    };
  }

  #look(
    { status, fetchedAt }: GivenDocument,
    page: number,
    text: Text | null,
    at: InstantText,
    { answer }: Judged,
  ): Look {
    const { pages } = this.state;
    if (answer === "lost" || answer === "failed" || answer === "ask-again") return answer;
    if (answer === "not-modified") return pages.textOf(page) < 0 ? "back" : answer;
    if (text === null) throw new RangeError(`An answer ${status} without a text was taken`);
    if (page < 0 || pages.rows.of.hashed[page] === 0) return "new";
    if (pages.hasHash(page, text.hash)) return pages.textOf(page) < 0 ? "back" : "again";
    if (this.#isOlder(page, at, fetchedAt !== null)) return "older";
    return pages.textOf(page) < 0 ? "back" : "changed";
  }

  /**
   * Whether another text of a page was fetched no later than the one that is known. What came in a
   * later run without a time is newer, whatever the clock said; and a known time that lies ahead of the
   * run was a clock that was wrong.
   */
  #isOlder(page: number, at: InstantText, isDated: boolean): boolean {
    const { pages: { rows }, facts } = this.state;
    const { run, at: begun } = facts?.run?.entry as RunEntry;
    if (!isDated && rows.of.run[page] !== run) return false;
    const known = rows.of.fetchedAt[page] as number;
    if (known > Temporal.Instant.from(begun).epochMilliseconds + AHEAD_MS) return false;
    return Temporal.Instant.from(at).epochMilliseconds <= known;
  }

  /** What follows for the text; `fetched`: the text given is written into this entry. */
  async #decided(page: number, look: Look, text: Text | null, sameRun: boolean): Promise<
    & { readonly tier: Tier | null; readonly text: number | null; readonly fetched: boolean }
    & { readonly like?: Likeness; readonly textAt?: Place; readonly hash?: Digest }
  > {
    const { pages } = this.state;
    const standing = page < pages.rows.size ? pages.textOf(page) : -1;
    const stays = { text: standing < 0 ? null : standing, fetched: false };
    switch (look) {
      case "lost":
      case "vanished":
        if (standing >= 0) this.state.release(page);
        return { tier: null, text: null, fetched: false };
      case "again":
        return { tier: sameRun ? "url" : null, ...stays };
      case "older":
        return { tier: sameRun ? "url" : null, ...stays };
      case "not-modified":
      case "ask-again":
      case "failed":
        return { tier: null, ...stays };
      case "back":
      case "changed":
      case "new": {
        const known = text ?? await this.#knownText(page);
        if (standing >= 0) this.state.release(page);
        const decision = decideOn(known, this.state);
        if (text === null) {
          return { ...decision, fetched: false, textAt: pages.textPlace(page) as Place };
        }
        if (decision.tier === "exact") {
          // Texts that are one under the normalisation are kept in one spelling.
          const textAt = pages.textPlace(decision.like?.of as number) as Place;
          return { ...decision, fetched: false, textAt, hash: known.hash };
        }
        return { ...decision, fetched: true };
      }
    }
  }

  /** The last good text of a page, for a visit that brings none. */
  async #knownText(page: number): Promise<Text> {
    const given = await this.#textAt(this.state.pages.textPlace(page) as Place);
    return textOf(given);
  }

  #textAt(place: Place): Promise<string> | string {
    if (place[0] !== this.log.end.length) return this.log.text(place);
    return numbered(this.#entries, this.#texts).get(place[1]) as string;
  }

  /** Texts that lost the page which stood for them: another page takes its place, or they go. */
  async #rehome(): Promise<void> {
    const { pages } = this.state;
    for (const text of pages.orphans()) {
      const holders = pages.holdersOf(text);
      const live = pages.kept.of.live[text] === 1;
      const heir = live ? holders.find((page) => pages.hasTextItself(page, text)) : undefined;
      if (heir !== undefined) {
        this.#record({ kind: "moved", page: heir, tier: "kept", text });
        continue;
      }
      if (live) this.#record({ kind: "left", text });
      for (const page of holders) {
        const decision = decideOn(await this.#knownText(page), this.state);
        this.#record({ kind: "moved", page, ...decision });
        if (this.#entries.length >= MOST_ENTRIES) await this.commit();
      }
    }
  }

  #record(entry: Entry, text: Text | null = null): void {
    this.state.apply(entry, [this.log.end.length, this.#entries.length], () => text?.normal ?? "");
    this.#entries.push(entry);
    if (text === null) return;
    this.#texts.push(text.given);
    this.#letters += text.given.length;
  }
}
