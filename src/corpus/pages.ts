/**
 * What is held in memory of every page and every kept text: about 150 bytes for both, no object a row.
 *
 * A page is what a document was fetched from: a canonical URL, a file, an id. A text is kept once,
 * and one page stands for it, its owner; pages that have the same or nearly the same text are its holders,
 * in a list through the rows. All else is in the log, at the places that are named here.
 *
 * @module
 */

import type { Digest } from "../model.ts";
import { digestOf } from "../digest.ts";
import { Columns } from "./columns.ts";
import type { Place, SeenEntry } from "./corpus_record.ts";
import { DigestTable, wordsOf } from "./digest_table.ts";
import { placeMarks } from "./host_texts.ts";

/** What can be thought of a page's text. */
export const STANDING = { none: 0, trusted: 1, decayed: 2, gone: 3 } as const;

/** Row numbers are stored + 1, so that 0 is none. */
const PAGE = {
  text: "i32",
  previous: "i32",
  next: "i32",
  /** The last entry on the page. */
  frame: "f64",
  entry: "u16",
  /** Its first entry, which has the key, and the one that decided on its text. */
  firstFrame: "f64",
  firstEntry: "u16",
  decidedFrame: "f64",
  decidedEntry: "u16",
  /** Where its last good text lies; frame + 1. */
  textFrame: "f64",
  textEntry: "u16",
  /** The run that looked last. */
  run: "i32",
  stamp: "f64",
  root: "u16",
  /** Of the text that is known, ms since 1970. */
  fetchedAt: "f64",
  standing: "u8",
  /** 1: has been given a text. */
  hashed: "u8",
  /** Marks of the URL's host and path; 0 for none. */
  host: "u32",
  path: "u32",
  /** How often the page was given again in one run, under whatever URL. */
  repeats: "u32",
} as const;

const TEXT = { owner: "i32", first: "i32", holders: "i32", live: "u8" } as const;

/** Pages and kept texts. */
export class Pages {
  readonly rows = new Columns(PAGE);
  readonly kept = new Columns(TEXT);
  keys = new DigestTable();
  /** Digests of the pages' own last good texts; replaced in place. */
  readonly hashes = new Columns({ a: "u32", b: "u32", c: "u32", d: "u32" } as const);
  texts = new DigestTable();

  /** Number of a page, or −1. */
  find(key: string): number {
    return this.keys.find(wordsOf(digestOf(key)));
  }

  addPage(key: string): number {
    this.keys.add(wordsOf(digestOf(key)));
    this.hashes.add();
    return this.rows.add();
  }

  /** The live text with this digest, or −1. */
  findText(hash: Digest): number {
    const text = this.texts.find(wordsOf(hash));
    return text >= 0 && this.kept.of.live[text] === 1 ? text : -1;
  }

