import assert from "node:assert/strict";
import fc from "fast-check";
import { nearest } from "../src/nearest.ts";

Deno.test("nearest() finds the word with the fewest typing errors", () => {
  const known = ["politeness", "sources", "contact", "watch"];
  assert.equal(nearest("polietness", known), "politeness");
  assert.equal(nearest("source", known), "sources");
  assert.equal(nearest("kontakt", known), "contact");
  assert.equal(nearest("wtach", known), "watch");
});

Deno.test("nearest() counts letter case, width and composition as no error", () => {
  assert.equal(nearest("pagesize", ["firstPage", "pageSize"]), "pageSize");
  assert.equal(nearest("ｄａｔａ", ["data"]), "data");
  assert.equal(nearest("등록번호".normalize("NFD"), ["등록번호"]), "등록번호");
});

Deno.test("nearest() counts a swap of neighbors as one error", () => {
  assert.equal(nearest("sicne", ["since"]), "since");
  assert.equal(nearest("ab", ["ba"]), "ba");
});

Deno.test("nearest() stays silent where more than a third of the letters is wrong", () => {
  assert.equal(nearest("colour", ["contact", "watch"]), null);
  assert.equal(nearest("abcdef", ["abcxyz"]), null);
  assert.equal(nearest("abcdef", ["abcdxy"]), "abcdxy");
  assert.equal(nearest("x", ["y"]), null);
  assert.equal(nearest("x", []), null);
  assert.equal(nearest("", [""]), null);
});

Deno.test("nearest() prefers the first of equally near words", () => {
  assert.equal(nearest("datx", ["data", "date"]), "data");
});

Deno.test("nearest() returns a known word for itself, whatever else is known", () => {
  const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcde") });
  fc.assert(fc.property(word, fc.array(word), (known, others) => {
    if (known.length < 2) return;
    assert.equal(nearest(known, [...others, known]), known);
  }));
});
