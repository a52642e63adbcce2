/**
 * What the log of a corpus records: one entry for every look at a page, and for every decision on its text.
 *
 * The log is the only truth; everything else is made from its entries, see `projections.ts`. How entries
 * lie in a file is decided in `log_frame.ts`.
 *
 * @module
 */

import type { Digest, InstantText } from "../model.ts";
import type { CorpusPolicy } from "./corpus_policy.ts";
import type { DecayState } from "./decay_state.ts";
import type { KnownVisit } from "./validators.ts";

/**
 * Where a text was found to belong: `url` the same page again, `exact` the same text elsewhere, `near`
 * nearly so, `update` a text that differs in digits alone and is kept, `kept` a new one.
 */
export type Tier = "url" | "exact" | "near" | "update" | "kept";

/** Place of an entry: the frame's offset in bytes, and the number of the entry in the frame. */
export type Place = readonly [frame: number, entry: number];

/** Whose text another one was compared with, and how near it is. */
export interface Likeness {
  /** Number of the page that stands for the text. */
  readonly of: number;
  /** Exact Jaccard similarity of the shingles, 0 to 1; 1 for the same text. */
  readonly similarity: number;
  /** What was needed at this length. */
  readonly threshold: number;
  /** Shingles that both have, and how many each has; left out for the same text. */
  readonly shared?: number;
  readonly shingles?: readonly [own: number, others: number];
}

/** What a look at a page showed. */
export type Look =
  | "new"
  /** The same text as before. */
  | "again"
  /** Another text than before. */
  | "changed"
  /** A text after a time in which there was none to be trusted. */
  | "back"
  /** 304, believed. */
  | "not-modified"
  /** 304, not believed: to be asked again without a condition. */
  | "ask-again"
  /** Another text, fetched no later than the one that is known. */
  | "older"
  /** No text that could be trusted: decayed or gone. */
  | "lost"
  /** No answer that says anything, such as 503. */
  | "failed"
  /** A file that is in its folder no more. */
  | "vanished";

/** One document that was given, and what was made of it. */
export interface SeenEntry {
  readonly kind: "seen";
  readonly page: number;
  /** What the page is told apart by; in its first entry only. */
  readonly key?: string;
  /** URL as given, where it is not the key. */
  readonly given?: string;
  /** Rules that made the key of what was given. */
  readonly rules?: readonly string[];
  /** When it was fetched. */
  readonly at: InstantText;
  readonly look: Look;
  /** `null` where no text was decided on. */
  readonly tier: Tier | null;
  /** Running number of the kept text that stands for the page after this; `null` for none. */
  readonly text: number | null;
  readonly like?: Likeness;
  /** SHA-256 of the normal text that was given. */
  readonly hash?: Digest;
  /** Length of the text in this frame, in UTF-16 units. */
  readonly length?: number;
  /** Where the page's last good text lies, if not in this very entry. */
  readonly textAt?: Place;
  /** The page's entry before. */
  readonly before?: Place;
  readonly status?: number;
  readonly finalUrl?: string;
  readonly title?: string;
  /** Whatever else was given with the document, as it was. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Size and time of a file, so that it is read again only when they change; 0 for never. */
  readonly stamp?: number;
  /** The folder it was found in, by its number among all that the corpus has read; from 1. */
  readonly root?: number;
  /** A text came, with this mark, that is not the last good one; `from`: the kept text it had. */
  readonly turn?: { readonly mark: string; readonly from: number };
  readonly visit: KnownVisit | null;
  readonly decay: DecayState;
}

/** A page whose text was decided on again, because the one that stood for it went. */
export interface MovedEntry {
  readonly kind: "moved";
  readonly page: number;
  readonly tier: Tier;
  readonly text: number;
  readonly like?: Likeness;
}

/** A text that no page stands for any more: out of all indices. */
export interface LeftEntry {
  readonly kind: "left";
  readonly text: number;
}

/** What is read: a file, a folder, or `-` for standard input. */
export interface Source {
  readonly path: string;
  readonly kind: "file" | "folder" | "stdin";
}

/** A run begins. */
export interface RunEntry {
  readonly kind: "run";
  readonly run: number;
  readonly what: "add" | "scan";
  readonly sources: readonly Source[];
  readonly at: InstantText;
}

/** A run has read everything. */
export interface EndEntry {
  readonly kind: "end";
  readonly run: number;
  readonly at: InstantText;
}

/** The first entry of a log. */
export interface FoundedEntry {
  readonly kind: "founded";
  readonly corpus: string;
  readonly at: InstantText;
  readonly policy: CorpusPolicy;
}

export type Entry = FoundedEntry | RunEntry | SeenEntry | MovedEntry | LeftEntry | EndEntry;

/** How far the input of a run has been read by a frame. */
export interface Position {
  /** Number of the source in its run. */
  readonly source: number;
  /** The file, where the source is a folder. */
  readonly file?: string;
  /** Size and time of the file when it was opened; another file is read from its beginning. */
  readonly stamp: number;
  /** Bytes and lines read. */
  readonly offset: number;
  readonly line: number;
  /** Lines that could not be used so far in the run. */
  readonly bad: number;
}

/** What is committed at once: all of it or nothing. */
export interface Batch {
  readonly entries: readonly Entry[];
  readonly position: Position | null;
}
