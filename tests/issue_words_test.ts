import assert from "node:assert/strict";
import type { Issue } from "../src/model.ts";
import { describeIssue } from "../src/report/issue_words.ts";

const KINDS: readonly Issue["kind"][] = [
  "duplicate-number",
  "malformed-number",
  "ambiguous-identity",
  "number-reused",
  "unparsed-value",
  "uneven-sites",
  "unknown-column",
  "missing",
  "look-up-found",
  "look-up-inconclusive",
  "terms-changed",
  "terms-absent",
];

Deno.test("describeIssue() has a sentence of its own for every kind, with what was found", () => {
  const sentences = KINDS.map((kind) => describeIssue({ kind, found: "물건" }));
  assert.equal(new Set(sentences.map(({ ko }) => ko)).size, KINDS.length);
  assert.equal(new Set(sentences.map(({ en }) => en)).size, KINDS.length);
  for (const [index, { ko, en }] of sentences.entries()) {
    assert.match(ko, /\.$/);
    assert.match(en, /\.$/);
    if (KINDS[index] !== "missing") assert.ok(ko.includes("물건") && en.includes("물건"));
  }
});

Deno.test("describeIssue() names the field and the place", () => {
  const issue = { kind: "unparsed-value", field: "firstRegisteredOn", page: 3, row: 1 } as const;
  assert.equal(
    describeIssue({ ...issue, found: "2026-13-40" }).ko,
    '3쪽 1번째 행: 최초등록일자을(를) 형식대로 읽을 수 없어 적힌 그대로 둡니다("2026-13-40").',
  );
  assert.match(describeIssue(issue).en, /^Page 3, row 1: First registered on does not have/);
});

Deno.test("describeIssue() calls a number that is not there absent, not malformed", () => {
  const { ko, en } = describeIssue({ kind: "malformed-number", registrationNumber: null });
  assert.match(ko, /아직 없습니다/);
  assert.match(en, /no registration number yet/);
});