  /** Adds a kept text: the last good one of `page`. */
  addTextOf(page: number): void {
    this.kept.of.live[this.kept.add()] = 1;
    this.texts.add(this.#hashOf(page));
  }

  textOf(page: number): number {
    return (this.rows.of.text[page] as number) - 1;
  }

  /** The page that stands for a text, or −1. */
  ownerOf(text: number): number {
    return (this.kept.of.owner[text] as number) - 1;
  }

  /** Whether the page stands for its text: whether it is in the kept set. */
  isKept(page: number): boolean {
    const text = this.textOf(page);
    return text >= 0 && this.ownerOf(text) === page;
  }

  place(page: number): Place {
    return [this.rows.of.frame[page] as number, this.rows.of.entry[page] as number];
  }

  /** Place of the entry that has the key. */
  first(page: number): Place {
    return [this.rows.of.firstFrame[page] as number, this.rows.of.firstEntry[page] as number];
  }

  /** Place of the entry, a look or a move, that decided on the page's present text. */
  decided(page: number): Place {
    return [this.rows.of.decidedFrame[page] as number, this.rows.of.decidedEntry[page] as number];
  }

  setDecided(page: number, place: Place): void {
    const { of: row } = this.rows;
    [row.decidedFrame[page], row.decidedEntry[page]] = place;
  }

  /** Where the last good text lies; `null` where there has been none. */
  textPlace(page: number): Place | null {
    const frame = this.rows.of.textFrame[page] as number;
    return frame === 0 ? null : [frame - 1, this.rows.of.textEntry[page] as number];
  }

  /** Whether the page's last good text has this digest. */
  hasHash(page: number, hash: Digest): boolean {
    const { a, b, c, d } = this.hashes.of;
    const [w0, w1, w2, w3] = wordsOf(hash);
    return this.rows.of.hashed[page] === 1 && a[page] === w0 && b[page] === w1 &&
      c[page] === w2 && d[page] === w3;
  }

  setHash(page: number, hash: Digest): void {
    const { a, b, c, d } = this.hashes.of;
    [a[page], b[page], c[page], d[page]] = wordsOf(hash) as [number, number, number, number];
    this.rows.of.hashed[page] = 1;
  }

  /** Whether the page has the very text, and not one that is nearly so. */
  hasTextItself(page: number, text: number): boolean {
    return this.rows.of.hashed[page] === 1 && this.texts.isWords(text, this.#hashOf(page));
  }

  #hashOf(page: number): readonly number[] {
    const { a, b, c, d } = this.hashes.of;
    return [a[page], b[page], c[page], d[page]] as number[];
  }

  /** Makes a page a holder of a text; its owner too where the text has none and `owns`. */
  hold(page: number, text: number, owns: boolean): void {
    const { rows: { of: row }, kept: { of: kept } } = this;
    const first = kept.first[text] as number;
    row.text[page] = text + 1;
    row.previous[page] = 0;
    row.next[page] = first;
    if (first > 0) row.previous[first - 1] = page + 1;
    kept.first[text] = page + 1;
    kept.holders[text] = (kept.holders[text] as number) + 1;
    if (owns) kept.owner[text] = page + 1;
  }

  /** Takes a page away from its text and returns the text, −1 where it had none. */
  leave(page: number): number {
    const { rows: { of: row }, kept: { of: kept } } = this;
    const text = this.textOf(page);
    if (text < 0) return -1;
    const [before, after] = [row.previous[page] as number, row.next[page] as number];
    if (before > 0) row.next[before - 1] = after;
    else kept.first[text] = after;
    if (after > 0) row.previous[after - 1] = before;
    kept.holders[text] = (kept.holders[text] as number) - 1;
    if (kept.owner[text] === page + 1) kept.owner[text] = 0;
    row.text[page] = 0;
    return text;
  }

  /** Holders of a text in the order of their numbers. */
  holdersOf(text: number): readonly number[] {
    const found: number[] = [];
    const { next } = this.rows.of;
    for (let page = this.kept.of.first[text] as number; page > 0; page = next[page - 1] as number) {
      found.push(page - 1);
    }
    return found.sort((a, b) => a - b);
  }

  /** Texts that pages hold and none stands for. */
  orphans(): readonly number[] {
    const { owner, holders } = this.kept.of;
    const found: number[] = [];
    for (let text = 0; text < this.kept.size; text++) {
      if (owner[text] === 0 && (holders[text] as number) > 0) found.push(text);
    }
    return found;
  }

  /** Documents in the kept set. */
  keptCount(): number {
    const { owner } = this.kept.of;
    let count = 0;
    for (let text = 0; text < this.kept.size; text++) if (owner[text] !== 0) count += 1;
    return count;
  }

  /** Pages of a folder that a run has not come across. */
  unseen(root: number, run: number): readonly number[] {
    const { root: roots, run: runs, standing } = this.rows.of;
    const found: number[] = [];
    for (let page = 0; page < this.rows.size; page++) {
      if (roots[page] !== root || runs[page] === run) continue;
      if (standing[page] !== STANDING.gone) found.push(page);
    }
    return found;
  }

  /** Notes what an entry says of the page itself. */
  note(entry: SeenEntry, place: Place, run: number): void {
    const { of: row } = this.rows;
    const { page } = entry;
    [row.frame[page], row.entry[page]] = place;
    if (entry.key !== undefined) {
      [row.firstFrame[page], row.firstEntry[page]] = place;
      [row.host[page], row.path[page]] = placeMarks(entry.key);
    }
    if (entry.key !== undefined || (entry.tier !== null && entry.tier !== "url")) {
      this.setDecided(page, place);
    }
    row.run[page] = run;
    if (entry.stamp !== undefined) row.stamp[page] = entry.stamp;
    if (entry.root !== undefined) row.root[page] = entry.root;
    if (entry.textAt !== undefined || entry.length !== undefined) {
      const [frame, number] = entry.textAt ?? place;
      row.textFrame[page] = frame + 1;
      row.textEntry[page] = number;
    }
  }
}
