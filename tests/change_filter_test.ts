import assert from "node:assert/strict";
import fc from "fast-check";
import {
  carriedPart,
  type ChangeFilter,
  matches,
  NO_FILTER,
  standingAfter,
} from "../src/change_filter.ts";
import type { Change, FieldChanges, RegisterRecord } from "../src/model.ts";
import { sampleChange, sampleId } from "./support/sample_report.ts";
import { record } from "./support/rows.ts";

const VALUES = record({
  registrationNumber: "20241015-209-J-1903(1)",
  ingredient: "아토르바스타틴칼슘",
  applicant: "㈜하나약품",
  sites: [{ name: "Sicor S.r.l.", address: "Via Terrazzano 77, Rho", country: "이탈리아" }],
});

function change(fields: FieldChanges, kind: Change["kind"] = "amended"): Change {
  return sampleChange(1, kind, { record: sampleId(1), values: VALUES, fields });
}

function found(
  filter: Partial<ChangeFilter>,
  of: Change = change({}),
  standing: RegisterRecord | null = VALUES,
): boolean {
  return matches({ ...NO_FILTER, ...filter }, of, standing);
}

Deno.test.each<[string, Partial<ChangeFilter>, boolean]>([
  ["a part of the number", { number: "209-J" }, true],
  ["white space and width", { number: "２０２４1015 -209" }, true],
  ["another number", { number: "210-J" }, false],
  ["a company form in another notation", { applicant: "주식회사 하나약품" }, true],
  ["letter case", { site: "SICOR" }, true],
  ["an address", { site: "terrazzano" }, true],
  ["a country, not an address", { country: "이탈리아" }, true],
  ["an address, not a country", { country: "Rho" }, false],
  ["a wildcard between", { ingredient: "아토르*칼슘" }, true],
  ["a wildcard in full width", { ingredient: "아토르＊칼슘" }, true],
  ["a wildcard against the order", { ingredient: "칼슘*아토르" }, false],
  ["a wildcard alone where there is a value", { applicant: "*" }, true],
  ["any field", { text: "v1.0.0" }, true],
  ["the word of a status", { text: "정상" }, true],
  ["decomposed Hangul", { ingredient: "칼슘".normalize("NFD") }, true],
  ["two that both hold", { number: "209", country: "이탈" }, true],
  ["two of which one holds", { number: "209", country: "인도" }, false],
  ["its kind", { kinds: ["registered", "amended"] }, true],
  ["another kind", { kinds: ["registered"] }, false],
])("matches() looks for $0", (_: string, filter: Partial<ChangeFilter>, is: boolean) => {
  assert.equal(found(filter), is);
});

Deno.test("matches() finds old and new values, and a former number", () => {
  const moved = change({
    applicant: { from: "한국세르비에", to: "㈜하나약품" },
    sites: { from: [], to: [{ name: "Evonik", address: null, country: "캐나다" }] },
  });
  for (const applicant of ["세르비에", "하나"]) assert.ok(found({ applicant }, moved, null));
  assert.ok(found({ country: "캐나다" }, moved, null));
  const former = { record: sampleId(1), values: VALUES, from: "수30-12-ND" };
  assert.ok(found({ number: "30-12" }, sampleChange(1, "renumbered", former), null));
});

Deno.test("matches() knows of a record only what it is given", () => {
  assert.ok(!found({ country: "이탈리아" }, change({}), null));
  assert.ok(!found({ text: "Sicor" }, change({}), null));
  assert.ok(found({ text: "하나" }, change({}), null));
  const blank = record({ linkedReviewNumber: null, sites: [] });
  assert.ok(!found({ site: "*" }, change({}), blank));
});

Deno.test("matches() treats a pattern as text, whatever characters it has", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
    const of = change({ ingredient: { from: null, to: `가${text}나` } });
    assert.ok(found({ ingredient: text }, of, null), JSON.stringify(text));
  }));
});

Deno.test("carriedPart() never refuses what the whole filter lets pass", () => {
  const word = fc.option(fc.constantFrom("하나", "209", "이탈리아", "x", "*"));
  const filter = fc.record({
    kinds: fc.constant(null),
    number: word,
    ingredient: word,
    applicant: word,
    site: word,
    country: word,
    text: word,
  });
  fc.assert(fc.property(filter, (given) => {
    if (found(given)) assert.ok(found(carriedPart(given), change({}), null));
  }));
});

Deno.test("standingAfter() takes back what later events of the run did, the last first", () => {
  const later = [
    change({ documentVersion: { from: "v1", to: "v2" }, applicant: { from: "가", to: "나" } }),
    change({ documentVersion: { from: "v2", to: "v3" } }),
  ];
  const left = record({ documentVersion: "v3", applicant: "나" });
  assert.deepEqual(standingAfter(left, later), { ...left, documentVersion: "v1", applicant: "가" });
  assert.deepEqual(standingAfter(left, []), left);
});
