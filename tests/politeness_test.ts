import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Answered,
  FRESH_PACE,
  nextPace,
  POLITENESS,
  type Politeness,
  ruleMs,
  withCrawlDelay,
} from "../src/politeness.ts";

const ok = (durationMs: number): Answered => ({ ok: true, durationMs, atLeastMs: 0 });
const failed = (durationMs: number, atLeastMs = 0): Answered => ({
  ok: false,
  durationMs,
  atLeastMs,
});

const RULES: readonly [durationMs: number, crawlDelayMs: number, ms: number, fact: string][] = [
  [0, 0, 2000, "the minimum after a fast answer"],
  [399, 0, 2000, "the minimum up to a fifth of it"],
  [1000, 0, 5000, "five times the duration"],
  [60_000, 0, 30_000, "the cap after a very slow answer"],
  [1000, 10_000, 10_000, "a longer Crawl-delay"],
  [3000, 10_000, 15_000, "no shorter Crawl-delay"],
  [0, 600_000, 600_000, "a Crawl-delay beyond the cap"],
];

for (const [durationMs, crawlDelayMs, ms, fact] of RULES) {
  Deno.test(`ruleMs() gives ${fact}`, () => {
    assert.equal(ruleMs(POLITENESS, durationMs, crawlDelayMs), ms);
  });
}

Deno.test("ruleMs() keeps a minimum that is longer than the cap", () => {
  assert.equal(ruleMs({ minDelayMs: 60_000, delayFactor: 5, maxDelayMs: 30_000 }, 1, 0), 60_000);
});

Deno.test("nextPace() rises at once and falls by halves, down to the rule", () => {
  let pace = nextPace(FRESH_PACE, ok(4000), POLITENESS);
  assert.equal(pace.delayMs, 20_000);
  const delays = [];
  for (let i = 0; i < 20; i++) {
    pace = nextPace(pace, ok(100), POLITENESS);
    delays.push(pace.delayMs);
  }
  assert.deepEqual(delays.slice(0, 4), [11_000, 6500, 4250, 3125]);
  assert.equal(delays.at(-1), 2000);
});

Deno.test("nextPace() is not hurried by fast refusals", () => {
  let pace = nextPace(FRESH_PACE, ok(4000), POLITENESS);
  for (let i = 0; i < 10; i++) pace = nextPace(pace, failed(1), POLITENESS);
  assert.equal(pace.delayMs, 20_000);
});

Deno.test("nextPace() keeps a Retry-After beyond the cap, until an answer comes", () => {
  const held = nextPace(FRESH_PACE, failed(1, 600_000), POLITENESS);
  assert.equal(held.delayMs, 600_000);
  assert.equal(nextPace(held, failed(1), POLITENESS).delayMs, 600_000);
  assert.equal(nextPace(held, ok(1), POLITENESS).delayMs, 16_000);
});

Deno.test("withCrawlDelay() holds from the next request on", () => {
  assert.equal(withCrawlDelay(FRESH_PACE, 7000).delayMs, 7000);
  const paced = nextPace(withCrawlDelay(FRESH_PACE, 45_000), ok(1), POLITENESS);
  assert.equal(paced.delayMs, 45_000);
});

const politeness: fc.Arbitrary<Politeness> = fc.record({
  minDelayMs: fc.nat(5000),
  delayFactor: fc.nat(10),
  maxDelayMs: fc.nat(60_000),
});
const answered: fc.Arbitrary<Answered> = fc.oneof(
  fc.record({ ok: fc.constant(true), durationMs: fc.nat(60_000), atLeastMs: fc.constant(0) }),
  fc.record({ ok: fc.constant(false), durationMs: fc.nat(60_000), atLeastMs: fc.nat(4_000_000) }),
);
const crawlDelay = fc.oneof(fc.constant(0), fc.nat(100_000));

/** Every answer of a history with the pace before and after it. */
function paces(history: readonly Answered[], crawlDelayMs: number, politeness: Politeness) {
  let pace = withCrawlDelay(FRESH_PACE, crawlDelayMs);
  return history.map((answer) => {
    const before = pace;
    pace = nextPace(before, answer, politeness);
    return { answer, before, after: pace };
  });
}

Deno.test("nextPace() never undercuts the rule, for any history", () => {
  fc.assert(
    fc.property(politeness, fc.array(answered), crawlDelay, (politeness, history, delay) => {
      for (const { answer, after } of paces(history, delay, politeness)) {
        assert.ok(after.delayMs >= ruleMs(politeness, answer.durationMs, delay));
        assert.ok(after.delayMs >= answer.atLeastMs);
        assert.ok(Number.isInteger(after.delayMs));
      }
    }),
  );
});

Deno.test("nextPace() never lowers the delay for a failure, for any history", () => {
  fc.assert(
    fc.property(politeness, fc.array(answered), crawlDelay, (politeness, history, delay) => {
      for (const { answer, before, after } of paces(history, delay, politeness)) {
        assert.ok(answer.ok || after.delayMs >= before.delayMs);
      }
    }),
  );
});

Deno.test("nextPace() comes back to the rule after any history", () => {
  fc.assert(
    fc.property(politeness, fc.array(answered), crawlDelay, (politeness, history, delay) => {
      const calm = Array.from({ length: 40 }, () => ok(10));
      const end = paces([...history, ...calm], delay, politeness).at(-1);
      assert.equal(end?.after.delayMs, ruleMs(politeness, 10, delay));
    }),
  );
});

Deno.test("nextPace() stays below the cap while nobody asks for more", () => {
  const bare = fc.array(answered.map((answer) => ({ ...answer, atLeastMs: 0 })));
  fc.assert(fc.property(bare, (history) => {
    for (const { after } of paces(history, 0, POLITENESS)) {
      assert.ok(after.delayMs <= POLITENESS.maxDelayMs);
    }
  }));
});
