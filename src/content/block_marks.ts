/**
 * Marks of a block's text that counting misses: how it begins and ends, how often it is repeated, how
 * like the page's own title and description it is.
 *
 * @module
 */

import type { PageFacts } from "./page_facts.ts";
import { eachWordHash } from "./word_scan.ts";

/** Columns, one value for each block. */
export interface Edges {
  /** Kind of the first and last character: see {@linkcode unitKind}. */
  readonly first: Uint8Array;
  readonly last: Uint8Array;
  /** 1 ©, 2 money, 3 a year, 4 an arrow or bullet, 0 nothing of these. */
  readonly marked: Uint8Array;
}

/** Columns about all blocks of the page that have the same text, or stand at the same path. */
export interface Repeats {
  readonly text: Float64Array;
  /** How many blocks before it have its text. */
  readonly textBefore: Float64Array;
  readonly path: Float64Array;
  readonly pathWords: Float64Array;
  readonly pathLinks: Float64Array;
  readonly pathShare: Float64Array;
  readonly pathStops: Float64Array;
}

/** Columns: shares of a block's words that the title and description have, and of the title's it has. */
export interface Likeness {
  readonly title: Float64Array;
  readonly cover: Float64Array;
  readonly description: Float64Array;
  /** Share of its pairs of words that the page's structured description or body has; -1: no such. */
  readonly stated: Float64Array;
}

/** Reads beginnings and ends. */
export function blockEdges({ page, blocks }: PageFacts): Edges {
  const first = new Uint8Array(blocks.count);
  const last = new Uint8Array(blocks.count);
  const marked = new Uint8Array(blocks.count);
  for (let i = 0; i < blocks.count; i++) {
    let begun = false;
    for (let n = blocks.first[i] as number; n <= (blocks.last[i] as number); n++) {
      const node = page.nodes[n];
      if (node === undefined || node.kind === "image" || node.text === "") continue;
      if (!begun) first[i] = unitKind(node.text.charCodeAt(0));
      begun = true;
      last[i] = unitKind(node.text.charCodeAt(node.text.length - 1));
      if (marked[i] === 0) marked[i] = markOf(node.text.slice(0, 200));
    }
  }
  return { first, last, marked };
}

/** 1 lower, 2 upper, 3 digit, 4 stop, 5 colon, 6 question, 7 comma, 8 bracket, 9 other mark. */
function unitKind(unit: number): number {
  const text = String.fromCharCode(unit);
  if (/[.!。…]/.test(text)) return 4;
  if (/[:：]/.test(text)) return 5;
  if (/[?？]/.test(text)) return 6;
  if (/[,;、]/.test(text)) return 7;
  if (/[()[\]{}]/.test(text)) return 8;
  if (unit >= 48 && unit <= 57) return 3;
  if (unit >= 0x80 || text.toLowerCase() !== text.toUpperCase()) {
    return text.toLowerCase() === text ? 1 : 2;
  }
  return 9;
}

function markOf(text: string): number {
  if (/©|\(c\)|copyright/i.test(text)) return 1;
  if (/[$€£¥₩]\s?\d|\d\s?(?:[€₩원]|usd|eur|kr\b)/i.test(text)) return 2;
  if (/(?:19|20)\d\d/.test(text)) return 3;
  return /[›»→▼▾|•·]/.test(text) ? 4 : 0;
}

/** Counts repeated texts and paths. */
export function blockRepeats({ page, blocks, block, element, words }: PageFacts): Repeats {
  const texts = new Map<number, number>();
  const groups = new Map<number, { count: number; words: number; links: number; stops: number }>();
  const keys = new Int32Array(blocks.count);
  const before = new Float64Array(blocks.count);
  for (let i = 0; i < blocks.count; i++) {
    const hash = block.textHash[i] as number;
    before[i] = texts.get(hash) ?? 0;
    texts.set(hash, (before[i] as number) + 1);
    const inner = page.nodes[blocks.first[i] as number]?.element ?? -1;
    const key = inner < 0 ? 0 : element.path[inner] as number;
    keys[i] = key;
    const group = groups.get(key) ?? { count: 0, words: 0, links: 0, stops: 0 };
    group.count++;
    group.words += block.words[i] as number;
    group.links += block.linkWords[i] as number;
    group.stops += block.stops[i] as number;
    groups.set(key, group);
  }
  const column = (value: (i: number) => number) =>
    Float64Array.from(blocks.first, (_, i) => value(i));
  const of = (i: number) =>
    groups.get(keys[i] as number) as { count: number; words: number; links: number; stops: number };
  return {
    text: column((i) => texts.get(block.textHash[i] as number) ?? 0),
    textBefore: before,
    path: column((i) => of(i).count),
    pathWords: column((i) => of(i).words / of(i).count),
    pathLinks: column((i) => of(i).links / Math.max(1, of(i).words)),
    pathShare: column((i) => of(i).words / Math.max(1, words)),
    pathStops: column((i) => of(i).stops / of(i).count),
  };
}

/** Compares every block with what the page says about itself. */
export function blockLikeness({ page, blocks, block }: PageFacts): Likeness {
  const title = hashes(`${page.meta.get("og:title") ?? ""} ${page.title}`);
  const description = hashes(
    `${page.meta.get("og:description") ?? ""} ${page.meta.get("description") ?? ""}`,
  );
  const found = {
    title: new Float64Array(blocks.count),
    cover: new Float64Array(blocks.count),
    description: new Float64Array(blocks.count),
    stated: statedShares(page, blocks),
  };
  for (let i = 0; i < blocks.count; i++) {
    let inTitle = 0;
    let described = 0;
    const seen = new Set<number>();
    if ((block.words[i] as number) > 100) continue;
    for (let n = blocks.first[i] as number; n <= (blocks.last[i] as number); n++) {
      const node = page.nodes[n];
      if (node === undefined || node.kind === "image") continue;
      eachWordHash(node.text, (hash) => {
        if (title.has(hash)) {
          inTitle++;
          seen.add(hash);
        }
        if (description.has(hash)) described++;
      });
    }
    const words = Math.max(1, block.words[i] as number);
    found.title[i] = inTitle / words;
    found.cover[i] = seen.size / Math.max(1, title.size);
    found.description[i] = described / words;
  }
  return found;
}

/** Structured text is told as HTML by some. */
function statedShares(page: PageFacts["page"], blocks: PageFacts["blocks"]): Float64Array {
  const shares = new Float64Array(blocks.count);
  const told = `${page.stated?.description ?? ""} ${page.stated?.body ?? ""}`
    .replace(/<[^>]{0,200}>|&[a-z#0-9]{1,8};/g, " ");
  const pairs = new Set<number>();
  eachPair([told], (pair) => pairs.add(pair));
  if (pairs.size < 3) return shares.fill(-1);
  for (let i = 0; i < blocks.count; i++) {
    const texts: string[] = [];
    for (let n = blocks.first[i] as number; n <= (blocks.last[i] as number); n++) {
      const node = page.nodes[n];
      if (node !== undefined && node.kind !== "image") texts.push(node.text);
    }
    let all = 0;
    let known = 0;
    eachPair(texts, (pair) => {
      all++;
      if (pairs.has(pair)) known++;
    });
    shares[i] = known / Math.max(1, all);
  }
  return shares;
}

function eachPair(texts: readonly string[], see: (pair: number) => void): void {
  let before = 0;
  for (const text of texts) {
    eachWordHash(text, (hash) => {
      if (before !== 0) see(Math.imul(before, 31) ^ hash);
      before = hash;
    });
  }
}

function hashes(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  eachWordHash(text, (hash) => found.add(hash));
  return found;
}
