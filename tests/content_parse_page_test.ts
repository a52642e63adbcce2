/** What a reader sees of a page: golden pages of our own, laws, and public pages beside the project. */

import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { parsePage } from "../src/content/parse_page.ts";
import { visibleText } from "../src/visible_text.ts";
import { suiteTest } from "./support/suites.ts";

/** Texts in order, `|` where words are apart. */
function seen(html: string): string {
  return parsePage(html, null).nodes
    .map(({ text, glued }, i) => `${i === 0 ? "" : glued ? "" : "|"}${text}`).join("");
}

function images(html: string, url: string | null = null) {
  return parsePage(html, url).nodes.filter(({ kind }) => kind === "image").map(({ source }) =>
    source
  );
}

Deno.test.each([
  ["<p>A<p>B", "A|B"],
  ["<p>식약처<b>는</b> 오늘", "식약처는|오늘"],
  ["H<sub>2</sub>O <i>x</i>", "H2O|x"],
  ["A<br>B", "A|B"],
  ["<b>A</b><button>B</button>", "A|B"],
  ["<pre>a\n  b<i>c</i>\n\n<b>d</b></pre>", "a\n  bc\n\nd"],
  ["<head><title>t</title><style>s</style></head><script>x</script><template>y</template>A", "A"],
  [
    "<select><option>x</select><details>A</details><dialog>x</dialog><dialog open>B</dialog>",
    "A|B",
  ],
  ["<body><template shadowrootmode=open>A</template>", "A"],
  ["a &amp; b&nbsp;&#x2163;", "a & b Ⅳ"],
  ["A<p>\u200B\u00AD</p>B", "A|B"],
  [
    "A\u{E0049}\u{E0067} \u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
    "A \u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
  ],
  ["<p aria-hidden=true>A", "A"],
  ["<p style='transform:translate3d(-1280px,0,0);font:bold 10px/1.0 serif;scale:0.5'>A", "A"],
  ["<p style='color:#e0e0e0;background:#fff'>A", "A"],
  ["<a href=x>A</a><a>B</a>", "AB"],
])("parsePage() sees of %j %j", (html: string, expected: string) => {
  assert.equal(seen(html), expected);
});

Deno.test.each([
  ["<p hidden>x"],
  ["<p style='color:red; DISPLAY : none !important'>x"],
  ["<p style='visibility:hidden'>x"],
  ["<p style='content-visibility:hidden'>x"],
  ["<p style='transform:translateX(-9999px)'>x"],
  ["<p style='transform:translate3d(0, -99999px, 0)'>x"],
  ["<p style='translate:-9999px'>x"],
  ["<p style='scale:0'>x"],
  ["<p style='font:0/0 a'>x"],
  ["<p style='font:bold 0px serif'>x"],
  ["<p style='color:#fefefe;background:#fff'>x"],
  ["<p style='opacity:0'>x"],
  ["<p style='font-size:0'><b>x</b></p>"],
  ["<p style='font-size:1px'>x"],
  ["<p style='position:absolute;left:-9999px'>x"],
  ["<p style='text-indent:-999em'>x"],
  ["<p style='clip:rect(0 0 0 0)'>x"],
  ["<p style='clip-path: inset(50%)'>x"],
  ["<p style='width:1px;height:1px;overflow:hidden'>x"],
  ["<p style='transform:scale(0)'>x"],
  ["<p style='color:#fff'>x"],
  ["<div style='background:#000'><p style='color:black'>x"],
  ["<p style='color:#FFF; background-color:rgb(255,255,255)'>x"],
  ["<p style='color:rgba(0,0,0,0)'>x"],
  ["<p class='a sr-only'>x"],
  ["<style>.gone{display:none}</style><p class='b gone'>x"],
  ["<style>#gone{visibility:hidden}</style><p id=gone>x"],
  ["<div hidden id='S:1'>x</div>"],
])("parsePage() sees nothing of %s", (html: string) => {
  assert.equal(seen(`${html}</p></div></div>`), "");
});

Deno.test.each([
  ["an accordion", "<div class='accordion-body' style='display:none'>A</div>"],
  ["what a control opens", "<button aria-controls=p></button><div id=p hidden>A</div>"],
  ["a tab", "<div role=tabpanel hidden>A</div>"],
  ["a fading part", "<div style='opacity:0;transform:translateY(9px)'>A</div>"],
  [
    "a part that is streamed",
    "<template id='B:1'></template>…<!--/$--><div hidden id='S:1'>A</div>",
  ],
  [
    "a class that is shown again",
    "<style>.x{display:none}.on .x{display:block}</style><p class=x>A",
  ],
  ["a class hidden on paper", "<style>@media print{.x{display:none}}</style><p class=x>A"],
  [
    "a class hidden on a phone",
    "<style media='(max-width:9em)'>.x{display:none}</style><p class=x>A",
  ],
])("parsePage() sees %s", (_: string, html: string) => {
  assert.equal(seen(`<body>${html}`), "A");
});

Deno.test("parsePage() sees the body of a page that only a script shows, but no long trap in a page", () => {
  const text = "A word and another. ".repeat(200);
  assert.equal(
    parsePage(`<nav>N</nav><main style='opacity:0'><p>${text}</main>`, null).nodes.length,
    2,
  );
  const page = `<p>${text}<p style='display:none'>${text}`;
  assert.equal(parsePage(page, null).nodes.length, 1);
});

