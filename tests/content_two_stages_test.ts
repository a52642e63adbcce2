/** Two stages: training, the model's file, and reading a page with it. */

import assert from "node:assert/strict";
import { toRows } from "../src/content/feature_rows.ts";
import type { Page } from "../src/content/page_node.ts";
import { paperExtract } from "../src/content/paper_extract.ts";
import { type LabelledPage, trainPaper } from "../src/content/paper_train.ts";
import { parsePage } from "../src/content/parse_page.ts";
import { readSvmModel, writeSvmModel } from "../src/content/svm_model.ts";
import { STAGE_DEFAULTS, trainStages } from "../src/content/train_stages.ts";
import { tellBlocks } from "../src/content/two_stage_model.ts";
import { labelledRows } from "./support/labelled_rows.ts";

const SETTINGS = { ...STAGE_DEFAULTS, category: "news" } as const;
const MODEL = trainStages(labelledRows(8), SETTINGS);

Deno.test("trainStages() learns to tell content, and the title among it", () => {
  assert.ok(MODEL.content.heldOut.f1 > 0.95, JSON.stringify(MODEL.content.heldOut));
  assert.ok(MODEL.title!.heldOut.f1 > 0.95, JSON.stringify(MODEL.title!.heldOut));
  assert.deepEqual([MODEL.content.rows, MODEL.title!.rows], [160, 80]);
  const rows = [[0.5, 0.1, 0.5, 0.02, 30], [0.5, 0.4, 0.6, 0.08, 16], [0.1, 0.4, 0.15, 0.02, 12]];
  const told = tellBlocks(MODEL, toRows(rows, 5));
  assert.deepEqual(told.map(({ isContent, isTitle }) => [isContent, isTitle]), [
    [true, true],
    [true, false],
    [false, false],
  ]);
  assert.ok(told[1]!.score > 0.8 && told[2]!.score < 0.2);
});

Deno.test("folds are whole sites where there are enough, else rows", () => {
  assert.deepEqual([MODEL.data.foldedBy, MODEL.data.sites, MODEL.data.folds], ["site", 8, 5]);
  assert.equal(trainStages(labelledRows(2), SETTINGS).data.foldedBy, "row");
});

Deno.test("held-out scores are of sites the classifier did not see", () => {
  // Labels that depend on the site alone cannot be learned from other sites.
  const rows = Array.from({ length: 200 }, (_, at) => {
    const site = at % 10;
    const isContent: 0 | 1 = site % 2 === 0 ? 1 : 0;
    return {
      features: [site, site * site % 7, 0, 0, 0],
      isContent,
      isTitle: 0 as const,
      site: `${site}`,
    };
  });
  assert.ok(trainStages(rows, SETTINGS).content.heldOut.accuracy < 0.9);
});

Deno.test("without titles there is no second stage", () => {
  const rows = labelledRows(6).map((row) => ({ ...row, isTitle: 0 as const }));
  const model = trainStages(rows, SETTINGS);
  assert.equal(model.title, null);
  assert.equal(readSvmModel(writeSvmModel(model), "m.json").title, null);
});

Deno.test("equal rows give equal models, and the digest tells others apart", () => {
  assert.equal(writeSvmModel(trainStages(labelledRows(8), SETTINGS)), writeSvmModel(MODEL));
  const other = trainStages(labelledRows(8).with(3, labelledRows(8)[4]!), SETTINGS);
  assert.notEqual(other.data.digest, MODEL.data.digest);
});

Deno.test("a model read back says the same of every block", () => {
  const read = readSvmModel(writeSvmModel(MODEL), "m.json");
  const rows = toRows(labelledRows(3).map(({ features }) => features), 5);
  const told = tellBlocks(MODEL, rows);
  tellBlocks(read, rows).forEach((one, at) => {
    assert.equal(one.isContent, told[at]!.isContent);
    assert.equal(one.isTitle, told[at]!.isTitle);
    assert.ok(Math.abs(one.score - told[at]!.score) < 1e-6);
  });
  assert.deepEqual(read.data, MODEL.data);
  assert.deepEqual(read.settings, MODEL.settings);
});

type File = Record<string, unknown> & {
  content: Record<string, unknown>;
  scaler: { scale: number[] };
};

