import assert from "node:assert/strict";
import fc from "fast-check";
import { fold } from "../src/normalize.ts";
import { markedText, type Piece, wordDiff } from "../src/word_diff.ts";

const word = fc.constantFrom("경기도", "화성시", "향남읍", "12", "13", "(주)", "㈜", ",", "Plot");
const space = fc.constantFrom(" ", "  ", "\r\n", "", "\u3000");
const likeText = fc.array(fc.tuple(word, space)).map((parts) => parts.flat().join(""));
const text = fc.oneof(likeText, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));

const sides = (pieces: readonly Piece[]) => [
  pieces.map(({ from }) => from).join(""),
  pieces.map(({ to }) => to).join(""),
];

Deno.test("wordDiff() holds both texts to the letter", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      assert.deepEqual(sides(wordDiff(before, after)), [before, after]);
    }),
    { numRuns: 500 },
  );
});

Deno.test("wordDiff() calls a piece the same exactly where it reads the same", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      for (const { kind, from, to } of wordDiff(before, after)) {
        assert.equal(kind === "same", fold(from) === fold(to), JSON.stringify([from, to]));
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("wordDiff() of a text with itself is one piece, of nothing none", () => {
  fc.assert(fc.property(text, (same) => {
    const expected = same === "" ? [] : [{ kind: "same", from: same, to: same }];
    assert.deepEqual(wordDiff(same, same), expected);
  }));
});

Deno.test("wordDiff() finds the words that changed, and no notation", () => {
  const changed = (before: string, after: string) =>
    wordDiff(before, after).filter(({ kind }) => kind === "changed")
      .map(({ from, to }) => [from, to]);
  assert.deepEqual(
    changed("8045 Argyll Road, T6C 4N9, Canada", "8054 Argyll Road,T6C 4N8, Canada"),
    [["8045", "8054"], ["4N9", "4N8"]],
  );
  assert.deepEqual(
    changed("(주)한솔파마의 제조소를 변경함", "㈜한솔파마의 제조소가 변경함"),
    [["제조소를", "제조소가"]],
  );
  assert.deepEqual(changed("주식회사 한솔파마", "㈜한솔파마"), []);
  assert.deepEqual(changed("12, Sanho-gil", "１２,Sanho-gil"), []);
  assert.deepEqual(changed("가 나 다 라", "가 바 사 라"), [["나 다", "바 사"]]);
});

Deno.test("wordDiff() of two books that share nothing ends, with one change between the ends", () => {
  const book = (letter: string) =>
    ["처음", ...Array.from({ length: 20_000 }, (_, n) => `${letter}${n}`), "끝"].join(" ");
  const pieces = wordDiff(book("가"), book("나"));
  assert.deepEqual(pieces.map(({ kind }) => kind), ["same", "changed", "same"]);
  assert.deepEqual(sides(pieces), [book("가"), book("나")]);
});

Deno.test("markedText() shows changes in their surroundings and cuts what is long", () => {
  const marked = (before: string, after: string) => markedText(wordDiff(before, after));
  assert.equal(
    marked(
      "Block No. 123, 131 & 132, Village-Ranu, Tal-Padra, Gujarat, India",
      "Block No. 123, 131 & 132, Village-Rana, Tal-Padra, Gujarat, India",
    ),
    "…& 132, Village-[-Ranu-]{+Rana+}, Tal-Padra,…",
  );
  assert.equal(marked("가 나", "가"), "가[- 나-]");
  assert.equal(marked("가", "가 나"), "가{+ 나+}");
  assert.equal(marked("가", "가"), "");
  assert.ok(marked("가".repeat(9_999), "나".repeat(9_999)).length < 420);
});

Deno.test("markedText() stays short however much changed, and says what it left out", () => {
  const many = (letter: string) =>
    Array.from({ length: 500 }, (_, n) => `${letter} 그대로${n} 둔다`).join(" ");
  const marked = markedText(wordDiff(many("가"), many("나")));
  assert.equal(marked.match(/\[-가-\]\{\+나\+\}/g)?.length, 20);
  assert.match(marked, /\(\+480\)$/);
  assert.ok(marked.length < 2_000);
});
