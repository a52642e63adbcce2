/**
 * The paper's table on the development pages of content-wcxb: two stages for news, blog and shop.
 *
 *     deno task bench:paper
 *
 * writes `tests/bench/content_paper.md`. Sites are dealt to five folds; one is the test, on the others is
 * trained. Nothing here was tuned on the test fold, and the suite's own test split is not looked at.
 *
 * @module
 */

import { keptNodes } from "../../src/content/apply_rules.ts";
import { GENERAL_RULES, PAPER_RULES } from "../../src/content/category_rules.ts";
import { groupFolds } from "../../src/content/cross_validation.ts";
import { toRows } from "../../src/content/feature_rows.ts";
import { guessCategory } from "../../src/content/guess_category.ts";
import { layoutBlocks } from "../../src/content/layout_blocks.ts";
import type { Category } from "../../src/content/page_node.ts";
import { paperBlocks } from "../../src/content/paper_blocks.ts";
import { paperExtract } from "../../src/content/paper_extract.ts";
import {
  CATEGORIES,
  type Cutting,
  type PaperModels,
  rowsOf,
  trainPaper,
} from "../../src/content/paper_train.ts";
import { type Scores, scoresOf } from "../../src/content/scores.ts";
import { type Stage, tellBlocks } from "../../src/content/two_stage_model.ts";
import { Blockings } from "./content_blockings.ts";
import {
  categoryOf,
  dice,
  labelledAs,
  suiteFolder,
  type SuitePage,
  suitePages,
  wordsOf,
} from "./content_pages.ts";
import { type PaperReport, reportText, type VariantReport } from "./content_paper_text.ts";

const VARIANTS: Readonly<Record<string, Cutting>> = {
  "the paper: its rules, its blocks": { rules: PAPER_RULES, blocks: paperBlocks },
  "general rules, its blocks": { rules: GENERAL_RULES, blocks: paperBlocks },
  "no rules, its blocks": { rules: { news: [], blog: [], shop: [] }, blocks: paperBlocks },
  "general rules, layout blocks": { rules: GENERAL_RULES, blocks: layoutBlocks },
};

interface Known extends SuitePage {
  readonly category: Category;
}

async function main(folder: URL): Promise<string> {
  const blockings = new Blockings();
  const guesses = new Map<string, Map<string, number>>();
  const known: Known[] = [];
  let pages = 0;
  for await (const page of suitePages(folder)) {
    pages += 1;
    blockings.add(page);
    const category = categoryOf(page);
    const row = guesses.get(category ?? page.type) ?? new Map<string, number>();
    guesses.set(category ?? page.type, row);
    const guess = guessCategory(page.page) ?? "none";
    row.set(guess, (row.get(guess) ?? 0) + 1);
    if (category !== null) known.push({ ...page, category });
  }
  const folds = groupFolds(known.map(({ site }) => site), 5);
  const train = known.filter((_, at) => folds[at] !== 0);
  const test = known.filter((_, at) => folds[at] === 0);
  const report: PaperReport = {
    pages,
    trainPages: count(train),
    testPages: count(test),
    blockings: blockings.table(),
    guesses,
    rules: rulesOf(known),
    variants: Object.entries(VARIANTS).map(([name, cutting]) =>
      variant(name, cutting, train, test)
    ),
  };
  return reportText(report);
}

function count(pages: readonly Known[]): Readonly<Record<Category, number>> {
  const of = (category: Category) => pages.filter((page) => page.category === category).length;
  return { news: of("news"), blog: of("blog"), shop: of("shop") };
}

/** Shares of the characters of content and of the rest that rules take out, 0 to 1. */
function rulesOf(pages: readonly Known[]): PaperReport["rules"] {
  return CATEGORIES.map((category) => {
    const own = pages.filter((page) => page.category === category);
    const [paper, general] = [PAPER_RULES, GENERAL_RULES].map((rules) => {
      const [all, gone] = [[0, 0], [0, 0]];
      for (const { page, content } of own) {
        const kept = new Set(keptNodes(page, rules[category]));
        page.nodes.forEach(({ text }, node) => {
          all[content[node]!]! += text.length;
          if (!kept.has(node)) gone[content[node]!]! += text.length;
        });
      }
      return { content: gone[1]! / all[1]!, rest: gone[0]! / all[0]! };
    });
    return { category, paper: paper!, general: general! };
  });
}

function variant(
  name: string,
  cutting: Cutting,
  train: readonly Known[],
  test: readonly Known[],
): VariantReport {
  const labelled = (pages: readonly Known[]) =>
    pages.map((page) => labelledAs(page, page.category));
  const started = performance.now();
  const paper = trainPaper(labelled(train), cutting);
  const seconds = (performance.now() - started) / 1000;
  const stages = CATEGORIES.flatMap((category) => {
    const model = paper.models[category];
    if (model === undefined) return [];
    const rows = labelled(test).filter((page) => page.category === category)
      .flatMap((page) => rowsOf(page, cutting));
    const told = tellBlocks(model, toRows(rows.map(({ features }) => features), 5));
    const content = scoresOf(rows.map((row) => row.isContent), told.map(labelOf("isContent")));
    // The second stage is judged where the truth is content, as its training is.
    const inContent = [...rows.keys()].filter((row) => rows[row]!.isContent === 1);
    const asked = { ...model, content: alwaysYes(model.content) };
    const titles = tellBlocks(asked, toRows(inContent.map((row) => rows[row]!.features), 5));
    const title = scoresOf(
      inContent.map((row) => rows[row]!.isTitle),
      titles.map(labelOf("isTitle")),
    );
    return [
      stageReport(category, "content", model.content, content),
      ...model.title === null ? [] : [stageReport(category, "title", model.title, title)],
    ];
  });
  return { name, seconds, stages, reading: readingOf(paper, test) };
}

function labelOf(key: "isContent" | "isTitle") {
  return (told: Readonly<Record<typeof key, boolean>>) => told[key] ? 1 : 0;
}

/** A first stage that lets everything through. */
function alwaysYes(stage: Stage): Stage {
  return {
    ...stage,
    svm: { ...stage.svm, coefficients: stage.svm.coefficients.map(() => 0), rho: -1 },
  };
}

function stageReport(
  category: Category,
  stage: "content" | "title",
  { rows, svm, heldOut }: Stage,
  test: Scores,
) {
  return { category, stage, trained: rows, vectors: svm.vectors.count, folds: heldOut, test };
}

/** Word F1 and titles of whole pages of the test fold. */
function readingOf(paper: PaperModels, test: readonly Known[]): VariantReport["reading"] {
  return CATEGORIES.map((category) => {
    let [pages, f1, titles, right] = [0, 0, 0, 0];
    for (const known of test) {
      if (known.category !== category) continue;
      const found = paperExtract(known.page, paper, category);
      pages += 1;
      f1 += dice(
        wordsOf(found.blocks.map(({ text }) => text).join("\n")),
        wordsOf(known.reference),
      );
      if (!known.title.includes(1)) continue;
      titles += 1;
      const title = known.page.nodes.filter((_, node) => known.title[node] === 1)
        .map(({ text }) => text).join(" ");
      if (dice(wordsOf(found.title ?? ""), wordsOf(title)) >= 0.7) right += 1;
    }
    return { category, pages, f1: f1 / pages, title: right / titles };
  });
}

if (import.meta.main) {
  const folder = suiteFolder();
  if (folder === null) {
    console.error("content-wcxb is not on this machine");
    Deno.exit(1);
  }
  const text = await main(folder);
  await Deno.writeTextFile(new URL("content_paper.md", import.meta.url), text);
  console.log(text);
}
