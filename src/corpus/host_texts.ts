/**
 * What the pages of one host have in common: the frame of menus and notes that stands on all of them.
 *
 * It is known by its phrases, three words in a row, wherever they stand. Which pages are looked at is
 * decided in `host_sample.ts`, what follows from sharing in `decay.ts`.
 *
 * @module
 */

import { digestOf } from "../digest.ts";

/** What a host's other documents say about one of them that shows another text than before. */
export interface HostView {
  /**
   * How many other paths of the host have turned to the text with this {@linkcode textMark}, less those
   * that had this document's former text as well: views of one list change together, and that makes
   * them no error page.
   */
  sameText(mark: string): number;
  /** Share, 0 to 1, of the text's characters in phrases that at least three other documents have. */
  sharedShare(text: string): number;
}

/** Digits of a mark: 52 bits. */
export const MARK = 13;

/** Short name of a text: the first digits of its digest, in hexadecimal. */
export function textMark(text: string): string {
  return digestOf(text).slice(0, MARK);
}

/** Other documents that make a phrase common. */
const COMMON = 3;

/** Words of a phrase: enough to be no idiom, few enough to be whole in a cut menu. */
const PHRASE = 3;

/** Some texts of a host, as hashes of their phrases. */
export class HostTexts {
  readonly #texts: { readonly path: number; readonly phrases: ReadonlySet<number> }[] = [];

  /** Adds the text of a page; `path` names what it is a view of. */
  add(path: number, text: string): void {
    this.#texts.push({ path, phrases: new Set(phrasesOf(wordsIn(text))) });
  }

  /** Share, 0 to 1, of the text's characters in phrases that three texts of other paths have. */
  sharedShare(path: number, text: string): number {
    const others = this.#texts.filter((other) => other.path !== path);
    const words = wordsIn(text);
    const isShared = new Uint8Array(words.length);
    phrasesOf(words).forEach((phrase, at) => {
      const count = others.filter(({ phrases }) => phrases.has(phrase)).length;
      if (count >= COMMON) isShared.fill(1, at, at + PHRASE);
    });
    let [shared, all] = [0, 0];
    for (const [i, { length }] of words.entries()) {
      all += length;
      if (isShared[i] === 1) shared += length;
    }
    return all === 0 ? 0 : shared / all;
  }
}

/** Marks of a page's host and of its path, 32 bits each; 0 where the page has no address. */
export function placeMarks(key: string): readonly [host: number, path: number] {
  if (!key.startsWith("http://") && !key.startsWith("https://")) return [0, 0];
  let [hash, host] = [FNV, 0];
  for (let i = 0; i < key.length; i++) {
    const c = key.charCodeAt(i);
    // URLs that differ in their query alone are views of one thing.
    if (c === QUERY || c === FRAGMENT) break;
    if (c === SLASH && host === 0 && i >= LEAST_HOST_END) host = hash >>> 0 || 1;
    hash = Math.imul(hash ^ c, PRIME);
  }
  return [host === 0 ? hash >>> 0 || 1 : host, hash >>> 0 || 1];
}

function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** A hash for every `PHRASE` words in a row, by the number of the first; of few words, one for all. */
function phrasesOf(words: readonly string[]): readonly number[] {
  const hashes = words.map((word) => hashOf(word, FNV));
  const count = Math.max(Math.min(1, words.length), words.length - PHRASE + 1);
  return Array.from(
    { length: count },
    (_, at) =>
      hashes.slice(at, at + PHRASE).reduce((hash, word) => Math.imul(hash, 31) + word | 0, 0),
  );
}

const [SLASH, QUERY, FRAGMENT] = [0x2f, 0x3f, 0x23];
const FNV = 0x811c9dc5;
const PRIME = 0x01000193;
/** In `http://a/` the host ends here, behind both slashes of `https://`. */
const LEAST_HOST_END = 8;

/** FNV-1a over code units, from `seed`. */
function hashOf(word: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME);
  return hash;
}
