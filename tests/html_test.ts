import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHtml } from "../src/html.ts";
import { clean } from "../src/normalize.ts";
import { textIn, visibleText, walkVisible } from "../src/visible_text.ts";

Deno.test.each([
  ["<p>A<p>B", "A\nB"],
  ["A<br>B", "A\nB"],
  ["A<b>B</b>C", "ABC"],
  ["<div></div>A<div><div></div></div>", "A"],
  ["<ul><li>A<li>B</ul>C", "A\nB\nC"],
  [
    "A<!-- x --><script>x</script><style>x</style><template>x</template><noscript>x</noscript>",
    "A",
  ],
  ["A<i hidden>x</i><i style='Display:none'>x</i><i style='a:b;visibility : hidden'>x</i>", "A"],
  ["A<i style='no-display:none; display:nonesuch'>B</i>", "AB"],
  ["<title>x</title>A<svg><title>x</title><text>B</text></svg>", "AB"],
  ["a &amp; b&nbsp;&#x2163;", "a & b\u00A0Ⅳ"],
  ["<table> <tr> <td>A</td> <td>B</td> </tr> </table>", "A\nB"],
  ["<textarea>A</textarea>", "A"],
])("visibleText() shows of %s what a reader sees", (html: string, expected: string) => {
  assert.equal(visibleText(html), expected);
});

Deno.test("textIn() leaves whole elements out, and keeps the words beside a block apart", () => {
  const root = parseHtml("<div>A<table><tr><td>x</table>B<b>y</b>C</div>")!.root;
  assert.equal(textIn(root, ({ tagName }) => tagName === "table" || tagName === "b"), "A\nBC");
});

Deno.test("textIn() reads without a walk what it reads with one", () => {
  const piece = fc.constantFrom(
    "A",
    " ",
    "<b>B</b>",
    "<b></b>",
    "<i hidden>x</i>",
    "<!-- -->",
    "&lt;",
    "<p>P</p>",
    "<u><s>S</s></u>",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
    const whole = parseHtml(`<div>${pieces.join("")}</div>`)!.root;
    let div = whole;
    walkVisible(whole, {
      write() {},
      separate() {},
      enter(element) {
        if (element.tagName === "div") div = element;
        return true;
      },
    });
    // Only a walk goes below the div of a div.
    const walked = parseHtml(`<div><div>${pieces.join("")}</div></div>`)!.root;
    assert.equal(clean(textIn(div)), clean(textIn(walked)));
  }));
});

Deno.test("parseHtml() names the tables that were open when the text ended", () => {
  const open = (html: string) => parseHtml(html, { openTables: true })!.openTables.size;
  assert.equal(open("<table><tr><td>A</table>"), 0);
  assert.equal(open("<table><tr><td>A"), 1);
  assert.equal(open("<table><tr><td><table><tr><td>A</table>"), 1);
  assert.equal(open("<table><tr><td><table>"), 2);
});

Deno.test("parseHtml() drops no text but white space between cells, with offsets or without", () => {
  const html = "<table> x<tr> y<td> z </td> \n<th>w</th></tr> v </table>";
  const texts = [{}, { offsets: true }].map((o) => clean(textIn(parseHtml(html, o)!.root)));
  assert.deepEqual(texts, ["x y v z w", "x y v z w"]);
});

Deno.test("parseHtml() gives up on text that has more elements than tags", () => {
  const attack = (n: number) => Array.from({ length: n }, (_, i) => `<p><b id=${i}>`).join("");
  assert.ok(parseHtml(attack(3)));
  assert.equal(parseHtml(attack(2000)), null);
  assert.equal(visibleText(attack(2000)).length, attack(2000).length);
});
