import assert from "node:assert/strict";
import fc from "fast-check";
import type { Site } from "../src/model.ts";
import {
  clean,
  fold,
  foldedSites,
  readDate,
  readYear,
  sameValue,
  saysLess,
} from "../src/normalize.ts";

const WHITE = [
  ..." \t\n\v\f\r\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2009\u200A\u2028\u2029\u202F\u205F",
  ..."\u3000\u200B\u200C\u200D\uFEFF",
  "\r\n",
];
const QUOTES = { "'": [..."’‘`´′＇"], '"': [..."“”″＂"] };
const COMPANY = ["㈜", "(주)", "주식회사", "（주）"];

/** Text as the register has it: Korean, Latin with marks, noise in every class, and anything. */
const anyText = fc.array(
  fc.oneof(
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.constantFrom(...WHITE, ...COMPANY, ...QUOTES["'"], ...QUOTES['"'], "'", '"'),
    fc.constantFrom(
      "각",
      "ᄀ",
      "ᅡ",
      "ᆨ",
      "주",
      "식",
      "회",
      "사",
      "(",
      ")",
      "（",
      "）",
      "Ａ",
      "é",
      "e",
    ),
    fc.constantFrom("\u0301", "\u0323", "\u0338", "=", "Å", "Å", "\u1FEF", "Ⅳ", "①", "-", "IV"),
  ),
  { maxLength: 12 },
).map((parts) => parts.join(""));

const runs = { numRuns: 2000 };

Deno.test("fold() is idempotent", () => {
  fc.assert(fc.property(anyText, (text) => assert.equal(fold(fold(text)), fold(text))), runs);
});

Deno.test("fold() does not see white space, wherever it is put", () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.constantFrom(...WHITE), (text, at, white) => {
      const letters = [...text];
      letters.splice(at % (letters.length + 1), 0, white);
      assert.equal(fold(letters.join("")), fold(text));
    }),
    runs,
  );
});

Deno.test("fold() does not see width, composition, quote variants or company forms", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const wide = text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xFEE0));
      for (const form of [wide, text.normalize("NFC"), text.normalize("NFD")]) {
        assert.equal(fold(form), fold(text));
      }
      for (const [plain, variants] of Object.entries(QUOTES)) {
        for (const quote of variants) assert.equal(fold(text.replaceAll(plain, quote)), fold(text));
      }
      // In 주식회사 the last letter would take a loose final consonant behind it: another word.
      if (/㈜[\s\u0085\u200B-\u200D]*[\u11A8-\u11C2]/.test(text)) return;
      for (const name of COMPANY) assert.equal(fold(text.replaceAll("㈜", name)), fold(text));
    }),
    runs,
  );
});

/** A character that fold() keeps as it is. */
const real = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  fc.constantFrom(
    ..."주식회사()각ᆨ가IVⅣiv-–—①1,.;㈜\u0301",
  ),
).filter((c) => fold(c) === c && c !== "");

Deno.test("fold() sees every character put in, taken out or changed", () => {
  fc.assert(
    fc.property(anyText, fc.nat(), real, (text, at, character) => {
      const letters = [...text];
      const place = at % (letters.length + 1);
      assert.notEqual(fold(letters.toSpliced(place, 0, character).join("")), fold(text), "put in");
      const former = letters[place];
      if (former === undefined || fold(former) === "") return;
      // A noise character for another of its class is no change.
      if (fold(former) !== character) {
        assert.notEqual(
          fold(letters.toSpliced(place, 1, character).join("")),
          fold(text),
          "changed",
        );
      }
      assert.notEqual(fold(letters.toSpliced(place, 1).join("")), fold(text), "taken out");
    }),
    runs,
  );
});

Deno.test.each([
  ["a", "A"],
  ["Ⅳ", "IV"],
  ["①", "1"],
  ["A-B", "A–B"],
  ["a,b", "a.b"],
  ["유한회사 가람", "㈜가람"],
  ["가람㈜", "㈜가람"],
  ["²", "2"],
  ["ﬁ", "fi"],
  ["ｶ", "カ"],
])("fold() keeps %s and %s apart", (a: string, b: string) => {
  assert.notEqual(fold(a), fold(b));
});

Deno.test("fold() treats ㈜, (주) and 주식회사 as one word that stays in its place", () => {
  const forms = [
    "㈜ 하이플",
    "(주)하이플",
    "（주） 하이플",
    "주식회사 하이플",
    "주식\r\n회사\u3000하이플",
  ];
  assert.deepEqual([...new Set(forms.map(fold))], ["㈜하이플"]);
});

/** The rule of clean(), without its shortcut. */
function cleanByRule(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\0-\x08\x0E-\x1F]/g, "").replace(/[\u200B-\u200D\uFEFF]/g, "")
    .replace(/[\s\u0085]+/g, " ").trim().normalize("NFC");
}

Deno.test("clean() collapses white space and composes, and changes nothing else", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(clean(text), cleanByRule(text));
      assert.equal(clean(clean(text)), clean(text));
      assert.equal(fold(clean(text)), fold(cleanByRule(text)));
    }),
    runs,
  );
  assert.equal(clean("\r\n ㈜\u00A0\u200B 하이플\t’Ａ\u200B면 \uFEFF"), "㈜ 하이플 ’Ａ면");
});

