import assert from "node:assert/strict";
import { difference, fieldRows } from "../src/report/field_row.ts";
import { sampleChange, sampleId, sampleRecord } from "./support/sample_report.ts";

const of = { record: sampleId(1), values: sampleRecord() };

Deno.test("fieldRows() gives the fields in the register's order", () => {
  const change = sampleChange(1, "amended", {
    ...of,
    fields: {
      documentVersion: { from: "v1", to: "v2", mark: "document-version" },
      ingredient: { from: "가", to: "나" },
    },
  });
  assert.deepEqual(fieldRows(change).map(({ field, mark }) => [field, mark]), [
    ["ingredient", undefined],
    ["documentVersion", "document-version"],
  ]);
});

Deno.test("fieldRows() tells a corrected number once, with or without a field for it", () => {
  const number = { from: "old", to: of.values.registrationNumber };
  for (const fields of [{}, { registrationNumber: number }]) {
    const rows = fieldRows(sampleChange(1, "renumbered", { ...of, from: "old", fields }));
    assert.deepEqual(rows.map(({ field, from, to }) => [field, from, to]), [
      ["registrationNumber", "old", of.values.registrationNumber],
    ]);
  }
});

Deno.test("difference() names the words that differ in two long texts", () => {
  const address = (n: string) => `${n} Argyll Road, Edmonton, Alberta, T6C 4N9, Canada`;
  assert.equal(difference(address("8045"), address("8054")), "8045 → 8054");
  assert.equal(
    difference("Via Terrazzano 77, 20017 Rho, Italy", "Via Terrazzano 77, Rho, Italy"),
    "20017 → ∅",
  );
  assert.equal(
    difference("12, Sanhoan-gil, Hwaseong-si, Korea", "12, Sanho-gil, Hwaseong-si, Korea"),
    "Sanhoan-gil → Sanho-gil",
  );
});

Deno.test("difference() is silent where the texts show it themselves", () => {
  assert.equal(difference("v0.0.0/2026", "v0.0.1/2026"), null);
  assert.equal(difference("a".repeat(40), "b".repeat(40)), null);
  assert.equal(difference("가 ".repeat(20), "가 ".repeat(20)), null);
});
