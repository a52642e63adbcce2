import assert from "node:assert/strict";
import { rowSource } from "../src/fsck/row_source.ts";
import { makeWorkbook, makeZip } from "./support/make_zip.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("rowSource() is the text of a row of HTML or XML", () => {
  assert.equal(rowSource(bytes("<tr><td>가</td></tr>"), "utf-8"), "<tr><td>가</td></tr>");
});

Deno.test("rowSource() says what a row of JSON says behind its escapes", () => {
  const source = rowSource(bytes('{"INGR":"\\uac00\\/\\u003c"}'), "utf-8");
  assert.ok(source.includes("가/<"));
});

Deno.test("rowSource() says what stands in the sheets and the shared texts of a workbook", () => {
  const strings = "<si><t>프레가발린</t></si>";
  const body = makeZip(makeWorkbook('<row><c t="s"><v>0</v></c></row>', { strings }));
  assert.ok(rowSource(body, "utf-8").includes("프레가발린"));
  assert.equal(rowSource(body.slice(0, -20), "utf-8"), "");
});
