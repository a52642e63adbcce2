import assert from "node:assert/strict";
import { correctionSentence } from "../src/corrections.ts";
import type { InstantText, RunId } from "../src/model.ts";
import type { Corrected } from "../src/run_record.ts";
import { assertBilingual } from "./support/bilingual.ts";

/** A correction of some days. */
function correction(days: readonly string[], over: Partial<Corrected> = {}): Corrected {
  return {
    state: "corrected",
    kind: "revoked",
    specVersion: null,
    reason: "오류",
    by: null,
    at: "2026-12-01T00:00:00Z" as InstantText,
    finishedAt: "2026-12-01T00:00:00Z" as InstantText,
    replaces: days.map((day) => ({
      run: day as RunId,
      revoked: true,
      from: 0,
      entries: 0,
      records: 9,
    })),
    firstSeq: 1,
    entries: 0,
    chain: "",
    ...over,
  };
}

Deno.test("correctionSentence() names the days, who said so and why, of one run and of several", () => {
  const one = correctionSentence(correction(["2026-11-29"]));
  assert.match(one.en, /^Run "2026-11-29" was revoked \(오류\); what was reported then/);
  const two = correctionSentence(correction(["2026-11-28", "2026-11-29"], { by: "김" }));
  assert.match(two.en, /^2 runs, "2026-11-28"~"2026-11-29", were revoked \(오류, 김\); /);
  assert.match(two.ko, /^"2026-11-28"~"2026-11-29" 실행 2건이 철회되었습니다\(이유: 오류, 김\)\. /);
});

Deno.test("correctionSentence() tells with which selector spec runs were read again", () => {
  const again = { kind: "re-extracted", specVersion: 3, reason: "swapped" } as const;
  const sentence = correctionSentence(correction(["2026-11-28"], again));
  assert.match(sentence.en, /^Run "2026-11-28" was read again with selector spec 3 \(swapped\); /);
  assertBilingual(sentence);
});
