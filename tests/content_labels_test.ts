import assert from "node:assert/strict";
import { projectLabels } from "../tools/content/project_labels.ts";
import { foldOf, siteOf } from "../tools/content/site_folds.ts";
import { meansByType, wordF1 } from "../tools/content/word_score.ts";

const labels = (blocks: string[], reference: string) => [...projectLabels(blocks, reference)];

Deno.test("projectLabels() marks the blocks that the reference holds in order", () => {
  const blocks = [
    "Home News Contact",
    "A headline of the day",
    "The text goes on and on.",
    "Contact us",
  ];
  assert.deepEqual(labels(blocks, "A headline of the day\n\nThe text goes on and on."), [
    0,
    1,
    1,
    0,
  ]);
});

Deno.test("projectLabels() does not take a menu's word for the same word within the text", () => {
  const blocks = ["news", "menu", "all the news that is fit to print", "imprint"];
  assert.deepEqual(labels(blocks, "All the news that is fit to print"), [0, 0, 1, 0]);
});

Deno.test("projectLabels() finds what the reference tells in another order", () => {
  const blocks = [
    "the second part of this page",
    "the first and the longest part of this long page",
  ];
  const reference =
    "The first and the longest part of this long page. The second part of this page.";
  assert.deepEqual(labels(blocks, reference), [1, 1]);
});

Deno.test("projectLabels() tells the share of a block that is only half content", () => {
  const [share] = labels(["one two three four share print mail save"], "one two three four");
  assert.equal(share, 0.5);
});

Deno.test("projectLabels() spends a repeated text once", () => {
  assert.deepEqual(
    labels(["add this item to the cart", "add this item to the cart"], "Add this item to the cart")
      .reduce((sum, share) => sum + share),
    1,
  );
});

Deno.test("wordF1() counts words as a multiset, whatever their case and order", () => {
  assert.equal(wordF1("B a", "a b"), 1);
  assert.equal(wordF1("a a", "a b"), 0.5);
  assert.equal(wordF1("", "a"), 0);
  assert.equal(wordF1("", ""), 1);
  assert.equal(wordF1("a", ""), 0);
  assert.equal(wordF1("공고, 제2026호", "공고 제2026호"), 1);
});

Deno.test("meansByType() averages over pages, with and without those that have no reference", () => {
  const scores = [
    { type: "forum", f1: 1, answerable: true },
    { type: "article", f1: 0.5, answerable: true },
    { type: "article", f1: 0, answerable: false },
  ];
  assert.deepEqual(meansByType(scores), { all: 0.5, answerable: 0.75, article: 0.25, forum: 1 });
});

Deno.test("siteOf() gives the registered host, and pages without an address their own site", () => {
  assert.equal(siteOf("https://news.a.co.kr/1", "1"), "a.co.kr");
  assert.equal(siteOf("https://www.example.com/", "2"), "example.com");
  assert.notEqual(siteOf(null, "3"), siteOf(null, "4"));
});

Deno.test("foldOf() uses all folds and always the same for a site", () => {
  const folds = Array.from({ length: 200 }, (_, i) => foldOf(`site${i}.kr`, 5));
  assert.deepEqual([...new Set(folds)].sort(), [0, 1, 2, 3, 4]);
  assert.equal(foldOf("site7.kr", 5), folds[7]);
});
