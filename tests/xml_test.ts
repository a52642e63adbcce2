import assert from "node:assert/strict";
import { parseXml } from "../src/xml.ts";

Deno.test("parseXml() reads elements, repeated names as a list, and texts as they are", () => {
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- note -->\n<r a="1"><i><n>007</n></i><i><n><![CDATA[a<b]]></n></i><e/></r>\n';
  const document = parseXml(text);
  assert.equal(document?.name, "r");
  assert.deepEqual(document?.root, { i: [{ n: "007" }, { n: "a<b" }], e: null });
});

Deno.test("parseXml() reads entities of XML and of characters, and no others", () => {
  assert.equal(parseXml("<r>&amp;lt;&lt;&#44032;&#xAC01;&#128512;</r>")?.root, "&lt;<가각😀");
  assert.equal(parseXml("<r><![CDATA[&lt;]]>a<!-- b -->c</r>")?.root, "&lt;ac");
  const laughs = '<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>';
  assert.equal(parseXml(laughs), null);
});

Deno.test.each([
  ["that breaks off", "<r><i>"],
  ["whose root is not closed", "<r><i></i>"],
  ["whose tags cross", "<r><a><b></a></b></r>"],
  ["with two roots", "<r>1</r><r>2</r>"],
  ["without a root", "text"],
  ["of nothing", ""],
  ["whose comment does not end", "<!-- <r></r>"],
  ["that is nested without end", "<r>".repeat(100_000) + "</r>".repeat(100_000)],
])("parseXml() takes a document $0 for none", (_, text) => {
  assert.equal(parseXml(text), null);
});
