import assert from "node:assert/strict";
import { locateItems } from "../src/locate_items.ts";

function located(text: string, count: number): string[] {
  const rows = Array.from({ length: count }, (_, i) => i);
  return locateItems(text, rows).map(({ start, end }) => text.slice(start, end));
}

const ONE = '{"N":"a } \\" ] {","M":null}';
const TWO = '{"N":"b","M":"items"}';

Deno.test.each([
  ["an array", `{"header":{"c":"00"},"body":{"items":[${ONE}, ${TWO}],"totalCount":2}}`],
  ["a wrapped array", `{"body":{"items":[{"item":${ONE}},{"item":${TWO}}]}}`],
  ["item", `{"response":{"body":{"items":{"item":[${ONE},\n${TWO}]},"x":{"y":{}}}}}`],
])("locateItems() finds the rows of JSON in $0", (_, text) => {
  assert.deepEqual(located(text, 2), [ONE, TWO]);
});

Deno.test("locateItems() finds the rows of XML, not what looks like one in a text", () => {
  const first = "<item><N><![CDATA[</item><item>]]></N></item>";
  const second = "<item>\n<N>b</N>\n</item>";
  const text =
    `<?xml version="1.0"?><response><body><!-- <item> --><items>${first}${second}</items></body></response>`;
  assert.deepEqual(located(text, 2), [first, second]);
});

Deno.test("locateItems() throws where the answer has no such row", () => {
  assert.throws(() => locateItems('{"items":[{}]}', [1]), {
    name: "RangeError",
    message: "Cannot locate row 2 of an answer that has 1 rows",
  });
  assert.deepEqual(locateItems("anything", []), []);
});
