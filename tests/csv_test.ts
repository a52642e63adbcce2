import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import type { Site } from "../src/model.ts";
import { changesCsv, csvText, joinSites, recordsCsv, splitSites } from "../src/report/csv.ts";
import { guard, unguard } from "../src/formula_guard.ts";
import { sampleId, sampleRecord, sampleReport } from "./support/sample_report.ts";
import { suiteTest } from "./support/suites.ts";

function read(pieces: Iterable<string>): string[][] {
  return parse([...pieces].join(""), { bom: true, record_delimiter: "\r\n" });
}

Deno.test("csvText() begins with a BOM and ends every row with CRLF", () => {
  assert.equal(
    [...csvText([["가", 1, null], ["b\nc", "", "d,e"]])].join(""),
    [
      "\ufeff가,1,\r\n",
      '"b\nc",,"d,e"\r\n',
    ].join(""),
  );
  assert.equal([...csvText([])].join(""), "\ufeff");
});

Deno.test("csvText() puts one BOM before many pieces", () => {
  const text = [...csvText(Array.from({ length: 1_234 }, (_, n) => [n]))].join("");
  assert.equal(text.lastIndexOf("\ufeff"), 0);
  assert.equal(text.split("\r\n").length, 1_235);
});

Deno.test("guard() leads what a spreadsheet would run with an apostrophe", () => {
  for (const text of ["=1+1", "+1", "-1", "@a", "\tx", "\rx", "\nx", "  =1", "＝1", "＠a"]) {
    assert.equal(guard(text), `'${text}`);
  }
  for (const text of ["1-2", "116-1-ND", "a=b", "'quoted'", ""]) assert.equal(guard(text), text);
});

Deno.test("any text survives guard() and unguard()", () => {
  const char = fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "\n", " ", "a", "＝");
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: char, maxLength: 5 }));
  fc.assert(fc.property(text, (given) => {
    assert.equal(unguard(guard(given)), given);
    assert.doesNotMatch(guard(given), /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/);
  }));
});

Deno.test("any table of texts survives CSV", () => {
  const cell = fc.string({ unit: "binary" }).map((text) => text.toWellFormed());
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  fc.assert(fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (given) => {
    const back = parse([...csvText(given)].join(""), {
      bom: true,
      record_delimiter: "\r\n",
      relax_column_count: true,
    }) as string[][];
    assert.deepEqual(back.map((cells) => cells.map(unguard)), given);
  }));
});

suiteTest("csv-spectrum", "what csvText() writes reads back as it was", async (suite) => {
  let files = 0;
  for await (const { name } of Deno.readDir(new URL("json/", suite))) {
    const text = await Deno.readTextFile(new URL(`json/${name}`, suite));
    const given = [JSON.parse(text)].flat() as Record<string, string>[];
    const header = Object.keys(given[0] ?? {});
    const rows = given.map((row) => header.map((key) => row[key] ?? ""));
    const [head, ...back] = read(csvText([header, ...rows])).map((row) => row.map(unguard));
    assert.deepEqual([head, back], [header, rows], name);
    files++;
  }
  assert.equal(files, 12);
});

Deno.test("any list of sites survives its three columns", () => {
  const part = fc.option(fc.string({ unit: fc.constantFrom("a", "@", " ", "\n", "가") }));
  const site: fc.Arbitrary<Site> = fc.record({ name: part, address: part, country: part });
  fc.assert(fc.property(fc.array(site, { maxLength: 4 }), (drawn) => {
    // A blank part is an unknown one, and a site without any known part says nothing.
    const blank = (text: string | null) => text === "" ? null : text;
    const sites = drawn.map(({ name, address, country }) => ({
      name: blank(name),
      address: blank(address),
      country: blank(country),
    })).filter(({ name, address, country }) => name ?? address ?? country);
    const columns = {
      name: joinSites(sites, "name"),
      address: joinSites(sites, "address"),
      country: joinSites(sites, "country"),
    };
    assert.deepEqual(splitSites(columns), sites);
  }));
});

Deno.test("recordsCsv() writes one row per record under the register's labels", () => {
  const report = sampleReport();
  const [header, ...rows] = read(recordsCsv(report, "ko"));
  assert.equal(header?.length, 16);
  assert.deepEqual(header?.slice(1, 8), [
    "대상의약품",
    "등록번호",
    "성분명",
    "신청인",
    "제조소명",
    "제조소소재지",
    "제조국가",
  ]);
  assert.equal(rows.length, report.records.length);
  assert.equal(rows[1]?.[7], "이탈리아 @ 프랑스");
  assert.equal(rows[5]?.[11], "취하");
  assert.equal(read(recordsCsv(report, "en"))[6]?.[11], "withdrawn");
});

Deno.test("changesCsv() writes one row per field, and one for an event without fields", () => {
  const report = sampleReport();
  const [header, ...rows] = read(changesCsv(report, "ko"));
  assert.equal(header?.length, 16);
  const of = (seq: number) => rows.filter((row) => row[0] === String(seq));
  assert.deepEqual(of(5).map((row) => row.slice(7, 11)).slice(-2), [
    ["최종연차보고년도", "2024", "2025", "연차보고"],
    ["문서번호", "v0.0.0/2026", "v0.0.1/2026", "문서버전"],
  ]);
  assert.deepEqual(of(6).map((row) => row.slice(6, 10)), [
    ["번호 정정", "등록번호", "20130329-190-I-83-01(1)", "20260922-190-I-769-04"],
  ]);
  assert.deepEqual(of(10).map((row) => row.slice(6, 11)), [["목록 삭제", "", "", "", ""]]);
  assert.equal(new Set(rows.map((row) => row[0])).size, report.changes.length);
});

Deno.test("a crawled value never becomes a formula in the CSV", () => {
  const values = sampleRecord({ ingredient: "=cmd|' /C calc'!A0", applicant: "@SUM(1)" });
  const validFrom = sampleReport().run.run;
  const report = sampleReport({ records: [{ record: sampleId(0), values, validFrom }] });
  const [, row] = read(recordsCsv(report, "ko"));
  assert.deepEqual(row?.slice(3, 5), ["'=cmd|' /C calc'!A0", "'@SUM(1)"]);
});
