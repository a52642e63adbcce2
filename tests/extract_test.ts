import assert from "node:assert/strict";
import fc from "fast-check";
import { type Extraction, extractPage, type PageOrigin, prepareSpec } from "../src/extract.ts";
import type { Digest, InstantText, Row } from "../src/model.ts";
import { parseSelectorSpec } from "../src/spec_check.ts";

const GOLDEN = new URL("golden/mfds-dmf/", import.meta.url);
const SPEC = "selectors/mfds-dmf/1.json";
const prepared = prepareSpec(
  parseSelectorSpec(Deno.readTextFileSync(new URL(`../${SPEC}`, import.meta.url)), SPEC),
);
const AT: PageOrigin = {
  page: 4,
  url: "http://127.0.0.1/list?page=4",
  digest: "0".repeat(64) as Digest,
  observedAt: "2026-11-30T21:00:00Z" as InstantText,
};

function page(name: string): string {
  return Deno.readTextFileSync(new URL(`${name}.html`, GOLDEN));
}

function read(text: string): Extraction {
  return extractPage(text, prepared, AT);
}

function rowsOf(text: string): readonly Row[] {
  const extraction = read(text);
  assert.equal(extraction.kind, "read", JSON.stringify(extraction));
  return (extraction as Extraction & { kind: "read" }).page.rows;
}

const names = [...Deno.readDirSync(GOLDEN)].map(({ name }) => name).filter((name) =>
  name.endsWith(".html")
).map((name) => name.slice(0, -5)).sort();

Deno.test.each(names)("extractPage() reads golden page %s", (name: string) => {
  const extraction = read(page(name));
  const file = new URL(`${name}.json`, GOLDEN);
  let expected: string;
  try {
    expected = Deno.readTextFileSync(file);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    Deno.writeTextFileSync(file, `${JSON.stringify(extraction, null, 2)}\n`);
    assert.fail(`Wrote ${name}.json, which was missing: review and commit it`);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(extraction)), JSON.parse(expected));
});

Deno.test.each([
  "without_labels",
  "commented_cells",
  "full_text_in_title",
  "layout_tables",
  "swapped_columns",
  "total_in_title",
  "total_plain",
  "total_after",
  "two_screens",
  "two_header_rows",
  "hidden_parts",
  "repeated_header",
])("extractPage() reads the same rows from %s as from the normal page", (name: string) => {
  assert.deepEqual(rowsOf(page(name)), rowsOf(page("normal")));
});

Deno.test("extractPage() reads the same values beside a column it does not know", () => {
  const rows = rowsOf(page("additional_column"));
  assert.deepEqual(rows.map(({ values }) => values), rowsOf(page("normal")).map((r) => r.values));
  assert.deepEqual(rows.map(({ unknown }) => unknown["사업자등록번호"]), [
    "000-00-00000",
    "000-00-00001",
    "000-00-00002",
  ]);
});

Deno.test("extractPage() refuses the normal page cut anywhere, as cut once <html> stands there", () => {
  const whole = page("normal").trimEnd();
  for (let length = 0; length < whole.length; length += 7) {
    const extraction = read(whole.slice(0, length));
    assert.equal(extraction.kind, "refused", `cut after ${length} characters`);
    if (length > whole.indexOf("<html lang") + 6) {
      assert.equal((extraction as Extraction & { kind: "refused" }).refusal.kind, "cut-document");
    }
  }
});

/** The list without a document around it. */
function fragment(): string {
  const whole = page("normal");
  return whole.slice(whole.indexOf("<p class"), whole.indexOf('<div class="pagination'));
}

Deno.test("extractPage() wants the </table> of a list that no <html> surrounds", () => {
  assert.deepEqual(rowsOf(fragment()), rowsOf(page("normal")));
  const open = fragment().slice(0, fragment().lastIndexOf("</table>"));
  const extraction = read(open);
  assert.deepEqual(extraction, {
    kind: "refused",
    refusal: {
      kind: "cut-document",
      page: 4,
      tail: 'h">연계심사문서번호</span><span></span></td> </tr> </tbody>'.slice(-40),
    },
  });
});

function edited(name: string, from: string, to: string): string {
  const text = page(name);
  assert.ok(text.includes(from), `${name} has no "${from}"`);
  return text.replace(from, to);
}

function refusalOf(text: string): unknown {
  const extraction = read(text);
  assert.equal(extraction.kind, "refused");
  return (extraction as Extraction & { kind: "refused" }).refusal;
}

Deno.test("extractPage() gives a cell that spans rows to each of them", () => {
  const label = '<span class="s-th">신청인</span>';
  const spanned = edited(
    "normal",
    `<td>${label}<span>㈜가람파마`,
    `<td rowspan="2">${label}<span>㈜가람파마`,
  )
    .replace(`  <td>${label}<span>한빛의약(주)</span></td>\n`, "");
  assert.deepEqual(rowsOf(spanned).map(({ values }) => values.applicant), [
    "㈜가람파마",
    "㈜가람파마",
    "주식회사 늘봄제약",
  ]);
});

