/**
 * What names and words are worth, by two learned tables, as numbers of a block.
 *
 * @module
 */

import { nameTokens, type TokenRows, wordTokens } from "./hashed_tokens.ts";
import type { PageFacts } from "./page_facts.ts";

/** Worth of every bucket, as logits; `names` of elements, `words` of blocks. */
export interface Lexicon {
  readonly names: Float32Array;
  readonly words: Float32Array;
}

/** Names of the columns, in order. */
export const LEXICON_NAMES: readonly string[] = [
  "namesInAll",
  "names0",
  "names1",
  "names2",
  "names3",
  "namesLeast",
  "namesMost",
  "wordsInAll",
  "wordsMean",
  "wordsLeast",
  "wordsMost",
  "words-1",
  "words+1",
  "wordsNear",
  "wordsHeading",
];

/** Rows of {@linkcode LEXICON_NAMES}`.length` numbers. */
export function lexiconFeatures(
  facts: PageFacts,
  { names, words }: Lexicon,
  elements: TokenRows = nameTokens(facts),
  texts: TokenRows = wordTokens(facts),
): Float32Array {
  const { page, blocks, block } = facts;
  const own = rowSums(elements, names);
  const path = pathSums(page.elements, own);
  const said = rowSums(texts, words);
  const width = LEXICON_NAMES.length;
  const rows = new Float32Array(blocks.count * width);
  let heading = 0;
  for (let i = 0; i < blocks.count; i++) {
    let at = i * width;
    const put = (value: number) => rows[at++] = value;
    if ((block.heading[i] as number) < 7) heading = said[i] as number;
    let e = page.nodes[blocks.first[i] as number]?.element ?? -1;
    put(e < 0 ? 0 : path.sum[e] as number);
    const inner = e;
    for (let step = 0; step < 4; step++) {
      put(e < 0 ? 0 : own[e] as number);
      e = e < 0 ? -1 : page.elements[e]?.parent ?? -1;
    }
    put(inner < 0 ? 0 : path.least[inner] as number);
    put(inner < 0 ? 0 : path.most[inner] as number);
    const start = texts.starts[i] as number;
    const end = texts.starts[i + 1] as number;
    let least = 0;
    let most = 0;
    for (let t = start; t < end; t++) {
      const worth = words[texts.tokens[t] as number] as number;
      least = Math.min(least, worth);
      most = Math.max(most, worth);
    }
    put(said[i] as number);
    put((said[i] as number) / Math.max(1, end - start));
    put(least);
    put(most);
    put(said[i - 1] ?? 0);
    put(said[i + 1] ?? 0);
    let near = 0;
    for (let k = -4; k <= 4; k++) near += said[i + k] ?? 0;
    put(near);
    put(heading);
  }
  return rows;
}

/** Sum of what every row's tokens are worth. */
export function rowSums({ starts, tokens }: TokenRows, worth: Float32Array): Float64Array {
  const sums = new Float64Array(starts.length - 1);
  for (let row = 0; row < sums.length; row++) {
    let sum = 0;
    const end = starts[row + 1] as number;
    for (let t = starts[row] as number; t < end; t++) sum += worth[tokens[t] as number] as number;
    sums[row] = sum;
  }
  return sums;
}

function pathSums(elements: PageFacts["page"]["elements"], own: Float64Array) {
  const sum = own.slice();
  const least = own.slice();
  const most = own.slice();
  elements.forEach(({ parent }, e) => {
    if (parent < 0) return;
    sum[e] = (sum[parent] as number) + (own[e] as number);
    least[e] = Math.min(least[parent] as number, own[e] as number);
    most[e] = Math.max(most[parent] as number, own[e] as number);
  });
  return { sum, least, most };
}
