import assert from "node:assert/strict";
import { ConfigurationError } from "../src/configuration_error.ts";
import { FIELD_NAMES } from "../src/fields.ts";
import { parseSelectorSpec } from "../src/spec_check.ts";
import schema from "../selectors/schema.json" with { type: "json" };
import { assertBilingual } from "./support/bilingual.ts";

const FILE = "selectors/mfds-dmf/1.json";
const text = Deno.readTextFileSync(new URL(`../${FILE}`, import.meta.url));

// The specs of these tests are wrong on purpose, so they are edited as JSON and not as specs.
// deno-lint-ignore no-explicit-any
type Json = any;

function faultOf(edit: (spec: Json) => void, file = FILE): string {
  const spec = JSON.parse(text);
  edit(spec);
  try {
    parseSelectorSpec(JSON.stringify(spec), file);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    assertBilingual(error.sentence);
    const start = `Cannot read "${file}": `;
    assert.equal(error.message.slice(0, start.length), start);
    return error.message.slice(start.length);
  }
  return "no fault";
}

Deno.test("parseSelectorSpec() returns the spec as written", () => {
  assert.deepEqual(parseSelectorSpec(text, FILE), JSON.parse(text));
});

Deno.test("parseSelectorSpec() names an unknown key by its path and the nearest known key", () => {
  assert.equal(
    faultOf((spec) => {
      spec.paging.pagesize = spec.paging.pageSize;
      delete spec.paging.pageSize;
    }),
    '"paging.pagesize" is not a known key, nearest is "pageSize"',
  );
  assert.equal(
    faultOf((spec) => spec.columns[2].lables = ["등록번호"]),
    '"columns[2].lables" is not a known key, nearest is "labels"',
  );
  assert.equal(
    faultOf((spec) => spec.terms.zzz = 1),
    '"terms.zzz" is not a known key, known keys are "path", "note"',
  );
  assert.equal(
    faultOf((spec) => spec.bounds.changed.ingredeint = { rows: 1, share: 1 }),
    '"bounds.changed.ingredeint" is not a known key, nearest is "ingredient"',
  );
});

Deno.test("parseSelectorSpec() names what is missing, of another type, or out of range", () => {
  const cases: readonly (readonly [string, (spec: Json) => void])[] = [
    ['"bounds" is missing', (spec) => delete spec.bounds],
    ['"columns[0].labels" is missing', (spec) => delete spec.columns[0].labels],
    [
      '"paging.pageSize" must be a whole number, found "100"',
      (spec) => spec.paging.pageSize = "100",
    ],
    ['"paging.pageSize" must be at least 1, found 0', (spec) => spec.paging.pageSize = 0],
    ['"paging.firstPage" must be at most 1, found 2', (spec) => spec.paging.firstPage = 2],
    ['"seeds" must not be empty, found []', (spec) => spec.seeds = []],
    ['"bounds.gone.share" must be at most 1, found 1.5', (spec) => spec.bounds.gone.share = 1.5],
    ['"bounds.tolerated" must be at least 0, found -0.1', (spec) => spec.bounds.tolerated = -0.1],
    ['"identity.key" must be "registrationNumber", found "no"', (spec) => spec.identity.key = "no"],
    [
      '"lookUps[0].parameter" must be the name of a query parameter, found ""',
      (spec) => spec.lookUps[0].parameter = "",
    ],
    [
      '"columns[8].type" must be one of "date", "year", found "dates", nearest is "date"',
      (spec) => spec.columns[8].type = "dates",
    ],
    [
      '"robots" must be a path below the origin that begins with one "/", found "robots.txt"',
      (spec) => spec.robots = "robots.txt",
    ],
  ];
  for (const [words, edit] of cases) assert.equal(faultOf(edit), words);
  assert.throws(() => parseSelectorSpec("[]", "x.json"), {
    message: 'Cannot read "x.json": the file must be an object in { }, found []',
  });
});

Deno.test("parseSelectorSpec() refuses a path that leaves the origin", () => {
  for (const path of ["//evil.example/list", "/\\evil.example", "https://evil.example/", "/a b"]) {
    assert.match(faultOf((spec) => spec.seeds = [path]), /^"seeds\[0\]" must be a path/, path);
  }
  assert.equal(faultOf((spec) => spec.seeds = ["/", "/a/b?c=%20#"]), "no fault");
});

Deno.test("parseSelectorSpec() refuses a pattern that is none, or that anything matches", () => {
  assert.equal(
    faultOf((spec) => spec.paging.statedTotal = "총 ([0-9]+건"),
    '"paging.statedTotal" is not a regular expression: Unterminated group, found "총 ([0-9]+건"',
  );
  assert.equal(
    faultOf((spec) => spec.paging.statedTotal = "총 (?:[0-9]+)건"),
    '"paging.statedTotal" must have a group ( ) around the number, found "총 (?:[0-9]+)건"',
  );
  assert.equal(
    faultOf((spec) => spec.faultPages[1].pattern = "점검|"),
    '"faultPages[1].pattern" must not match an empty text, found "점검|"',
  );
  assert.match(faultOf((spec) => spec.table.emptyRow = "("), /^"table.emptyRow" is not a regular/);
  assert.match(faultOf((spec) => spec.identity.wellFormed = "[z-a]"), /^"identity.wellFormed" is/);
});

