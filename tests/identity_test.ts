import assert from "node:assert/strict";
import { found } from "../src/diff.ts";
import { identify, mintId } from "../src/identity.ts";
import type { RecordId, RegisterRecord, Row, RunId, SourceId } from "../src/model.ts";
import { applyAll, type Known } from "../src/state.ts";
import { record, row } from "./support/rows.ts";

const source = "mfds-dmf" as SourceId;
const day = "2026-11-02" as RunId;
const wellFormed = /^\d{8}-\d{1,3}-[A-Z]-\d+(?:\(\d+\))?$/;
const NUMBER = "20241015-209-J-1903";

function known(...records: readonly Partial<RegisterRecord>[]): Known[] {
  return [...applyAll(new Map(), found(records.map((r) => row(r)), source, day), day).values()];
}

/** Pairs as "ingredient of the record = ingredient of the row". */
function paired(knowns: readonly Known[], rows: readonly Row[]): string[] {
  return identify(knowns, rows, wellFormed).pairs
    .map((pair) => `${pair.known.values.ingredient} = ${pair.row.values.ingredient}`).sort();
}

Deno.test("identify() finds a record by its number whatever else changed", () => {
  const rows = [row({ ingredient: "B", sites: [], firstRegisteredOn: "2020-01-01" })];
  assert.deepEqual(paired(known({ ingredient: "A" }), rows), ["A = B"]);
});

Deno.test("identify() tells two records with one number apart by fingerprint", () => {
  const twins = [{ applicant: "갑", ingredient: "A" }, { applicant: "을", ingredient: "B" }];
  const rows = twins.toReversed().map((twin) => row({ ...twin, documentVersion: "v9" }));
  assert.deepEqual(paired(known(...twins), rows), ["A = A", "B = B"]);
});

Deno.test("identify() finds the changed one of two records with one number by elimination", () => {
  const twins = [{ applicant: "갑", ingredient: "A" }, { applicant: "을", ingredient: "B" }];
  const rows = [row(twins[0]), row({ applicant: "을", ingredient: "C" })];
  assert.deepEqual(paired(known(...twins), rows), ["A = A", "B = C"]);
});

Deno.test("identify() tells two records with one number apart although both moved in one day", () => {
  const before = [{ applicant: "갑" }, { applicant: "을" }];
  const rows = before.map((twin) => row({ ...twin, sites: [] }));
  const { pairs, fresh } = identify(known(...before), rows, wellFormed);
  assert.deepEqual(fresh, []);
  for (const pair of pairs) assert.equal(pair.known.values.applicant, pair.row.values.applicant);
});

Deno.test("identify() follows a record without a number through one corrected component", () => {
  const before = { registrationNumber: null, ingredient: "A" };
  for (const change of [{ applicant: "병" }, { sites: [] }, { firstRegisteredOn: "2024-10-16" }]) {
    assert.deepEqual(paired(known(before), [row({ ...before, ...change })]), ["A = A"]);
  }
});

Deno.test("identify() does not take a new row without a good number for a record that is gone", () => {
  const fresh = row({ registrationNumber: "20261111---12221-27", firstRegisteredOn: "2026-11-11" });
  assert.deepEqual(paired(known({ registrationNumber: NUMBER }), [fresh]), []);
});

Deno.test("identify() does not take another ingredient for a record without a number", () => {
  const before = { registrationNumber: null, ingredient: "A" };
  assert.deepEqual(paired(known(before), [row({ ...before, ingredient: "B" })]), []);
});

Deno.test("identify() sees through a number that moved from one record to another", () => {
  const a = {
    registrationNumber: NUMBER,
    ingredient: "A",
    applicant: "갑",
    sites: [],
    firstRegisteredOn: "2020-01-01",
  };
  const moved = row({ ...a, registrationNumber: "20200101-209-J-7" });
  const newcomer = row({ ingredient: "B", applicant: "을", firstRegisteredOn: "2026-11-01" });
  const { pairs, fresh } = identify(known(a), [newcomer, moved], wellFormed);
  assert.deepEqual(pairs.map((pair) => pair.row), [moved]);
  assert.deepEqual(fresh, [newcomer]);
});

