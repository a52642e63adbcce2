import assert from "node:assert/strict";
import fc from "fast-check";
import { shinglesOf } from "../src/corpus/near_evidence.ts";
import {
  boundFor,
  Bounds,
  FEWEST_WORDS,
  FLOOR,
  type NearPolicy,
  OUR_NEAR,
  PAPER_NEAR,
} from "../src/corpus/near_policy.ts";

function likeness(a: readonly string[], b: readonly string[], size: number) {
  const [own, others] = [shinglesOf(a.join(" "), size), shinglesOf(b.join(" "), size)];
  const shared = [...own].filter((one) => others.has(one)).length;
  return {
    likeness: shared / (own.size + others.size - shared),
    smaller: Math.min(own.size, others.size),
  };
}

/** Edits a list of words at a place: replaced, put in, left out, split, joined to the next. */
const EDITS: readonly ((words: string[], at: number, fresh: string) => void)[] = [
  (words, at, fresh) => words.splice(at, 1, fresh),
  (words, at, fresh) => words.splice(at, 0, fresh),
  (words, at) => words.splice(at, 1),
  (words, at, fresh) => words.splice(at, 1, `${fresh}1`, `${fresh}2`),
  (words, at, fresh) => words.splice(at, 2, fresh),
];

const edited = fc.record({
  // Few different words, so that shingles are repeated within a text.
  words: fc.array(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), {
    minLength: FEWEST_WORDS + 2,
    maxLength: 120,
  }),
  edits: fc.array(fc.tuple(fc.nat(EDITS.length - 1), fc.nat(1000)), { maxLength: 8 }),
  size: fc.integer({ min: 1, max: 5 }),
});

Deno.test("boundFor() is reached by every text with no more edits than are allowed", () => {
  let tried = 0;
  fc.assert(
    fc.property(edited, ({ words, edits, size }) => {
      const policy: NearPolicy = { ...OUR_NEAR, words: size };
      const after = [...words];
      for (const [index, [kind, place]] of edits.entries()) {
        EDITS[kind]!(after, place % after.length, `new${place}`);
        const found = likeness(words, after, size);
        const bound = boundFor(policy, found.smaller);
        // Below the floor nothing is promised.
        const [n, d] = [found.smaller, bound.disturbed as number];
        if (index + 1 > (bound.edits as number) || (2 * n - d) / (2 * n + d) < FLOOR) continue;
        tried++;
        assert.ok(found.likeness >= bound.threshold, `${found.likeness} < ${bound.threshold}`);
      }
    }),
    { numRuns: 4_000 },
  );
  assert.ok(tried > 1_500, `${tried} edits were within what is allowed`);
});

Deno.test("boundFor() is what substitutions apart from each other come to, plus what a join may cost", () => {
  const words = Array.from({ length: 90 }, (_, n) => `w${n}`);
  for (const size of [1, 2, 3, 5]) {
    for (const edits of [1, 2, 4]) {
      const after = words.map((word, at) =>
        edits > at / 20 && at % 20 === 10 ? `other${at}` : word
      );
      const n = 90 - size + 1;
      // Each takes `size` shingles and brings as many.
      assert.equal(
        likeness(words, after, size).likeness,
        (n - edits * size) / (n + edits * size),
      );
    }
  }
  const { threshold, edits, disturbed } = boundFor(OUR_NEAR, 89);
  assert.deepEqual([edits, disturbed], [5, 25]);
  assert.equal(threshold, (178 - 25) / (178 + 25));
});

Deno.test("boundFor() takes a form of up to 27 words with two words side by side replaced for another text", () => {
  for (let length = FEWEST_WORDS + 1; length <= 27; length++) {
    const words = Array.from({ length }, (_, n) => `w${n}`);
    const [one, two] = [words.with(4, "x"), words.with(4, "x").with(5, "y")];
    const [edit, form] = [likeness(words, one, 2), likeness(words, two, 2)];
    const { threshold, edits } = boundFor(OUR_NEAR, edit.smaller);
    assert.equal(edits, 1);
    assert.ok(edit.likeness >= threshold && form.likeness < threshold, `${length} words`);
  }
});

