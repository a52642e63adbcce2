/**
 * Learns the lexicon and the trees of both stages from some pages, and scores others by them.
 *
 * A block weighs by its share of its page's content, so that every page counts the same; of light
 * blocks only some are drawn, the heavier each. What a stage learns from is always scored by models
 * that have not seen the page's site.
 *
 * @module
 */

import { FEATURE_NAMES } from "../../src/content/block_features.ts";
import { type BoostedTrees, logits, probability } from "../../src/content/boosted_trees.ts";
import { roundedLexicon } from "../../src/content/content_model.ts";
import {
  type Lexicon,
  LEXICON_NAMES,
  lexiconFeatures,
} from "../../src/content/lexicon_features.ts";
import { STAGE_NAMES, stageFeatures } from "../../src/content/stage_features.ts";
import { beside } from "../../src/content/score_blocks.ts";
import type { Examples } from "./examples.ts";
import { type Growth, growTrees, randomOf, samplesOf } from "./grow_trees.ts";
import { learnWorth } from "./learn_lexicon.ts";
import { foldOf, siteOf } from "./site_folds.ts";

/** Rows drawn for trees and for the lexicon. */
const TREE_ROWS = 70_000;
const LEXICON_ROWS = 35_000;
/** Content of a page counts as at least so many words. */
const LEAST_CONTENT = 40;
const LEXICON_FOLDS = 2;

const COMMON = { leaves: 31, leafWeight: 5, l2: 3, features: 0.35, rows: 1 };
/** How the stages' trees grow. */
export const FIRST_GROWTH: Growth = { ...COMMON, trees: 150, rate: 0.1, seed: 1 };
export const SECOND_GROWTH: Growth = { ...COMMON, trees: 80, rate: 0.1, seed: 5 };

/** The first stage as learned, and what it says of pages: probabilities and lexicon columns. */
export interface FirstStage {
  readonly lexicon: Lexicon;
  readonly trees: BoostedTrees;
  readonly scored: ReadonlyMap<
    number,
    { readonly p: Float64Array; readonly lexical: Float32Array }
  >;
}

/** Whether labels of a page can be believed: it has a reference, and its text is on the page. */
export function isUsable({ pages }: Examples, k: number): boolean {
  const page = pages[k] as Examples["pages"][number];
  return page.gt.trim() !== "" && (page.oracle > 0.5 || page.gt.length < 400);
}

/** Learns the first stage from `pages`, and scores `others`. */
export function learnFirst(
  examples: Examples,
  pages: readonly number[],
  others: readonly number[],
): FirstStage {
  const lexical = new Map<number, Float32Array>();
  const columns = (k: number, lexicon: Lexicon) => {
    const slim = examples.slim[k] as Examples["slim"][number];
    const facts = examples.facts[k] as Examples["facts"][number];
    lexical.set(k, lexiconFeatures(facts, lexicon, slim.names, slim.texts));
  };
  const half = (k: number) => foldOf(`lexicon ${siteName(examples, k)}`, LEXICON_FOLDS);
  for (let fold = 0; fold < LEXICON_FOLDS; fold++) {
    const lexicon = learnLexicon(examples, pages.filter((k) => half(k) !== fold));
    for (const k of pages) if (half(k) === fold) columns(k, lexicon);
  }
  const lexicon = learnLexicon(examples, pages);
  for (const k of others) columns(k, lexicon);
  const tableOf = (k: number) => firstTable(examples, k, lexical.get(k) as Float32Array);
  const trees = learnTrees(examples, pages, tableOf, FIRST_GROWTH);
  const scored = new Map(others.map((k) => [k, {
    p: logits(trees, tableOf(k)).map(probability),
    lexical: lexical.get(k) as Float32Array,
  }]));
  return { lexicon, trees, scored };
}

/** Learns the second stage from pages whose first-stage scores are in `scored`. */
export function learnSecond(
  examples: Examples,
  pages: readonly number[],
  scored: FirstStage["scored"],
): BoostedTrees {
  return learnTrees(examples, pages, (k) => secondTable(examples, k, scored), SECOND_GROWTH);
}

/** Probabilities of a page's blocks by the second stage. */
export function scoreSecond(
  examples: Examples,
  trees: BoostedTrees,
  k: number,
  scored: FirstStage["scored"],
): Float64Array {
  return logits(trees, secondTable(examples, k, scored)).map(probability);
}

function siteName({ pages }: Examples, k: number): string {
  const page = pages[k] as Examples["pages"][number];
  return siteOf(page.url, page.id);
}

function countOf({ offsets }: Examples, k: number): number {
  return (offsets[k + 1] as number) - (offsets[k] as number);
}

