/** `dmf train` as people use it, and tables that are not as they should be. */

import assert from "node:assert/strict";
import { LABEL_COLUMNS, readLabelCsv } from "../src/content/label_csv.ts";
import { readSvmModel } from "../src/content/svm_model.ts";
import { labelledCsv, labelledRows } from "./support/labelled_rows.ts";
import { Dmf } from "./support/run_dmf.ts";

async function trained(csv: string, ...more: readonly string[]) {
  const dmf = await Dmf.towards("http://127.0.0.1:1");
  const file = `${dmf.folder}/blocks.csv`;
  await Deno.writeTextFile(file, csv);
  const ran = await dmf.run(["train", file, "--lang", "en", ...more]);
  return { ...ran, dmf, file };
}

Deno.test("dmf train writes a model and plots, and tells the scores of both stages", async () => {
  const { code, out, err, dmf } = await trained(labelledCsv(labelledRows(7)), "--category", "news");
  await using _ = dmf;
  assert.equal(code, 0, err);
  assert.match(
    out,
    /^Trained on 140 rows \(140 read, 0 unlabelled, 0 unusable\)\n5 folds, by site, 7/,
  );
  assert.match(out, /content: accuracy \d\.\d{4} {2}precision .* recall .* F1 \d\.\d{4}/);
  assert.match(out, /title: accuracy/);
  const folder = `${dmf.data}/models`;
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
  assert.deepEqual(
    names,
    [
      ...["content", "title"].flatMap((stage) =>
        ["pca2", "pca3", "size", "xy"].map((plot) => `news.${stage}.${plot}.svg`)
      ),
      "news.model.json",
    ].sort(),
  );
  const model = readSvmModel(
    await Deno.readTextFile(`${folder}/news.model.json`),
    "news.model.json",
  );
  assert.deepEqual([model.category, model.data.sites], ["news", 7]);
});

Deno.test("dmf train --json gives counts, scores, the data's digest and the files", async () => {
  const { out, dmf } = await trained(labelledCsv(labelledRows(6)), "--json", "--out", "");
  await using _ = dmf;
  assert.equal(out, "", "an empty --out is refused");
  const file = `${dmf.folder}/blocks.csv`;
  const ran = await dmf.run(["train", file, "--json", "--out", `${dmf.data}/mine/blog`]);
  const told = JSON.parse(ran.out);
  assert.deepEqual(Object.keys(told), [
    ..."category rows unlabelled used bad data content title files".split(" "),
  ]);
  assert.deepEqual([told.category, told.used, told.bad], [null, 120, 0]);
  assert.match(told.data.digest, /^[0-9a-f]{64}$/);
  assert.equal(told.content.heldOut.truePositive + told.content.heldOut.falseNegative, 60);
  for (const path of told.files) assert.ok((await Deno.stat(path)).size > 0, path);
});

Deno.test("dmf train speaks Korean by default", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  await Deno.writeTextFile(`${dmf.folder}/b.csv`, labelledCsv(labelledRows(6)));
  const { out } = await dmf.run(["train", `${dmf.folder}/b.csv`]);
  assert.match(out, /120줄로 학습함/);
  assert.match(out, /본문: 정확도/);
});

Deno.test("dmf train gives the same files for the same table", async () => {
  const texts = await Promise.all([0, 1].map(async () => {
    const { dmf } = await trained(labelledCsv(labelledRows(6)), "--category", "shop");
    await using _ = dmf;
    return await Deno.readTextFile(`${dmf.data}/models/shop.model.json`);
  }));
  assert.equal(texts[0], texts[1]);
});

Deno.test("dmf train names rows that cannot be used by line, learns from the rest, ends with 3", async () => {
  const lines = labelledCsv(labelledRows(6)).trimEnd().split("\r\n");
  const damaged = [
    ...lines.slice(0, 3),
    lines[3]!.replace(/,text,/, ",video,"),
    lines[4]!.replace(/,1,0$/, ",2,0"),
    lines[5]!.replace(/,1,0$/, ",0,1"),
    `${lines[6]!},more`,
    lines[7]!.replace(/,0\.\d+,/, ",NaN,"),
    lines[8]!.replace(/,0\.\d+,/, ",-0.5,"),
    lines[9]!.replace(/,1,0$/, ",,"),
    ...lines.slice(10),
  ].join("\n");
  const { code, out, err, dmf, file } = await trained(damaged, "--json");
  await using _ = dmf;
  assert.equal(code, 3);
  const told = JSON.parse(out);
  assert.deepEqual([told.bad, told.unlabelled, told.used], [6, 1, 113]);
  const found = err.trimEnd().split("\n").map((line) => line.replace(`${file}:`, ""));
  assert.deepEqual(found.map((line) => line.split(":")[0]), ["4", "5", "6", "7", "8", "9"]);
  assert.match(found[0]!, /"kind" must be text, image, found "video"/);
  assert.match(found[3]!, /expected 10 cells, found 11/);
  assert.match(found[4]!, /"x" must be 0…1, found "NaN"/);
});

