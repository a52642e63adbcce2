import assert from "node:assert/strict";
import fc from "fast-check";
import {
  choseong,
  finds,
  isWhole,
  keyOf,
  parsePattern,
  type Pattern,
  searchKey,
} from "../src/pattern.ts";

const pattern = (text: string) => parsePattern(text) as Pattern;
const found = (text: string, value: string) => finds(pattern(text), searchKey(value));

Deno.test("finds() finds a plain text anywhere, whatever the notation", () => {
  assert.ok(found("메트포르민", "서방형 메트포르민염산염"));
  assert.ok(found("(주)하나약품", "주식회사 하나약품"));
  assert.ok(found("SICOR s.r.l", "Sicor  S.r.l."));
  assert.ok(found("Ｓicor", "SICOR"));
  assert.ok(found("노메게".normalize("NFD"), "노메게스트롤"));
  assert.ok(!found("메트포르민", "메트포르닌"));
});

Deno.test("finds() with a star wants the whole value to fit", () => {
  assert.ok(found("메트*", "메트포르민염산염"));
  assert.ok(!found("메트*", "서방형메트포르민"));
  assert.ok(found("*염산염", "메트포르민염산염"));
  assert.ok(!found("*염산염", "메트포르민염산염수화물"));
  assert.ok(found("메*민*염", "메트포르민염산염"));
  assert.ok(found("*민염*", "메트포르민염산염"));
  assert.ok(found("20241015*-1903", "20241015-209-J-1903"));
  assert.ok(found("＊염산염", "메트포르민염산염"));
  assert.ok(!found("염*염", "염"), "one letter is not both ends");
  assert.ok(!found("aba*aba", "ababa"), "the ends do not overlap");
});

Deno.test("finds() takes a consonant for every syllable that begins with it", () => {
  assert.ok(found("ㄴㅁㄱㅅㅌㄹ", "노메게스트롤아세테이트"));
  assert.ok(found("노ㅁㄱ", "노메게스트롤"));
  assert.ok(found("ㅎㄴㅇㅍ", "㈜하나약품"));
  assert.ok(found("*ㅇㅍ", "하나약품"));
  assert.ok(!found("ㄱ", "까"), "ㄲ is another letter");
  assert.ok(!found("ㄴㅁㄱ*ㅌ", "노메게스트롤"));
});

Deno.test("a keyboard that joins two consonants does not change what is found", () => {
  assert.ok(found("ㄳㅌㄹ", "게스트롤"));
  assert.ok(found("ㄴㅁㄳㅌㄹ", "노메게스트롤아세테이트"));
  assert.ok(found("ㅄ", "바소프레신"));
  assert.ok(found("\u1102\u1106", "노메게"), "conjoining jamo");
  assert.ok(found("\uFFA4\uFFB1", "노메게"), "halfwidth jamo");
});

Deno.test("parsePattern() takes nothing but stars and blanks for no pattern", () => {
  for (const text of ["", " ", "*", "***", " * * ", "\u200b", "＊"]) {
    assert.equal(parsePattern(text), null, JSON.stringify(text));
  }
});

Deno.test("what means something to a regular expression is itself", () => {
  for (const text of [".*", "a.c", "[ab]", "(a|b)", "a+", "^a", "a$", "\\d", "a{2}", "?"]) {
    const bare = text.replaceAll("*", "");
    assert.ok(found(text, bare), text);
  }
  assert.ok(!found("a.c", "abc"));
  assert.ok(!found("[ab]", "a"));
  assert.ok(!found("\\d", "1"));
});

Deno.test("a pattern that would keep a regular expression busy for ever is answered at once", () => {
  const started = performance.now();
  assert.ok(!found("*a".repeat(5_000) + "*b", "a".repeat(10_000)));
  assert.ok(!found("ㅇ".repeat(5_000) + "ㄱ", "아".repeat(10_000)));
  assert.ok(performance.now() - started < 5_000);
});

const hangul = fc.string({
  unit: fc.integer({ min: 0xAC00, max: 0xD7A3 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});
const anything = fc.string({ unit: "binary" });

Deno.test("law: the initial consonants of any Hangul text find it, from its first letter to its last", () => {
  fc.assert(fc.property(hangul, (text) => {
    const key = searchKey(text);
    assert.ok(isWhole(pattern(choseong(key.text)), key));
  }));
});

Deno.test("law: any text finds itself, and itself within more", () => {
  fc.assert(fc.property(anything, hangul, (text, more) => {
    const own = parsePattern(text);
    if (own === null) return;
    assert.ok(finds(own, searchKey(text)));
    const [around, within] = [searchKey(more).text, searchKey(text).text];
    if (!within.includes("*")) assert.ok(finds(own, keyOf(around + within + around)));
  }));
});

Deno.test("law: stars say what a regular expression of dots and stars says", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), minLength: 1, maxLength: 8 });
  const value = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 });
  fc.assert(
    fc.property(letters, value, (text, key) => {
      const own = parsePattern(text);
      if (own === null) return;
      const same = text.includes("*")
        ? new RegExp(`^${text.replaceAll("*", ".*")}$`).test(key)
        : key.includes(text);
      assert.equal(finds(own, keyOf(key)), same);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("law: no text makes a pattern fail", () => {
  fc.assert(fc.property(anything, anything, (text, value) => {
    const own = parsePattern(text);
    if (own !== null) finds(own, searchKey(value));
  }));
});
