import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigurationError } from "../src/configuration_error.ts";
import { parseJson } from "../src/json_text.ts";
import { assertBilingual } from "./support/bilingual.ts";

function fault(text: string): string {
  try {
    parseJson(text, "dmf.json");
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    assertBilingual(error.sentence);
    return error.message;
  }
  return "no fault";
}

Deno.test("parseJson() names line and column of the first mistake", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["", "line 1, column 1: Expected a value, found the end of the file"],
    ["nope", 'line 1, column 1: Expected a value, found "nope"'],
    ['{\n  "a": 1,\n}', 'line 3, column 1: Expected a key in double quotes, found "}"'],
    ['{"a" 1}', 'line 1, column 6: Expected ":", found "1"'],
    ['{"a": 1 "b": 2}', 'line 1, column 9: Expected "," or "}", found a quote'],
    ['{"가나": [1,\r\n 2', 'line 2, column 3: Expected "," or "]", found the end of the file'],
    ["{'a': 1}", 'line 1, column 2: Expected a key in double quotes, found "\'"'],
    ['{"a": 01}', 'line 1, column 8: Expected "," or "}", found "1"'],
    ['"C:\\data"', 'line 1, column 4: A backslash in a text must be written as "\\\\"'],
    ['{"a": "b\n"}', "line 1, column 9: A text must end with a quote on the line it began on"],
    ["1 2", 'line 1, column 3: Expected the end of the file, found "2"'],
  ];
  for (const [text, words] of cases) assert.equal(fault(text), `Cannot read "dmf.json": ${words}`);
});

Deno.test("parseJson() refuses a key that stands there twice", () => {
  assert.equal(
    fault('{"a": 1,\n "b": {"a": 2}, "\\u0061": 3}'),
    'Cannot read "dmf.json": line 2, column 17: The key "a" stands here a second time',
  );
});

Deno.test("parseJson() accepts a byte order mark", () => {
  assert.deepEqual(parseJson("\uFEFF{}", "dmf.json"), {});
});

Deno.test("parseJson() refuses a text nested beyond reason", () => {
  assert.match(fault("[".repeat(100_000)), /Nested deeper than 100 levels/);
});

Deno.test("parseJson() returns what JSON.parse() returns", () => {
  fc.assert(fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(0, 2), (text, indent) => {
    const spaced = JSON.stringify(JSON.parse(text), null, indent);
    assert.deepEqual(parseJson(spaced, "f"), JSON.parse(spaced));
  }));
});

Deno.test("parseJson() accepts no text that JSON.parse() refuses, and refuses none it accepts", () => {
  const piece = fc.constantFrom(
    ...["{", "}", "[", "]", ",", ":", '"', '"a"', '"b"', "\\", "1", "-", "0", ".5", "e9"],
    ...["true", "null", " ", "\n", "가", "\\u00", "\\n", "\u0001", "\u00a0"],
  );
  const text = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, (json) => {
      let valid = true;
      try {
        JSON.parse(json);
      } catch {
        valid = false;
      }
      const words = fault(json);
      if (words.includes("a second time")) return;
      assert.equal(words === "no fault", valid, `${json}: ${words}`);
    }),
    { numRuns: 3000 },
  );
});
