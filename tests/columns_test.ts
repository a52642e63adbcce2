import assert from "node:assert/strict";
import spec from "../selectors/mfds-dmf/1.json" with { type: "json" };
import { CellReader } from "../src/cell.ts";
import { readRow } from "../src/columns.ts";
import type { RowValues } from "../src/row_draft.ts";
import { dataRows } from "../src/data_rows.ts";
import { surveyPage } from "../src/find_table.ts";
import { parseHtml } from "../src/html.ts";
import type { Site } from "../src/model.ts";
import { prepareSpec } from "../src/prepared_spec.ts";
import type { SelectorSpec } from "../src/selector_spec.ts";

const prepared = prepareSpec(spec as unknown as SelectorSpec);
const BLANK: Readonly<Record<string, string>> = {
  ...Object.fromEntries(prepared.columns.map(({ label }) => [label, ""])),
  "성분명": "염산염",
  "신청인": "㈜하이플",
  "취소/취하구분": "정상",
};

/** Reads a row with these cells; all others are blank. */
function read(cells: Readonly<Record<string, string>>) {
  const all = Object.entries({ ...BLANK, ...cells });
  const html = `<table><tr>${all.map(([label]) => `<th>${label}</th>`).join("")}</tr><tr>${
    all.map(([, value]) => `<td>${value}</td>`).join("")
  }</tr></table>`;
  const list = surveyPage(parseHtml(html)!, prepared).lists[0]!;
  const found = dataRows(list, prepared);
  assert.equal(found.kind, "rows");
  const slots = (found as typeof found & { kind: "rows" }).rows[0]!.slots;
  return readRow(slots, list.columns, { reader: new CellReader(list.columns, "s-th"), prepared });
}

function row(cells: Readonly<Record<string, string>>): RowValues {
  const result = read(cells);
  assert.ok(!("kind" in result));
  return result as RowValues;
}

const nested = (...names: string[]) =>
  `<table>${names.map((name) => `<tr><td>${name}</td></tr>`).join("")}</table>`;

function sites(name: string, address: string, country: string) {
  const { values, raw, doubts } = row({
    "제조소명": name,
    "제조소소재지": address,
    "제조국가": country,
  });
  const rows = values.sites.map((s: Site) => [s.name, s.address, s.country]);
  return { rows, raw: raw.sites ?? null, uneven: doubts.map(({ found }) => found) };
}

Deno.test.each(
  [
    [["A", "a", "인도"], [["A", "a", "인도"]], []],
    [[nested("A", "B"), nested("a", "b"), nested("인도", "중국")], [
      ["A", "a", "인도"],
      ["B", "b", "중국"],
    ], []],
    [[nested("A", "B"), "a", nested("인도", "중국")], [["A", "a", "인도"], ["B", null, "중국"]], [
      "2 / 1 / 2",
    ]],
    [[nested("A"), "a", nested("인도")], [["A", "a", "인도"]], []],
    [["", "", ""], [], []],
    [[nested("A", "B"), "", ""], [["A", null, null], ["B", null, null]], []],
    [[nested("A", "", "B"), nested("a", "", "b"), nested("인도", "", "중국")], [
      ["A", "a", "인도"],
      ["B", "b", "중국"],
    ], []],
    [[nested("A", ""), "a", "인도"], [["A", "a", "인도"]], []],
    [[nested("A", "B"), nested("a", "b"), nested("인도", "")], [
      ["A", "a", "인도"],
      ["B", "b", null],
    ], []],
  ] as const,
)(
  "readRow() reads the sites %j side by side",
  (
    [name, address, country]: readonly [string, string, string],
    rows: readonly (readonly (string | null)[])[],
    uneven: readonly string[],
  ) => {
    assert.deepEqual(sites(name, address, country), { rows, raw: null, uneven });
  },
);

Deno.test("readRow() keeps how the site wrote its sites only where they read differently", () => {
  assert.equal(
    sites(nested("A  B"), "-", "인도").raw,
    '[["A  B"],["-"],["인도"]]',
  );
});

Deno.test.each(
  [
    ["순번", "1,234", 1234],
    ["순번", " 7 ", 7],
    ["순번", "０７", 7],
    ["순번", "공지", null],
    ["순번", "1,23", null],
    ["순번", "-1", null],
    ["순번", "1.0", null],
    ["순번", "12345678901", null],
  ] as const,
)("readRow() reads %s %j as %s", (label: string, text: string, expected: number | null) => {
  assert.equal(row({ [label]: text }).rowNumber, expected);
});

Deno.test("readRow() takes the spec's blanks for nothing, however they are written", () => {
  for (const blank of ["", "-", " - ", "－", "&nbsp;", "\u200B"]) {
    assert.equal(row({ "문서번호": blank }).values.documentVersion, null, JSON.stringify(blank));
  }
  assert.equal(row({ "문서번호": "--" }).values.documentVersion, "--");
  assert.equal(row({ "문서번호": "–" }).values.documentVersion, "–");
});

Deno.test("readRow() keeps what it cannot read and says so", () => {
  const { values, raw, doubts } = row({
    "최초등록일자": "2026-02-30",
    "최종변경일자": "2026/3/1",
    "최종연차보고년도": "’25년",
    "성분명": "-",
  });
  assert.equal(values.firstRegisteredOn, "2026-02-30");
  assert.equal(values.lastChangedOn, "2026-03-01");
  assert.equal(values.lastAnnualReportYear, "’25년");
  assert.equal(values.ingredient, null);
  assert.deepEqual(raw, { ingredient: "-", lastChangedOn: "2026/3/1" });
  assert.deepEqual(doubts, [
    { kind: "unparsed-value", field: "ingredient", found: "" },
    { kind: "unparsed-value", field: "firstRegisteredOn", found: "2026-02-30" },
    { kind: "unparsed-value", field: "lastAnnualReportYear", found: "’25년" },
  ]);
});

Deno.test.each([
  ["성분명", "푸마르산이수소…", "ingredient"],
  ["신청인", "주식회사모라...", "applicant"],
  ["성분명", "타다라\uFFFD", "ingredient"],
  ["신청인", "신청인㈜하이플", "applicant"],
  ["연계심사문서번호", "연계심사문서번호0083505", "linkedReviewNumber"],
  ["제조소명", "제조소명Zorvane", "sites"],
  ["제조소소재지", "Via Roma 1, Mil...", "sites"],
])("readRow() doubts a damaged %s: %s", (label: string, text: string, field: string) => {
  const { doubts } = row({ [label]: text });
  assert.deepEqual(doubts, [{ kind: "unparsed-value", field, found: text }]);
});

Deno.test("readRow() does not doubt what only resembles damage", () => {
  assert.deepEqual(
    row({ "성분명": "A...B.", "신청인": "㈜신청인", "문서번호": "문서번호" }).doubts,
    [],
  );
});

Deno.test("readRow() refuses a status outside the vocabulary, blank too, and ignores notation", () => {
  assert.equal(row({ "취소/취하구분": " 취 하\r\n" }).values.status, "withdrawn");
  assert.deepEqual(row({ "취소/취하구분": "취소" }).raw, {});
  for (const found of ["", "-", "정상취하", "취소예정"]) {
    assert.deepEqual(read({ "취소/취하구분": found }), {
      kind: "unknown-word",
      label: "취소/취하구분",
      expected: ["정상", "취하", "취소"],
      found,
    });
  }
});
