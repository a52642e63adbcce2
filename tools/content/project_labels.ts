/**
 * Carries a page's reference text over to its blocks: which share of each block's words is content.
 *
 * Method: (1) the page's words and the reference's are aligned in order, a match scores 1 and a run of
 * matches costs {@linkcode RUN_COST} to begin, so that single words of a menu do not match by chance;
 * (2) what the reference holds in another order is found by its n-grams (4 words, 3 in shorter
 * blocks) among the words that (1) left over; a match runs on as far as both agree, and is spent once.
 *
 * @module
 */

import { eachWordHash } from "../../src/content/word_scan.ts";

const RUN_COST = 1.6;
/** Cells of the alignment's table beyond which only the n-grams are used; one byte each. */
const LARGEST_TABLE = 600_000_000;
/** Of an n-gram that the reference repeats so many places are tried. */
const MOST_PLACES = 20;

/** For each of `blocks` (texts in page order) the share of its words, 0 to 1, that `reference` has. */
export function projectLabels(blocks: readonly string[], reference: string): Float32Array {
  const page: number[] = [];
  const owner: number[] = [];
  blocks.forEach((text, block) =>
    eachWordHash(text, (hash) => {
      page.push(hash);
      owner.push(block);
    })
  );
  const wanted: number[] = [];
  eachWordHash(reference, (hash) => wanted.push(hash));
  const matched = new Uint8Array(page.length);
  const spent = new Uint8Array(wanted.length);
  if (page.length * wanted.length <= LARGEST_TABLE) align(page, wanted, matched, spent);
  matchGrams(page, owner, wanted, matched, spent);
  return shares(blocks.length, owner, matched);
}

function shares(count: number, owner: readonly number[], matched: Uint8Array): Float32Array {
  const hits = new Float32Array(count);
  const words = new Float32Array(count);
  owner.forEach((block, i) => {
    words[block] = (words[block] as number) + 1;
    hits[block] = (hits[block] as number) + (matched[i] as number);
  });
  return hits.map((hit, i) => words[i] === 0 ? 0 : hit / (words[i] as number));
}

const FROM_ABOVE = 0;
const FROM_LEFT = 1;
const MATCHED = 2;
const CONTINUES = 4;

/** Alignment of two hash sequences by dynamic programming; marks what matched on both sides. */
function align(
  page: readonly number[],
  wanted: readonly number[],
  hit: Uint8Array,
  spent: Uint8Array,
) {
  const width = wanted.length;
  const steps = new Uint8Array(page.length * width);
  let best = new Float32Array(width + 1);
  let runs = new Float32Array(width + 1).fill(-1e9);
  let bestNow = new Float32Array(width + 1);
  let runsNow = new Float32Array(width + 1).fill(-1e9);
  for (let i = 0; i < page.length; i++) {
    const word = page[i];
    for (let j = 0; j < width; j++) {
      let step = FROM_ABOVE;
      let score = best[j + 1] as number;
      if ((bestNow[j] as number) > score) {
        score = bestNow[j] as number;
        step = FROM_LEFT;
      }
      let run = -1e9;
      if (wanted[j] === word) {
        const begun = (best[j] as number) + 1 - RUN_COST;
        const continued = (runs[j] as number) + 1;
        run = continued >= begun ? continued : begun;
        if (run > score) {
          score = run;
          step = MATCHED;
        }
        if (continued >= begun) step |= CONTINUES;
      }
      runsNow[j + 1] = run;
      bestNow[j + 1] = score;
      steps[i * width + j] = step;
    }
    [best, bestNow] = [bestNow, best];
    [runs, runsNow] = [runsNow, runs];
    bestNow[0] = 0;
    runsNow[0] = -1e9;
  }
  traceBack(steps, page.length, width, hit, spent);
}

function traceBack(
  steps: Uint8Array,
  height: number,
  width: number,
  hit: Uint8Array,
  spent: Uint8Array,
) {
  let i = height - 1;
  let j = width - 1;
  let running = false;
  while (i >= 0 && j >= 0) {
    const step = steps[i * width + j] as number;
    if (running || (step & MATCHED) !== 0) {
      hit[i--] = 1;
      spent[j--] = 1;
      running = (step & CONTINUES) !== 0;
    } else if ((step & FROM_LEFT) !== 0) j--;
    else i--;
  }
}

function matchGrams(
  page: readonly number[],
  owner: readonly number[],
  wanted: readonly number[],
  hit: Uint8Array,
  spent: Uint8Array,
) {
  for (const size of [4, 3]) {
    const places = gramPlaces(wanted, spent, size);
    if (places.size === 0) return;
    for (let i = 0; i + size <= page.length;) {
      let most = 0;
      let from = 0;
      if (owner[i] === owner[i + size - 1]) {
        for (const j of places.get(page.slice(i, i + size).join()) ?? []) {
          const length = runLength(page, i, hit, wanted, j, spent);
          if (length > most) [most, from] = [length, j];
        }
      }
      if (most >= size) {
        hit.fill(1, i, i + most);
        spent.fill(1, from, from + most);
      }
      i += most >= size ? most : 1;
    }
  }
}

/** Where every n-gram of the reference stands that nothing was matched with yet. */
function gramPlaces(wanted: readonly number[], spent: Uint8Array, size: number) {
  const places = new Map<string, number[]>();
  for (let j = 0; j + size <= wanted.length; j++) {
    if (spent.subarray(j, j + size).includes(1)) continue;
    const gram = wanted.slice(j, j + size).join();
    const known = places.get(gram);
    if (known === undefined) places.set(gram, [j]);
    else if (known.length < MOST_PLACES) known.push(j);
  }
  return places;
}

/** How many words from `i` and `j` on are equal and free on both sides, over ends of blocks too. */
function runLength(
  page: readonly number[],
  i: number,
  hit: Uint8Array,
  wanted: readonly number[],
  j: number,
  spent: Uint8Array,
): number {
  let length = 0;
  while (
    i + length < page.length && j + length < wanted.length &&
    page[i + length] === wanted[j + length] && hit[i + length] === 0 && spent[j + length] === 0
  ) length++;
  return length;
}
