import assert from "node:assert/strict";
import type { RunId } from "../src/model.ts";
import { FLAG_TITLES, flagSentence, rateLines } from "../src/rate_words.ts";
import type { RateFlag, Rates } from "../src/rates.ts";
import { shareOf } from "../src/share.ts";
import { assertBilingual } from "./support/bilingual.ts";
import { sampleReport } from "./support/sample_report.ts";

const ASOF = "2026-11-30" as RunId;
const recent = { visits: 14, changed: 9, perDay: 0.98, usualPerDay: 0.14, isBurst: true };
const silence = { since: "2026-10-30" as RunId, days: 31, probability: 0.002, isSuspect: true };
const FLAGS: readonly RateFlag[] = [
  { kind: "burst", of: "any", recent },
  { kind: "burst", of: "withdrawn", recent },
  { kind: "silence", silence },
  { kind: "silence", silence: { ...silence, probability: null } },
  { kind: "worn-selectors", specVersion: 2, recent: shareOf(11, 14) },
  { kind: "slow-run", duration: { run: ASOF, minutes: 31, usualMinutes: 10, isSlow: true } },
];

Deno.test.each(FLAGS)("the warning of a $kind says the same in both languages", (flag) => {
  const { ko, en } = flagSentence(flag, ASOF);
  assert.match(en, /\.$/);
  assertBilingual({ ko, en: en.slice(0, -1) });
  assert.match(FLAG_TITLES[flag.kind].ko, /[가-힣]/);
});

Deno.test("a burst says how many times, of what, and since when to look", () => {
  const { ko, en } = flagSentence(FLAGS[1]!, ASOF);
  for (const said of [ko, en]) {
    assert.match(said, /7\.0/);
    assert.match(said, /dmf changes --since 2026-11-17/);
  }
  assert.match(ko, /취하/);
});

const rates = sampleReport().rates ?? assert.fail("no figures");
const words = (over: Partial<Rates>, lang: "ko" | "en" = "en") =>
  rateLines({ ...rates, ...over }).map(({ label, words }) => `${label[lang]}: ${words[lang]}`);

Deno.test("the figures are a few lines", () => {
  assert.deepEqual(words({}), [
    "change rate: 0.42 a day (95%: 0.23–0.69), changed on 13 of 38 visits; " +
    "up to date 81.3% of the time, 1.6 h old on average",
    "selector reuse: version 2 held on 39 of 39 runs (100.0%, 95%: 91.0%–100.0%)",
    "detection delay: promise (24 h and a run) kept on 29 of 30 days; " +
    "changes waited 13.3 h on average, 48.2 at most; missed: 2026-11-11 (not run)",
    "run time: 10.0 min (usually 10.0)",
  ]);
});

Deno.test("a rate that is assumed, or has no upper end, says so", () => {
  assert.match(words({ any: { ...rates.any, isPrior: true, visits: 5 } })[0]!, /5 visits.*assumed/);
  assert.match(words({ any: { ...rates.any, low: 1.52, high: null } })[0]!, /at least 1\.52/);
  assert.match(words({ any: { ...rates.any, low: 1.52, high: null } }, "ko")[0]!, /1\.52 이상/);
});

Deno.test("days in a row that were missed for one reason are one span", () => {
  const missed = (["2026-11-08", "2026-11-09", "2026-11-10", "2026-11-12"] as RunId[])
    .map((day, i) => ({ day, why: i === 2 ? "failed" : "not-run" } as const));
  const [, , delay] = words({ delay: { ...rates.delay, missed } });
  assert.match(
    delay!,
    /missed: 2026-11-08–2026-11-09 \(not run\), 2026-11-10 \(failed\), 2026-11-12 \(not run\)$/,
  );
});

Deno.test("a share is not rounded to all or nothing where it is neither", () => {
  const version = { specVersion: 2, of: 9999, good: 9998, share: 9998 / 9999, low: 0.9, high: 1 };
  const [, reuse] = words({ reuse: { ...rates.reuse, versions: [version] } });
  assert.match(reuse!, /\(>99\.9%/);
});

Deno.test("every line is in both languages", () => {
  for (const { label, words } of rateLines(rates)) {
    assert.match(label.ko, /[가-힣]/);
    assert.match(words.ko, /[가-힣]/);
    assert.doesNotMatch(label.en + words.en, /[가-힣]/);
  }
});

Deno.test("a damaged history has no figures, and says so", () => {
  const [line, ...more] = rateLines(null);
  assert.equal(more.length, 0);
  assertBilingual({ ko: `${line!.words.ko}.`, en: line!.words.en });
});
