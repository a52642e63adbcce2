/**
 * The table of labels while it is worked on.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readLabelCsv } from "../src/content/label_csv.ts";
import { paperBlocks } from "../src/content/paper_blocks.ts";
import { parsePage } from "../src/content/parse_page.ts";
import { type BlockedPage, LabelSheet } from "../src/label/label_sheet.ts";
import { csvText } from "../src/report/csv.ts";

function blocked(name: string, html: string): BlockedPage {
  const page = parsePage(html, null);
  return { name, page, blocks: paperBlocks(page) };
}

const NOTICE = blocked(
  "a.html",
  '<h1>제목</h1><p>본문입니다.</p><img src="a.png" width=300 height=200><h2>=SUM(1)</h2>',
);
const written = (sheet: LabelSheet) => readLabelCsv([...csvText(sheet.rows())].join(""), "b.csv");

Deno.test("LabelSheet begins without labels and counts what is labelled", () => {
  const sheet = new LabelSheet([NOTICE], []);
  assert.deepEqual(sheet.progress(), { done: 0, all: 4 });
  assert.equal(sheet.mark(0, 0, "title"), true);
  assert.equal(sheet.mark(0, 1, "content"), true);
  assert.equal(sheet.mark(0, 2, "other"), true);
  assert.deepEqual(sheet.progress(0), { done: 3, all: 4 });
  assert.equal(sheet.mark(0, 0, null), true);
  assert.deepEqual(sheet.progress(0), { done: 2, all: 4 });
});

Deno.test("LabelSheet knows no page or block beyond its own", () => {
  const sheet = new LabelSheet([NOTICE], []);
  for (const [page, block] of [[1, 0], [0, 4], [0, -1], [0, 0.5]] as const) {
    assert.equal(sheet.mark(page, block, "content"), false);
  }
  assert.deepEqual(sheet.drawn(1), []);
});

Deno.test("LabelSheet writes a title as content too, and what is unlabelled as blank", () => {
  const sheet = new LabelSheet([NOTICE], []);
  sheet.mark(0, 0, "title");
  sheet.mark(0, 1, "content");
  sheet.mark(0, 2, "other");
  const { rows, bad } = written(sheet);
  assert.deepEqual(bad, []);
  assert.deepEqual(
    rows.map(({ kind, text, isContent, isTitle }) => [kind, text, isContent, isTitle]),
    [
      ["text", "제목", 1, 1],
      ["text", "본문입니다.", 1, 0],
      ["image", "a.png", 0, 0],
      ["text", "=SUM(1)", null, null],
    ],
  );
});

Deno.test("LabelSheet takes up the labels of a table it wrote, and keeps the rows of other pages", () => {
  const other = blocked("other.html", "<p>다른 페이지</p>");
  const first = new LabelSheet([NOTICE, other], []);
  first.mark(0, 0, "title");
  first.mark(0, 3, "content");
  first.mark(1, 0, "other");
  const again = new LabelSheet([NOTICE], written(first).rows);
  assert.deepEqual(again.drawn(0).map(({ mark }) => mark), ["title", null, null, "content"]);
  const pages = written(again).rows.map(({ page, isContent }) => [page, isContent]);
  assert.deepEqual(pages[0], ["other.html", 0]);
  assert.equal(pages.length, 5);
});

Deno.test("LabelSheet gives a label only to the same words at the same place of the same page", () => {
  const first = new LabelSheet([NOTICE], []);
  for (let block = 0; block < 4; block++) first.mark(0, block, "content");
  const rows = written(first).rows;
  const moved = blocked("a.html", "<p>새 단락</p><h1>제목</h1><p>본문입니다.</p>");
  assert.ok(new LabelSheet([moved], rows).drawn(0).every(({ mark }) => mark === null));
  const renamed = { ...NOTICE, name: "b.html" };
  assert.ok(new LabelSheet([renamed], rows).drawn(0).every(({ mark }) => mark === null));
});

Deno.test("LabelSheet draws a block where its nodes stand", () => {
  const [title] = new LabelSheet([NOTICE], []).drawn(0);
  const node = NOTICE.page.nodes[0]!;
  assert.deepEqual(
    [title!.x, title!.y, title!.width, title!.height, title!.fontSize],
    [node.x, node.y, node.width, node.height, node.fontSize],
  );
});
