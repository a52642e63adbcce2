/** The rules that take nodes out, and the guess of a category. */

import assert from "node:assert/strict";
import { keptNodes } from "../src/content/apply_rules.ts";
import {
  type CategoryRule,
  GENERAL_RULES,
  PAPER_RULES,
  readCategoryRules,
} from "../src/content/category_rules.ts";
import { guessCategory } from "../src/content/guess_category.ts";
import { parsePage } from "../src/content/parse_page.ts";
import BUILT_IN from "../src/content/category_rules.json" with { type: "json" };
import { element, pageOf, textNode } from "./support/pages.ts";

const URL = "https://www.a.example/post/1";

function kept(html: string, rules: readonly CategoryRule[], url = URL): string[] {
  const page = parsePage(html, url);
  return keptNodes(page, rules).map((node) => page.nodes[node]!.text);
}

Deno.test("the paper's rule drops links to another host, and no other", () => {
  const html =
    '<p>Text <a href="https://b.example/">other</a> <a href="https://m.a.example/">machine</a>' +
    ' <a href="/here">here</a> <a href="mailto:x@y.example">mail</a></p>';
  assert.deepEqual(kept(html, PAPER_RULES.news), ["Text", "here", "mail"]);
  const page = parsePage(html, null);
  assert.equal(keptNodes(page, PAPER_RULES.news).length, page.nodes.length, "no address, no other");
});

Deno.test("the general rule keeps a link amid text, and hosts of one site", () => {
  const html =
    '<p>A long paragraph with <a href="https://b.example/">a source</a> that it speaks of.</p>' +
    '<ul><li><a href="https://c.example/">Partner</a></li></ul>' +
    '<p><a href="https://m.a.example/">machine</a></p>';
  const texts = kept(html, [GENERAL_RULES.news[0]!]);
  assert.deepEqual(texts.includes("a source"), true);
  assert.deepEqual(texts.includes("Partner"), false);
  assert.deepEqual(texts.includes("machine"), true);
});

Deno.test("sites under a country's second level are told apart", () => {
  const html = '<ul><li><a href="https://www.b.co.kr/">x</a></li></ul>';
  const rule = { drop: "links-elsewhere", than: "site" } as const;
  assert.deepEqual(kept(html, [rule], "https://www.a.co.kr/"), []);
  assert.deepEqual(kept(html, [rule], "https://shop.b.co.kr/"), ["x"]);
});

Deno.test("the paper's blog rule drops what id or class call category, plugin, player or map", () => {
  const html = '<div id="blogCategory">a</div><span class="x media-player">b</span>' +
    '<section class="category">c</section><p class="text">d</p><div class="sitemap"><i>e</i></div>';
  assert.deepEqual(kept(html, PAPER_RULES.blog), ["c", "d"]);
});

Deno.test("a general word is a word of its own in a class, also in camelCase", () => {
  const rule = { drop: "marked", tags: ["div"], words: ["nav"], match: "word" } as const;
  const html = '<div class="navy">a</div><div class="main-nav">b</div><div id="topNav">c</div>';
  assert.deepEqual(kept(html, [rule]), ["a"]);
});

Deno.test("everything below the bottom line goes: the highest of the lowest marks in the lower half", () => {
  const marks = ["", "tag-list", "tag-list", "comment", "", "ccl"];
  const page = pageOf(
    [100, 300, 600, 700, 720, 900].map((y, at) =>
      textNode({ y, element: at + 1, text: String(y) })
    ),
    {},
    marks.map((classes) => element("div", { classes })),
  );
  const left = keptNodes(page, PAPER_RULES.blog).map((node) => page.nodes[node]!.text);
  // tag: 300 is in the upper half, so 600; comment 700; ccl 900. The line is 600.
  assert.deepEqual(left, ["100", "300", "600"]);
});

Deno.test("#post is sought in ids alone", () => {
  const rule = PAPER_RULES.blog[2]!;
  const at = (part: { id?: string; classes?: string }) =>
    keptNodes(
      pageOf([textNode({ y: 600, element: 1 }), textNode({ y: 800 })], {}, [element("div", part)]),
      [rule],
    ).length;
  assert.equal(at({ id: "post_footer" }), 1);
  assert.equal(at({ classes: "post" }), 2);
});

