import assert from "node:assert/strict";
import fc from "fast-check";
import type { Site } from "../src/model.ts";
import { distanceOf, rewordingOf, withDistances } from "../src/rewording.ts";
import { changeWords } from "../src/rewording_words.ts";
import { sampleChange, sampleId, sampleRecord } from "./support/sample_report.ts";

const ADDRESS = "8045 Argyll Road, Edmonton, Alberta, T6C 4N9, Canada";
const MOVED = ADDRESS.replace("8045", "8054").replace("4N9", "4N8");
const OTHER = "경기도 화성시 향남읍 제약공단1길 12-34, 한솔파마 제2공장 가동 및 나동, 대한민국";
const evonik = (address: string): Site => ({ name: "Evonik", address, country: "캐나다" });
const HIPLE: Site = { name: "㈜하이플", address: "경기도", country: "대한민국" };

Deno.test("rewordingOf() is null for what is no text before or after", () => {
  for (const to of [null, 2025]) assert.equal(rewordingOf({ from: ADDRESS, to }), null);
  assert.equal(rewordingOf({ from: 2024, to: 2025 }), null);
  assert.equal(rewordingOf({ from: [], to: [HIPLE] }), null);
});

Deno.test("rewordingOf() compares site by site, part by part", () => {
  const rewording = rewordingOf({
    from: [HIPLE, evonik(ADDRESS)],
    to: [{ ...evonik(MOVED), country: "미국" }, { ...HIPLE, name: "주식회사 하이플" }],
  });
  const found = rewording?.texts.map(({ place, kind }) => [place?.site, place?.part, kind]);
  assert.deepEqual(found, [["Evonik", "address", "reworded"], ["Evonik", "country", "short"]]);
});

Deno.test("withDistances() adds the distance of long texts beside from and to, and nothing else", () => {
  const fields = {
    ingredient: { from: "가", to: "나" },
    applicant: { from: ADDRESS, to: OTHER },
    sites: { from: [evonik(ADDRESS)], to: [evonik(MOVED)] },
    lastAnnualReportYear: { from: 2024, to: 2025, mark: "annual-report" },
  } as const;
  const change = sampleChange(1, "amended", {
    record: sampleId(1),
    values: sampleRecord(),
    fields,
  });
  const told = withDistances(change);
  const distance = (name: "applicant" | "sites") => told.fields[name]?.distance;
  assert.deepEqual(told, {
    ...change,
    fields: {
      ...fields,
      applicant: { ...fields.applicant, distance: distance("applicant") },
      sites: { ...fields.sites, distance: distance("sites") },
    },
  });
  assert.ok(
    Number(distance("sites")) > 0 && Number(distance("applicant")) > Number(distance("sites")),
  );
  assert.deepEqual(Object.keys(told.fields), Object.keys(fields));
});

Deno.test("distanceOf() is that of the text that moved farthest", () => {
  const one = rewordingOf({ from: [evonik(ADDRESS)], to: [evonik(OTHER)] });
  const two = rewordingOf({
    from: [evonik(ADDRESS), { ...HIPLE, address: ADDRESS }],
    to: [evonik(OTHER), { ...HIPLE, address: MOVED }],
  });
  assert.ok(one && two);
  assert.equal(two.texts.length, 2);
  assert.equal(distanceOf(two), distanceOf(one));
});

Deno.test("changeWords() marks the words of a re-worded text, with distance and verdict", () => {
  const change = { from: [evonik(ADDRESS)], to: [evonik(MOVED)] };
  const { distance } = rewordingOf(change)?.texts[0] ?? {};
  assert.equal(
    changeWords("sites", change, "ko"),
    "Evonik 제조소소재지: [-8045-]{+8054+} Argyll Road,…Alberta, T6C [-4N9-]{+4N8+}, Canada " +
      `(거리 ${distance}, 표현 수정)`,
  );
  assert.match(changeWords("sites", change, "en"), /^Evonik Site address: .*, re-worded\)$/);
});

Deno.test("changeWords() shows another text whole, and says that it is one", () => {
  const words = changeWords("applicant", { from: ADDRESS, to: OTHER }, "ko");
  assert.ok(words.startsWith(`${ADDRESS} → ${OTHER} (거리 `));
  assert.match(words, /, 다른 내용\)$/);
});

Deno.test("changeWords() shows short texts, numbers and blanks as they are", () => {
  assert.equal(changeWords("documentVersion", { from: "v1", to: "v2" }, "ko"), "v1 → v2");
  assert.equal(changeWords("lastAnnualReportYear", { from: null, to: 2025 }, "ko"), "– → 2025");
  assert.equal(changeWords("status", { from: "active", to: "cancelled" }, "ko"), "정상 → 취소");
  assert.equal(
    changeWords("sites", { from: [HIPLE], to: [{ ...HIPLE, address: "서울" }] }, "ko"),
    "㈜하이플, 경기도, 대한민국 → ㈜하이플, 서울, 대한민국",
  );
});

Deno.test("changeWords() of several sites names only those that changed, came or went", () => {
  const from = [evonik(ADDRESS), HIPLE];
  assert.equal(
    changeWords("sites", { from, to: [evonik(ADDRESS), { ...HIPLE, address: "서울" }] }, "ko"),
    "㈜하이플 제조소소재지: 경기도 → 서울",
  );
  assert.equal(
    changeWords("sites", { from, to: [evonik(ADDRESS)] }, "ko"),
    "삭제: ㈜하이플, 경기도, 대한민국",
  );
  assert.equal(
    changeWords("sites", { from: [HIPLE], to: [HIPLE, evonik("x")] }, "en"),
    "added: Evonik, x, 캐나다",
  );
});

Deno.test("changeWords() has words for every change, in one line, without what steers a terminal", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(null, ADDRESS, MOVED, OTHER),
  );
  const site = fc.record({ name: text, address: text, country: text });
  const sites = fc.array(site, { minLength: 1, maxLength: 3 });
  const change = fc.oneof(
    fc.record({ from: text, to: text }),
    fc.record({ from: sites, to: sites }),
  );
  fc.assert(fc.property(change, ({ from, to }) => {
    const words = changeWords(Array.isArray(to) ? "sites" : "ingredient", { from, to }, "ko");
    assert.notEqual(words, "");
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(words, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  }));
});