const FAULTS: readonly (readonly [name: string, damage: (file: File) => unknown, found: RegExp])[] =
  [
    [
      "another format",
      (file) => ({ ...file, format: "pickle" }),
      /no model that "dmf train" wrote/,
    ],
    ["no object", () => [1], /no model that "dmf train" wrote/],
    ["null", () => null, /no model that "dmf train" wrote/],
    ["another version", (file) => ({ ...file, version: 2 }), /expected version 1 .* found 2/],
    ["a missing part", ({ scaler: _, ...file }) => file, /"scaler" is missing/],
    ["a key too much", (file) => ({ ...file, modle: 1 }), /"modle" is not a known key/],
    ["a scale of 0", (file) => {
      file.scaler.scale[2] = 0;
      return file;
    }, /"scaler\.scale\[2\]" must be more than 0/],
    ["a vector cut off", (file) => {
      (file.content["vectors"] as number[]).pop();
      return file;
    }, /"content\.vectors" must have \d+ numbers/],
    ["a word for a number", (file) => {
      file.content["rho"] = "0.5";
      return file;
    }, /"content\.rho" must be a number/],
    ["features in another order", (file) => {
      (file["features"] as string[]).reverse();
      return file;
    }, /"features/],
    ["an RBF kernel without gamma", (file) => {
      file["settings"] = { ...file["settings"] as object, kernel: { kind: "rbf" } };
      return file;
    }, /gamma/],
  ];

for (const [name, damage, found] of FAULTS) {
  Deno.test(`readSvmModel() refuses ${name} in one sentence that names the file`, () => {
    const file = JSON.stringify(damage(JSON.parse(writeSvmModel(MODEL)) as File));
    assert.throws(() => readSvmModel(file, "m.json"), (fault: Error) => {
      assert.equal(fault.name, "ConfigurationError");
      assert.match(fault.message, /m\.json/);
      assert.match(fault.message, found);
      return true;
    });
  });
}

/** A page of some site: menu, title, paragraphs, foot. */
function newsPage(site: number): Page {
  const paragraphs = Array.from(
    { length: 6 },
    (_, at) => `<p>Paragraph ${at} of ${site}: ${"long words run on ".repeat(14 + site + at)}</p>`,
  );
  const menu = Array.from({ length: 9 }, (_, at) => `<li><a href="/m${at}">M${at}</a></li>`);
  return parsePage(
    `<body><ul>${menu.join("")}</ul><h1>The title of page ${site}</h1>${paragraphs.join("")}` +
      `<ul>${menu.join("")}</ul></body>`,
    `https://s${site}.example/story`,
  );
}

function labelled(page: Page): LabelledPage {
  const within = (tag: string) =>
    page.nodes.map(({ element }) => page.elements[element]!.tag === tag ? 1 : 0);
  return { page, category: "news", content: within("p"), title: within("h1") };
}

Deno.test("paperExtract() reads title and paragraphs of a site it was not trained on", () => {
  const paper = trainPaper([0, 1, 2, 3, 4, 5].map((site) => labelled(newsPage(site))));
  const page = newsPage(3.5);
  const found = paperExtract(page, paper, "news");
  assert.equal(found.title, "The title of page 3.5");
  assert.equal(found.model, "dmf-two-stage-svm/1");
  const text = found.blocks.map((block) => block.text).join("\n");
  assert.match(text, /Paragraph 0 .*\n?.*Paragraph 5/s);
  assert.doesNotMatch(text, /M3|The title/);
  for (const block of found.blocks) assert.ok(block.score > 0.5 && block.end > block.start);
});

Deno.test("paperExtract() reads a page of no category as the first there is a model for", () => {
  const paper = trainPaper([0, 1, 2, 3].map((site) => labelled(newsPage(site))));
  const found = paperExtract(newsPage(2), paper, null);
  assert.equal(found.category, null);
  assert.ok(found.blocks.length > 0);
});

Deno.test("paperExtract() without any model, or of an empty page, finds nothing and does not fail", () => {
  const none = trainPaper([]);
  assert.deepEqual(none.models, {});
  assert.deepEqual(paperExtract(newsPage(1), none).blocks, []);
  const paper = trainPaper([0, 1, 2].map((site) => labelled(newsPage(site))));
  const empty = paperExtract(parsePage("", null), paper);
  assert.deepEqual([empty.title, empty.blocks], [null, []]);
});

Deno.test("trainPaper() stops drawing pages when a category has rows enough", () => {
  const pages = Array.from({ length: 12 }, (_, site) => labelled(newsPage(site)));
  const few = trainPaper(pages, { mostRows: 20 }).models.news!;
  assert.ok(few.data.rows >= 20 && few.data.rows < 45, String(few.data.rows));
});