Deno.test.each(
  [
    ["2026-05-07", "2026-05-07"],
    ["2026.5.7.", "2026-05-07"],
    ["2026. 05. 07", "2026-05-07"],
    ["2026/12/31", "2026-12-31"],
    ["２０２６-０１-０１", "2026-01-01"],
    ["2024-02-29", "2024-02-29"],
    ["2025-02-29", null],
    ["1900-02-29", null],
    ["2000-02-29", "2000-02-29"],
    ["2026-04-31", null],
    ["2026-01-31", "2026-01-31"],
    ["2026-13-01", null],
    ["2026-00-10", null],
    ["2026-01-00", null],
    ["0000-01-01", null],
    ["2026-05.07", null],
    ["20260507", null],
    ["26-05-07", null],
    ["2026-05-07 외", null],
    ["", null],
  ] as const,
)("readDate() reads %s as %s", (text: string, expected: string | null) => {
  assert.equal(readDate(text), expected);
});

Deno.test("readDate() agrees with the calendar on every day of four centuries' odd months", () => {
  for (const year of [1896, 1900, 1999, 2000, 2023, 2024, 2100]) {
    for (let month = 1; month <= 12; month++) {
      const { daysInMonth } = Temporal.PlainYearMonth.from({ year, month });
      for (let day = 1; day <= 31; day++) {
        const text = [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
        assert.equal(readDate(text), day <= daysInMonth ? text : null, text);
      }
    }
  }
});

Deno.test.each(
  [
    ["2025", 2025],
    [" 2025년", 2025],
    ["２０２５", 2025],
    ["1990", 1990],
    ["1989", null],
    ["2100", 2100],
    ["2101", null],
    ["2025년도", null],
    ["25", null],
    ["", null],
  ] as const,
)("readYear() reads %s as %s", (text: string, expected: number | null) => {
  assert.equal(readYear(text), expected);
});

const site = (name: string | null, country: string | null = "인도"): Site => ({
  name,
  address: null,
  country,
});

Deno.test("sameValue() compares by meaning, field by field", () => {
  assert.ok(sameValue("ingredient", null, ""));
  assert.ok(sameValue("ingredient", " 염산염\r\n", "염산염"));
  assert.ok(!sameValue("ingredient", "염산염", "염산엽"));
  assert.ok(!sameValue("documentVersion", null, "v0.0.0/2026"));
  assert.ok(sameValue("lastAnnualReportYear", 2025, 2025));
  assert.ok(!sameValue("lastAnnualReportYear", 2025, 2026));
  assert.ok(!sameValue("lastAnnualReportYear", null, 2026));
  assert.ok(!sameValue("status", "active", "withdrawn"));
  assert.ok(sameValue("sites", [site("A"), site("B")], [site("B "), site("A")]));
  assert.ok(!sameValue("sites", [site("A"), site("A")], [site("A")]));
  assert.ok(!sameValue("sites", [site("A"), site("B", "중국")], [site("A", "중국"), site("B")]));
});

Deno.test("foldedSites() is blind to order, notation and blank sites, and to nothing else", () => {
  const part = fc.option(fc.string({ maxLength: 3 }));
  const sites = fc.array(fc.record({ name: part, address: part, country: part }), { maxLength: 4 });
  fc.assert(fc.property(sites, sites, (a, b) => {
    assert.equal(foldedSites([...a].reverse()), foldedSites(a));
    assert.equal(foldedSites([...a, { name: " ", address: "", country: null }]), foldedSites(a));
    const plain = (of: typeof a) =>
      of.map((s) => [s.name, s.address, s.country].map((t) => fold(t ?? "")).join("\u0000"))
        .filter((t) => t !== "\u0000\u0000").sort().join("\u0001");
    assert.equal(foldedSites(a) === foldedSites(b), plain(a) === plain(b));
  }));
});

Deno.test.each([
  ["노메게스트롤아세테이트", "노메게스…", true],
  ["노메게스트롤 아세테이트", "노메게스트롤아세...", true],
  ["라타모주식회사", "라타모주식…", true],
  ["노메게스트롤", "노메게\uFFFD\uFFFD롤", true],
  ["노메게스트롤", "\uFFFD게스트\uFFFD", true],
  ["노메게스트롤", "노메게스트", false],
  ["노메게스트롤", "노메가스…", false],
  ["노메게스트롤", "노메가\uFFFD트롤", false],
  ["노메게스트롤", "노메게스트롤…", false],
  ["노메게스트롤", null, false],
  [null, "…", false],
  [2025, 2026, false],
])("saysLess(%j, %j) is %s", (before, after, expected) => {
  assert.equal(saysLess(before, after), expected);
});

Deno.test("saysLess() looks at every part of every site", () => {
  const site: Site = {
    name: "Sicor S.r.l.",
    address: "Via Terrazzano 77, Rho",
    country: "이탈리아",
  };
  const cut = { ...site, address: "Via Terrazzano…" };
  assert.ok(saysLess([site, site], [cut, site]));
  assert.ok(!saysLess([site, site], [cut]));
  assert.ok(!saysLess([site], [{ ...cut, country: "스위스" }]));
});
