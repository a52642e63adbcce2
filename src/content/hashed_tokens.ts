/**
 * Names and words as numbers of buckets: what an element is called, what a block says.
 *
 * Different tokens may share a bucket; what a bucket is worth is learned.
 *
 * @module
 */

import type { PageFacts } from "./page_facts.ts";
import { eachWordHash } from "./word_scan.ts";

/** Buckets of each of the two tables. */
export const BUCKETS = 8192;
const FIRST_WORDS = 14;
const NAME_PARTS = 24;
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const HYPHEN = 45;

/** Tokens of every row: those of row `i` are `tokens[starts[i]…starts[i + 1])`. */
export interface TokenRows {
  readonly starts: Int32Array;
  readonly tokens: Uint16Array;
}

/** Tag, role, parts of id and classes of every element of the page. */
export function nameTokens({ page }: PageFacts): TokenRows {
  const cache = new Map<string, readonly number[]>();
  return rowsOf(page.elements.map((element) => {
    const key = `${element.tag} ${element.role} ${element.id} ${element.classes}`;
    let tokens = cache.get(key);
    if (tokens === undefined) cache.set(key, tokens = namesOf(element));
    return tokens;
  }));
}

/** Parts are runs of `a` to `z` in any case, of two letters or more; a capital behind a small one begins another. */
function namesOf(element: PageFacts["page"]["elements"][number]): readonly number[] {
  const names = new Set([textHash(`<${element.tag}`)]);
  if (element.role !== "") names.add(textHash(`=${element.role}`));
  const add = (hash: number) => {
    if (names.size < NAME_PARTS) names.add(hash);
  };
  const written = `${element.id.slice(0, 60)} ${element.classes.slice(0, 240)} `;
  let parts = 0;
  let length = 0;
  let part = FNV_BASIS;
  let joined = FNV_BASIS;
  for (let i = 0, before = 0; i < written.length; i++) {
    const unit = written.charCodeAt(i);
    const isCapital = unit > 64 && unit < 91;
    const isSmall = unit > 96 && unit < 123;
    if (length > 0 && (!(isCapital || isSmall) || (isCapital && before > 96 && before < 123))) {
      if (length > 1) {
        add(part);
        // The first three parts together are a name too.
        if (parts < 3) joined = joinHash(joined, written, i - length, i, parts > 0);
        parts++;
      }
      length = 0;
      part = FNV_BASIS;
    }
    if (isCapital || isSmall) {
      part = Math.imul(part ^ (unit | 32), FNV_PRIME);
      length++;
    } else if (unit <= 32 || unit > 127 && /\s/.test(written[i] as string)) {
      if (parts > 1) add(joined);
      parts = 0;
      joined = FNV_BASIS;
    }
    before = unit;
  }
  return Array.from(names, bucket);
}

function joinHash(hash: number, text: string, from: number, to: number, further: boolean): number {
  let joined = further ? Math.imul(hash ^ HYPHEN, FNV_PRIME) : hash;
  for (let i = from; i < to; i++) joined = Math.imul(joined ^ (text.charCodeAt(i) | 32), FNV_PRIME);
  return joined;
}

/** The first words of every block, in ones and twos, and the whole of a short one. */
export function wordTokens({ page, blocks }: PageFacts): TokenRows {
  const rows: number[][] = [];
  for (let i = 0; i < blocks.count; i++) {
    const hashes: number[] = [];
    for (let n = blocks.first[i] as number; n <= (blocks.last[i] as number); n++) {
      const node = page.nodes[n];
      if (node === undefined || node.kind === "image") continue;
      eachWordHash(
        node.text.slice(0, 300),
        (hash) => hashes.length <= FIRST_WORDS && hashes.push(hash),
      );
      if (hashes.length > FIRST_WORDS) break;
    }
    rows.push(wordsOfBlock(hashes));
  }
  return rowsOf(rows);
}

function wordsOfBlock(hashes: readonly number[]): number[] {
  const tokens = new Set<number>();
  hashes.slice(0, FIRST_WORDS).forEach((hash, k) => {
    tokens.add(bucket(hash));
    const next = hashes[k + 1];
    if (next !== undefined && k < 6) tokens.add(bucket(Math.imul(hash, 31) ^ next));
  });
  if (hashes[0] !== undefined) tokens.add(bucket(hashes[0] ^ 0x5bd1e995));
  if (hashes.length <= 5) {
    tokens.add(bucket(hashes.reduce((sum, hash) => Math.imul(sum, 33) ^ hash, 99)));
  }
  return [...tokens];
}

function rowsOf(rows: readonly (readonly number[])[]): TokenRows {
  const starts = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => starts[i + 1] = (starts[i] as number) + row.length);
  const tokens = new Uint16Array(starts[rows.length] as number);
  rows.forEach((row, i) => tokens.set(row, starts[i] as number));
  return { starts, tokens };
}

function textHash(text: string): number {
  let hash = FNV_BASIS;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash;
}

function bucket(hash: number): number {
  const mixed = Math.imul(hash ^ hash >>> 15, 0x85ebca6b);
  return (mixed ^ mixed >>> 13) >>> 0 & (BUCKETS - 1);
}
