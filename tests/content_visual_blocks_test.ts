/** Blocks of the paper and the finer ones. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { layoutBlocks } from "../src/content/layout_blocks.ts";
import { paperBlocks } from "../src/content/paper_blocks.ts";
import { parsePage } from "../src/content/parse_page.ts";
import { featuresOf, type VisualBlock } from "../src/content/visual_block.ts";
import { element, imageNode, type NodePart, pageOf, textNode } from "./support/pages.ts";

function nodesOf(blocks: readonly VisualBlock[]): readonly (readonly number[])[] {
  return blocks.map(({ nodes }) => nodes);
}

function joined(...parts: readonly NodePart[]): boolean {
  return paperBlocks(pageOf(parts.map(textNode))).length === 1;
}

Deno.test("paperBlocks() joins fonts that differ by 5 and parts those that differ by more", () => {
  assert.ok(joined({ fontSize: 16 }, { fontSize: 21 }));
  assert.ok(!joined({ fontSize: 16 }, { fontSize: 21.5 }));
  assert.ok(joined({ fontSize: 21 }, { fontSize: 16 }));
});

Deno.test("paperBlocks() joins below 100 pixels across and 20 down, and parts at them", () => {
  assert.ok(joined({}, { x: 99.9 }));
  assert.ok(!joined({}, { x: 100 }));
  assert.ok(joined({}, { y: 19.9 }));
  assert.ok(!joined({}, { y: 20 }));
  assert.ok(joined({ x: 99, y: 19 }, {}));
  assert.ok(!joined({ y: 20 }, {}));
});

Deno.test("paperBlocks() compares with the node bound last, so that a block may run on for ever", () => {
  const lines = Array.from({ length: 50 }, (_, at) => textNode({ y: at * 19, fontSize: 10 + at }));
  assert.equal(paperBlocks(pageOf(lines)).length, 1);
});

Deno.test("paperBlocks() makes every image a block, which parts the text around it", () => {
  const page = pageOf([textNode(), imageNode(), textNode()]);
  assert.deepEqual(nodesOf(paperBlocks(page)), [[0], [1], [2]]);
  assert.deepEqual(paperBlocks(page).map(({ kind, text }) => [kind, text]), [
    ["text", "words"],
    ["image", "https://a.example/i.png"],
    ["text", "words"],
  ]);
});

Deno.test("a block has the midpoint and size of the box around its nodes, and their mean font", () => {
  const [block] = paperBlocks(pageOf([
    textNode({ x: 100, y: 200, width: 300, height: 20, fontSize: 16 }),
    textNode({ x: 150, y: 210, width: 350, height: 30, fontSize: 20, glued: true, text: "!" }),
  ]));
  assert.deepEqual(block, {
    kind: "text",
    nodes: [0, 1],
    text: "words!",
    x: 0.3,
    y: 0.22,
    width: 0.4,
    height: 0.04,
    fontSize: 18,
  });
  assert.deepEqual(featuresOf(block!), [0.3, 0.22, 0.4, 0.04, 18]);
});

Deno.test("shares of the page stay within 0 and 1, also on a page without size", () => {
  const far = textNode({ x: -500, y: 5000, width: 9000, height: 10 });
  for (const part of [{}, { width: 0, height: 0 }]) {
    const [block] = paperBlocks(pageOf([far], part));
    for (const value of featuresOf(block!).slice(0, 4)) assert.ok(value >= 0 && value <= 1);
  }
});

Deno.test("blocks of nodes that rules left are made of these alone", () => {
  const page = pageOf([textNode(), textNode({ fontSize: 40 }), textNode()]);
  assert.deepEqual(nodesOf(paperBlocks(page, [0, 2])), [[0, 2]]);
  assert.deepEqual(nodesOf(layoutBlocks(page, [0, 2])), [[0, 2]]);
});

const anyNode = fc.record({
  image: fc.boolean(),
  x: fc.integer({ min: -100, max: 1200 }),
  y: fc.integer({ min: 0, max: 300 }),
  width: fc.integer({ min: 0, max: 500 }),
  height: fc.integer({ min: 0, max: 60 }),
  fontSize: fc.integer({ min: 8, max: 40 }),
  element: fc.integer({ min: 0, max: 6 }),
}).map(({ image, ...part }) => image ? imageNode({ ...part, fontSize: 0 }) : textNode(part));

const anyPage = fc.array(anyNode, { maxLength: 40 }).map((nodes) =>
  pageOf(nodes, {}, [
    element("div"),
    element("p", { parent: 1 }),
    element("p", { parent: 1 }),
    element("b", { parent: 2 }),
    element("ul"),
    element("li", { parent: 5 }),
  ])
);

for (const [name, cut] of Object.entries({ paperBlocks, layoutBlocks })) {
  Deno.test(`${name}() puts every node into exactly one block, in order`, () => {
    fc.assert(fc.property(anyPage, (page) => {
      assert.deepEqual(nodesOf(cut(page)).flat(), [...page.nodes.keys()]);
      for (const { kind, nodes } of cut(page)) {
        const kinds = nodes.map((node) => page.nodes[node]!.kind);
        assert.ok(kinds.every((one) => one === kind) && (kind === "text" || nodes.length === 1));
      }
    }));
  });
}

Deno.test("layoutBlocks() keeps a paragraph whole and parts it from the menu beside it", () => {
  const page = parsePage(
    "<body><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>" +
      "<p>First <b>bold</b> words " + "and more ".repeat(80) + "</p><p>Second paragraph.</p>",
    "https://a.example/",
  );
  const texts = layoutBlocks(page).map(({ text }) => text.slice(0, 16));
  assert.equal(texts[0], "Home News");
  assert.ok(texts[1]?.startsWith("First bold words"), String(texts));
});
