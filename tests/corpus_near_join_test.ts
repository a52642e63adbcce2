import assert from "node:assert/strict";
import fc from "fast-check";
import { nearEvidence, shinglesOf } from "../src/corpus/near_evidence.ts";
import { NearIndex } from "../src/corpus/near_join.ts";
import { boundFor, type NearPolicy, OUR_NEAR, PAPER_NEAR } from "../src/corpus/near_policy.ts";

/** Compares with every document, shingle by shingle as words. */
function bruteForce(policy: NearPolicy, documents: readonly (string | null)[], text: string) {
  const own = shinglesOf(text, policy.words);
  let best: { document: number; similarity: number } | null = null;
  for (const [document, other] of documents.entries()) {
    const others = shinglesOf(other ?? "", policy.words);
    const shared = [...own].filter((one) => others.has(one)).length;
    const similarity = shared / (own.size + others.size - shared);
    const { threshold } = boundFor(policy, Math.min(own.size, others.size));
    if (shared > 0 && similarity >= threshold && similarity > (best?.similarity ?? 0)) {
      best = { document, similarity };
    }
  }
  return best;
}

const policies: fc.Arbitrary<NearPolicy> = fc.constantFrom(
  { ...PAPER_NEAR, threshold: { kind: "fixed", at: 0.7 } },
  PAPER_NEAR,
  OUR_NEAR,
  { words: 1, threshold: { kind: "fixed", at: 0.5 }, digitsMatter: true },
  { words: 3, threshold: { kind: "allowed-edit", share: 0.2 }, digitsMatter: false },
);

/** Texts from a few stems with words changed, so that many are near and some are templates. */
const collections = fc.array(
  fc.record({
    stem: fc.nat(1),
    length: fc.constantFrom(0, 4, 9, 9, 38, 40, 60),
    changes: fc.array(fc.tuple(fc.nat(59), fc.constantFrom("x", "y", "가", "3일", "10일")), {
      maxLength: 6,
    }),
  }),
  { minLength: 2, maxLength: 40 },
).map((made) =>
  made.map(({ stem, length, changes }) => {
    const words = Array.from({ length }, (_, at) => at % 7 === 0 ? "the" : `w${stem}.${at}`);
    for (const [at, word] of changes) if (at < words.length) words[at] = word;
    return words.join(" ");
  })
);

const brief = (found: { document: number; similarity: number } | null) =>
  found && [found.document, found.similarity];

Deno.test("NearIndex.nearest() finds what comparing with every document finds", () => {
  let near = 0;
  fc.assert(
    fc.property(policies, collections, (policy, texts) => {
      const index = new NearIndex(policy);
      for (const [at, text] of texts.entries()) {
        const wanted = bruteForce(policy, texts.slice(0, at), text);
        assert.deepEqual(brief(index.nearest(text)), brief(wanted));
        if (wanted) near++;
        assert.equal(index.add(text), at);
      }
    }),
    { numRuns: 400 },
  );
  assert.ok(near > 500, `${near} texts were near another`);
});

