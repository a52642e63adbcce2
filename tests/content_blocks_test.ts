import assert from "node:assert/strict";
import fc from "fast-check";
import { blockFeatures, FEATURE_NAMES } from "../src/content/block_features.ts";
import { chooseBlocks } from "../src/content/choose_blocks.ts";
import { blockText, contentBlocks } from "../src/content/content_blocks.ts";
import { pageFacts } from "../src/content/page_facts.ts";
import { parsePage } from "../src/content/parse_page.ts";

function blocksOf(html: string): string[] {
  const page = parsePage(html, null);
  const blocks = contentBlocks(page);
  return Array.from(blocks.first, (_, i) => blockText(page, blocks, i));
}

Deno.test("contentBlocks() keeps what runs on together and parts paragraphs, items, cells and lines", () => {
  const html = "<p>one <b>bold</b> word</p><ul><li>a<li>b</ul><table><tr><td>c<td>d</table>e<br>f";
  assert.deepEqual(blocksOf(html), ["one bold word", "a", "b", "c", "d", "e", "f"]);
});

Deno.test("contentBlocks() parts the text before and after an inner block", () => {
  assert.deepEqual(blocksOf("<div>before<p>inside</p>after</div>"), ["before", "inside", "after"]);
});

Deno.test("blockText() joins a Korean particle to the word before it", () => {
  assert.deepEqual(blocksOf("<p><b>식품의약품안전처</b>는 공고한다.</p>"), [
    "식품의약품안전처는 공고한다.",
  ]);
});

const TREE = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("word ", "둘째 ", "<br>", "<img src=x alt=y>", " "),
    fc.tuple(
      fc.constantFrom("div", "p", "b", "span", "li", "td", "a"),
      fc.array(tie("tree"), { maxLength: 4 }),
    )
      .map(([tag, inside]) => `<${tag}>${inside.join("")}</${tag}>`),
  ),
})).tree;

Deno.test("contentBlocks() puts every text into exactly one block, in order", () => {
  fc.assert(
    fc.property(fc.array(TREE, { maxLength: 6 }), (parts) => {
      const page = parsePage(parts.join(""), null);
      const blocks = contentBlocks(page);
      const owners = page.nodes.map((node, n) => {
        const found = [...blocks.first.keys()].filter((i) =>
          n >= (blocks.first[i] as number) && n <= (blocks.last[i] as number)
        );
        assert.ok(found.length <= 1);
        if (node.kind === "text") assert.equal(found.length, 1);
        return found[0] ?? -1;
      }).filter((owner) => owner >= 0);
      assert.deepEqual(owners, owners.toSorted((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});

Deno.test("blockFeatures() are numbers for any page", () => {
  fc.assert(
    fc.property(fc.array(TREE, { maxLength: 6 }), (parts) => {
      const facts = pageFacts(parsePage(parts.join(""), "https://example.kr/a/b"));
      const rows = blockFeatures(facts);
      assert.equal(rows.length, facts.blocks.count * FEATURE_NAMES.length);
      assert.ok(rows.every((value) => Number.isFinite(value)));
    }),
    { numRuns: 30 },
  );
});

Deno.test("FEATURE_NAMES are all different", () => {
  assert.equal(new Set(FEATURE_NAMES).size, FEATURE_NAMES.length);
});

Deno.test("chooseBlocks() chooses what maximises the expected F1, and never nothing", () => {
  const choose = (
    p: number[],
    words: number[],
  ) => [...chooseBlocks(Float64Array.from(p), Float64Array.from(words))];
  assert.deepEqual(choose([0.9, 0.1, 0.8], [10, 10, 10]), [1, 0, 1]);
  assert.deepEqual(choose([0.45, 0.01], [10, 10]), [1, 0]);
  assert.deepEqual(choose([0.001, 0.002], [3, 3]).includes(1), true);
  assert.deepEqual(choose([], []), []);
});