const HEADER = LABEL_COLUMNS.join(",");

Deno.test.each([
  { name: "an empty file", csv: "", found: /lacks the column "page"/ },
  { name: "a header alone", csv: `${HEADER}\n`, found: /found 0 and 0/ },
  {
    name: "a column misspelt",
    csv: HEADER.replace("isTitle", "isTitel"),
    found: /lacks the column "isTitle", nearest is "isTitel"/,
  },
  { name: "a quote that never ends", csv: `${HEADER}\n"a,text\n`, found: /not CSV/ },
  { name: "binary data", csv: "\u0000\u0001PK\u0003\u0004\ufffd", found: /lacks the column/ },
  {
    name: "content alone",
    csv: `${HEADER}\n${"a,text,x,0.1,0.1,0.1,0.1,16,1,0\n".repeat(20)}`,
    found: /at least 5 rows that are content .* found 20 and 0/,
  },
  {
    name: "nothing labelled",
    csv: `${HEADER}\n${"a,text,x,0.1,0.1,0.1,0.1,16,,\n".repeat(20)}`,
    found: /found 0 and 0/,
  },
])("dmf train refuses $name with exit code 2 and writes nothing", async ({ csv, found }) => {
  const { code, err, dmf } = await trained(csv);
  await using _ = dmf;
  assert.equal(code, 2, err);
  assert.match(err, found);
  assert.match(err, /blocks\.csv/);
  await assert.rejects(Deno.stat(`${dmf.data}/models`), Deno.errors.NotFound);
});

Deno.test("dmf train of a file that is not there ends with 2", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const { code, err } = await dmf.run(["train", `${dmf.folder}/none.csv`, "--lang", "en"]);
  assert.equal(code, 2);
  assert.match(err, /There is no file/);
});

Deno.test("dmf train refuses another category, and a file in the place of its folder", async () => {
  const { code, err, dmf, file } = await trained(
    labelledCsv(labelledRows(6)),
    "--category",
    "forum",
  );
  await using _ = dmf;
  assert.equal(code, 2);
  assert.match(err, /must be "news" or "blog" or "shop"/);
  const onFile = await dmf.run(["train", file, "--out", file, "--lang", "en"]);
  assert.notEqual(onFile.code, 0);
  assert.equal(onFile.err.trimEnd().split("\n").length, 1, onFile.err);
});

Deno.test("readLabelCsv() gives back texts that were guarded, and other orders of columns", () => {
  const { rows, bad } = readLabelCsv(
    "note,isTitle,isContent,fontSize,height,width,y,x,content,kind,page\n" +
      "n,0,1,16,0.1,0.2,0.3,0.4,'=1+1,text,https://a.example/p\n",
    "t.csv",
  );
  assert.deepEqual(bad, []);
  assert.deepEqual(rows, [{
    page: "https://a.example/p",
    kind: "text",
    text: "=1+1",
    x: 0.4,
    y: 0.3,
    width: 0.2,
    height: 0.1,
    fontSize: 16,
    isContent: 1,
    isTitle: 0,
  }]);
});

const PAGE = "<nav><a href=/m>menu</a></nav><h1>Title</h1><p>Text of the page</p>";

Deno.test("dmf extract --model reads a page with the model, under the rules of a file", async () => {
  const { dmf } = await trained(labelledCsv(labelledRows(6)), "--category", "news");
  await using _ = dmf;
  const page = `${dmf.folder}/page.html`;
  await Deno.writeTextFile(page, PAGE);
  const model = ["--model", `${dmf.data}/models/news.model.json`, "--json", "--lang", "en"];
  const plain = await dmf.run(["extract", page, ...model, "--rules", "none"]);
  const told = JSON.parse(plain.out);
  assert.deepEqual([told.category, told.model], ["news", "dmf-two-stage-svm/1"]);
  const rules = `${dmf.folder}/rules.json`;
  const all = [{ drop: "elements", tags: ["body", "nav", "h1", "p"] }];
  await Deno.writeTextFile(rules, JSON.stringify({ news: all }));
  const none = await dmf.run(["extract", page, ...model, "--rules", rules]);
  assert.equal(none.code, 3, "the rules leave nothing");
  await Deno.writeTextFile(rules, '{"news": [{"drop": "elments"}]}');
  const wrong = await dmf.run(["extract", page, ...model, "--rules", rules]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /rules\.json.*nearest is "elements"/);
});

Deno.test("dmf extract refuses a model that is none, one that is not there, and rules alone", async () => {
  const { dmf, file } = await trained(labelledCsv(labelledRows(6)));
  await using _ = dmf;
  const page = `${dmf.folder}/page.html`;
  await Deno.writeTextFile(page, PAGE);
  for (
    const [more, found] of [
      [["--model", file], /blocks\.csv/],
      [["--model", `${file}.none`], /There is no file/],
      [["--rules", "paper"], /belongs to "--model"/],
    ] as const
  ) {
    const { code, err } = await dmf.run(["extract", page, ...more, "--lang", "en"]);
    assert.equal(code, 2, err);
    assert.match(err, found);
  }
});