Deno.test("parsePage() leaves menus and windows closed", () => {
  const html =
    "<nav><div class=collapse hidden>x</div></nav><div class='modal'><p class=panel hidden>x";
  assert.equal(seen(html), "");
});

Deno.test("parsePage() reads a noscript that says more than that scripts are off", () => {
  const post = "<p>A post of a forum that needs scripts. ".repeat(10);
  assert.equal(seen("<p>A<noscript>Please switch scripts on</noscript>"), "A");
  for (const html of [`<body><noscript>${post}</noscript>`, `<noscript>${post}</noscript>`]) {
    const { nodes } = parsePage(html, null);
    assert.equal(nodes.length, 10);
    for (const { start, end, text } of nodes) assert.equal(html.slice(start, end).trim(), text);
  }
});

Deno.test("parsePage() finds the picture behind a placeholder", () => {
  const url = "https://a.kr/b/";
  assert.deepEqual(images("<img src=x.png>", url), ["https://a.kr/b/x.png"]);
  assert.deepEqual(images("<base href=/c/><img src=x.png>", url), ["https://a.kr/c/x.png"]);
  assert.deepEqual(images("<img src='data:image/gif;base64,R0' data-src=x.png>"), ["x.png"]);
  assert.deepEqual(images("<img srcset='s.png 300w, l.png 900w'>"), ["l.png"]);
  assert.deepEqual(images("<picture><source srcset='l.webp'><img></picture>"), ["l.webp"]);
  assert.deepEqual(
    images("<img src='data:image/gif;base64,R0'><noscript><img src=x.png></noscript>"),
    ["x.png"],
  );
  assert.deepEqual(images("<img src=p.gif width=1 height=1><img>"), []);
});

Deno.test("parsePage() tells what a page says of itself", () => {
  const page = parsePage(
    `<html lang=ko-KR><meta name=Description content=" a  b "><meta property="og:title" content=T>
     <meta name=description content=second><title> 제목
     둘 </title><svg><title>no</title></svg><iframe src=/f></iframe><a href=c>L</a>`,
    "https://a.kr/b",
  );
  assert.equal(page.lang, "ko-kr");
  assert.equal(page.title, "제목 둘");
  assert.deepEqual([...page.meta], [["description", "a b"], ["og:title", "T"]]);
  assert.deepEqual(page.frames, ["https://a.kr/f"]);
  assert.equal(page.nodes[0]?.link, "https://a.kr/c");
});

const piece = fc.oneof(
  fc.constantFrom(
    ..."<p> <div> </div> <b> </b> <a href=x> </a> <table> <tr> <td> <ul> <li> <br> <pre> </pre>"
      .split(" "),
  ),
  fc.constantFrom(
    "&amp;",
    "&#x3b;",
    "<!-- c -->",
    "<img src=a alt=b>",
    "\r\n",
    "<svg>",
    "<math>",
    "\0",
  ),
  fc.constantFrom(
    "<noscript>",
    "</noscript>",
    "<template>",
    "</template>",
    "<select>",
    "<style>",
    "<",
    "</",
  ),
  fc.string({ maxLength: 8 }),
  fc.constantFrom(" 말 ", "단어", "word", " "),
);

Deno.test("parsePage() never throws, and every node has words, a place in the source and on the page", () => {
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    const html = pieces.join("");
    const { elements, nodes, width, height } = parsePage(html, null);
    elements.forEach(({ parent }, i) => assert.ok(parent >= -1 && parent < i));
    let last = -1;
    for (const node of nodes) {
      if (node.kind === "text") assert.notEqual(node.text.trim(), "");
      assert.ok(node.element >= last - elements.length && node.element < elements.length);
      last = node.element;
      assert.ok(0 <= node.start && node.start < node.end && node.end <= html.length, html);
      for (const length of [node.x, node.y, node.width, node.height]) assert.ok(length >= 0, html);
      assert.ok(node.x + node.width <= width + 1 && node.y + node.height <= height + 1, html);
    }
  }));
});

Deno.test("parsePage() points each text at its letters", () => {
  const word = fc.stringMatching(/^[가-힣a-z]{1,5}( [가-힣a-z]{1,5}){0,2}$/);
  const wrap = fc.constantFrom(
    ["<p>", "</p>"],
    ["<b>", "</b>"],
    ["<ul><li>", "</ul>"],
    ["<table><tr><td>", "</table>"],
    ["<!-- x -->\r\n", ""],
  );
  fc.assert(fc.property(fc.array(fc.tuple(wrap, word), { minLength: 1 }), (parts) => {
    const html = parts.map(([[open, close], text]) => `${open}${text}${close}`).join("<hr>");
    const { nodes } = parsePage(html, null);
    assert.deepEqual(nodes.map(({ text }) => text), parts.map(([, text]) => text));
    for (const { text, start, end } of nodes) assert.equal(html.slice(start, end).trim(), text);
  }));
});

suiteTest(
  "content-wcxb/dev/html",
  "parsePage() leaves no page empty where the parser sees text, every 100th page",
  (suite) => {
    const names = [...Deno.readDirSync(suite)].map(({ name }) => name).sort()
      .filter((_, i) => i % 100 === 0);
    assert.ok(names.length > 0);
    for (const name of names) {
      const bytes = gunzipSync(Deno.readFileSync(new URL(name, suite)));
      const html = new TextDecoder().decode(bytes);
      const { nodes } = parsePage(html, null);
      assert.ok(nodes.length > 0 || visibleText(html).trim() === "", name);
    }
  },
);
