/**
 * One run over a corpus: which sources are read, from where, and what is done with each thing read.
 *
 * A run that was cut off is taken up where its last committed batch stands when the same is asked for
 * again; anything else begins a new run. What a document means is decided in `collection.ts`.
 *
 * @module
 */

import type { InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import { canonicalUrl } from "./canonical_url.ts";
import { Collection } from "./collection.ts";
import type { Tally } from "./corpus_counts.ts";
import type { DocumentFiles } from "./corpus_files.ts";
import type { CorpusPolicy } from "./corpus_policy.ts";
import type { Position, Source } from "./corpus_record.ts";
import { keyOfFile, type Read, type Reading, readSource } from "./document_source.ts";
import type { OpenCorpus } from "./open_corpus.ts";
import { judgeVisits } from "./visiting.ts";

/** What a run is to do. */
export interface Run {
  readonly what: "add" | "scan";
  readonly sources: readonly Source[];
  /** The sources are all that were ever added: nobody named them now. */
  readonly all: boolean;
  readonly files: DocumentFiles;
  readonly now: () => Temporal.Instant;
  readonly signal: AbortSignal;
  /** Told of every input that could not be used. */
  readonly refuse: (place: string, why: Sentence) => void;
  /** Told after every document; `bytes` of the source are read. */
  readonly progress: (documents: number, place: string, bytes: number) => void;
}

/** How a run ended. */
export interface RunDone {
  readonly run: number;
  readonly resumed: boolean;
  readonly counts: Tally;
  /** Inputs that could not be used, and files of kinds that hold no text. */
  readonly bad: number;
  readonly other: number;
}

/** Runs to the end; the corpus must have been founded. */
export async function runCorpus(corpus: OpenCorpus, run: Run): Promise<RunDone> {
  const collection = new Collection(corpus.log, corpus.state, judgeVisits);
  const last = corpus.state.facts?.run ?? null;
  const resumed = last !== null && !last.ended && last.entry.what === run.what &&
    JSON.stringify(last.entry.sources) === JSON.stringify(run.sources);
  if (!resumed) {
    const at = run.now().round("millisecond").toString() as InstantText;
    const { what, sources } = run;
    collection.begin({ kind: "run", run: (last?.entry.run ?? 0) + 1, what, sources, at });
  }
  const turn = new Turn(corpus, collection, run, resumed ? last.position : null);
  await turn.all();
  await collection.end(run.now().round("millisecond").toString() as InstantText);
  const { entry, counts } = corpus.state.facts?.run as NonNullable<typeof last>;
  return { run: entry.run, resumed, counts, bad: turn.bad, other: turn.other };
}

/** Founds a corpus that has no entry yet. */
export async function found(
  { log, state }: OpenCorpus,
  corpus: string,
  policy: CorpusPolicy,
  at: InstantText,
): Promise<void> {
  const entry = { kind: "founded", corpus, at, policy } as const;
  const place = [log.end.length, 0] as const;
  state.apply(entry, place, () => "");
  await log.append({ entries: [entry], position: null }, []);
}

const ABSENT: Sentence = {
  ko: "없습니다. 여기서 넣은 문서는 그대로 둡니다",
  en: "it is not there; the documents taken from it stay as they are",
};
const EMPTIED: Sentence = {
  ko: "폴더가 비어 있어 문서를 그대로 둡니다. 정말 비운 것이면 scan에 이 폴더를 지정하십시오",
  en: "the folder is empty, so its documents stay as they are; name it to scan if that is true",
};

class Turn {
  bad: number;
  other = 0;

  constructor(
    private readonly corpus: OpenCorpus,
    private readonly collection: Collection,
    private readonly run: Run,
    private readonly from: Position | null,
  ) {
    this.bad = from?.bad ?? 0;
  }

  async all(): Promise<void> {
    const reading = this.#reading();
    for (const [number, source] of this.run.sources.entries()) {
      if (number < (this.from?.source ?? 0)) continue;
      if (source.kind !== "stdin" && await this.run.files.look(source.path) === null) {
        this.#refuse(source.path, ABSENT);
        continue;
      }
      let isEmpty = number !== this.from?.source;
      for await (const read of readSource(source, number, this.from, reading)) {
        isEmpty = false;
        this.run.signal.throwIfAborted();
        await this.#take(read);
        this.run.progress(this.corpus.state.facts?.run?.counts.seen ?? 0, read.place, read.bytes);
      }
      if (this.run.what === "scan" && source.kind === "folder") {
        await this.#vanish(source.path, isEmpty);
      }
    }
  }

  #refuse(place: string, why: Sentence): void {
    this.bad += 1;
    this.run.refuse(place, why);
  }

  #reading(): Reading {
    const { state } = this.corpus;
    const policy = state.facts?.policy as CorpusPolicy;
    const { rows } = state.pages;
    return {
      files: this.run.files,
      toKey: (url) => canonicalUrl(url, policy.url),
      stampOf: (key) => {
        const page = state.pages.find(key);
        return page < 0 ? 0 : rows.of.stamp[page] as number;
      },
      rootOf: (source) => this.#rootOf(this.run.sources[source]?.path as string),
      now: () => this.run.now().epochMilliseconds,
    };
  }

  #rootOf(path: string): number {
    const { sources } = this.corpus.state.facts ?? { sources: [] };
    return sources.findIndex((source) => source.path === path) + 1;
  }

  async #take(read: Read): Promise<void> {
    const { state } = this.corpus;
    const at = state.facts?.run?.entry.at as InstantText;
    const position = { ...read.position, bad: this.bad };
    switch (read.kind) {
      case "document":
        await this.collection.take(read.document, position);
        return;
      case "same":
        this.collection.reach(position);
        return await this.collection.pass(state.pages.find(read.key), "again", at);
      case "other":
        this.other += 1;
        return;
      case "bad": {
        this.#refuse(read.place, read.why);
        this.collection.reach({ ...position, bad: this.bad });
        // A file that cannot be read now is not gone.
        const page = state.pages.find(keyOfFile(read.place));
        if (page >= 0) await this.collection.pass(page, "failed", at);
      }
    }
  }

  async #vanish(path: string, isEmpty: boolean): Promise<void> {
    const { entry } = this.corpus.state.facts?.run ?? {};
    if (entry === undefined) return;
    const unseen = this.corpus.state.pages.unseen(this.#rootOf(path), entry.run);
    // A disk that is not mounted leaves an empty folder.
    if (isEmpty && this.run.all && unseen.length > 0) return this.#refuse(path, EMPTIED);
    for (const page of unseen) {
      await this.collection.pass(page, "vanished", entry.at);
    }
  }
}
