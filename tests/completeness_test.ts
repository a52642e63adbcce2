import assert from "node:assert/strict";
import { isShift, readList } from "../src/completeness.ts";
import type { PageReading } from "../src/extract.ts";
import type { FieldName, Issue, Row, SourceId } from "../src/model.ts";
import { selectSpec } from "../src/selectors.ts";
import { row } from "./support/rows.ts";

const spec = selectSpec("mfds-dmf" as SourceId);

function page(
  rows: readonly Row[],
  statedTotal: number,
  issues: readonly Issue[] = [],
): PageReading {
  return { statedTotal, rows, unknownColumns: [], issues };
}

/** Rows numbered as given, each of another record. */
function numbered(...numbers: readonly number[]): Row[] {
  return numbers.map((number, index) => ({
    ...row({ registrationNumber: `20241015-209-J-${number}`, ingredient: `성분${number}` }, number),
    position: { ...row().position, row: index },
  }));
}

/** The first refusal of a list given as pages, or null. */
function judge(...pages: readonly PageReading[]) {
  const list = readList(spec);
  for (const [index, reading] of pages.entries()) {
    const refusal = list.add(index + 1, reading);
    if (refusal) return refusal;
  }
  return list.finish();
}

Deno.test("readList() takes rows numbered up, down, or from 1 on every page", () => {
  assert.equal(judge(page(numbered(1, 2), 4), page(numbered(3, 4), 4)), null);
  assert.equal(judge(page(numbered(4, 3), 4), page(numbered(2, 1), 4)), null);
  const again = numbered(1, 2).map((r, index) => ({
    ...r,
    values: { ...r.values, ingredient: `other ${index}` },
  }));
  assert.equal(judge(page(numbered(1, 2), 4), page(again, 4)), null);
});

Deno.test("readList() refuses a gap in the row numbers and says what it expected", () => {
  const refusal = judge(page(numbered(1, 2), 4), page(numbered(4, 5), 4));
  assert.deepEqual(refusal, {
    kind: "row-number-gap",
    page: 2,
    row: 1,
    expected: "3 / 1",
    found: "4",
  });
  assert.equal(judge(page(numbered(1, 3), 2))?.kind, "row-number-gap");
});

Deno.test("readList() refuses a row without a number", () => {
  const [first] = numbered(1);
  assert.equal(judge(page([{ ...(first as Row), rowNumber: null }], 1))?.kind, "row-number-gap");
});

Deno.test("readList() refuses a row that came before, notation aside", () => {
  const twin = row({ registrationNumber: "20241015-209-J-1", ingredient: " 성분 1 " }, 2);
  const refusal = judge(page([...numbered(1), twin], 2));
  assert.deepEqual(refusal, {
    kind: "duplicate-row",
    page: 1,
    row: 2,
    firstPage: 1,
    found: "20241015-209-J-1",
  });
});

Deno.test("readList() keeps two rows with one number that differ", () => {
  const twins = [row({ applicant: "갑" }, 1), row({ applicant: "을" }, 2)];
  twins.forEach((twin, index) => Object.assign(twin.position, { row: index }));
  assert.equal(judge(page(twins, 2)), null);
});

Deno.test("readList() refuses a total that moves between pages", () => {
  const refusal = judge(page(numbered(1, 2), 4), page(numbered(3, 4), 5));
  assert.deepEqual(refusal, { kind: "total-moved", page: 2, expected: 4, found: 5 });
});

Deno.test("readList() refuses a stated total that is not the number of rows", () => {
  assert.deepEqual(judge(page(numbered(1, 2), 3)), {
    kind: "total-differs",
    page: 1,
    expected: 3,
    found: 2,
  });
});

Deno.test("readList() tolerates a few values that do not read, and refuses many", () => {
  const broken = (count: number): Issue[] =>
    Array.from({ length: count }, () => ({
      kind: "unparsed-value",
      field: "firstRegisteredOn",
      found: "2026-13-45",
      page: 1,
      row: 1,
    }));
  assert.equal(judge(page(numbered(1, 2, 3, 4), 4, broken(2))), null);
  const refusal = judge(page(numbered(1, 2, 3, 4), 4, broken(3)));
  assert.deepEqual(refusal, {
    kind: "broken-values",
    page: 1,
    label: "최초등록일자",
    found: "2026-13-45",
    broken: 3,
    allowed: 2,
  });
});

Deno.test("readList() measures damaged values of a column by the values that it has", () => {
  const rows = numbered(...Array.from({ length: 1000 }, (_, index) => index + 1));
  const damaged = (field: FieldName) =>
    Array.from({ length: 3 }, (): Issue => ({ kind: "unparsed-value", field, found: "…" }));
  assert.equal(judge(page(rows, 1000, damaged("ingredient"))), null);
  const sparse = rows.map((one, index) => ({
    ...one,
    values: { ...one.values, linkedReviewNumber: index < 10 ? `00${index}` : null },
  }));
  const refusal = judge(page(sparse, 1000, damaged("linkedReviewNumber")));
  assert.equal(refusal?.kind === "broken-values" && refusal.label, "연계심사문서번호");
  const sites = rows.map((one) => ({ ...one, values: { ...one.values, sites: [] } }));
  assert.equal(judge(page(sites, 1000, damaged("sites")))?.kind, "broken-values");
});

Deno.test("isShift() is true of what reading again may heal, and of nothing else", () => {
  assert.ok(isShift({ kind: "total-moved", page: 2, expected: 4, found: 5 }));
  assert.ok(!isShift({ kind: "no-stated-total", page: 1 }));
  assert.ok(!isShift({ kind: "rows-gone", of: 10, allowed: 1, found: 5 }));
});