Deno.test("NearIndex.admit() adds what is new or an update, and what it compared stays compared", () => {
  fc.assert(
    fc.property(policies, collections, (policy, texts) => {
      const [one, other] = [new NearIndex(policy), new NearIndex(policy)];
      for (const text of texts) {
        const { document, match } = one.admit(text);
        assert.deepEqual(match, other.nearest(text));
        assert.equal(document === null, match?.kind === "near");
        if (document !== null) assert.equal(other.add(text), document);
        assert.equal(one.size, other.size);
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("NearIndex.load() goes on as if it had never stopped", () => {
  fc.assert(
    fc.property(policies, collections, fc.nat(39), (policy, texts, stop) => {
      const whole = new NearIndex(policy);
      let broken = new NearIndex(policy);
      for (const [at, text] of texts.entries()) {
        if (at === stop) broken = NearIndex.load(broken.save(), policy, "near.idx");
        assert.deepEqual(broken.admit(text), whole.admit(text));
        if (at % 5 === 4 && whole.size > 2) {
          whole.remove(at % whole.size);
          broken.remove(at % broken.size);
        }
      }
      assert.deepEqual([...broken.save()].map(String), [...whole.save()].map(String));
    }),
    { numRuns: 200 },
  );
});

Deno.test("NearIndex.remove() takes a document out for good, and its number with it", () => {
  fc.assert(
    fc.property(policies, collections, (policy, texts) => {
      let index = new NearIndex(policy);
      const left: (string | null)[] = [];
      for (const [at, text] of texts.entries()) {
        index.add(text);
        left.push(text);
        if (at % 3 === 2) {
          index.remove(at - 1);
          left[at - 1] = null;
        }
      }
      for (const reloaded of [false, true]) {
        if (reloaded) index = NearIndex.load(index.save(), policy, "near.idx");
        assert.equal(index.size, texts.length);
        for (const text of texts) {
          assert.deepEqual(brief(index.nearest(text)), brief(bruteForce(policy, left, text)));
        }
      }
    }),
    { numRuns: 100 },
  );
  assert.throws(() => new NearIndex(OUR_NEAR).remove(0), RangeError);
});

Deno.test("NearIndex finds among thousands, of which many share a form, what comparing all finds", () => {
  const form = Array.from({ length: 40 }, (_, n) => `form${n}`);
  const texts = Array.from({ length: 1_500 }, (_, n) => {
    const own = Array.from({ length: 30 }, (_, at) => `own${(n - n % 10) * 31 + at}`);
    if (n % 10 > 4) own[n % 30] = `changed${n}`;
    return (n % 2 === 0 ? [...form, ...own] : own).join(" ");
  });
  for (const policy of [OUR_NEAR, PAPER_NEAR]) {
    const index = new NearIndex(policy);
    for (const [at, text] of texts.entries()) {
      if (at % 97 === 0) {
        const wanted = bruteForce(policy, texts.slice(0, at), text);
        assert.deepEqual(brief(index.nearest(text)), brief(wanted));
      }
      index.add(text);
    }
  }
});

Deno.test("NearIndex calls a text an update where digits alone differ and the policy lets them matter", () => {
  const before =
    "2026년 5월 19일부터 1일 2회 250mg 씩 식후 30분에 물과 함께 복용하고 1,200원을 낸다";
  const after = "2026년 6월 2일부터 1일 3회 500mg 씩 식후 30분에 물과 함께 복용하고 990원을 낸다";
  const worded =
    "2026년 5월 19일부터 1일 2회 250mg 씩 식후 30분에 우유와 함께 복용하고 1,200원을 낸다";
  const policy: NearPolicy = { ...OUR_NEAR, threshold: { kind: "fixed", at: 0.2 } };
  const index = new NearIndex(policy);
  index.add(before);
  assert.equal(index.nearest(worded)?.kind, "near");
  assert.equal(index.nearest(before)?.kind, "near");
  const { document, match } = index.admit(after);
  assert.deepEqual([document, match?.kind, match?.document], [1, "update", 0]);
  const careless = new NearIndex({ ...policy, digitsMatter: false });
  careless.add(before);
  assert.equal(careless.admit(after).document, null);
});

Deno.test("NearIndex finds nothing for an empty text, nor by one", () => {
  const index = new NearIndex(PAPER_NEAR);
  assert.equal(index.admit("").document, 0);
  assert.equal(index.admit("").document, 1);
  assert.equal(index.admit("한 마디").document, 2);
  assert.equal(index.nearest("한 마디")?.document, 2);
  assert.equal(index.nearest("두 마디"), null);
});

Deno.test("NearIndex refuses a text of more shingles than a block holds, and goes on", () => {
  const index = new NearIndex(PAPER_NEAR);
  const words = Array.from({ length: 1_100_000 }, (_, n) => n.toString(36));
  assert.throws(() => index.add(words.join(" ")), /at most 1048574/);
  assert.equal(index.add("그 다음 글은 여전히 들어간다"), 0);
  assert.equal(index.nearest("그 다음 글은 여전히 들어간다")?.similarity, 1);
});

Deno.test("nearEvidence() says what the index says, in numbers, whichever text comes first", () => {
  let near = 0;
  fc.assert(
    fc.property(policies, collections, (policy, [text, other]) => {
      const evidence = nearEvidence(policy, text!, other!);
      const index = new NearIndex(policy);
      index.add(other!);
      const match = index.nearest(text!);
      assert.equal(match?.kind ?? "apart", evidence.decision);
      if (match) {
        near++;
        assert.equal(match.similarity, evidence.similarity);
        assert.equal(match.threshold, evidence.bound.threshold);
        assert.equal(match.shared, evidence.shared);
        assert.deepEqual(match.shingles, evidence.shingles);
      }
      const turned = nearEvidence(policy, other!, text!);
      assert.deepEqual([turned.similarity, turned.bound, turned.decision, turned.distance], [
        evidence.similarity,
        evidence.bound,
        evidence.decision,
        evidence.distance,
      ]);
    }),
    { numRuns: 1_000 },
  );
  assert.ok(near > 20, `${near} pairs were near`);
});

Deno.test("nearEvidence() gives n, k, e, D, the bound, the likeness and the SimHash distance", () => {
  const words = Array.from({ length: 17 }, (_, n) => `단어${n}번째`);
  const { bound, ...evidence } = nearEvidence(
    OUR_NEAR,
    words.join(" "),
    words.with(8, "다른말").join(" "),
  );
  assert.deepEqual(bound, {
    shingles: 16,
    words: 17,
    edits: 1,
    disturbed: 5,
    threshold: (32 - 5) / (32 + 5),
  });
  assert.deepEqual([evidence.shared, evidence.all, evidence.similarity], [14, 18, 14 / 18]);
  assert.equal(evidence.decision, "near");
  assert.ok(evidence.distance > 0 && evidence.distance < 32);
});
