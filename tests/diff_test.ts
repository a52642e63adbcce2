import assert from "node:assert/strict";
import fc from "fast-check";
import { compare, diff, fieldChanges, found, inOrder } from "../src/diff.ts";
import { identify, wholeKey } from "../src/identity.ts";
import { chainEntries, changeOf, type LogEntry, patch } from "../src/log.ts";
import type { Evidence, RegisterRecord, Row, RunId, SourceId } from "../src/model.ts";
import { applyAll, type State } from "../src/state.ts";
import { anyRecord, record, row } from "./support/rows.ts";

const source = "mfds-dmf" as SourceId;
const [day1, day2] = ["2026-11-02" as RunId, "2026-11-03" as RunId];
const wellFormed =
  /^(?:\d{8}-\d{1,3}-[A-Z]{1,2}-\d+(?:-\d+)?|수?\d+-\d+-ND)(?:\((?:\d+|[A-Z])\))?$/;
const evidenceOf = (of: Row): Evidence => ({ ...of.position, start: 0, end: 1 });

function founded(rows: readonly Row[]): State {
  return applyAll(new Map(), found(rows, source, day1), day1);
}

/** Entries that a list makes after the baseline, absences left out. */
function entriesOf(state: State, rows: readonly Row[]): LogEntry[] {
  const matching = identify(state.values(), rows, wellFormed);
  const run = { source, run: day2, taken: (id: string) => state.has(id as never) };
  return diff(compare(matching.pairs), matching.fresh, run, evidenceOf);
}

/** What happened to one record, as kind and changed fields. */
function told(before: Partial<RegisterRecord>, after: Partial<RegisterRecord>): string[] {
  return entriesOf(founded([row(before)]), [row(after)])
    .map((entry) => `${entry.kind} ${"fields" in entry ? Object.keys(entry.fields) : ""}`.trim());
}

Deno.test("diff() reports a corrected number as renumbered", () => {
  // 시롤리무스 분산용액, between 2026-09-27 and 2026-10-08.
  const before = { registrationNumber: "20130329-190-I-83-01(1)" };
  const entries = entriesOf(founded([row(before)]), [
    row({ registrationNumber: "20260922-190-I-769-04" }),
  ]);
  assert.equal(entries.length, 1);
  const [sealed] = chainEntries(entries, { run: day2, seq: 0, hash: "" });
  const change = changeOf(sealed as NonNullable<typeof sealed>, null);
  assert.equal(change?.kind, "renumbered");
  assert.equal(change?.from, "20130329-190-I-83-01(1)");
  assert.equal(change?.registrationNumber, "20260922-190-I-769-04");
});

const CASES: readonly [string, Partial<RegisterRecord>, Partial<RegisterRecord>, string[]][] = [
  ["a status change with its dates as one event", {}, {
    status: "withdrawn",
    statusChangedOn: "2026-11-01",
    lastChangedOn: "2026-11-01",
  }, ["withdrawn status,statusChangedOn,lastChangedOn"]],
  ["a cancelled record as cancelled", {}, { status: "cancelled" }, ["cancelled status"]],
  ["a return to 정상 as reinstated", { status: "withdrawn", statusChangedOn: "2026-01-01" }, {
    status: "active",
  }, ["reinstated status,statusChangedOn"]],
  ["withdrawn turned cancelled as cancelled", { status: "withdrawn" }, { status: "cancelled" }, [
    "cancelled status",
  ]],
  ["another field beside a status change as amended", {}, {
    status: "withdrawn",
    applicant: "㈜두리약품",
  }, ["withdrawn status", "amended applicant"]],
  ["a number filled in later as amended", { registrationNumber: null }, {}, [
    "amended registrationNumber",
  ]],
  ["a malformed number put right as renumbered", { registrationNumber: "20261007---12263-25" }, {
    registrationNumber: "20261007-16-K-94-14",
  }, ["renumbered registrationNumber"]],
  [
    "a corrected number and a changed field as two events",
    {
      registrationNumber: "20241015-209-J-1",
    },
    { documentVersion: "v2.0.0/2026" },
    ["renumbered registrationNumber", "amended documentVersion"],
  ],
];
for (const [name, before, after, expected] of CASES) {
  Deno.test(`diff() reports ${name}`, () => assert.deepEqual(told(before, after), expected));
}

