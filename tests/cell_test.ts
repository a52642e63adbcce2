import assert from "node:assert/strict";
import fc from "fast-check";
import { CellReader } from "../src/cell.ts";
import type { ListColumn } from "../src/find_table.ts";
import { type HtmlElement, parseHtml } from "../src/html.ts";
import { walkVisible } from "../src/visible_text.ts";

const columns: readonly ListColumn[] = ["성분명", "제조소명", "비고"].map((header) => ({
  header,
  target: null,
  headers: new Set([header]),
}));
const [ingredient, site] = columns as [ListColumn, ListColumn, ListColumn];

function cell(html: string): HtmlElement {
  let found: HtmlElement | null = null;
  walkVisible(parseHtml(`<table><tr>${html}</tr></table>`)!.root, {
    write() {},
    separate() {},
    enter(element) {
      if (element.tagName === "td") found ??= element;
      return found === null;
    },
  });
  assert.ok(found);
  return found;
}

/** Text of the cell, and the label in it that disagrees. */
function text(html: string): readonly [string, string | null] {
  const reader = new CellReader(columns, "s-th");
  return [reader.text(cell(html), ingredient), reader.mismatch?.found ?? null];
}

function entries(html: string): readonly string[] {
  return new CellReader(columns, "s-th").entries(cell(html), site);
}

const LABEL = '<span class="s-th">성분명</span>';

Deno.test.each([
  [`<td>${LABEL}<span>염산염</span></td>`, "염산염"],
  [`<td>${LABEL}염산염</td>`, "염산염"],
  [`<td>\n ${LABEL}\n <span> 염산염\n</span> </td>`, "염산염"],
  [`<td><b>성분 명</b> 염산염</td>`, "염산염"],
  [`<td><div class="x s-th m">성분명</div><div>염산염</div></td>`, "염산염"],
  [`<td><div><em class="s-th">성분명</em>염산염</div></td>`, "염산염"],
  [`<td>${LABEL}<p>염산염</p><p>수화물</p></td>`, "염산염\n수화물"],
  [`<td>${LABEL}염산염<br>수화물</td>`, "염산염\n수화물"],
  [`<td>${LABEL}염<i>산</i>염</td>`, "염산염"],
  [`<td>${LABEL}<span hidden>새 창</span>염산염<!-- 옛 값 --></td>`, "염산염"],
  [`<td>${LABEL}<input value="x"><select hidden><option>1</select>염산염</td>`, "염산염"],
  [`<td>${LABEL}</td>`, ""],
  [`<td>${LABEL}<span></span></td>`, ""],
  [`<td></td>`, ""],
  [`<td><span class="s-th"></span>염산염</td>`, "염산염"],
  [`<td>염산염 <b>성분명</b></td>`, "염산염 성분명"],
])("CellReader.text() reads %s", (html: string, expected: string) => {
  assert.deepEqual(text(html), [expected, null]);
});

Deno.test.each([
  [`<td><span class="s-th">제조소명</span><span>A</span></td>`, "제조소명"],
  [`<td><span class="s-th">처음 보는 이름</span>A</td>`, "처음 보는 이름"],
  [`<td><b>비고</b>A</td>`, "비고"],
  [`<td>${LABEL}<span class="s-th">제조소명</span>A</td>`, "제조소명"],
])("CellReader.text() reports the label in %s", (html: string, found: string) => {
  assert.deepEqual(text(html), ["A", found]);
});

Deno.test("CellReader keeps the first disagreement with the header it contradicts", () => {
  const reader = new CellReader(columns, "s-th");
  reader.text(cell(`<td><b>비고</b>A</td>`), ingredient);
  reader.entries(cell(`<td>${LABEL}<table><tr><td>A</table></td>`), site);
  assert.deepEqual(reader.mismatch, { expected: "성분명", found: "비고" });
});

