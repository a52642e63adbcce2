/**
 * Indexing a corpus anew under other rules: everything that was ever given is decided on once more.
 *
 * The new log is written beside the old one and takes its place as a whole; until then the old one is in
 * force, whatever happens. What visits said of a page's validators and decay stands as it was judged
 * then; which page a URL is, and which text a copy, is decided anew.
 *
 * @module
 */

import { canonicalUrl } from "./canonical_url.ts";
import { Collection } from "./collection.ts";
import type { CorpusPolicy } from "./corpus_policy.ts";
import type { Entry, Look, Place, Position, SeenEntry } from "./corpus_record.ts";
import { found } from "./corpus_run.ts";
import { DocumentLog, EMPTY } from "./document_log.ts";
import type { GivenDocument } from "./given_document.ts";
import { NearIndex } from "./near_join.ts";
import { markOf, type OpenCorpus } from "./open_corpus.ts";
import { Projections } from "./projections.ts";
import type { Judge, Judged, VisitedText } from "./visiting.ts";

/** Puts a new log in force; the corpus must be opened anew after it. */
export async function reindex(
  old: OpenCorpus,
  policy: CorpusPolicy,
  signal: AbortSignal,
): Promise<void> {
  const rewriting = await old.files.rewrite();
  const log = new DocumentLog(rewriting.log, old.files.path);
  const state = new Projections(new NearIndex(policy.near));
  const corpus = { files: old.files, log, state, checkpoint: EMPTY, checkpointBytes: 0 };
  try {
    const again = new Retelling(old, corpus, policy);
    for await (const [at, frame] of old.log.frames()) {
      signal.throwIfAborted();
      for (const [number, entry] of frame.entries.entries()) await again.tell(entry, [at, number]);
      again.reach(frame.position);
    }
    await again.finish();
  } catch (fault) {
    await rewriting.discard();
    throw fault;
  }
  await rewriting.finish(markOf(log.end));
}

/** Entries of the old log, told to a new collection in their order. */
class Retelling implements Judge {
  readonly looksAtHosts = false;
  readonly #collection: Collection;
  /** By page of the old log: its key, its URL as first given, and where its last good text lies. */
  readonly #keys: string[] = [];
  readonly #given: string[] = [];
  readonly #texts: (Place | undefined)[] = [];
  #told: SeenEntry | null = null;

  constructor(
    private readonly old: OpenCorpus,
    private readonly corpus: OpenCorpus,
    private readonly policy: CorpusPolicy,
  ) {
    this.#collection = new Collection(corpus.log, corpus.state, this);
  }

  async tell(entry: Entry, place: Place): Promise<void> {
    switch (entry.kind) {
      case "founded":
        return await found(this.corpus, entry.corpus, this.policy, entry.at);
      case "run":
        // Where the input of one run stood must not be taken for another's.
        await this.#collection.commit();
        return this.#collection.begin(entry);
      case "end":
        return await this.#collection.end(entry.at);
      case "seen":
        return await this.#seen(entry, place);
      case "moved":
      case "left":
        // Decisions, not observations: they follow anew.
        return;
    }
  }

  /** Where the input of a run stood that was cut off, so that it is gone on with from there. */
  reach(position: Position | null): void {
    if (position !== null && this.corpus.state.facts?.run?.ended === false) {
      this.#collection.reach(position);
    }
  }

  /** A run that was cut off is left as it was: begun, and to be gone on with. */
  async finish(): Promise<void> {
    await this.#collection.commit();
    await this.corpus.log.settled();
  }

  visit(past: SeenEntry | null, _document: GivenDocument, text: VisitedText | null): Judged {
    const { look, decay, visit: told, turn } = this.#told as SeenEntry;
    // Hashes of two normalisations must not be compared with each other.
    const contentHash = text?.hash ?? past?.visit?.contentHash;
    const visit = told === null || contentHash === undefined ? told : { ...told, contentHash };
    const mark = turn?.mark ?? null;
    return { answer: answerOf(look), visit, decay, why: { ko: "", en: "" }, mark };
  }

  passed(): SeenEntry["decay"] {
    return (this.#told as SeenEntry).decay;
  }

  async #seen(entry: SeenEntry, place: Place): Promise<void> {
    const { page } = entry;
    if (entry.key !== undefined) this.#keys[page] = entry.key;
    if (entry.key !== undefined) this.#given[page] = entry.given ?? entry.key;
    if (entry.length !== undefined) this.#texts[page] = place;
    else if (entry.textAt !== undefined) this.#texts[page] = entry.textAt;
    // Its text was not kept, and it was older than what was.
    if (entry.look === "older") return;
    this.#told = entry;
    const hasText = answerOf(entry.look) === "text";
    const at = this.#texts[page];
    const text = hasText && at !== undefined ? await this.old.log.text(at) : null;
    if (hasText && text === null) return;
    await this.#collection.take({ ...this.#documentOf(entry), text }, null);
  }

  #documentOf(entry: SeenEntry): GivenDocument {
    const key = this.#keys[entry.page] as string;
    const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(key);
    const given = entry.given ?? (isUrl ? key : this.#given[entry.page] as string);
    const canonical = isUrl ? canonicalUrl(given, this.policy.url) : null;
    const named = canonical?.kind === "canonical"
      ? { key: canonical.url, given, rules: canonical.applied }
      : { key, given: key, rules: [] };
    return {
      ...named,
      text: null,
      status: entry.status ?? 200,
      headers: {},
      asked: null,
      finalUrl: entry.finalUrl ?? null,
      // What had no time of its own has none again, so that it is not older than what it followed.
      fetchedAt: entry.at === this.corpus.state.facts?.run?.entry.at ? null : entry.at,
      title: entry.title ?? null,
      more: entry.more ?? null,
      stamp: entry.stamp ?? null,
      root: entry.root ?? null,
    };
  }
}

/** What was answered when a page looked so. */
function answerOf(look: Look): Judged["answer"] {
  switch (look) {
    case "lost":
    case "failed":
    case "ask-again":
    case "not-modified":
      return look;
    case "vanished":
      return "lost";
    default:
      return "text";
  }
}
