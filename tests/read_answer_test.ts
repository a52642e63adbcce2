import assert from "node:assert/strict";
import { prepareSpec } from "../src/extract.ts";
import type { Digest, InstantText } from "../src/model.ts";
import { asServiceFailure, readAnswer } from "../src/read_answer.ts";
import { selectSpec } from "../src/selectors.ts";

const spec = selectSpec("mfds-openapi");
const prepared = prepareSpec(spec);
const AT = {
  page: 1,
  url: "http://127.0.0.1:1/list",
  digest: "d" as Digest,
  observedAt: "t" as InstantText,
};

function golden(name: string): string {
  return Deno.readTextFileSync(new URL(`golden/mfds-openapi/${name}`, import.meta.url));
}

/** What the API does not say. */
const LACKED = {
  lastChangedOn: null,
  lastAnnualReportYear: null,
  status: "active",
  statusChangedOn: null,
  documentVersion: null,
  linkedReviewNumber: null,
};

Deno.test("readAnswer() reads the golden rows with quirks to their expected values", () => {
  const reading = readAnswer(golden("quirks.json"), prepared, AT);
  assert.equal(reading.kind, "read");
  if (reading.kind !== "read") return;
  const expected = JSON.parse(golden("quirks.expected.json")) as object[];
  assert.deepEqual(
    reading.page.rows.map(({ values }) => values),
    expected.map((values) => ({ ...values, ...LACKED })),
  );
  assert.deepEqual(reading.page.issues.map(({ kind, row }) => [kind, row]), [["joined-sites", 3]]);
});

Deno.test("asServiceFailure() gives a meaning to a status of an API alone", () => {
  const failure = { kind: "status", url: AT.url, status: 403, retryAfter: null } as const;
  assert.equal(asServiceFailure(selectSpec("mfds-dmf"), failure), failure);
  assert.equal(asServiceFailure(spec, { ...failure, status: 429 }).kind, "status");
  const service = asServiceFailure(spec, failure);
  assert.ok(service.kind === "service" && service.meaning === "key");
});
