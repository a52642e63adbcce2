import assert from "node:assert/strict";
import { compare, found } from "../src/diff.ts";
import { identify } from "../src/identity.ts";
import type { RegisterRecord, RunId, SourceId } from "../src/model.ts";
import {
  allowed,
  countChanges,
  extend,
  implausible,
  NO_BASELINE,
  plausibleSize,
} from "../src/plausibility.ts";
import { selectSpec } from "../src/selectors.ts";
import { applyAll } from "../src/state.ts";
import { record, row } from "./support/rows.ts";

const spec = selectSpec("mfds-dmf" as SourceId);
const wellFormed = new RegExp(spec.identity.wellFormed, "u");
const SIZE = 1000;
const records = Array.from(
  { length: SIZE },
  (_, n) => record({ registrationNumber: `20241015-209-J-${n}`, ingredient: `성분 ${n}` }),
);
const state = applyAll(
  new Map(),
  found(records.map((values) => row(values)), spec.source, "2026-11-02" as RunId),
  "2026-11-02" as RunId,
);

/** The doubts about a list made of the founding one by `change`, by row index. */
function judge(
  change: (values: RegisterRecord, n: number) => RegisterRecord | null,
  more = 0,
  baseline = NO_BASELINE,
) {
  const rows = records.map(change).filter((values) => values !== null).map((values) => row(values));
  for (let n = 0; n < more; n++) {
    rows.push(row({ registrationNumber: `20261101-210-J-${n}`, ingredient: `신규 ${n}` }));
  }
  const matching = identify(state.values(), rows, wellFormed);
  const counts = countChanges(matching, compare(matching.pairs));
  return implausible(spec, SIZE, counts, baseline);
}

Deno.test("implausible() lets an ordinary day pass", () => {
  assert.deepEqual(judge((values, n) => n < 15 ? null : values, 40), []);
  const versions = judge((values, n) => n < 60 ? { ...values, documentVersion: "v2" } : values);
  assert.deepEqual(versions, []);
});

Deno.test("implausible() refuses a list that lost more rows than a day explains", () => {
  assert.deepEqual(judge((values, n) => n < 21 ? null : values), [{
    kind: "rows-gone",
    of: SIZE,
    allowed: 20,
    found: 21,
  }]);
});

Deno.test("implausible() refuses a list that doubled", () => {
  assert.equal(judge((values) => values, SIZE)[0]?.kind, "rows-new");
});

Deno.test("implausible() refuses a field that went blank all over", () => {
  const refusal = judge((values, n) => n < 71 ? { ...values, noticeCategory: null } : values);
  assert.deepEqual(refusal, [{
    kind: "field-blanked",
    label: "대상의약품",
    of: SIZE,
    allowed: 10,
    found: 71,
    example: "20241015-209-J-0: 별표1 → –",
  }]);
});

Deno.test("implausible() refuses a suffix that came upon every name, and shows one", () => {
  const refusal = judge((values) => ({ ...values, applicant: `${values.applicant} (원료)` }));
  assert.equal(refusal[0]?.kind, "field-changed");
  assert.match(JSON.stringify(refusal), /신청인.*㈜하나약품 → ㈜하나약품 \(원료\)/);
});

Deno.test("implausible() lets the yearly wave of annual reports pass", () => {
  assert.deepEqual(judge((values) => ({ ...values, lastAnnualReportYear: 2026 })), []);
});

Deno.test("implausible() lets blanks be completed all over", () => {
  assert.deepEqual(judge((values) => ({ ...values, linkedReviewNumber: "2026-1" })), []);
});

Deno.test("what accepted runs have shown widens the bounds for changes, never for rows gone", () => {
  const wave = { gone: 500, new: 0, changed: { applicant: 300 }, blanked: {} };
  const seen = extend(NO_BASELINE, wave);
  const renamed = (values: RegisterRecord, n: number) =>
    n < 400 ? { ...values, applicant: "새이름" } : values;
  assert.equal(judge(renamed)[0]?.kind, "field-changed");
  assert.deepEqual(judge(renamed, 0, seen), []);
  assert.equal(judge((values, n) => n < 21 ? null : values, 0, seen)[0]?.kind, "rows-gone");
});

Deno.test("allowed() shrinks with a small list", () => {
  const twenty = { rows: 20, share: 0.01 };
  assert.deepEqual([10, 100, 600, 10_000].map((of) => allowed(twenty, of, 0.1)), [3, 10, 20, 100]);
});

Deno.test("plausibleSize() holds the publisher's list to its size, and a replica only to not being empty", () => {
  assert.equal(plausibleSize(spec, 71, false)?.kind, "list-size");
  assert.equal(plausibleSize(spec, 9149, false), null);
  assert.equal(plausibleSize(spec, 71, true), null);
  assert.equal(plausibleSize(spec, 0, true)?.kind, "list-size");
});
