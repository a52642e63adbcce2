import assert from "node:assert/strict";
import fc from "fast-check";
import type { Change } from "../src/model.ts";
import { type ToldChange, withDistances } from "../src/rewording.ts";
import { changesJsonLines, recordsJsonLines } from "../src/report/json_lines.ts";
import { sampleId, sampleRecord, sampleReport } from "./support/sample_report.ts";

function parsed(lines: Iterable<string>): unknown[] {
  return [...lines].join("").split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

Deno.test("changesJsonLines() gives every event in the shape of the changes command", () => {
  const { changes } = sampleReport();
  const read = parsed(changesJsonLines(changes));
  assert.deepEqual(read, changes.map(withDistances));
  const { sites = {} } = (read[4] as ToldChange).fields;
  assert.deepEqual(Object.keys(sites), ["from", "to", "distance"]);
  assert.deepEqual(Object.keys(read[5] as Change), [
    "seq",
    "run",
    "kind",
    "record",
    "registrationNumber",
    "ingredient",
    "applicant",
    "fields",
    "from",
    "possibleSince",
    "observedAt",
    "evidence",
  ]);
});

Deno.test("recordsJsonLines() gives id and number first, then all fields and validFrom", () => {
  const { records } = sampleReport();
  const read = parsed(recordsJsonLines(records)) as Record<string, unknown>[];
  assert.equal(read.length, records.length);
  for (const [index, { record, values, validFrom }] of records.entries()) {
    assert.deepEqual(read[index], { record, ...values, validFrom });
    assert.deepEqual(Object.keys(read[index] as object).slice(0, 2), [
      "record",
      "registrationNumber",
    ]);
  }
});

Deno.test("recordsJsonLines() keeps any text exact, on one line", () => {
  const validFrom = sampleReport().run.run;
  fc.assert(fc.property(fc.string({ unit: "binary" }), (ingredient) => {
    const standing = { record: sampleId(1), values: sampleRecord({ ingredient }), validFrom };
    const [line] = parsed(recordsJsonLines([standing])) as { ingredient: string }[];
    assert.equal(line?.ingredient, ingredient);
  }));
});

Deno.test("nothing to report gives no line at all", () => {
  assert.deepEqual([...changesJsonLines([])], []);
});
