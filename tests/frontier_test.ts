import assert from "node:assert/strict";
import fc from "fast-check";
import { lookUpUrl, nextPage, pageUrl } from "../src/frontier.ts";
import type { SourceId } from "../src/model.ts";
import { selectSpec } from "../src/selectors.ts";

const spec = selectSpec("mfds-dmf" as SourceId);

Deno.test("nextPage() follows the rows that come, whatever page size the server makes of ours", () => {
  const sizes = fc.integer({ min: 1, max: 120 });
  fc.assert(fc.property(sizes, fc.integer({ min: 1, max: 500 }), (size, total) => {
    let [pages, rows, lastPageRows] = [0, 0, 0];
    while (
      nextPage(spec, { pages, rows, statedTotal: pages ? total : null, lastPageRows }) !== null
    ) {
      lastPageRows = Math.min(size, total - rows);
      rows += lastPageRows;
      pages += 1;
    }
    assert.equal(rows, total);
    assert.equal(pages, Math.ceil(total / size));
  }));
});

Deno.test("nextPage() stops at a page that brings nothing", () => {
  assert.equal(nextPage(spec, { pages: 3, rows: 20, statedTotal: 99, lastPageRows: 0 }), null);
});

Deno.test("pageUrl() and lookUpUrl() take every name and number from the spec", () => {
  const other = {
    ...spec,
    seeds: ["/a"],
    paging: { ...spec.paging, pageParameter: "p", sizeParameter: "n", pageSize: 7 },
  };
  assert.equal(pageUrl(other, "http://127.0.0.1:1", 3), "http://127.0.0.1:1/a?p=3&n=7");
  const search = { parameter: "q", text: "수5-1-ND(1) &" };
  const url = new URL(lookUpUrl(other, "http://127.0.0.1:1", search));
  assert.deepEqual([...url.searchParams], [["p", "1"], ["n", "7"], ["q", "수5-1-ND(1) &"]]);
});
