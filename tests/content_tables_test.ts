/** Tables of a page: what is one, and that its rows and columns reach the reader. */

import assert from "node:assert/strict";
import type { ContentBlock, Extraction } from "../src/content/extraction.ts";
import { contentBlocks } from "../src/content/content_blocks.ts";
import { describedBlock } from "../src/content/described_block.ts";
import { htmlOf } from "../src/content/extraction_html.ts";
import { jsonOf } from "../src/content/extraction_json.ts";
import { markdownOf } from "../src/content/extraction_markdown.ts";
import { textOf } from "../src/content/extraction_text.ts";
import { parsePage } from "../src/content/parse_page.ts";
import { extractionOf } from "./support/extractions.ts";

/** All of a page, whatever a model would say of it, but for the texts left out. */
function all(html: string, without: readonly string[] = []): Extraction {
  const page = parsePage(html, "https://a.kr/");
  const blocks = contentBlocks(page);
  const described = Array.from(blocks.first, (_, i) => describedBlock(page, blocks, i, 1));
  return extractionOf({ blocks: described.filter(({ text }) => !without.includes(text)) });
}

const TABLE = `<table><tr><th>번호</th><th>성분</th><th>국가</th></tr>
<tr><td>수1</td><td></td><td>인도</td></tr>
<tr><td>수2</td><td><p>가</p><p>나|다</p></td><td><a href="/k">대한민국</a></td></tr></table>`;

Deno.test("a row of a table is one row, and what is empty in it keeps its column", () => {
  assert.equal(
    markdownOf(all(TABLE)),
    "| 번호 | 성분 | 국가 |\n| --- | --- | --- |\n| 수1 |  | 인도 |\n" +
      "| 수2 | 가 나\\|다 | [대한민국](https://a.kr/k) |\n",
  );
  assert.equal(
    textOf(all(TABLE), "ko"),
    "번호\t성분\t국가\n수1\t\t인도\n수2\t가 나|다\t대한민국\n",
  );
  const html = htmlOf(all(TABLE), "ko");
  assert.match(html, /<tr[^>]*><td>수1<\/td><td><\/td><td>인도<\/td><\/tr>/);
  assert.match(html, /<td><a rel="noreferrer" href="https:\/\/a\.kr\/k">대한민국<\/a><\/td><\/tr>/);
});

Deno.test("a head that is narrower than its rows hides none of their cells", () => {
  assert.equal(
    markdownOf(all(TABLE, ["국가", "성분", "수1"])),
    "| 번호 |  |  |\n| --- | --- | --- |\n|  |  | 인도 |\n" +
      "| 수2 | 가 나\\|다 | [대한민국](https://a.kr/k) |\n",
  );
});

Deno.test("two tables that follow each other stay two", () => {
  const two = all(TABLE + TABLE);
  assert.equal(markdownOf(two).split("| --- | --- | --- |").length, 3);
  assert.equal(htmlOf(two, "en").split("<table>").length, 3);
});

Deno.test("jsonOf() tells of every cell which table, row and column it is", () => {
  const { blocks } = JSON.parse(jsonOf(all(`<p>글</p>${TABLE}`)));
  assert.equal(blocks[0].cell, undefined);
  const cells = blocks.slice(1).map(({ cell }: ContentBlock) => Object.values(cell ?? {}));
  assert.deepEqual(cells.slice(3), [[0, 1, 0], [0, 1, 2], [0, 2, 0], [0, 2, 1], [0, 2, 1], [
    0,
    2,
    2,
  ]]);
});

Deno.test.each<[string, string]>([
  ["says so by its role", `<table role="presentation"><tr><td>가<td>나<tr><td>다<td>라</table>`],
  ["holds another table", `<table><tr><td>가<td>나<tr><td><table><tr><td>다</table><td>라</table>`],
  ["holds a heading", `<table><tr><td>가<td>나<tr><td><h2>다</h2><td>라</table>`],
  ["is one row", `<table><tr><td>가<td>나<td>다<td>라</table>`],
  ["is one column", `<table><tr><td>가<tr><td>나<tr><td>다<tr><td>라</table>`],
])("a table that %s lays a page out and makes no rows", (_: string, html: string) => {
  const { blocks } = all(html);
  assert.deepEqual(blocks.map(({ text }) => text), ["가", "나", "다", "라"]);
  assert.ok(blocks.every(({ kind }) => kind !== "row"));
});

Deno.test("a row of a hundred thousand cells is written in bounded width, none of them lost", () => {
  const wide = all(`<table><tr><th>머리</tr><tr>${"<td>값".repeat(100_000)}</table>`);
  const lines = markdownOf(wide).split("\n");
  assert.equal(lines[1]!.split("---").length - 1, 100);
  assert.equal(lines[2]!.split("값").length - 1, 100_000);
});
