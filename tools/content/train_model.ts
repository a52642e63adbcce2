/**
 * Trains the model of content on all examples, and measures the method by cross-validation by site.
 *
 * Nested: a page's scores in the second stage's training come from first stages that saw neither the
 * page's site nor that of any page the second stage is measured on.
 *
 * `deno run … tools/content/train_model.ts EXAMPLES OUT.json`; the model is written first, its scores are added when they are known.
 *
 * @module
 */

import { chooseBlocks } from "../../src/content/choose_blocks.ts";
import { type ContentModel, contentModelJson } from "../../src/content/content_model.ts";
import { wordsOf } from "../../src/content/word_scan.ts";
import { digestOf } from "../../src/digest.ts";
import { type Examples, readExamples } from "./examples.ts";
import { type FirstStage, isUsable, learnFirst, learnSecond, scoreSecond } from "./learn_stages.ts";
import { foldOf, siteOf } from "./site_folds.ts";
import { meansByType, wordF1 } from "./word_score.ts";

const FOLDS = 4;
const [folder = "", out = ""] = Deno.args;
const examples = readExamples(folder);
const fold = examples.pages.map(({ url, id }) => foldOf(siteOf(url, id), FOLDS));
const all = examples.pages.map((_, k) => k);
const begun = performance.now();

function tell(what: string): void {
  console.error(`${((performance.now() - begun) / 1000).toFixed(0)} s ${what}`);
}

const singles = new Map<string, FirstStage["scored"]>();

/** First-stage scores of the pages in `left` folds, by a model that saw none of these folds. */
function scoredWithout(left: readonly number[]): FirstStage["scored"] {
  const key = [...left].sort().join();
  let scored = singles.get(key);
  if (scored === undefined) {
    const seen = all.filter((k) => !left.includes(fold[k] as number) && isUsable(examples, k));
    const others = all.filter((k) => left.includes(fold[k] as number));
    singles.set(key, scored = learnFirst(examples, seen, others).scored);
    tell(`first stage without ${key}`);
  }
  return scored;
}

/** Probabilities of every page by models that have not seen its site. */
function crossValidate(): Float64Array[] {
  const result: Float64Array[] = [];
  for (let left = 0; left < FOLDS; left++) {
    const scored = new Map<number, { p: Float64Array; lexical: Float32Array }>();
    for (let other = 0; other < FOLDS; other++) {
      const by = scoredWithout(other === left ? [left] : [left, other]);
      for (const [k, value] of by) if (fold[k] === other) scored.set(k, value);
    }
    const seen = all.filter((k) => fold[k] !== left && isUsable(examples, k));
    const trees = learnSecond(examples, seen, scored);
    for (const k of all) if (fold[k] === left) result[k] = scoreSecond(examples, trees, k, scored);
    tell(`fold ${left}`);
  }
  return result;
}

/** The model of all pages. */
function trainAll(): ContentModel {
  const scored = new Map<number, { p: Float64Array; lexical: Float32Array }>();
  for (let left = 0; left < FOLDS; left++) {
    for (const [k, value] of scoredWithout([left])) scored.set(k, value);
  }
  const usable = all.filter((k) => isUsable(examples, k));
  const { lexicon, trees: first } = learnFirst(examples, usable, []);
  tell("first stage");
  const second = learnSecond(examples, usable, scored);
  const labels = examples.pages.map(({ id, y }) => [id, y]);
  const digest = digestOf(JSON.stringify(labels));
  return {
    name: "dmf-content/1",
    lexicon,
    first,
    second,
    training: { data: "content-wcxb dev", digest, pages: usable.length, scores: {} },
  };
}

/** Word F1 by page type of what would be chosen by these probabilities. */
function scoresBy(p: readonly Float64Array[]): Record<string, number> {
  return meansByType(all.map((k) => {
    const { type, text, gt } = examples.pages[k] as Examples["pages"][number];
    const words = (examples.slim[k] as Examples["slim"][number]).words;
    const chosen = chooseBlocks(p[k] as Float64Array, words);
    const f1 = wordF1(text.filter((_, i) => chosen[i] === 1).join("\n"), gt);
    return { type, f1, answerable: wordsOf(gt).length > 0 };
  }));
}

function write(model: ContentModel): void {
  Deno.writeTextFileSync(out, `${JSON.stringify(contentModelJson(model), null, 1)}\n`);
}

const model = trainAll();
write(model);
tell("model");
const p = crossValidate();
Deno.writeTextFileSync(
  `${folder}/cv.json`,
  JSON.stringify(all.map((k) => [examples.pages[k]?.id, [...(p[k] as Float64Array)]])),
);
const scores = scoresBy(p);
write({ ...model, training: { ...model.training, scores } });
console.log(JSON.stringify(scores, null, 2));
