import assert from "node:assert/strict";
import { countOf, pageOf } from "../src/option_values.ts";
import { readOptions } from "../src/options.ts";

Deno.test("countOf() reads whole numbers from 1 on, and names anything else", () => {
  const top = (text: string) => countOf(readOptions([`--top=${text}`]), "top");
  assert.equal(top("1"), 1);
  assert.equal(top("250"), 250);
  assert.equal(countOf(readOptions([]), "top"), null);
  for (const text of ["0", "-1", "1.5", "1e3", "ten", "0x10", " 5", "12345678"]) {
    assert.throws(() => top(text), /"--top" must be a whole number from 1 on, found/, text);
  }
});

Deno.test("pageOf() takes an HTML file or none, so that no page can replace the store", () => {
  const open = (...words: string[]) => pageOf(readOptions(words));
  assert.equal(open(), null);
  assert.equal(open("--open"), "");
  assert.equal(open("--open=a/proof.HTM"), "a/proof.HTM");
  for (const file of ["data/dmf.kv", "data/store.json", "data/raw/x.gz", ".html", "a/.html"]) {
    assert.throws(() => open(`--open=${file}`), /"--open" must end in "\.html" or "\.htm", found/);
  }
});
