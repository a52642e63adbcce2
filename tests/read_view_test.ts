import assert from "node:assert/strict";
import { prepareSpec } from "../src/extract.ts";
import type { Digest, InstantText } from "../src/model.ts";
import { readViewPage, type ViewRow } from "../src/read_view.ts";
import { selectSpec } from "../src/selectors.ts";
import { apiRows } from "./support/api_double.ts";

const prepared = prepareSpec(selectSpec("mfds-openapi"));
const AT = {
  page: 3,
  url: "http://127.0.0.1:1/list",
  digest: "d" as Digest,
  observedAt: "t" as InstantText,
};

function read(
  rows: readonly ViewRow[],
  labels = [...new Set(rows.flatMap((row) => Object.keys(row)))],
) {
  return readViewPage({ statedTotal: rows.length, labels, rows }, prepared, AT);
}

function refusalOf(rows: readonly ViewRow[]) {
  const reading = read(rows);
  return reading.kind === "refused" ? reading.refusal : reading.kind;
}

function renamed(rows: readonly ViewRow[], from: string, to: string | null): ViewRow[] {
  return rows.map(({ [from]: value, ...rest }) =>
    to === null ? rest : { ...rest, [to]: value ?? null }
  );
}

Deno.test("readViewPage() refuses a page whose field was renamed, and names the nearest", () => {
  assert.deepEqual(refusalOf(renamed(apiRows(30), "NOTICE_CODE", "NOTICE_CODES")), {
    kind: "missing-column",
    page: 3,
    expected: "NOTICE_CODE",
    nearest: "NOTICE_CODES",
  });
  assert.deepEqual(refusalOf(renamed(apiRows(1), "ENTP_NAME", null)), {
    kind: "missing-column",
    page: 3,
    expected: "ENTP_NAME",
    nearest: null,
  });
});

Deno.test("readViewPage() lets a short page be without a field that no row of it has", () => {
  assert.equal(refusalOf(renamed(apiRows(19), "NOTICE_CODE", null)), "read");
  assert.notEqual(refusalOf(renamed(apiRows(20), "NOTICE_CODE", null)), "read");
});

Deno.test("readViewPage() audits a label that is new, and not one that is known and unkept", () => {
  const reading = read(apiRows(2).map((row) => ({ ...row, TRGT_MDCIN: "별표1" })));
  assert.equal(reading.kind, "read");
  if (reading.kind !== "read") return;
  assert.deepEqual(reading.page.unknownColumns, ["TRGT_MDCIN"]);
  assert.deepEqual(reading.page.rows.map(({ unknown }) => unknown), [
    { TRGT_MDCIN: "별표1" },
    { TRGT_MDCIN: "별표1" },
  ]);
  assert.deepEqual(reading.page.issues, [{ kind: "unknown-column", found: "TRGT_MDCIN", page: 3 }]);
});

Deno.test("readViewPage() keeps the raw text, and raises what does not read as its field", () => {
  const [row] = apiRows(1);
  const reading = read([{ ...row, ENTP_NAME: "(주)국전\r\n유통", DMF_PERMIT_DATE: "2026-13-01" }]);
  assert.equal(reading.kind, "read");
  if (reading.kind !== "read") return;
  const [{ values, raw }] = reading.page.rows as [typeof reading.page.rows[number]];
  assert.equal(values.applicant, "(주)국전 유통");
  assert.equal(raw.applicant, "(주)국전\r\n유통");
  assert.equal(values.firstRegisteredOn, "2026-13-01");
  assert.deepEqual(reading.page.issues.map(({ kind, field }) => [kind, field]), [[
    "unparsed-value",
    "firstRegisteredOn",
  ]]);
});

Deno.test("readViewPage() tells of joined sites once a page", () => {
  const rows: ViewRow[] = apiRows(3).map((row) => ({ ...row, MANUF_COUNTRY_CODE_NM: "인도,중국" }));
  const reading = read(rows);
  assert.equal(reading.kind, "read");
  if (reading.kind !== "read") return;
  assert.deepEqual(reading.page.issues, [{
    kind: "joined-sites",
    field: "sites",
    registrationNumber: rows[0]?.["DMF_PERMIT_NO"],
    found: "인도,중국 (+2)",
    page: 3,
    row: 1,
  }]);
});
