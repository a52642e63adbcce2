import assert from "node:assert/strict";
import { absenceEntries, judgeLookUp, lookUpFor, toLookUp } from "../src/absence.ts";
import { found } from "../src/diff.ts";
import { wholeKey } from "../src/identity.ts";
import type { RegisterRecord, Row, RunId, SourceId } from "../src/model.ts";
import { selectSpec } from "../src/selectors.ts";
import { applyAll, type Known, type MissingMark } from "../src/state.ts";
import { row } from "./support/rows.ts";

const spec = selectSpec("mfds-dmf" as SourceId);
const [day1, day2] = ["2026-11-02" as RunId, "2026-11-03" as RunId];
const NUMBER = "20241015-209-J-1903";
const search = { field: "registrationNumber", text: NUMBER } as const;

function known(over: Partial<RegisterRecord> = {}, missing: MissingMark | null = null): Known {
  const state = applyAll(new Map(), found([row(over)], spec.source, day1), day1);
  return { ...[...state.values()][0] as Known, missing };
}

function judge(
  rows: readonly Row[],
  of: Partial<RegisterRecord> = {},
  { total = rows.length, listed = [] as Row[] } = {},
) {
  const reading = { rows, statedTotal: total, unknownColumns: [], issues: [] };
  return judgeLookUp(known(of), search, reading, new Set(listed.map((r) => wholeKey(r.values))));
}

Deno.test("toLookUp() asks for a record only in the second run that misses it", () => {
  const missedOnce = known({}, { since: day1, last: day1, misses: 1 });
  assert.deepEqual(toLookUp([known(), missedOnce], day2), [missedOnce]);
});

Deno.test("toLookUp() does not count two readings of one day as two", () => {
  assert.deepEqual(toLookUp([known({}, { since: day2, last: day2, misses: 1 })], day2), []);
});

Deno.test("lookUpFor() searches by number, and by ingredient where there is none", () => {
  assert.equal(lookUpFor(known(), spec)?.parameter, "searchDmfPermitNo");
  assert.equal(
    lookUpFor(known({ registrationNumber: null }), spec)?.parameter,
    "searchIngrKorName",
  );
  assert.equal(lookUpFor(known({ registrationNumber: null, ingredient: null }), spec), null);
});

Deno.test("judgeLookUp() believes an empty answer", () => {
  assert.equal(judge([]), "nothing");
});

Deno.test("judgeLookUp() finds the record although the list lacked it", () => {
  assert.equal(judge([row()]), "found");
});

Deno.test("judgeLookUp() does not take a longer number for the record", () => {
  assert.equal(judge([row({ registrationNumber: `${NUMBER}(1)` })]), "nothing");
});

Deno.test("judgeLookUp() does not take another record of the same number for it", () => {
  const other = row({ applicant: "을" });
  assert.equal(judge([other], {}, { listed: [other] }), "nothing");
});

Deno.test("judgeLookUp() proves nothing by a search that the site ignored", () => {
  assert.equal(
    judge([row({ registrationNumber: "수5-1-ND" })], {}, { total: 9149 }),
    "inconclusive",
  );
});

Deno.test("judgeLookUp() proves nothing by the first of several pages", () => {
  assert.equal(
    judge([row({ registrationNumber: `${NUMBER}(1)` })], {}, { total: 200 }),
    "inconclusive",
  );
});

Deno.test("absenceEntries() misses first, and delists only what a look-up did not find", () => {
  const mark = { since: day1, last: day1, misses: 1 };
  const [fresh, gone, seen, unclear] = ["A", "B", "C", "D"].map((ingredient, index) =>
    known({ ingredient }, index === 0 ? null : mark)
  ) as [Known, Known, Known, Known];
  const evidence = { ...row().position, start: 0, end: 9 };
  const { entries, issues } = absenceEntries(
    [fresh, gone, seen, unclear],
    new Map([
      [gone, { kind: "nothing", evidence, observedAt: row().position.observedAt }],
      [seen, { kind: "found" }],
      [unclear, { kind: "inconclusive", detail: "status" }],
    ]),
    day2,
  );
  assert.deepEqual(
    entries.map((entry) => [entry.kind, "misses" in entry ? [entry.since, entry.misses] : null]),
    [["missed", [day2, 1]], ["delisted", null], ["sighted", null], ["missed", [day1, 2]]],
  );
  assert.deepEqual(issues.map((issue) => issue.kind), ["look-up-found", "look-up-inconclusive"]);
});
