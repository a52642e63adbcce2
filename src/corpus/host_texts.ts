/**
 * What the documents of one host have in common: whole texts, and the pieces that stand on every page.
 *
 * Kept are hashes of the last one to two thousand documents, no texts. A text is cut into pieces by
 * its own words, about four words each, so that the same menu gives the same pieces wherever it
 * stands. What follows from sharing is decided in `decay.ts`.
 *
 * @module
 */

import { digestOf } from "../digest.ts";

/** What a host's other documents say about one of them. */
export interface HostView {
  /**
   * How many other paths of the host have this text now, less those that had the text `before`, too:
   * views of one list change together, and that makes them no error page.
   *
   * @param before {@linkcode textMark} of the document's last good text, or `null`.
   */
  sameText(url: string, text: string, before: string | null): number;
  /** Share, 0 to 1, of the text's characters in pieces that at least three other documents have. */
  sharedShare(url: string, text: string): number;
}

/** Short name of a text: 52 bits of its digest, in hexadecimal. */
export function textMark(text: string): string {
  return digestOf(text).slice(0, 13);
}

interface Seen {
  readonly path: string;
  readonly text: string;
  readonly before: string | null;
}

/** Documents of one stretch of time, each counted once. */
interface Generation {
  readonly documents: Map<string, Seen>;
  readonly pieces: Map<number, number>;
}

/** Documents of a generation; the one before it is kept as well. */
const GENERATION = 1000;
/** Other documents that make a piece common. */
const COMMON = 3;
const FORMAT = 1;

/** The texts of one host; bounded, and savable between runs. */
export class HostTexts implements HostView {
  #now = generation();
  #before = generation();

  /** Counts a document with its text of today, good or bad. */
  add(url: string, text: string): void {
    const mark = textMark(text);
    const known = this.#now.documents.get(url) ?? this.#before.documents.get(url);
    const before = known === undefined ? null : known.text === mark ? known.before : known.text;
    if (!this.#now.documents.has(url)) {
      if (this.#now.documents.size >= GENERATION) {
        this.#before = this.#now;
        this.#now = generation();
      }
      for (const [hash] of piecesOf(text)) {
        this.#now.pieces.set(hash, (this.#now.pieces.get(hash) ?? 0) + 1);
      }
    }
    this.#now.documents.set(url, { path: pathOf(url), text: mark, before });
  }

  sameText(url: string, text: string, before: string | null): number {
    const [mark, own] = [textMark(text), pathOf(url)];
    const paths = new Set<string>();
    for (const { documents } of [this.#before, this.#now]) {
      for (const seen of documents.values()) {
        const isView = before !== null && seen.before === before;
        if (seen.text === mark && seen.path !== own && !isView) paths.add(seen.path);
      }
    }
    return paths.size;
  }

  sharedShare(url: string, text: string): number {
    let [shared, all] = [0, 0];
    for (const [hash, length] of piecesOf(text)) {
      all += length;
      if (this.#others(url, hash) >= COMMON) shared += length;
    }
    return all === 0 ? 0 : shared / all;
  }

  /** The bytes that {@linkcode HostTexts.load} reads. */
  save(): Uint8Array {
    const generations = [this.#before, this.#now].map(({ documents, pieces }) => ({
      documents: [...documents].map(([url, { text, before }]) => [url, text, before]),
      pieces: [...pieces].flat(),
    }));
    return new TextEncoder().encode(JSON.stringify({ format: FORMAT, generations }));
  }

  /** What was saved; nothing where another version wrote it, since all of it is learned again. */
  static load(bytes: Uint8Array): HostTexts {
    const texts = new HostTexts();
    const saved = JSON.parse(new TextDecoder().decode(bytes)) as Saved;
    if (saved.format !== FORMAT) return texts;
    [texts.#before, texts.#now] = saved.generations.map(restored) as [Generation, Generation];
    return texts;
  }

  /** Documents other than `url` with the piece, in the generation that has more of them. */
  #others(url: string, hash: number): number {
    return Math.max(
      ...[this.#before, this.#now].map(({ documents, pieces }) =>
        (pieces.get(hash) ?? 0) - (documents.has(url) ? 1 : 0)
      ),
    );
  }
}

interface Saved {
  readonly format: number;
  readonly generations: readonly {
    readonly documents: readonly (readonly [url: string, text: string, before: string | null])[];
    readonly pieces: readonly number[];
  }[];
}

function restored({ documents, pieces }: Saved["generations"][number]): Generation {
  const back = generation();
  for (const [url, text, before] of documents) {
    back.documents.set(url, { path: pathOf(url), text, before });
  }
  for (let i = 0; i < pieces.length; i += 2) {
    back.pieces.set(pieces[i] as number, pieces[i + 1] as number);
  }
  return back;
}

function generation(): Generation {
  return { documents: new Map(), pieces: new Map() };
}

/** URLs that differ in their query alone are views of one thing. */
function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, "");
}

/** The distinct pieces of a text with their lengths; a word whose hash says so ends a piece. */
function piecesOf(text: string): ReadonlyMap<number, number> {
  const pieces = new Map<number, number>();
  let [piece, length] = [FNV, 0];
  for (const word of text.split(/\s+/)) {
    if (word === "") continue;
    const hash = hashOf(word, FNV);
    piece = hashOf(word, Math.imul(piece, 31));
    length += word.length;
    if ((hash >>> 7 & 3) !== 0) continue;
    pieces.set(piece >>> 0, length);
    [piece, length] = [FNV, 0];
  }
  if (length > 0) pieces.set(piece >>> 0, length);
  return pieces;
}

const FNV = 0x811c9dc5;

/** FNV-1a over code units, from `seed`. */
function hashOf(word: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}