Deno.test("fieldChanges() marks completions, annual reports and document versions", () => {
  const before = record({ noticeCategory: null, lastAnnualReportYear: 2024, lastChangedOn: null });
  const after = record({
    noticeCategory: "신물질",
    lastAnnualReportYear: 2025,
    lastChangedOn: "2026-11-01",
    documentVersion: "v2.0.0/2026",
  });
  const marks = Object.entries(fieldChanges(before, after)).map(([name, { mark }]) => [name, mark]);
  assert.deepEqual(marks, [
    ["noticeCategory", "completed"],
    ["lastChangedOn", undefined],
    ["lastAnnualReportYear", "annual-report"],
    ["documentVersion", "document-version"],
  ]);
});

Deno.test("fieldChanges(a, a) is empty", () => {
  fc.assert(fc.property(anyRecord, (a) => {
    assert.deepEqual(fieldChanges(a, structuredClone(a)), {});
  }));
});

Deno.test("patch(a, fieldChanges(a, b)) means the same as b", () => {
  fc.assert(fc.property(anyRecord, anyRecord, (a, b) => {
    assert.equal(wholeKey(patch(a, fieldChanges(a, b))), wholeKey(b));
  }));
});

const NOISE: readonly [string, (text: string) => string][] = [
  ["white space", (text) => ` ${text.split("").join(" ")}\r\n`],
  ["no-break and zero-width spaces", (text) => `\u00a0${text}\u200b`],
  [
    "full-width forms",
    (text) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  ],
  ["decomposed Hangul", (text) => text.normalize("NFD")],
  ["the company mark", (text) => text.replaceAll("㈜", "주식회사 ")],
];
for (const [name, noisy] of NOISE) {
  Deno.test(`diff() makes no event of ${name}`, () => {
    const quiet = { applicant: "㈜하나약품", ingredient: "Ice 'A' (B)" };
    const loud = { applicant: noisy(quiet.applicant), ingredient: noisy(quiet.ingredient) };
    assert.deepEqual(told(quiet, loud), []);
  });
}

Deno.test("diff() makes no event of the order of sites", () => {
  const sites = [
    { name: "A", address: "a", country: "인도" },
    { name: "B", address: "b", country: "중국" },
  ];
  assert.deepEqual(told({ sites }, { sites: sites.toReversed() }), []);
});

Deno.test("diff() makes one event of every one-character change of the ingredient", () => {
  const hangul = fc.constantFrom(..."가나다라마바사Aa1-(");
  const place = fc.nat({ max: 4 });
  fc.assert(
    fc.property(
      fc.array(hangul, { minLength: 5, maxLength: 9 }),
      place,
      hangul,
      (word, at, char) => {
        fc.pre(word[at] !== char);
        const after = word.with(at, char).join("");
        assert.deepEqual(told({ ingredient: word.join("") }, { ingredient: after }), [
          "amended ingredient",
        ]);
      },
    ),
  );
});

const tables = fc.uniqueArray(anyRecord, {
  minLength: 1,
  maxLength: 12,
  selector: (values) => values.registrationNumber ?? wholeKey(values),
});

Deno.test("diff() of a list against itself is empty, in any order of rows", () => {
  fc.assert(fc.property(tables, fc.infiniteStream(fc.nat()), (records, shuffle) => {
    const state = founded(records.map((values) => row(values)));
    const rows = records.map((values) => row(values));
    rows.sort(() => (shuffle.next().value as number) % 3 - 1);
    assert.deepEqual(entriesOf(state, rows), []);
  }));
});

Deno.test("applying diff(a, b) to a gives b", () => {
  fc.assert(fc.property(tables, tables, (a, b) => {
    const state = founded(a.map((values) => row(values)));
    const rows = b.map((values) => row(values));
    const { absent } = identify(state.values(), rows, wellFormed);
    applyAll(state, entriesOf(state, rows), day2);
    for (const known of absent) state.delete(known.record);
    const after = [...state.values()].map((known) => wholeKey(known.values)).sort();
    assert.deepEqual(after, rows.map((r) => wholeKey(r.values)).sort());
  }));
});

Deno.test("diff() gives the same entries for every order of rows", () => {
  fc.assert(fc.property(tables, tables, (a, b) => {
    const state = founded(a.map((values) => row(values)));
    const rows = b.map((values) => row(values));
    const kinds = (list: readonly Row[]) =>
      entriesOf(state, list).map((entry) => `${entry.kind} ${entry.record}`);
    assert.deepEqual(kinds(rows), kinds(rows.toReversed()));
  }));
});

Deno.test("inOrder() does not depend on the order it is given", () => {
  const entries = entriesOf(founded([row()]), [row({ status: "withdrawn", applicant: "x" })]);
  assert.deepEqual(inOrder(entries), inOrder(entries.toReversed()));
});
