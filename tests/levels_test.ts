import assert from "node:assert/strict";
import { levelsOutside } from "../src/levels.ts";
import type { RegisterRecord, SourceId } from "../src/model.ts";
import { selectSpec } from "../src/selectors.ts";
import { shapesOf, Tally } from "../src/statistics.ts";
import { record } from "./support/rows.ts";

const spec = selectSpec("mfds-dmf" as SourceId);
const wellFormed = new RegExp(spec.identity.wellFormed, "u");

/** Labels of the columns doubted in a first list of `count` rows like `over`. */
function doubted(over: (n: number) => Partial<RegisterRecord>, count = 60): string[] {
  const tally = new Tally(shapesOf(wellFormed));
  for (let n = 0; n < count; n++) {
    tally.add(record({ registrationNumber: `20241015-209-J-${n}`, ...over(n) }));
  }
  return levelsOutside(spec, tally).map((doubt) => "label" in doubt ? doubt.label : doubt.kind);
}

Deno.test("levelsOutside() believes an ordinary first list", () => {
  assert.deepEqual(doubted(() => ({})), []);
});

Deno.test("levelsOutside() doubts a first list whose columns say something else", () => {
  assert.deepEqual(doubted(() => ({ ingredient: "Metformin" })), ["성분명"]);
  assert.deepEqual(doubted(() => ({ applicant: "㈜" })), ["신청인", "신청인"]);
  assert.ok(doubted(() => ({ registrationNumber: "심사중" })).includes("등록번호"));
  assert.deepEqual(doubted((n) => n < 12 ? { firstRegisteredOn: null } : {}), ["최초등록일자"]);
  const [site] = record().sites;
  assert.deepEqual(doubted(() => ({ sites: [{ ...site!, country: "India" }] })), ["제조국가"]);
});

Deno.test("levelsOutside() does not judge a list of fewer than fifty rows", () => {
  assert.deepEqual(doubted(() => ({ ingredient: "Metformin" }), 49), []);
  assert.deepEqual(doubted(() => ({ ingredient: "Metformin" }), 50), ["성분명"]);
});