Deno.test("extractPage() refuses a row in which one cell spans two columns", () => {
  const spanned = edited(
    "normal",
    '<td><span class="s-th">최초등록일자</span><span>2014-09-02</span></td>\n  <td><span class="s-th">최종변경일자</span><span>2025-11-28</span></td>',
    '<td colspan="2"><span class="s-th">최초등록일자</span><span>2014-09-02</span></td>',
  );
  assert.deepEqual(refusalOf(spanned), {
    kind: "uneven-row",
    page: 4,
    row: 2,
    expected: 15,
    found: 14,
  });
});

Deno.test("extractPage() skips nothing that is not a header: an empty row is refused", () => {
  const text = page("normal").replace("<tbody>\n<tr>", "<tbody>\n<tr></tr><tr>");
  assert.deepEqual(refusalOf(text), {
    kind: "uneven-row",
    page: 4,
    row: 1,
    expected: 15,
    found: 0,
  });
});

Deno.test("extractPage() takes the words for an empty list for that only when they stand alone", () => {
  const empty = '<tr><td colspan="15">조회 결과가 없습니다.</td></tr>';
  const text = page("normal").replace("<tbody>\n<tr>", `<tbody>\n${empty}<tr>`);
  assert.deepEqual(refusalOf(text), {
    kind: "uneven-row",
    page: 4,
    row: 1,
    expected: 15,
    found: 1,
  });
  const other = edited("empty_list", "조회 결과가 없습니다.", "준비 중입니다");
  assert.deepEqual(refusalOf(other), {
    kind: "uneven-row",
    page: 4,
    row: 1,
    expected: 15,
    found: 1,
  });
});

Deno.test("extractPage() says that an unlabelled page is something else, by its title alone", () => {
  const text = "<html><title> 공지 \n사항 </title><table><tr><th>순번</th></tr></table></html>";
  assert.deepEqual(refusalOf(text), {
    kind: "not-the-list",
    page: 4,
    looksLike: null,
    title: "공지 사항",
  });
});

Deno.test("extractPage() keeps a column whose label is a name of Object.prototype", () => {
  const rows = rowsOf(page("additional_column").replaceAll("사업자등록번호", "__proto__"));
  assert.deepEqual(Object.entries(rows[0]?.unknown ?? {}), [["__proto__", "000-00-00000"]]);
});

Deno.test("extractPage() drops control characters and keeps what entities and CDATA-like text say", () => {
  const text = edited(
    "normal",
    "<span>메트포르민염산염</span>",
    "<span>메트\u0001포르민&lt;b&gt; &amp;&#xC5;&#x2163;</span>",
  );
  assert.equal(rowsOf(text)[2]?.values.ingredient, "메트포르민<b> &ÅⅣ");
});

Deno.test("extractPage() returns a value for hostile nesting, in linear time", () => {
  const deep = 100_000;
  const hostile = [
    "<table><tr><td>".repeat(deep),
    "<div>".repeat(deep),
    `<html>${"<table><tr><th>순번</th><td>".repeat(deep / 10)}</html>`,
    page("normal").replace("<span>㈜가람파마", `${"<div><span>".repeat(deep / 4)}㈜가람파마`),
    page("normal").replace("<td>Valmont", `<td>${"<table><tr><td>".repeat(deep / 10)}Valmont`),
    `<table><thead>${"<tr>".repeat(2000)}<th colspan=1000 rowspan=65534>순번</th></table>`,
    `<table><tr>${"<th colspan=1000>순번</th>".repeat(deep)}</table>`,
  ];
  for (const text of hostile) assert.ok(["read", "refused"].includes(read(text).kind));
});

Deno.test("extractPage() stops where unclosed tags multiply", () => {
  let text = "";
  for (let i = 0; i < 20_000; i++) text += `<p><b id=${i}>`;
  assert.match(JSON.stringify(refusalOf(`<html>${text}</html>`)), /unclosed tags/);
});

Deno.test("extractPage() never throws, whatever was done to a page", () => {
  const pages = names.map(page);
  const pieces = [
    ...[
      "<table>",
      "</table>",
      "<tr>",
      "</tr>",
      "<td rowspan=0>",
      "<td colspan=3>",
      "</td>",
      "<th>",
    ],
    ...["<!--", "-->", "<script>", "<svg>", "<template>", "<select>", "<title>", "</html>", "\0"],
    ...[
      "순번",
      "총 1건",
      "&#0;",
      "&",
      "\uD800",
      "<b>",
      "</p>",
      "hidden",
      "<caption>",
      "<plaintext>",
    ],
  ];
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.nat(400),
    put: fc.array(fc.constantFrom(...pieces), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(...pages), fc.array(edit, { maxLength: 6 }), (text, edits) => {
      let mutated = text;
      for (const { at, drop, put } of edits) {
        const start = Math.floor(at * mutated.length);
        mutated = mutated.slice(0, start) + put.join("") + mutated.slice(start + drop);
      }
      const extraction = read(mutated);
      assert.ok(extraction.kind === "read" || extraction.kind === "refused");
    }),
    { numRuns: 400 },
  );
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.equal(read(text).kind, "refused");
  }));
});
