/**
 * The report of `content_paper.ts` as Markdown.
 *
 * @module
 */

import type { Category } from "../../src/content/page_node.ts";
import type { Scores } from "../../src/content/scores.ts";

/** What was measured. */
export interface PaperReport {
  readonly pages: number;
  readonly trainPages: Readonly<Record<Category, number>>;
  readonly testPages: Readonly<Record<Category, number>>;
  readonly blockings: string;
  /** Guesses by what the page is. */
  readonly guesses: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly rules: readonly {
    readonly category: Category;
    readonly paper: Dropped;
    readonly general: Dropped;
  }[];
  readonly variants: readonly VariantReport[];
}

/** Shares of characters that rules take out, 0 to 1. */
interface Dropped {
  readonly content: number;
  readonly rest: number;
}

/** One way to cut pages. */
export interface VariantReport {
  readonly name: string;
  /** Wall time of training and validating all models. */
  readonly seconds: number;
  readonly stages: readonly {
    readonly category: Category;
    readonly stage: "content" | "title";
    readonly trained: number;
    readonly vectors: number;
    readonly folds: Scores;
    readonly test: Scores;
  }[];
  readonly reading: readonly {
    readonly category: Category;
    readonly pages: number;
    readonly f1: number;
    readonly title: number;
  }[];
}

/** The whole report. */
export function reportText(report: PaperReport): string {
  const { trainPages: train, testPages: test } = report;
  return `# The paper's five features and two stages, on content-wcxb dev

\`deno task bench:paper\` wrote this. ${report.pages} pages that have a reference text; layout estimated from
the DOM, no browser, no style sheets from outside. The reference names neither images nor blocks: labels
are projected from its text to text nodes (\`tools/content/project_labels.ts\`), a block has the label of most
of its characters, an image that of the text around it, and the title is the heading nearest to the
reference's title.

What stands for the paper's categories: news, articles whose address does not say "blog" (magazines and guides more
than newspapers); blog, articles whose address does; shop, products and collections. Forums, listings,
documentation and services have no counterpart in the paper and are not in its table. The paper's pages
were Korean and labelled by hand, these are mostly English: figures are of the method, not a repetition.

Pages by site, none on both sides: trained on ${train.news} news, ${train.blog} blog and ${train.shop} shop pages, of which as many are drawn as
give about 4,500 blocks (the paper had 4,500, 4,800 and 4,400); tested on all blocks of ${test.news}, ${test.blog} and ${test.shop} others.

## Blocks, all ${report.pages} pages

A mixed block has at least a tenth of its characters on either side. Oracle: every block is told by its majority.

${report.blockings}

## Rules: what they take out

Shares of the characters of content and of all else. The paper's rules suit the sites it names.

| category | paper: content | paper: rest | general: content | general: rest |
| --- | --- | --- | --- | --- |
${
    report.rules.map(({ category, paper, general }) =>
      `| ${category} | ${percent(paper.content)} | ${percent(paper.rest)} | ` +
      `${percent(general.content)} | ${percent(general.rest)} |`
    ).join("\n")
  }

## Two stages

RBF, C = 1, gamma "scale", no class weights. The second stage is judged on what is content in truth. Five folds are
by site within the training pages. Confusion: rows are the truth, yes then no. One draw of pages: 4,500 blocks are some
fifteen to fifty pages, and how much another draw would change was not measured.

${report.variants.map(variantText).join("\n\n")}

## Guessed categories, all ${report.pages} pages

Blog pages were mapped by "blog" in their address, which the guess looks at as well: that row proves nothing.

| page | news | blog | shop | none |
| --- | --- | --- | --- | --- |
${
    [...report.guesses].map(([name, row]) =>
      `| ${name} | ${["news", "blog", "shop", "none"].map((to) => row.get(to) ?? 0).join(" | ")} |`
    ).join("\n")
  }
`;
}

function variantText({ name, seconds, stages, reading }: VariantReport): string {
  return `### ${name}

| category, stage | trained | vectors | 5 folds: accuracy | F1 | tested | test: accuracy | precision | recall | F1 | test confusion |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${
    stages.map(({ category, stage, trained, vectors, folds, test }) =>
      `| ${category}, ${stage} | ${trained} | ${vectors} | ${figure(folds.accuracy)} | ` +
      `${figure(folds.f1)} | ${sizeOf(test)} | ${figure(test.accuracy)} | ` +
      `${figure(test.precision)} | ${figure(test.recall)} | ${figure(test.f1)} | ${
        confusion(test)
      } |`
    ).join("\n")
  }

Whole pages of the test fold: ${
    reading.map(({ category, pages, f1, title }) =>
      `${category} word F1 ${figure(f1)}, title right ${percent(title)} (${pages} pages)`
    ).join("; ")
  }. Training and validating took ${seconds.toFixed(0)} s of wall time on a busy machine.`;
}

function sizeOf(scores: Scores): number {
  const { truePositive, falsePositive, falseNegative, trueNegative } = scores;
  return truePositive + falsePositive + falseNegative + trueNegative;
}

function confusion(scores: Scores): string {
  const { truePositive, falsePositive, falseNegative, trueNegative } = scores;
  return `${truePositive} ${falseNegative} / ${falsePositive} ${trueNegative}`;
}

function figure(value: number): string {
  return value.toFixed(3);
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
