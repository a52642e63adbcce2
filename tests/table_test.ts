import assert from "node:assert/strict";
import { CellReader } from "../src/cell.ts";
import { type HtmlElement, parseHtml } from "../src/html.ts";
import { clean } from "../src/normalize.ts";
import { type GridRow, gridRows, MAX_COLUMNS, rowsOf } from "../src/table.ts";
import { suiteTest } from "./support/suites.ts";
import { textIn, walkVisible } from "../src/visible_text.ts";

function firstTable(html: string): HtmlElement {
  let table: HtmlElement | null = null;
  walkVisible(parseHtml(html)!.root, {
    write() {},
    separate() {},
    enter(element) {
      if (element.tagName === "table") table ??= element;
      return table === null;
    },
  });
  assert.ok(table);
  return table;
}

type Grid = readonly (readonly unknown[])[];

function padded(rows: readonly GridRow[], show: (row: number, column: number) => unknown): Grid {
  const width = Math.max(...rows.map(({ slots }) => slots.length));
  return rows.map((_, r) => Array.from({ length: width }, (_, c) => show(r, c)));
}

function grid(html: string): Grid {
  const rows = [...gridRows(firstTable(html))];
  return padded(rows, (r, c) => {
    const cell = rows[r]?.slots[c];
    return cell ? clean(textIn(cell)) : null;
  });
}

/** Where the model followed here differs from pandas and rvest, which made the expected grids. */
const OURS: Readonly<Record<string, { readonly grid: Grid; readonly why: string }>> = {
  "pandas-rowspan-only-rows": {
    grid: [["A", "B"]],
    why: "rows below the last tr have no element, no browser shows them, and none can be located",
  },
  "rvest-trailing-rowspans": {
    grid: [["x", "y", "z"], ["1", "2", "3"]],
    why: "as above",
  },
  "rvest-empty-row": {
    grid: [["x"], [null], ["2"]],
    why: "WHATWG counts a tr without cells as a row; dropping it here would hide it from refusal",
  },
};

suiteTest(
  "table-spans",
  "gridRows() lays out all 24 tables, three of them otherwise by rule",
  (suite) => {
    const cases: { id: string; html: string; grid: Grid; note: string }[] = JSON.parse(
      Deno.readTextFileSync(new URL("cases.json", suite)),
    );
    assert.equal(cases.length, 24);
    for (const { id, html, grid: expected } of cases) {
      const ours = OURS[id];
      if (ours) assert.notDeepEqual(ours.grid, expected, id);
      assert.deepEqual(SPECIAL[id]?.(html) ?? grid(html), ours?.grid ?? expected, id);
    }
  },
);

/** Cases whose expected grid shows something else than the text of every slot. */
const SPECIAL: Readonly<Record<string, (html: string) => Grid>> = {
  // Only the first slot of a cell is named.
  "tableextract-gnarly": (html) => {
    const rows = [...gridRows(firstTable(html))];
    return padded(rows, (r, c) => {
      const cell = rows[r]?.slots[c];
      const covered = !cell || cell === rows[r]?.slots[c - 1] || cell === rows[r - 1]?.slots[c];
      return covered ? "" : clean(textIn(cell));
    });
  },
  // Nested tables are lists, and labels are taken off.
  "mfds-nested-label": (html) =>
    [...gridRows(firstTable(html))].map(({ slots }) =>
      slots.map((cell) => {
        const column = { header: "", target: null, headers: new Set<string>() };
        const entries = new CellReader([], "s-th").entries(cell as HtmlElement, column);
        return textIn(cell as HtmlElement, (e) => e.tagName === "table") !==
            textIn(cell as HtmlElement)
          ? entries
          : entries[0];
      })
    ),
};

Deno.test("gridRows() lets rowspan=0 reach the end of its row group and no further", () => {
  const rows = "<tr><td rowspan=0>A<td>1<tr><td>2<tr><td>3";
  assert.deepEqual(grid(`<table><tbody>${rows}<tbody><tr><td>B<td>4</table>`), [
    ["A", "1"],
    ["A", "2"],
    ["A", "3"],
    ["B", "4"],
  ]);
});

Deno.test("gridRows() clips a rowspan at the end of its row group", () => {
  assert.deepEqual(
    grid("<table><thead><tr><th rowspan=5>A<th>B<tbody><tr><td>1<td>2</table>"),
    [["A", "B"], ["1", "2"]],
  );
});

Deno.test("gridRows() puts tfoot last and reads hidden rows and cells as absent", () => {
  const html =
    `<table><tfoot><tr><td>F</tfoot><tr hidden><td>x<tr><td style="display:none">y<td>1</table>`;
  assert.deepEqual(grid(html), [["1"], ["F"]]);
});

Deno.test.each(
  [
    ["colspan", "2", 2],
    ["colspan", " +3 x", 3],
    ["colspan", "0", 1],
    ["colspan", "-2", 1],
    ["colspan", "1001", 1000],
    ["colspan", "99999999999999999999", 1000],
    ["colspan", "two", 1],
  ] as const,
)("gridRows() reads %s=%j as %d", (name: string, value: string, expected: number) => {
  const [row] = [...gridRows(firstTable(`<table><tr><td ${name}="${value}">A</table>`))];
  assert.equal(row?.slots.length, expected);
});

Deno.test.each(
  [["3", 3], ["0", 4], ["-0", 4], ["-1", 1], ["99999999999", 4], ["", 1]] as const,
)("gridRows() lets rowspan=%j cover %d of four rows", (value: string, expected: number) => {
  const html = `<table><tr><td rowspan="${value}">A<td>b<tr><td>b<tr><td>b<tr><td>b</table>`;
  assert.equal(grid(html).filter((row) => row[0] === "A").length, expected);
});

Deno.test("gridRows() lays out no more than its largest number of columns", () => {
  const html = `<table><tr>${"<td colspan=1000>A</td>".repeat(50)}</table>`;
  assert.equal([...gridRows(firstTable(html))][0]?.slots.length, MAX_COLUMNS);
});

Deno.test("rowsOf() leaves headings out, but nothing else that stands in a thead", () => {
  const texts = (html: string) => rowsOf(firstTable(html)).map((row) => clean(textIn(row)));
  const heading = "<thead><tr><th>제조소명</th></tr></thead>";
  const body = "<tbody><tr><td>A</td></tr><tr><th>B</th></tr></tbody>";
  assert.deepEqual(texts(`<table>${heading}${body}</table>`), ["A", "B"]);
  assert.deepEqual(texts(`<table>${heading}</table>`), []);
  assert.deepEqual(texts(`<table><thead><tr><td>A</td></tr></thead>${body}</table>`), [
    "A",
    "A",
    "B",
  ]);
});
