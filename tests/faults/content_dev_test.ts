/** The shipped model on a sample of the pages it was trained on: proves that it works, not how well. */

import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { DEFAULT_MODEL } from "../../src/content/default_model.ts";
import { contentText, extractContent, wholeText } from "../../src/content/extract_content.ts";
import { parsePage } from "../../src/content/parse_page.ts";
import { wordsOf } from "../../src/content/word_scan.ts";
import { sameTitle } from "../../tools/content/learn_titles.ts";
import { wordF1 } from "../../tools/content/word_score.ts";
import { suiteTest } from "../support/suites.ts";

const EVERY = 30;
// Below what was measured; these pages were seen in training, unseen ones score less.
const LEAST_F1 = 0.88;
const LEAST_TITLES = 0.82;

function* sample(suite: URL) {
  const names = Array.from(
    Deno.readDirSync(new URL("dev/ground-truth/", suite)),
    ({ name }) => name,
  );
  for (const [k, name] of names.sort().entries()) {
    if (k % EVERY !== 0) continue;
    const truth = JSON.parse(Deno.readTextFileSync(new URL(`dev/ground-truth/${name}`, suite)));
    const file = new URL(`dev/html/${name.slice(0, -5)}.html.gz`, suite);
    const html = new TextDecoder().decode(gunzipSync(Deno.readFileSync(file)));
    const { title, main_content: text } = truth.ground_truth;
    yield { name, page: parsePage(html, truth.url || null), title, text: text ?? "" };
  }
}

suiteTest(
  "content-wcxb",
  "extractContent() leaves no page empty that has words, and finds what it was trained to find",
  (suite) => {
    const scores: number[] = [];
    const titles: number[] = [];
    for (const { name, page, title, text } of sample(suite)) {
      const found = extractContent(page, DEFAULT_MODEL);
      if (wordsOf(wholeText(page)).length > 0) assert.notEqual(contentText(found), "", name);
      if (wordsOf(text).length > 0) scores.push(wordF1(contentText(found), text));
      titles.push(sameTitle(found.title, title));
    }
    const mean = (values: number[]) => values.reduce((sum, one) => sum + one) / values.length;
    assert.ok(scores.length >= 45, `${scores.length} pages`);
    assert.ok(mean(scores) >= LEAST_F1, `word F1 ${mean(scores)}`);
    assert.ok(mean(titles) >= LEAST_TITLES, `titles ${mean(titles)}`);
  },
);
