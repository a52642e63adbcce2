import assert from "node:assert/strict";
import { compare, found } from "../src/diff.ts";
import { identify } from "../src/identity.ts";
import type { RegisterRecord, RunId, SourceId } from "../src/model.ts";
import { isYoung, movementsOf } from "../src/movements.ts";
import { selectSpec } from "../src/selectors.ts";
import { applyAll } from "../src/state.ts";
import { record, row } from "./support/rows.ts";

const spec = selectSpec("mfds-dmf" as SourceId);
const wellFormed = new RegExp(spec.identity.wellFormed, "u");
const RUN = "2026-11-03" as RunId;

/** What moved in one record, as `column kind`. */
function moved(
  from: Partial<RegisterRecord>,
  to: Partial<RegisterRecord>,
  isKnown = (_: string, __: string) => true,
): string[] {
  const before = record(from);
  const state = applyAll(new Map(), found([row(before)], spec.source, RUN), RUN);
  const { pairs } = identify(state.values(), [row({ ...before, ...to })], wellFormed);
  return movementsOf(compare(pairs), RUN, isKnown).map(({ column, kind }) => `${column} ${kind}`);
}

Deno.test("movementsOf() tells a change, a blank and a completion", () => {
  assert.deepEqual(moved({}, { ingredient: "다른 성분" }), ["ingredient changed"]);
  assert.deepEqual(moved({}, { noticeCategory: null }), ["noticeCategory blanked"]);
  assert.deepEqual(moved({ linkedReviewNumber: null }, { linkedReviewNumber: "0077001" }), [
    "linkedReviewNumber completed",
  ]);
});

Deno.test("movementsOf() takes a blank filled with what nobody had for growth, and one of a young row", () => {
  const filled = { linkedReviewNumber: "0077001" };
  assert.deepEqual(moved({ linkedReviewNumber: null }, filled, () => false), [
    "linkedReviewNumber grown",
  ]);
  const young = { linkedReviewNumber: null, firstRegisteredOn: "2026-10-20" };
  assert.deepEqual(moved(young, filled), ["linkedReviewNumber grown"]);
});

Deno.test("movementsOf() takes for progress what a register moves as a matter of course", () => {
  assert.deepEqual(moved({}, { lastAnnualReportYear: 2026 }), ["lastAnnualReportYear progress"]);
  assert.deepEqual(moved({}, { documentVersion: "v1.1.0/2026" }), ["documentVersion progress"]);
  assert.deepEqual(moved({}, { status: "withdrawn", statusChangedOn: "2026-11-02" }), [
    "status renewed",
    "statusChangedOn progress",
  ]);
  assert.deepEqual(moved({}, { ingredient: "다른 성분", lastChangedOn: "2026-11-02" }), [
    "ingredient changed",
    "lastChangedOn progress",
  ]);
});

Deno.test("movementsOf() does not take a step back, a leap ahead or another shape for progress", () => {
  assert.deepEqual(moved({}, { lastAnnualReportYear: 2019 }), ["lastAnnualReportYear changed"]);
  assert.deepEqual(moved({}, { lastAnnualReportYear: 2568 }), ["lastAnnualReportYear changed"]);
  for (const documentVersion of ["v0.9.0/2024", "v1.1.0/2031", "1.1.0-2026", "v1.1.0"]) {
    assert.deepEqual(moved({}, { documentVersion }), ["documentVersion changed"], documentVersion);
  }
  for (const lastChangedOn of ["2024-01-01", "2026-01-01", "2026-11-04"]) {
    assert.deepEqual(moved({ lastChangedOn: "2025-01-01" }, { lastChangedOn }), [
      "lastChangedOn changed",
    ], lastChangedOn);
  }
  assert.deepEqual(moved({}, { status: "withdrawn" }), ["status changed"]);
  assert.deepEqual(moved({}, { status: "withdrawn", statusChangedOn: "2019-01-01" }), [
    "status changed",
    "statusChangedOn completed",
  ]);
});

Deno.test("movementsOf() calls a change that shows in nothing but its recent day a renewal", () => {
  assert.deepEqual(moved({ lastChangedOn: "2025-01-01" }, { lastChangedOn: "2026-11-02" }), [
    "lastChangedOn renewed",
  ]);
});

Deno.test("movementsOf() tells which part of the sites moved", () => {
  const [site] = record().sites;
  assert.deepEqual(moved({}, { sites: [{ ...site!, country: "스위스" }] }), [
    "sites.country changed",
  ]);
});

Deno.test("isYoung() holds for sixty days and never for a day to come", () => {
  const on = (firstRegisteredOn: string | null) => isYoung(record({ firstRegisteredOn }), RUN);
  assert.deepEqual(["2026-11-03", "2026-09-04", "2026-09-03", "2026-11-04", null].map(on), [
    true,
    true,
    false,
    false,
    false,
  ]);
});
