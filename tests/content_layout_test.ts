/** Where the estimated layout puts what it reads. */

import assert from "node:assert/strict";
import { parsePage } from "../src/content/parse_page.ts";
import type { PageNode } from "../src/content/page_node.ts";

/** Nodes by their text. */
function placed(html: string): Readonly<Record<string, PageNode>> {
  return Object.fromEntries(parsePage(html, null).nodes.map((node) => [node.text, node]));
}

function at(html: string, name: string): PageNode {
  const node = placed(html)[name];
  assert.ok(node !== undefined, `${name} in ${html}`);
  return node;
}

Deno.test("parsePage() stacks blocks and sets inline text on one line", () => {
  const { A, B, C } = placed("<p>A <b>B</b></p><p>C");
  assert.ok(A && B && C);
  assert.equal(A.y, B.y);
  assert.ok(B.x >= A.x + A.width);
  assert.ok(C.y >= A.y + A.height);
});

Deno.test.each([
  ["<h1>A</h1>", 32, 700],
  ["<h3>A</h3>", 18.72, 700],
  ["<b>A</b>", 16, 700],
  ["<p style='font-size:2em;font-weight:600'>A", 32, 600],
  ["<p style='font:bold 9px x'>A", 16, 400],
  ["<p style='font-size:12pt'><small>A", 16 / 1.2, 400],
  ["<font size=5>A</font>", 24, 400],
  ["<p class='text-2xl font-bold'>A", 24, 700],
])("parsePage() sets type of %s", (html: string, size: number, weight: number) => {
  const { fontSize, fontWeight } = at(html, "A");
  assert.deepEqual([fontSize, fontWeight], [size, weight]);
});

Deno.test("parsePage() breaks a line where it is full; Hangul is twice as wide as Latin", () => {
  const latin = at(`<p>${"a".repeat(150)}`, "a".repeat(150));
  const hangul = at(`<p>${"가".repeat(150)}`, "가".repeat(150));
  assert.ok(latin.height < 30 && hangul.height > 40);
  assert.equal(hangul.width, 1280);
});

Deno.test("parsePage() indents lists, one step for each", () => {
  const { A, B } = placed("<ul><li>A<ul><li>B</ul></ul>");
  assert.deepEqual([A?.x, B?.x], [40, 80]);
});

Deno.test("parsePage() sets the cells of a row side by side, and rows below each other", () => {
  const { A, B, C } = placed("<table><tr><td>A<td>B<tr><td>C<td>D</table>");
  assert.deepEqual([A?.x, B?.x, C?.x], [0, 640, 0]);
  assert.ok(A && B && C && A.y === B.y && C.y > A.y);
});

Deno.test.each([
  ["<div style='display:flex'><div>A</div><div>B</div></div>", 640],
  ["<div class='grid md:grid-cols-4'><div>A</div><div>B</div></div>", 320],
  ["<div class=row><div class=col-md-9>A</div><div class=col-md-3>B</div></div>", 960],
  ["<div><main>A</main><aside>B</aside></div>", 980],
  ["<div>A</div><div style='float:right;width:200px'>B</div>", 1080],
  ["<p>A<p style='position:absolute;margin-left:50px'>B", 50],
])("parsePage() sets B of %s at %d", (html: string, x: number) => {
  assert.equal(Math.round(at(html, "B").x), x);
});

Deno.test("parsePage() stacks a flex box that says it is a column", () => {
  const { A, B } = placed("<div style='display:flex;flex-direction:column'><p>A<p>B</div>");
  assert.ok(A && B && A.x === B.x && B.y > A.y);
});

Deno.test("parsePage() gives an image the size it states, within its box", () => {
  const [image] =
    parsePage("<div style='width:400px'><img src=a width=800 height=600></div>", null).nodes;
  assert.deepEqual([image?.width, image?.height], [400, 300]);
});