Deno.test("identify() follows a moved number also between records of one applicant", () => {
  const a = { registrationNumber: NUMBER, ingredient: "A", firstRegisteredOn: "2020-01-01" };
  const b = { registrationNumber: "20200101-209-J-7", ingredient: "B", sites: [] };
  const moved = row({ ...a, registrationNumber: "20261103-209-J-9" });
  const newcomer = row({ ...b, registrationNumber: NUMBER });
  const { pairs, fresh } = identify(known(a), [newcomer, moved], wellFormed);
  assert.deepEqual([pairs.map((pair) => pair.row), fresh], [[moved], [newcomer]]);

  const exchanged = [
    row({ ...a, registrationNumber: b.registrationNumber }),
    row({ ...b, registrationNumber: a.registrationNumber }),
  ];
  assert.deepEqual(paired(known(a, b), exchanged), ["A = A", "B = B"]);
});

Deno.test("identify() finds a record by its number beside a near twin under another number", () => {
  const rows = [row({ documentVersion: "v2" }), row({ registrationNumber: "20200101-209-J-7" })];
  const { pairs, fresh } = identify(known({ registrationNumber: NUMBER }), rows, wellFormed);
  assert.deepEqual([pairs.map((pair) => pair.row), fresh], [[rows[0]], [rows[1]]]);
});

Deno.test("identify() tells rows with one number and one fingerprint apart by steadier fields", () => {
  const twins: Partial<RegisterRecord>[] = [
    { status: "active", documentVersion: "v1" },
    { status: "cancelled", documentVersion: "v2" },
  ];
  const rows = [
    row({ ...twins[1], documentVersion: "v3" }),
    row({ ...twins[0], lastAnnualReportYear: 2026 }),
  ];
  const { pairs, fresh, absent } = identify(known(...twins), rows, wellFormed);
  assert.deepEqual(
    pairs.map((pair) => [pair.known.values.status, pair.row.values.status]).sort(),
    [["active", "active"], ["cancelled", "cancelled"]],
  );
  assert.deepEqual([fresh, absent], [[], []]);

  const arrived = [row({ lastAnnualReportYear: 2026 }), row({ documentVersion: "v9" })];
  const second = identify(known({}), arrived, wellFormed);
  assert.deepEqual([second.pairs.map((pair) => pair.row), second.fresh], [
    [arrived[0]],
    [arrived[1]],
  ]);
});

Deno.test("identify() leaves a doubtful pair open and raises it", () => {
  const twins = [{ registrationNumber: "20241015-209-J-1" }, {
    registrationNumber: "20241015-209-J-2",
  }];
  const rows = [
    row({ registrationNumber: "20241015-209-J-3" }),
    row({ registrationNumber: "20241015-209-J-4" }),
  ];
  const { pairs, fresh, absent, issues } = identify(known(...twins), rows, wellFormed);
  assert.deepEqual([pairs.length, fresh.length, absent.length], [0, 2, 2]);
  assert.deepEqual(issues.map((issue) => issue.kind), ["ambiguous-identity", "ambiguous-identity"]);
});

Deno.test("identify() gives the number of a delisted record to a stranger as a new record", () => {
  const gone = known({
    ingredient: "A",
    applicant: "갑",
    sites: [],
    firstRegisteredOn: "2001-01-01",
  })
    .map((k) => ({ ...k, delisted: true }));
  const stranger = row({ ingredient: "B" });
  const { fresh, absent, issues } = identify(gone, [stranger], wellFormed);
  assert.deepEqual([fresh, absent], [[stranger], []]);
  assert.deepEqual(issues.map((issue) => issue.kind), ["number-reused"]);
});

Deno.test("identify() finds a delisted record again", () => {
  const gone = known({ ingredient: "A" }).map((k) => ({ ...k, delisted: true }));
  assert.deepEqual(paired(gone, [row({ ingredient: "A", documentVersion: "v3" })]), ["A = A"]);
});

Deno.test("mintId() avoids an id that is taken and is the same for the same record", () => {
  const id = mintId(source, day, record(), () => false);
  assert.equal(mintId(source, day, record(), () => false), id);
  assert.notEqual(mintId(source, day, record(), (taken: RecordId) => taken === id), id);
});
