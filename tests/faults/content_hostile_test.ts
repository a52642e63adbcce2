/** Pages that mean harm: each is read in bounded work, and what was left out is told. */

import assert from "node:assert/strict";
import { markdownOf } from "../../src/content/extraction_markdown.ts";
import { defaultExtraction } from "../../src/content/default_extraction.ts";
import { htmlOf } from "../../src/content/extraction_html.ts";
import { overlayHtml } from "../../src/content/overlay.ts";
import { pageSource } from "../../src/content/page_source.ts";
import { MOST_UNITS, parsePage } from "../../src/content/parse_page.ts";
import { extractionOf } from "../support/extractions.ts";

/** Elements that are read of a page at most. */
const MOST_ELEMENTS = 300_000;

Deno.test("parsePage() reads the beginning of a page of 50 MB, and tells that it did", () => {
  const page = parsePage(`<p>first<!--${"x".repeat(50_000_000)}--><p>last`, null);
  assert.equal(page.cut, true);
  assert.deepEqual(page.nodes.map(({ text }) => text), ["first"]);
  assert.ok(MOST_UNITS < 20_000_000);
});

Deno.test("parsePage() makes no more elements of 1,000,000 tiny texts than its bound", () => {
  const page = parsePage("a<br>b<!---->".repeat(500_000), null);
  assert.equal(page.cut, true);
  assert.ok(page.elements.length <= MOST_ELEMENTS && page.nodes.length <= MOST_ELEMENTS);
  assert.ok(page.nodes.length > MOST_ELEMENTS / 2);
});

Deno.test.each([
  [100_000, "<div>"],
  [10_000, "<b>"],
  [10_000, "<ul><li>"],
  [10_000, "<table><tr><td>"],
  [10_000, "<div class=flex style='margin:9px'>"],
  [10_000, "<div hidden class=tab-pane>"],
])("parsePage() reads what lies below %d %s", (depth: number, tag: string) => {
  const page = parsePage(`${tag.repeat(depth)}deep`, null);
  assert.deepEqual(page.nodes.map(({ text }) => text), ["deep"]);
  const [node] = page.nodes;
  assert.ok(node !== undefined && node.x + node.width <= 1281 && Number.isFinite(node.y));
});

Deno.test("parsePage() reads a page whose unclosed tags multiply as far as its bound", () => {
  const open = Array.from({ length: 300 }, (_, i) => `<i id=n${i}>`).join("");
  const page = parsePage(`<p>first${open}${"<p>more".repeat(2000)}`, null);
  assert.equal(page.cut, true);
  assert.equal(page.nodes[0]?.text, "first");
  assert.ok(page.elements.length <= MOST_ELEMENTS + 3);
});

Deno.test.each([
  ["nothing", ""],
  ["a script alone", "<script>document.write('x')</script>"],
  ["no body", "<html><head><title>t</title></head></html>"],
  ["NULs", "\0".repeat(10_000)],
  ["half a tag", "<p class='"],
])("parsePage() finds no text in %s", (_: string, html: string) => {
  const { nodes, cut } = parsePage(html, null);
  assert.deepEqual([nodes, cut], [[], undefined]);
});

Deno.test("parsePage() names the frames that a page consists of", () => {
  const frames = parsePage(
    "<frameset><frame src=menu.html><frame src=list.html><noframes>x</noframes></frameset>",
    "https://a.kr/",
  );
  assert.deepEqual(frames.nodes, []);
  assert.deepEqual(frames.frames, ["https://a.kr/menu.html", "https://a.kr/list.html"]);
  const inline = parsePage("<iframe srcdoc='<p>hidden'></iframe><p>A", null);
  assert.deepEqual([inline.nodes.length, inline.frames], [1, ["about:srcdoc"]]);
  assert.equal(parsePage("<iframe src=x></iframe>".repeat(1000), null).frames?.length, 100);
});

Deno.test("parsePage() expands no entity that a page declares", () => {
  const page = parsePage(
    `<!DOCTYPE x [<!ENTITY a "${"x".repeat(99)}">]><p>${"&a;".repeat(1000)}`,
    null,
  );
  assert.equal(page.nodes.at(-1)?.text.length, 3000);
  assert.equal(parsePage("<p>" + "&amp;".repeat(50_000), null).nodes[0]?.text.length, 50_000);
});

Deno.test("parsePage() sets text from right to left at the right", () => {
  const [node] = parsePage("<html dir=rtl><p>שלום</p>", null).nodes;
  assert.ok(node !== undefined && node.x > 1000);
  assert.equal(node.text, "שלום");
});

