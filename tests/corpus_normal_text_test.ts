import assert from "node:assert/strict";
import fc from "fast-check";
import { exactDigest, normalText } from "../src/corpus/normal_text.ts";
import { suiteTest } from "./support/suites.ts";

Deno.test("normalText() leaves one blank between words and none around them", () => {
  assert.equal(normalText("  가 \t\r\n 나\u00a0\u3000다\u0085라\u2028마 "), "가 나 다 라 마");
  assert.equal(normalText(" \n "), "");
  assert.equal(normalText(""), "");
});

Deno.test("normalText() drops what has no width and what controls a terminal", () => {
  assert.equal(
    normalText("\ufeff제\u200b조\u00ad소\u2060 \u200e\u202aabc\u202c\u0007"),
    "제조소 abc",
  );
});

Deno.test("normalText() folds full-width and half-width forms", () => {
  assert.equal(normalText("ＤＭＦ（２０２６）　￦１，０００"), "DMF(2026) ₩1,000");
  assert.equal(normalText("ﾊﾟﾀｰﾝ ﾡﾢ"), "パターン ᄀᄁ");
});

Deno.test("normalText() composes what was decomposed", () => {
  assert.equal(normalText("등록번호 é".normalize("NFD")), "등록번호 é");
  assert.equal(normalText("e\u200b\u0301"), "é");
});

Deno.test("normalText() keeps case, punctuation, quotes and circled numbers", () => {
  const text = "5 Mg, 5 mg: “①” ㈜ ﬁ m² Ⅳ 😀 — 漢字";
  assert.equal(normalText(text), text);
});

/** Characters around which the rules turn, and any others. */
const unit = fc.oneof(
  fc.constantFrom(
    ..." \t\n\u00a0\u0085\u3000\u2000\u200b\u200d\ufeff\u00ad\u0301\u0300\u1100\u1161\u11a8가각Ａ１ﾊﾟￂ￣¨aAé漢かﾞ゛\u3099゙\u037e\u1fef\u212b\ud83d\ude00",
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);
const anyText = fc.string({ unit, maxLength: 40 });

Deno.test("normalText() changes nothing the second time", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = normalText(text);
      assert.equal(normalText(once), once);
    }),
    { numRuns: 5_000 },
  );
});

Deno.test("normalText() gives the same however a text is composed and spaced", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(normalText(text.normalize("NFD")), normalText(text.normalize("NFC")));
      assert.equal(normalText(`\n${text.replaceAll(" ", "  ")}\t`), normalText(text));
    }),
    { numRuns: 5_000 },
  );
});

Deno.test("normalText() says of every character what the rules say of it", () => {
  for (let code = 0; code <= 0x1FFFF; code++) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    const character = String.fromCodePoint(code);
    // A zero-width character makes the text one that is rewritten by all the rules.
    assert.equal(
      normalText(`a${character}b`),
      normalText(`a${character}b\u200b`),
      `U+${code.toString(16)}`,
    );
  }
});

Deno.test("exactDigest() is the SHA-256 of the text as UTF-8", () => {
  assert.equal(
    exactDigest("abc"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

suiteTest("naughty-strings", "normalText() is idempotent on hostile strings", async (suite) => {
  let seen = 0;
  for await (const { name } of Deno.readDir(suite)) {
    if (!name.endsWith(".json") && !name.endsWith(".txt")) continue;
    for (const text of (await Deno.readTextFile(new URL(name, suite))).split("\n")) {
      const once = normalText(text);
      assert.equal(normalText(once), once, JSON.stringify(text));
      assert.doesNotMatch(once, /^ | {2}| $|[\u200b\ufeff\t\u3000]/);
      seen++;
    }
  }
  assert.ok(seen > 400, `${seen} strings were seen`);
});
