import assert from "node:assert/strict";
import fc from "fast-check";
import { canonical, digestOf } from "../src/digest.ts";

Deno.test("digestOf() is SHA-256 of the UTF-8 form", () => {
  assert.equal(digestOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(digestOf("가"), digestOf(new TextEncoder().encode("가")));
});

Deno.test("canonical() is JSON that does not depend on the order of keys", () => {
  assert.equal(
    canonical({ b: 1, a: [null, { d: "x", c: undefined }] }),
    '{"a":[null,{"d":"x"}],"b":1}',
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assert.deepEqual(JSON.parse(canonical(value)), JSON.parse(JSON.stringify(value)));
  }));
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.integer()), (object) => {
    const turned = Object.fromEntries(Object.entries(object).reverse());
    assert.equal(canonical(turned), canonical(object));
  }));
});

Deno.test("canonical() of a large integer, as damage makes them, is that of no other value", () => {
  assert.equal(canonical({ a: [10n ** 20n] }), '{"a":[100000000000000000000n]}');
});