Deno.test("without a mark in the lower half nothing goes", () => {
  const page = pageOf([textNode({ y: 100, element: 1 }), textNode({ y: 900 })], {}, [
    element("div", { classes: "comment" }),
  ]);
  assert.equal(keptNodes(page, PAPER_RULES.blog).length, 2);
});

Deno.test("the paper's shop rule drops the nearest box around every link, with its text", () => {
  const html = '<div><p>Gone with <a href="/x">link</a></p><p>Kept</p></div><h1>Kept too</h1>';
  assert.deepEqual(kept(html, PAPER_RULES.shop), ["Kept", "Kept too"]);
});

Deno.test("the general shop rule keeps a description with a link, and drops a box of links", () => {
  const html =
    '<div><p>A long description of the thing with <a href="/x">one link</a> in it</p></div>' +
    '<div><a href="/a">Other thing</a><a href="/b">And another</a></div>';
  const texts = kept(html, GENERAL_RULES.shop);
  assert.ok(texts.includes("one link"));
  assert.ok(!texts.includes("Other thing"));
});

Deno.test("the general rules drop navigation by tag and role", () => {
  const html = '<nav>menu</nav><div role="contentinfo">imprint</div><main><p>Text</p></main>';
  for (const rules of Object.values(GENERAL_RULES)) assert.deepEqual(kept(html, rules), ["Text"]);
});

Deno.test("the built-in rules pass their own check", () => {
  for (const [name, rules] of Object.entries(BUILT_IN)) {
    assert.deepEqual(readCategoryRules(JSON.stringify(rules), name), rules);
  }
});

Deno.test("a file of rules replaces the categories it names", () => {
  const news = [{ drop: "elements", tags: ["nav"] }];
  const rules = readCategoryRules(JSON.stringify({ news }), "rules.json");
  assert.deepEqual(rules, { ...GENERAL_RULES, news });
});

Deno.test.each(
  [
    { text: '{"nwes": []}', found: /"nwes" is not a known key, nearest is "news"/ },
    {
      text: '{"news": [{"drop": "marked", "tags": ["div"], "match": "part"}]}',
      found: /"news\[0\]\.words" is missing/,
    },
    {
      text: '{"shop": [{"drop": "link-boxes", "tags": ["p"], "words": ["x"]}]}',
      found: /does not belong to "link-boxes"/,
    },
    {
      text: '{"blog": [{"drop": "below-bottom-line", "from": 2}]}',
      found: /must be at most 1, found 2/,
    },
    { text: '{"news": [{"drop": "link-box"}]}', found: /nearest is "link-boxes"/ },
    { text: '{"news": {}}', found: /must be a list/ },
    { text: "{", found: /line 1/ },
  ] as const,
)("readCategoryRules() refuses $text", ({ text, found }) => {
  assert.throws(() => readCategoryRules(text, "rules.json"), (fault: Error) => {
    assert.equal(fault.name, "ConfigurationError");
    assert.match(fault.message, /rules\.json/);
    assert.match(fault.message, found);
    return true;
  });
});

Deno.test.each(
  [
    { url: "https://blog.naver.com/a/1", html: "<p>x", category: "blog" },
    {
      url: "https://a.example/blog/post",
      html: "<meta property=og:type content=article><p>x",
      category: "blog",
    },
    {
      url: "https://a.example/2026/12/story",
      html: "<meta property=og:type content=article><p>x",
      category: "news",
    },
    {
      url: "https://a.example/thing",
      html: "<button>x</button><p>Add to cart</p>",
      category: "shop",
    },
    { url: "https://a.example/thing", html: "<p>장바구니 담기</p>", category: "shop" },
    { url: "https://a.example/p/1", html: "<span>₩12,000</span>", category: "shop" },
    { url: "https://docs.example/api", html: "<p>A page of documentation</p>", category: null },
  ] as const,
)("guessCategory() says $category of $url", ({ url, html, category }) => {
  assert.equal(guessCategory(parsePage(html, url)), category);
});

Deno.test("guessCategory() takes a page without an address", () => {
  assert.equal(guessCategory(parsePage("<p>x", null)), null);
});
