/**
 * Extractions drawn over their pages.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import type { ContentBlock, Extraction } from "../src/content/extraction.ts";
import { overlayHtml, titlePlace } from "../src/content/overlay.ts";
import type { Page } from "../src/content/page_node.ts";
import { pageOfSnapshot } from "../src/content/snapshot_page.ts";
import { snapshotOf } from "./support/snapshot_of.ts";

function pageOf(title: string, text: string, alt: string): Page {
  return pageOfSnapshot(
    snapshotOf({
      title,
      body: [
        { tag: "h1", box: [10, 10, 300, 40], style: { "font-size": "32px" }, children: [title] },
        { tag: "p", box: [10, 60, 600, 40], children: [text] },
        { tag: "p", box: [10, 400, 600, 20], children: [title] },
        { tag: "img", box: [10, 120, 80, 60], attributes: { src: "a.png", alt } },
      ],
    }),
    null,
  ) as Page;
}

function extractionOf(title: string | null, text: string): Extraction {
  const place = { x: 10, y: 60, width: 600, height: 40 };
  const block: ContentBlock = {
    kind: "paragraph",
    level: 0,
    text,
    links: [],
    images: [],
    ...place,
    start: -1,
    end: -1,
    score: 0.876,
  };
  return { url: null, title, category: null, model: "m 1", blocks: [block] };
}

const TAGS = /<\/?[a-z][^>]*>/gi;

Deno.test("overlayHtml() marks the title and every block with its kind and score", () => {
  const html = overlayHtml(pageOf("제목", "본문", "그림"), extractionOf("제목", "본문"), {
    lang: "ko",
  });
  assert.match(
    html,
    /<div class="mark paragraph[^"]*" id="b0"><span>본문<\/span><b>문단 0\.88<\/b>/,
  );
  assert.match(html, /#b0\{left:6px;top:60px;width:608px;height:40px;font-size:16px\}/);
  assert.match(html, /<div class="mark title" id="t"><b>제목<\/b>/);
  assert.match(html, /<div class="node picture" id="n3">그림<\/div>/);
  // What stands in a block is drawn by the block alone.
  assert.doesNotMatch(html, /id="n1"/);
});

Deno.test("overlayHtml() names a block that is the title once, by the title's mark", () => {
  const extraction = extractionOf("제목", "제목");
  const blocks = extraction.blocks.map((block) => ({ ...block, y: 10, height: 40 }));
  const html = overlayHtml(pageOf("제목", "본문", "그림"), { ...extraction, blocks }, {
    lang: "ko",
  });
  assert.match(html, /id="b0"><span>제목<\/span><\/div>/);
  assert.match(html, /id="t"><b>제목 0\.88<\/b>/);
});

Deno.test("overlayHtml() draws a picture of the page in place of its nodes", () => {
  const picture = "data:image/jpeg;base64,AAAA";
  const html = overlayHtml(pageOf("제목", "본문", "그림"), extractionOf("제목", "본문"), {
    lang: "en",
    picture,
  });
  assert.match(html, /img-src data:;/);
  assert.ok(html.includes(`<img alt="" src="${picture}">`));
  assert.doesNotMatch(html, /class="node/);
});

Deno.test("overlayHtml() allows by its policy its own style and nothing else", () => {
  const html = overlayHtml(pageOf("제목", "본문", ""), extractionOf(null, "본문"), { lang: "ko" });
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)![1]!;
  const hash = createHash("sha256").update(style).digest("base64");
  assert.ok(html.includes(
    `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
  ));
  assert.doesNotMatch(html, /<(?:script|link|a|form|iframe)\b|\son\w+=|url\(|@import/i);
  assert.match(html, /<em>제목 없음<\/em>/);
});

Deno.test("overlayHtml() has the same tags whatever the page and its extraction say", () => {
  const tagsOf = (text: string) =>
    overlayHtml(pageOf(text, text, text), extractionOf(text, text), { lang: "ko" })
      .replace(/<title>[\s\S]*?<\/title>/, "").match(TAGS)!.map((tag) =>
        tag.replace(/"[^"]*"/g, '""')
      );
  const plain = tagsOf("가나");
  const hostile = fc.stringMatching(/^[a-z<>"'&=/ ]{1,40}$/).filter((text) => text.trim() !== "");
  fc.assert(fc.property(hostile, (text) => {
    assert.deepEqual(tagsOf(text), plain);
  }));
  assert.deepEqual(tagsOf(`</style></div><script>alert(1)</script>`), plain);
});

Deno.test("titlePlace() takes the largest of equal texts", () => {
  const page = pageOf("제목", "본문", "");
  assert.deepEqual(titlePlace(page, extractionOf(" 제목 ", "본문"))?.y, 10);
  assert.equal(titlePlace(page, extractionOf("다른 제목", "본문")), null);
  assert.equal(titlePlace(page, extractionOf(null, "본문")), null);
  assert.equal(titlePlace(page, extractionOf("합친 본문", "합친 본문"))?.y, 60);
});