Deno.test("boundFor() allows the share of the longer text's words", () => {
  // Three of 52 words left out: 5 % of 52 are 2.6, of the 49 that are left 2.45.
  const words = Array.from({ length: 52 }, (_, n) => `w${n}`);
  const after = words.filter((_, at) => ![10, 25, 40].includes(at));
  const found = likeness(words, after, 2);
  assert.equal(boundFor(OUR_NEAR, found.smaller).edits, 3);
  assert.ok(found.likeness >= boundFor(OUR_NEAR, found.smaller).threshold);
});

Deno.test("boundFor() allows a text of fewer than eight words no difference", () => {
  for (let n = 1; n + 1 < FEWEST_WORDS; n++) assert.equal(boundFor(OUR_NEAR, n).threshold, 1);
});

Deno.test("boundFor() is never below the floor", () => {
  for (let n = 1; n < 5_000; n++) assert.ok(boundFor(OUR_NEAR, n).threshold >= FLOOR);
});

Deno.test("boundFor() gives the paper's bound at any length", () => {
  for (const n of [1, 13, 86, 1000]) assert.equal(boundFor(PAPER_NEAR, n).threshold, 0.85);
});

Deno.test("boundFor() misses the paper's edit of 17 words as the paper does, and finds it by ours", () => {
  const words = Array.from({ length: 17 }, (_, n) => `w${n}`);
  const after = words.with(8, "3일");
  const five = likeness(words, after, 5);
  assert.equal(five.likeness, 8 / 18);
  assert.ok(five.likeness < boundFor(PAPER_NEAR, five.smaller).threshold);
  const two = likeness(words, after, 2);
  assert.ok(two.likeness >= boundFor(OUR_NEAR, two.smaller).threshold);
});

const policies = fc.record({
  words: fc.integer({ min: 1, max: 5 }),
  threshold: fc.oneof(
    fc.record({ kind: fc.constant("fixed" as const), at: fc.constantFrom(0.5, 0.7, 0.85, 1) }),
    fc.record({
      kind: fc.constant("allowed-edit" as const),
      share: fc.constantFrom(0.02, 0.05, 0.2),
    }),
  ),
  digitsMatter: fc.boolean(),
});

Deno.test("Bounds.needed() is the least that reaches the bound", () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }));
  fc.assert(fc.property(policies, sizes, (policy, [a, b]) => {
    const bounds = new Bounds(policy);
    const needed = bounds.needed(a, b);
    const bound = bounds.threshold(Math.min(a, b));
    const reached = (shared: number) => shared / (a + b - shared) >= bound;
    for (let shared = 1; shared <= Math.min(a, b); shared++) {
      assert.equal(shared >= needed, reached(shared), `${shared} of ${a} and ${b}`);
    }
  }));
});

Deno.test("Bounds.prefix() is long enough for two near sets of any sizes to meet", () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 }));
  fc.assert(
    fc.property(policies, sizes, (policy, [a, b]) => {
      const bounds = new Bounds(policy);
      const shared = bounds.needed(a, b);
      if (shared > Math.min(a, b) || shared === 0) return;
      // At worst all that is not shared comes first in both.
      const meet = Math.max(bounds.meetings(a), bounds.meetings(b));
      assert.ok(bounds.prefix(a) >= Math.min(a, a - shared + meet));
      assert.ok(bounds.prefix(b) >= Math.min(b, b - shared + meet));
      assert.ok(meet <= shared);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("Bounds() refuses a policy that says nothing sensible", () => {
  for (
    const policy of [
      { ...OUR_NEAR, words: 0 },
      { ...OUR_NEAR, words: 1.5 },
      { ...OUR_NEAR, threshold: { kind: "fixed", at: 0 } },
      { ...OUR_NEAR, threshold: { kind: "fixed", at: 1.1 } },
      { ...OUR_NEAR, threshold: { kind: "allowed-edit", share: NaN } },
    ] as const
  ) assert.throws(() => new Bounds(policy), RangeError);
});
