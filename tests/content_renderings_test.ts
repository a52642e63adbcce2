/** An extraction as text, Markdown, HTML and JSON: golden forms. */

import assert from "node:assert/strict";
import { htmlOf } from "../src/content/extraction_html.ts";
import { jsonOf } from "../src/content/extraction_json.ts";
import { markdownOf } from "../src/content/extraction_markdown.ts";
import { textOf } from "../src/content/extraction_text.ts";
import { linkedPieces } from "../src/content/linked_text.ts";
import { extractionOf } from "./support/extractions.ts";

const NOTICE = extractionOf({
  url: "https://a.kr/1",
  title: "공고 제1호",
  blocks: [
    { kind: "heading", level: 1, text: "공고 제1호" },
    {
      text: "규정을 개정합니다. 붙임을 보십시오.",
      links: [{ text: "붙임", href: "https://a.kr/f?a=(1)" }],
      start: 10,
      end: 40,
      score: 0.98765,
    },
    { kind: "item", level: 1, text: "하나" },
    { kind: "item", level: 2, text: "1. 둘" },
    { kind: "row", text: "이름\t값" },
    { kind: "row", text: "a\tb" },
    { kind: "quote", text: "인용" },
    { kind: "image", images: [{ source: "https://a.kr/i.png", alt: "도표" }] },
    { kind: "code", text: "a\n  b" },
  ],
});

Deno.test("textOf() shows the title once, lists and tables close together", () => {
  assert.equal(
    textOf(NOTICE, "ko"),
    "공고 제1호\n\n규정을 개정합니다. 붙임을 보십시오.\n\n- 하나\n  - 1. 둘\n\n이름\t값\na\tb\n\n" +
      "> 인용\n\n[그림: 도표]\n\na\n  b\n",
  );
  assert.equal(textOf(extractionOf({}), "en"), "");
});

Deno.test("markdownOf() writes links, lists, tables, images and code", () => {
  assert.equal(
    markdownOf(NOTICE),
    "# 공고 제1호\n\n규정을 개정합니다. [붙임](https://a.kr/f?a=%281%29)을 보십시오.\n\n" +
      "- 하나\n  - 1\\. 둘\n\n| 이름 | 값 |\n| --- | --- |\n| a | b |\n\n> 인용\n\n" +
      "![도표](https://a.kr/i.png)\n\n```\na\n  b\n```\n",
  );
});

Deno.test("htmlOf() groups lists and tables, and loads no image", () => {
  const html = htmlOf(NOTICE, "ko");
  assert.match(
    html,
    /<ul>\n<li class="l1"[^>]*>하나<\/li>\n<li class="l2"[^>]*>1\. 둘<\/li>\n<\/ul>/,
  );
  assert.match(html, /<table>\n<tr[^>]*><td>이름<\/td><td>값<\/td><\/tr>\n/);
  assert.match(html, /<a rel="noreferrer" href="https:\/\/a\.kr\/i\.png">\[그림: 도표\]<\/a>/);
  assert.doesNotMatch(html, /<img|<script|<link/);
  assert.equal(html.split("<h1").length, 2);
});

Deno.test("jsonOf() rounds, names every link and image once, and knows of places that are unknown", () => {
  const told = JSON.parse(jsonOf(NOTICE));
  assert.deepEqual(told.blocks[1], {
    kind: "paragraph",
    level: 0,
    text: "규정을 개정합니다. 붙임을 보십시오.",
    links: [{ text: "붙임", href: "https://a.kr/f?a=(1)" }],
    images: [],
    box: { x: 0, y: 0, width: 100, height: 20 },
    source: { start: 10, end: 40 },
    score: 0.9877,
  });
  assert.equal(told.blocks[0].source, null);
  assert.deepEqual(told.images, [{ source: "https://a.kr/i.png", alt: "도표" }]);
  const twice = { text: "a", links: [{ text: "a", href: "https://a.kr/" }] };
  assert.equal(JSON.parse(jsonOf(extractionOf({ blocks: [twice, twice] }))).links.length, 1);
});

Deno.test("linkedPieces() together are the text, each link behind the one before", () => {
  const pieces = linkedPieces({
    text: "a b a c",
    links: ["b", "a", "no", "c"].map((text) => ({ text, href: `https://x.kr/${text}` })),
  });
  assert.equal(pieces.map(({ text }) => text).join(""), "a b a c");
  assert.deepEqual(pieces.map(({ href }) => href?.at(-1) ?? null), [
    null,
    "b",
    null,
    "a",
    null,
    "c",
  ]);
});
