import assert from "node:assert/strict";
import fc from "fast-check";
import { CELL_LIMIT, cellText, dateSerial, lineCount } from "../src/report/cell.ts";
import { cellXml, columnName, xmlText } from "../src/report/cell_xml.ts";
import { unescapeX } from "./support/read_xlsx.ts";

Deno.test("dateSerial() counts days as Excel does, whatever the date", () => {
  // 2026-09-01 is 46,266 in Excel itself.
  assert.equal(dateSerial("2026-09-01"), 46_266);
  assert.equal(dateSerial("1900-03-01"), 61);
  const first = Temporal.PlainDate.from("1899-12-30");
  fc.assert(fc.property(fc.integer({ min: 61, max: 2_958_465 }), (days) => {
    assert.equal(dateSerial(first.add({ days }).toString()), days);
  }));
});

Deno.test("dateSerial() refuses what is no date, and dates that Excel counts wrongly", () => {
  for (
    const text of [
      "2026-02-29",
      "1900-02-28",
      "2026-13-01",
      "2026-00-10",
      "2026-04-31",
      "2026.04.30",
      "",
      "2026-04-30 ",
      "미정",
    ]
  ) assert.equal(dateSerial(text), null, text);
  assert.notEqual(dateSerial("2000-02-29"), null);
  assert.equal(dateSerial("2100-02-29"), null);
});

Deno.test("cellText() shows control characters as their pictures and any line break as LF", () => {
  assert.equal(cellText("a\r\nb\rc\nd\te", "ko"), "a\nb\nc\nd\te");
  assert.equal(cellText("\u0000\u0007\u001f\u007f", "ko"), "␀␇␟\u007f");
  assert.equal(cellText("\ud800x\udfff😀\ufffe", "ko"), "\ufffdx\ufffd😀\ufffd");
});

Deno.test("cellText() cuts what is too long with a mark that says so, never within a character", () => {
  assert.equal(cellText("x".repeat(CELL_LIMIT), "ko"), "x".repeat(CELL_LIMIT));
  for (const offset of [0, 1]) {
    const cut = cellText("x".repeat(offset) + "😀".repeat(20_000), "ko");
    assert.ok(cut.length <= CELL_LIMIT && cut.length >= CELL_LIMIT - 1);
    assert.ok(cut.isWellFormed());
    assert.match(cut, /잘림: 전체 40,00[01]자/);
  }
  assert.match(cellText("y".repeat(40_000), "en"), /cut: 40,000 characters in all/);
});

Deno.test("xmlText() keeps text that looks like an escape", () => {
  assert.equal(xmlText("_x000D_ & <b>"), "_x005F_x000D_ &amp; &lt;b&gt;");
  fc.assert(fc.property(fc.stringMatching(/^(_x00[0-9A-F]{2}_?|x|_){0,6}$/), (text) => {
    assert.equal(unescapeX(xmlText(text)), text);
  }));
});

Deno.test("cellXml() keeps white space at the ends of a text", () => {
  assert.match(cellXml("A1", 2, " a"), /<t xml:space="preserve"> a<\/t>/);
  assert.doesNotMatch(cellXml("A1", 2, "a b"), /preserve/);
});

Deno.test("columnName() goes on after Z", () => {
  const names = [0, 25, 26, 51, 52, 701, 702, 16_383].map(columnName);
  assert.deepEqual(names, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "XFD"]);
});

Deno.test("lineCount() counts line breaks and what does not fit, Hangul wider than Latin", () => {
  assert.equal(lineCount("가나다", 10), 1);
  assert.equal(lineCount("a\nb\n", 10), 3);
  assert.ok(lineCount("가".repeat(30), 20) > lineCount("a".repeat(30), 20));
});
