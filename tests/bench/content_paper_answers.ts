/**
 * What the paper's reference (its blocks, five features, two-stage SVM) extracts from every page of
 * content-wcxb dev, by models that were trained on none of the page's site.
 *
 * `deno run --allow-read --allow-write tests/bench/content_paper_answers.ts OUT.json`: the folds are those
 * of `tools/content/train_model.ts`. Pages without a category are read by the first model, as it does.
 *
 * @module
 */

import { contentText } from "../../src/content/extract_content.ts";
import { paperExtract } from "../../src/content/paper_extract.ts";
import { trainPaper } from "../../src/content/paper_train.ts";
import { foldOf, siteOf } from "../../tools/content/site_folds.ts";
import {
  categoryOf,
  labelledAs,
  suiteFolder,
  type SuitePage,
  suitePages,
} from "./content_pages.ts";

/** Title, and text with a line a block. */
export interface PaperAnswer {
  readonly text: string;
  readonly title: string;
}

const FOLDS = 4;

async function main(): Promise<void> {
  const [out = ""] = Deno.args;
  const folder = suiteFolder();
  if (folder === null) throw new Error("Cannot find content-wcxb beside the project");
  const folds: SuitePage[][] = Array.from({ length: FOLDS }, () => []);
  for await (const page of suitePages(folder)) {
    folds[foldOf(siteOf(page.page.url, page.id), FOLDS)]?.push(page);
  }
  const answers: Record<string, PaperAnswer> = {};
  folds.forEach((left, fold) => {
    const others = folds.flatMap((pages, other) => other === fold ? [] : pages);
    const models = trainPaper(others.flatMap((page) => {
      const category = categoryOf(page);
      return category === null ? [] : [labelledAs(page, category)];
    }));
    for (const { id, page } of left) {
      const found = paperExtract(page, models);
      answers[id] = { text: contentText(found), title: found.title ?? "" };
    }
    console.error(`fold ${fold}: ${left.length} pages`);
  });
  Deno.writeTextFileSync(out, JSON.stringify(answers));
}

if (import.meta.main) await main();