Deno.test.each([
  ["one line", `<p>${"word ".repeat(200_000)}`],
  ["one style", `<p style="${"a:b;".repeat(500_000)}">A</p>`],
  ["one list of classes", `<p class="${"a ".repeat(500_000)}">A</p>`],
  ["open braces", `<style>${"{".repeat(300_000)}</style><p>A`],
  ["nested media", `<style>${"@media x{".repeat(30_000)}</style><p>A`],
  ["open comments", `<style>${"/*".repeat(300_000)}</style><p>A`],
  ["candidates", `<p>A<img srcset="${"a.png 1x, ".repeat(100_000)}">`],
  ["attributes", `<p ${Array.from({ length: 30_000 }, (_, i) => `a${i}`).join(" ")}>A`],
  ["fostered cells", `<table>${"<b></b>".repeat(20_000)}A`],
  [
    "streams in a ring",
    "<body><template id=B:1></template><div hidden id=S:1><template id=B:1></template>A",
  ],
  ["noscript in noscript", `<body>${`<noscript>${"A ".repeat(200)}`.repeat(2000)}`],
])("parsePage() takes %s as they come", (_: string, html: string) => {
  assert.ok(
    parsePage(html, null).nodes.some(({ text }) => text.startsWith("A") || text.startsWith("word")),
  );
});

Deno.test("pageSource() believes no charset that the bytes belie, and says what is no text", () => {
  const korean = [0xB0, 0xA1, 0xB3, 0xAA];
  const bytes = (text: string, more: readonly number[] = []) =>
    Uint8Array.from([...new TextEncoder().encode(text), ...more]);
  const claimed = pageSource(bytes("<meta charset=utf-8><p>", korean), "text/html; charset=latin1");
  assert.deepEqual(claimed.kind === "text" && [claimed.charset, claimed.unreadable], ["euc-kr", 0]);
  const broken = pageSource(bytes("<p>", [...korean, 0xFF]), null);
  assert.deepEqual(broken.kind === "text" && [broken.charset, broken.unreadable], ["euc-kr", 1]);
  assert.deepEqual(pageSource(bytes("%PDF-1.7"), null), { kind: "no-text", what: "PDF" });
  assert.deepEqual(pageSource(new Uint8Array(1000), null), { kind: "no-text", what: "binary" });
});

Deno.test("a rendering lets nothing of a page through as markup or as a link that runs", () => {
  const evil = '</p><script>alert(1)</script><img src=x onerror=alert(1)>"\u202E\u001B[2J';
  const extraction = extractionOf({
    url: "javascript:alert(1)",
    title: evil,
    blocks: [
      { kind: "heading", level: 9, text: evil },
      {
        text: `a ${evil} b`,
        links: [{ text: "a", href: "javascript:alert(1)" }, {
          text: "b",
          href: 'https://a.kr/")<x>',
        }],
        images: [{ source: "data:text/html,<script>", alt: evil }],
      },
      { kind: "code", text: "```\n</pre>" },
      { kind: "row", text: "a|b\t<td>" },
    ],
  });
  const html = htmlOf(extraction, "ko");
  assert.doesNotMatch(html, /<script|<img|onerror=alert\(1\)>"|javascript:|href="data:/);
  assert.deepEqual([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href), [
    "https://a.kr/%22)%3Cx%3E",
  ]);
  const markdown = markdownOf(extraction);
  assert.doesNotMatch(markdown, /(?<!\\)<script|\]\((?:javascript|data)/);
  assert.ok(!markdown.includes("\u001B") && !markdown.includes("\u202E"));
  assert.match(markdown, /\[b\]\(https:\/\/a\.kr\/%22%29%3Cx%3E\)/);
  assert.match(markdown, /````\n```\n<\/pre>\n````/);
  assert.match(markdown, /\| a\\\|b \| \\<td\\> \|\n\| --- \| --- \|/);
});

Deno.test("a block of more nodes than a call takes arguments is extracted and drawn", () => {
  const page = parsePage(`<h1>제목입니다</h1><p>${"<b>글 </b>".repeat(140_000)}`, null);
  const extraction = defaultExtraction(page, null);
  const [longest] = extraction.blocks.toSorted((a, b) => b.text.length - a.text.length);
  assert.ok(longest!.text.length > 250_000 && longest!.end > longest!.start);
  assert.ok(markdownOf(extraction).length > 250_000);
  assert.match(overlayHtml(page, extraction, { lang: "ko" }), /id="b0"/);
});