Deno.test.each([
  [`<td title="염산염 수화물">염산염…</td>`, "염산염 수화물"],
  [`<td>${LABEL}<span title="염산염 수화물">염산염 수...</span></td>`, "염산염 수화물"],
  [`<td>${LABEL}<span title="염산염  수화물 ">염 산…</span></td>`, "염산염  수화물"],
  [`<td>${LABEL}<a title="새 창"><b title="염산염">염…</b></a></td>`, "염산염"],
  [`<td title="라타모주식회사">라타모주식…</td>`, "라타모주식회사"],
  [`<td title="(주)라타모">(주...</td>`, "(주)라타모"],
  [`<td title="염산나트륨">${"염산나트".normalize("NFD").slice(0, -1)}...</td>`, "염산나트륨"],
  [`<td title="다른 값">염산염…</td>`, "염산염…"],
  [`<td title="염산염 수화물">염산염</td>`, "염산염"],
  [`<td title="염산염. 끝">염산염.</td>`, "염산염."],
  [`<td>염산염...</td>`, "염산염..."],
])(
  "CellReader.text() takes the whole text of %s from a title only when it is cut",
  (html: string, expected: string) => {
    assert.equal(text(html)[0], expected);
  },
);

const SITE = '<span class="s-th">제조소명</span>';
const nested = (...names: string[]) =>
  `<table><tbody>${names.map((name) => `<tr><td>${name}</td></tr>`).join("")}</tbody></table>`;

Deno.test.each(
  [
    [`<td>${SITE}${nested("A", "B")}</td>`, ["A", "B"]],
    [`<td>${SITE} ${nested("A", "", "B")} </td>`, ["A", "", "B"]],
    [`<td>${nested("A")}${nested("B")}</td>`, ["A", "B"]],
    [`<td>${SITE}<div>${nested("A")}</div></td>`, ["A"]],
    [`<td>${SITE}<span>A</span></td>`, ["A"]],
    [`<td>${SITE}</td>`, [""]],
    [`<td>외 2곳 ${nested("A")}</td>`, ["외 2곳", "A"]],
    [`<td>${SITE}<table></table></td>`, []],
    [`<td>${SITE}<table hidden><tr><td>x</table>A</td>`, ["A"]],
    [`<td><table><tr><!-- <td>x</td> --></tr><tr hidden><td>x<tr><td>A<td>B</table></td>`, [
      "A\nB",
    ]],
    [`<td><table><tr><td><span class="s-th">제조소명</span>A</table></td>`, ["A"]],
    [`<td><table><tr><td title="Alpha">Al…<tr><td><i title="Beta">B...</i></table></td>`, [
      "Alpha",
      "Beta",
    ]],
    [`<td title="Alpha">${nested("Al…")}</td>`, ["Alpha"]],
    [`<td title="Alpha">${nested("Al…", "B")}</td>`, ["Al…", "B"]],
    [`<td>${nested(nested("A", "B"), "C")}</td>`, ["A\nB", "C"]],
  ] as const,
)("CellReader.entries() reads %s", (html: string, expected: readonly string[]) => {
  assert.deepEqual(entries(html), expected);
});

Deno.test("CellReader reads the usual shape as it reads the same cell in an unusual one", () => {
  const piece = fc.constantFrom(
    "A",
    " ",
    "\n",
    "…",
    "...",
    "&amp;",
    "성분명",
    "<br>",
    "<b>B</b>",
    "",
  );
  const value = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""));
  const label = fc.constantFrom("성분명", " 성분명", "제조소명", "");
  fc.assert(fc.property(label, value, fc.constantFrom("span", "table"), (name, inner, tag) => {
    const body = tag === "table" ? nested(inner, inner) : `<span>${inner}</span>`;
    const usual = `<td title="AB"><span class="s-th">${name}</span>${body}</td>`;
    const unusual = usual.replace("</span>", "</span><!-- -->");
    assert.deepEqual(text(usual), text(unusual));
    assert.deepEqual(entries(usual), entries(unusual));
  }));
});