function firstTable(examples: Examples, k: number, lexical: Float32Array): Float32Array {
  const width = FEATURE_NAMES.length;
  const start = examples.offsets[k] as number;
  const count = countOf(examples, k);
  const own = examples.rows.subarray(start * width, (start + count) * width);
  return beside([[own, width], [lexical, LEXICON_NAMES.length]], count);
}

function secondTable(examples: Examples, k: number, scored: FirstStage["scored"]): Float32Array {
  const slim = examples.slim[k] as Examples["slim"][number];
  const { p, lexical } = scored.get(k) as { p: Float64Array; lexical: Float32Array };
  const facts = examples.facts[k] as Examples["facts"][number];
  return beside([
    [firstTable(examples, k, lexical), FEATURE_NAMES.length + LEXICON_NAMES.length],
    [stageFeatures(facts, slim.groups, p), STAGE_NAMES.length],
  ], countOf(examples, k));
}

interface DrawnRow {
  readonly page: number;
  readonly block: number;
  readonly weight: number;
}

/** Draws about `wanted` rows, each with a chance by its weight; those drawn stand for the others. */
function drawRows(
  examples: Examples,
  pages: readonly number[],
  wanted: number,
  seed: number,
): DrawnRow[] {
  const rows = pages.flatMap((page) => {
    const { words } = examples.slim[page] as Examples["slim"][number];
    const { y } = examples.pages[page] as Examples["pages"][number];
    const content = y.reduce((sum, share, i) => sum + share * (words[i] as number), 0);
    const whole = Math.max(LEAST_CONTENT, content);
    return y.map((_, block) => ({ page, block, weight: (words[block] as number) / whole }));
  });
  const sure = sureWeight(rows.map(({ weight }) => weight), wanted);
  const random = randomOf(seed);
  const drawn: DrawnRow[] = [];
  let sum = 0;
  for (const { page, block, weight } of rows) {
    const chance = Math.min(1, weight / sure);
    if (weight === 0 || random() >= chance) continue;
    drawn.push({ page, block, weight: weight / chance });
    sum += weight / chance;
  }
  return drawn.map((row) => ({ ...row, weight: row.weight * drawn.length / sum }));
}

/** The weight from which on rows are drawn for sure, so that about `wanted` are drawn. */
function sureWeight(weights: readonly number[], wanted: number): number {
  let low = 0;
  let high = 10;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    const drawn = weights.reduce((sum, weight) => sum + Math.min(1, weight / middle), 0);
    if (drawn > wanted) low = middle;
    else high = middle;
  }
  return high;
}

function learnTrees(
  examples: Examples,
  pages: readonly number[],
  tableOf: (k: number) => Float32Array,
  growth: Growth,
): BoostedTrees {
  const drawn = drawRows(examples, pages, TREE_ROWS, growth.seed + 6);
  let table = new Float32Array(0);
  let page = -1;
  let rows = new Float32Array(0);
  let width = 0;
  drawn.forEach((row, i) => {
    if (row.page !== page) {
      page = row.page;
      table = tableOf(page) as Float32Array<ArrayBuffer>;
      width = table.length / countOf(examples, page);
      if (rows.length === 0) rows = new Float32Array(drawn.length * width);
    }
    rows.set(table.subarray(row.block * width, (row.block + 1) * width), i * width);
  });
  return growTrees(samplesOf(rows, width, targetsOf(examples, drawn), weightsOf(drawn)), growth);
}

function targetsOf({ pages }: Examples, drawn: readonly DrawnRow[]): Float32Array {
  return Float32Array.from(drawn, ({ page, block }) => pages[page]?.y[block] ?? 0);
}

function weightsOf(drawn: readonly DrawnRow[]): Float32Array {
  return Float32Array.from(drawn, ({ weight }) => weight);
}

function learnLexicon(examples: Examples, pages: readonly number[]): Lexicon {
  const drawn = drawRows(examples, pages, LEXICON_ROWS, 3);
  const targets = targetsOf(examples, drawn);
  const weights = weightsOf(drawn);
  const names = drawn.map(({ page, block }) => namesAround(examples, page, block));
  const words = drawn.map(({ page, block }) => {
    const { texts } = examples.slim[page] as Examples["slim"][number];
    return texts.tokens.subarray(texts.starts[block], texts.starts[block + 1]);
  });
  const learn = (tokens: readonly ArrayLike<number>[], seed: number) =>
    learnWorth(drawn.length, (row) => tokens[row] as ArrayLike<number>, targets, weights, seed);
  return roundedLexicon({ names: learn(names, 3), words: learn(words, 4) });
}

function namesAround({ slim }: Examples, page: number, block: number): number[] {
  const { inner, parents, names } = slim[page] as Examples["slim"][number];
  const found: number[] = [];
  for (let e = inner[block] as number; e >= 0; e = parents[e] as number) {
    for (let t = names.starts[e] as number; t < (names.starts[e + 1] as number); t++) {
      found.push(names.tokens[t] as number);
    }
  }
  return found;
}