Deno.test("parseSelectorSpec() asks for one column for every field", () => {
  const { columns } = JSON.parse(text);
  const targets = columns.map((column: Json) => column.field).filter((f: string) =>
    f !== "rowNumber"
  );
  for (const target of targets) {
    assert.equal(
      faultOf((spec) => spec.columns = columns.filter((column: Json) => column.field !== target)),
      `"columns" has no column for the field "${target}"`,
    );
  }
  const fields = new Set(targets.map((target: string) => target.split(".")[0]));
  assert.deepEqual(fields, new Set(FIELD_NAMES));
  assert.equal(
    faultOf((spec) => spec.columns.push({ field: "applicant", labels: ["업체명"] })),
    '"columns[15].field" repeats "applicant", every field has one column',
  );
});

Deno.test("parseSelectorSpec() accepts a list without row numbers", () => {
  assert.equal(faultOf((spec) => spec.columns.shift()), "no fault");
});

Deno.test("parseSelectorSpec() tells labels apart as the page reader does", () => {
  assert.equal(
    faultOf((spec) => spec.columns[4].labels.push("성 분\u3000명")),
    '"columns[4].labels[1]" repeats "성 분\u3000명", which already finds the field "ingredient"',
  );
  assert.match(faultOf((spec) => spec.columns[4].labels.push(" ")), /must not be blank$/);
});

Deno.test("parseSelectorSpec() asks for the type and the vocabulary that the model needs", () => {
  assert.equal(
    faultOf((spec) => delete spec.columns[8].type),
    '"columns[8].type" must be "date" for the field "firstRegisteredOn", found nothing',
  );
  assert.equal(
    faultOf((spec) => spec.columns[4].type = "date"),
    '"columns[4].type" must be left out for the field "applicant", found "date"',
  );
  assert.equal(
    faultOf((spec) => delete spec.columns[11].vocabulary["취소"]),
    '"columns[11].vocabulary" has no word for the status "cancelled"',
  );
  assert.match(faultOf((spec) => delete spec.columns[11].vocabulary), /status "active"$/);
  assert.match(faultOf((spec) => spec.columns[4].vocabulary = { a: "active" }), /"status" alone$/);
});

Deno.test("parseSelectorSpec() asks for https, except on a loopback address", () => {
  assert.equal(faultOf((spec) => spec.origin = "http://127.0.0.1:8080"), "no fault");
  for (const origin of ["http://nedrug.mfds.go.kr", "https://a.kr/x", "https://a.kr/", "a.kr"]) {
    assert.equal(
      faultOf((spec) => spec.origin = origin),
      '"origin" must be scheme and host without a path, https except on a loopback address, ' +
        `found "${origin}"`,
    );
  }
});

Deno.test("parseSelectorSpec() holds source and version to the file's path, where it has them", () => {
  assert.equal(
    faultOf(() => {}, "selectors/other/1.json"),
    '"source" must equal the folder "other", found "mfds-dmf"',
  );
  assert.equal(
    faultOf(() => {}, "C:\\dmf\\selectors\\mfds-dmf\\2.json"),
    '"version" must equal the file name "2", found 1',
  );
  assert.equal(faultOf(() => {}, "draft.json"), "no fault");
});

Deno.test("parseSelectorSpec() refuses bounds in the wrong order and parameters that collide", () => {
  assert.equal(
    faultOf((spec) => spec.bounds.records = { min: 9, max: 8 }),
    '"bounds.records.min" must not be more than "bounds.records.max", found 9 and 8',
  );
  assert.match(faultOf((spec) => spec.paging.sizeParameter = "page"), /found "page" twice$/);
});

Deno.test("parseSelectorSpec() names the line of a mistake in the JSON itself", () => {
  assert.throws(
    () => parseSelectorSpec(text.replace('"version": 1,', '"version": 1'), FILE),
    {
      message: `Cannot read "${FILE}": line 5, column 3: Expected "," or "}", found a quote`,
    },
  );
});

Deno.test("schema.json describes every key for editors, or refers to what does", () => {
  for (const [key, property] of Object.entries<Json>(schema.properties)) {
    assert.ok(property.description, key);
  }
  const byKind = ["kind", "lacks", "service", "siteSeparators", "table", "unkept", "viewOf"];
  assert.deepEqual(
    [...schema.required, ...byKind, "$schema"].sort(),
    Object.keys(schema.properties).sort(),
  );
});
