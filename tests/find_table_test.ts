import assert from "node:assert/strict";
import spec from "../selectors/mfds-dmf/1.json" with { type: "json" };
import { surveyPage } from "../src/find_table.ts";
import { parseHtml } from "../src/html.ts";
import { prepareSpec } from "../src/prepared_spec.ts";
import type { SelectorSpec } from "../src/selector_spec.ts";

const prepared = prepareSpec(spec as unknown as SelectorSpec);
const LABELS = prepared.columns.map(({ label }) => label);
const TH = LABELS.map((label) => `<th>${label}</th>`).join("");

function survey(html: string) {
  return surveyPage(parseHtml(html)!, prepared);
}

function headers(html: string): string[] | undefined {
  return survey(html).lists[0]?.columns.map(({ header }) => header);
}

Deno.test("surveyPage() finds the header in thead or in a first row of th", () => {
  assert.deepEqual(headers(`<table><thead><tr>${TH}</tr></thead></table>`), LABELS);
  assert.deepEqual(headers(`<table><tr>${TH}</tr><tr><td>1</td></tr></table>`), LABELS);
  assert.deepEqual(
    headers(`<table><thead><tr>${TH.replaceAll("th>", "td>")}</tr></thead></table>`),
    LABELS,
  );
});

Deno.test("surveyPage() takes a first row of td for a header only when it has nothing but labels", () => {
  const td = TH.replaceAll("th>", "td>");
  assert.deepEqual(headers(`<table><tr>${td}</tr><tr><td>1</td></tr></table>`), LABELS);
  assert.equal(headers(`<table><tr>${td}<td>비고</td></tr><tr><td>1</td></tr></table>`), undefined);
  assert.equal(headers(`<table><tr><td>x</td></tr><tr>${td}</tr></table>`), undefined);
});

Deno.test("surveyPage() compares headers without white space, width and markup, and knows synonyms", () => {
  const html = `<table><thead><tr>${TH}</tr></thead></table>`
    .replace("<th>순번", "<th>번호").replace("성분명", "성분<br>\r\n명")
    .replace("취소/취하구분", "<a href=#><b>취소／취하</b>\u00A0구분</a>");
  assert.deepEqual(survey(html).lists[0]?.columns.map(({ target }) => target?.label), LABELS);
});

Deno.test("surveyPage() reads the lowest known label of several header rows", () => {
  const html = `<table><thead><tr>${
    LABELS.map((l, i) =>
      i === 5 ? `<th colspan=3>제조소</th>` : i > 5 && i < 8 ? "" : `<th rowspan=2>${l}`
    )
      .join("")
  }</tr><tr><th>제조소명<th>제조소소재지<th>제조국가</tr><tr>${
    "<th>-</th>".repeat(15)
  }</tr></thead></table>`;
  assert.deepEqual(headers(html), LABELS);
});

Deno.test("surveyPage() does not look for lists inside a list, and looks through layout tables", () => {
  const list = `<table><tr>${TH}</tr><tr><td>1</td></tr></table>`;
  const nested = list.replace("<td>1</td>", `<td>${list}</td>`);
  assert.equal(survey(nested).lists.length, 1);
  const layout =
    `<table><tr><th>목록</th></tr><tr><td><table><tr><td>${list}</td></tr></table></td></tr></table>`;
  assert.deepEqual(headers(layout), LABELS);
  assert.equal(survey(`${layout}${list}`).lists.length, 2);
});

Deno.test("surveyPage() takes no hidden table, and none in a comment, script or template", () => {
  const list = `<table><tr>${TH}</tr></table>`;
  const html = `<div hidden>${list}</div><div style="color:red; display:none">${list}</div>
    <!-- ${list} --><template>${list}</template><noscript>${list}</noscript>`;
  assert.equal(survey(html).lists.length, 0);
});

Deno.test.each(
  [
    ["성분명", "성분명칭", { kind: "missing-column", expected: "성분명", nearest: "성분명칭" }],
    ["성분명", "비고", { kind: "missing-column", expected: "성분명", nearest: "비고" }],
    ["<th>성분명</th>", "", { kind: "missing-column", expected: "성분명", nearest: null }],
    ["문서번호</th>", "문서번호</th><th>문서번호</th>", {
      kind: "repeated-column",
      found: "문서번호",
    }],
    ["<th>순번", "<th>번호</th><th>순번", { kind: "repeated-column", found: "순번" }],
    ["<th>순번", "<th>비고</th><th>비 고</th><th>순번", {
      kind: "repeated-column",
      found: "비 고",
    }],
  ] as const,
)("surveyPage() names the fault when %s becomes %s", (from: string, to: string, fault: unknown) => {
  const found = survey(`<table><tr>${TH.replace(from, to)}</tr></table>`);
  assert.deepEqual([found.lists.length, found.fault], [0, fault]);
});

Deno.test("surveyPage() prefers a whole header to a table that has most of it", () => {
  const part = `<table><tr>${TH.replace("<th>문서번호</th>", "")}</tr></table>`;
  const found = survey(`${part}<table><tr>${TH}</tr></table>`);
  assert.deepEqual([found.lists.length, found.fault], [1, null]);
});

Deno.test("surveyPage() says nothing of a table with fewer than half of the labels", () => {
  const some = LABELS.slice(0, 7).map((label) => `<th>${label}</th>`).join("");
  assert.equal(survey(`<table><tr>${some}</tr></table>`).fault, null);
});

Deno.test("surveyPage() collects the text and titles around the lists, white space collapsed", () => {
  const list = `<table title="목록"><tr>${TH}</tr><tr><td title="안">안</td></tr></table>`;
  const found = survey(`<p>총 <b title="총  9건">1</b>\n\t건</p>${list}<p>끝<br>말</p>`);
  assert.equal(found.text, "총 1 건 끝 말 ");
  assert.equal(found.listAt, "총 1 건 ".length);
  assert.deepEqual(found.titles, [{ at: 2, text: "총 9건" }, { at: 6, text: "목록" }]);
});
