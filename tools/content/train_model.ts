/**
 * Trains the model of content on all examples, and measures the method by cross-validation by site.
 *
 * Nested: a page's scores in the second stage's training come from first stages that saw neither the
 * page's site nor that of any page the second stage is measured on.
 *
 * `deno run … tools/content/train_model.ts EXAMPLES OUT.json`: the same examples give the same model.
 *
 * @module
 */

import { chooseBlocks } from "../../src/content/choose_blocks.ts";
import { type ContentModel, contentModelJson } from "../../src/content/content_model.ts";
import { wordsOf } from "../../src/content/word_scan.ts";
import { digestOf } from "../../src/digest.ts";
import { type Examples, readExamples } from "./examples.ts";
import { type FirstStage, isUsable } from "./learn_stages.ts";
import { crossTitles, learnTitles, sameTitle } from "./learn_titles.ts";
import { foldOf, siteOf } from "./site_folds.ts";
import { TrainingPool } from "./training_pool.ts";
import { meansByType, wordF1 } from "./word_score.ts";

const FOLDS = 4;
const PROCESSORS = 2;
const [folder = "", out = ""] = Deno.args;
const begun = performance.now();

type Scored = FirstStage["scored"];

/** All that a run knows. */
interface Run {
  readonly examples: Examples;
  readonly fold: readonly number[];
  readonly all: readonly number[];
  readonly pool: TrainingPool;
  readonly firsts: Map<string, Promise<Scored>>;
}

function tell(what: string): void {
  console.error(`${((performance.now() - begun) / 1000).toFixed(0)} s ${what}`);
}

/** First-stage scores of the pages in `left` folds, by a model that saw none of these folds. */
function scoredWithout(run: Run, left: readonly number[]): Promise<Scored> {
  const key = [...new Set(left)].sort().join();
  let scored = run.firsts.get(key);
  if (scored === undefined) {
    const isLeft = (k: number) => left.includes(run.fold[k] as number);
    scored = run.pool.first({
      pages: run.all.filter((k) => !isLeft(k) && isUsable(run.examples, k)),
      others: run.all.filter(isLeft),
    }).then((stage) => {
      tell(`first stage without ${key}`);
      return stage.scored;
    });
    run.firsts.set(key, scored);
  }
  return scored;
}

/** Probabilities of the pages of one fold by models that have not seen it. */
async function crossFold(run: Run, left: number): Promise<ReadonlyMap<number, Float64Array>> {
  const parts = await Promise.all(
    Array.from({ length: FOLDS }, (_, other) => scoredWithout(run, [left, other])),
  );
  const scored = new Map(
    parts.flatMap((part, other) => [...part].filter(([k]) => run.fold[k] === other)),
  );
  const { p } = await run.pool.second({
    pages: run.all.filter((k) => run.fold[k] !== left && isUsable(run.examples, k)),
    others: run.all.filter((k) => run.fold[k] === left),
    scored,
  });
  tell(`fold ${left}`);
  return p;
}

/** The model of all pages. */
async function trainAll(run: Run): Promise<ContentModel> {
  const { examples, all } = run;
  const usable = all.filter((k) => isUsable(examples, k));
  const whole = run.pool.first({ pages: usable, others: [] });
  const parts = await Promise.all(
    Array.from({ length: FOLDS }, (_, left) => scoredWithout(run, [left])),
  );
  const scored = new Map(parts.flatMap((part) => [...part]));
  const second = await run.pool.second({ pages: usable, others: [], scored });
  const { lexicon, trees: first } = await whole;
  tell("model");
  const labels = examples.pages.map(({ id, y }) => [id, y]);
  return {
    name: "dmf-content/1",
    lexicon,
    first,
    second: second.trees,
    title: learnTitles(examples.pages),
    training: {
      data: "content-wcxb dev",
      digest: digestOf(JSON.stringify(labels)),
      pages: usable.length,
      scores: {},
    },
  };
}

/** Word F1 by page type of what would be chosen by these probabilities. */
function scoresBy({ examples, all }: Run, p: ReadonlyMap<number, Float64Array>) {
  return meansByType(all.map((k) => {
    const { type, text, gt } = examples.pages[k] as Examples["pages"][number];
    const words = (examples.slim[k] as Examples["slim"][number]).words;
    const chosen = chooseBlocks(p.get(k) as Float64Array, words);
    const f1 = wordF1(text.filter((_, i) => chosen[i] === 1).join("\n"), gt);
    return { type, f1, answerable: wordsOf(gt).length > 0 };
  }));
}

function titleScore({ examples }: Run, titles: readonly (string | null)[]): number {
  const right = examples.pages.map(({ title }, k) => sameTitle(titles[k] ?? null, title));
  return Math.round(right.reduce((sum, one) => sum + one, 0) / right.length * 10_000) / 10_000;
}

async function main(): Promise<void> {
  const examples = readExamples(folder);
  const all = examples.pages.map((_, k) => k);
  const fold = examples.pages.map(({ url, id }) => foldOf(siteOf(url, id), FOLDS));
  const pool = new TrainingPool(folder, PROCESSORS);
  const run = { examples, fold, all, pool, firsts: new Map() };
  const titles = crossTitles(examples.pages, fold, FOLDS);
  const model = await trainAll(run);
  const folds = await Promise.all(Array.from({ length: FOLDS }, (_, left) => crossFold(run, left)));
  await pool.close();
  const p = new Map(folds.flatMap((part) => [...part]));
  const scores = { ...scoresBy(run, p), title: titleScore(run, titles) };
  Deno.writeTextFileSync(
    `${folder}/cv.json`,
    JSON.stringify(
      all.map((k) => [examples.pages[k]?.id, [...p.get(k) as Float64Array], titles[k]]),
    ),
  );
  const scored = { ...model, training: { ...model.training, scores } };
  Deno.writeTextFileSync(out, `${JSON.stringify(contentModelJson(scored), null, 1)}\n`);
  console.log(JSON.stringify(scores, null, 2));
}

await main();
