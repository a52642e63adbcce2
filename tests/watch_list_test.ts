import assert from "node:assert/strict";
import fc from "fast-check";
import type { EventKind, FieldChanges, RecordId, RegisterRecord } from "../src/model.ts";
import {
  type GivenEntry,
  isWatched,
  searchable,
  type Told,
  watchedChanges,
  watchListOf,
} from "../src/watch_list.ts";
import { HAVE_REAL_ROWS, realRows } from "./support/real_rows.ts";
import { anyRecord, record } from "./support/rows.ts";

const list = (...given: GivenEntry[]) => watchListOf(given, "dmf.json");

function watches(entry: GivenEntry, over: Partial<RegisterRecord> = {}): boolean {
  return list(entry).some((one) => isWatched(one, searchable(record(over))));
}

function faultOf(entry: GivenEntry): string {
  try {
    list("fine", entry);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("Nothing was refused");
}

Deno.test("a plain text is found in number, ingredient, applicant, site and country", () => {
  for (
    const text of ["209-J", "노메게", "하나약품", "sicor", "이탈리아", "ㄴㅁㄱㅅㅌㄹ", "20241015*"]
  ) {
    assert.ok(watches(text), text);
  }
  assert.ok(!watches("Terrazzano"), "a street is no site");
  assert.ok(!watches("별표1"), "the notice category is not searched");
});

Deno.test("a country is the whole name, and one of several that a cell joins", () => {
  const sites = [{ name: "A", address: null, country: "인도네시아" }];
  assert.ok(!watches("인도", { sites }));
  assert.ok(!watches({ country: "인도" }, { sites }));
  assert.ok(watches({ country: "인도*" }, { sites }));
  assert.ok(
    watches({ country: "인도" }, { sites: [{ name: "A", address: null, country: "중국, 인도" }] }),
  );
});

Deno.test("a number is the whole number or the base of a 허여", () => {
  assert.ok(watches({ number: "116-1-ND" }, { registrationNumber: "116-1-ND" }));
  assert.ok(watches({ number: "116-1-ND" }, { registrationNumber: "116-1-ND(12)" }));
  assert.ok(!watches({ number: "116-1-ND(1)" }, { registrationNumber: "116-1-ND" }));
  assert.ok(!watches({ number: "16-1-ND" }, { registrationNumber: "116-1-ND" }));
  assert.ok(watches({ number: "*16-1-ND*" }, { registrationNumber: "116-1-ND" }));
  assert.ok(!watches({ number: "116-1-ND" }, { registrationNumber: null }));
});

Deno.test("all fields of an entry must hold, site and country at one site", () => {
  const sites = [
    { name: "[조품 제조원 ①] Vento Labs", address: "Plot 7, Panoli", country: "인도" },
    { name: "Mira S.p.A.", address: null, country: "이탈리아" },
  ];
  assert.ok(watches({ site: "Vento*", country: "인도" }, { sites }), "behind the role");
  assert.ok(watches({ site: "panoli" }, { sites }), "by address");
  assert.ok(!watches({ site: "Vento*", country: "이탈리아" }, { sites }));
  assert.ok(watches({ ingredient: "노메*", applicant: "하나*" }, { sites }));
  assert.ok(!watches({ ingredient: "노메*", applicant: "둘*" }, { sites }));
});

Deno.test("an entry that cannot be used is named, with what is expected", () => {
  assert.match(faultOf("*"), /"watch\[1\]" must hold something to look for.* found "\*"/);
  assert.match(faultOf({ site: " ** " }), /"watch\[1\]\.site" must hold/);
  assert.match(faultOf({ note: "x" }), /"watch\[1\]" must name at least one of "number"/);
  const long = faultOf("가".repeat(10_000));
  assert.match(long, /up to 500 characters.* 10000 characters/);
  assert.ok(long.length < 300, "the message is short");
});

const R = "r1" as RecordId;

function told(kind: EventKind, fields: FieldChanges = {}, id = R): Told {
  const { registrationNumber, ingredient, applicant } = record();
  return { kind, record: id, registrationNumber, ingredient, applicant, fields };
}

const now = (over: Partial<RegisterRecord> = {}) => () => record(over);

Deno.test("a record that leaves a watched applicant is a hit, and said to leave", () => {
  const change = told("amended", { applicant: { from: "㈜하나약품", to: "㈜둘약품" } });
  const hits = watchedChanges(
    list({ applicant: "하나" }),
    [change],
    now({ applicant: "㈜둘약품" }),
  );
  assert.deepEqual(hits, [{ change, entries: ["applicant: 하나"], move: "left" }]);
  const [entered] = watchedChanges(
    list({ applicant: "둘" }),
    [change],
    now({ applicant: "㈜둘약품" }),
  );
  assert.equal(entered?.move, "entered");
});

Deno.test("several events of one row are each judged by what stood around them", () => {
  const changes = [
    told("renumbered", { registrationNumber: { from: "수1-1-ND", to: "수2-2-ND" } }),
    told("amended", { ingredient: { from: "가나다", to: "라마바" } }),
  ];
  const valuesNow = now({ registrationNumber: "수2-2-ND", ingredient: "라마바" });
  const kinds = (entry: GivenEntry) =>
    watchedChanges(list(entry), changes, valuesNow).map(({ change, move }) => [change.kind, move]);
  assert.deepEqual(kinds({ number: "수1-1-ND" }), [["renumbered", "left"]]);
  assert.deepEqual(kinds({ number: "수1-1-ND", ingredient: "가나다" }), [["renumbered", "left"]]);
  assert.deepEqual(kinds({ number: "수2-2-ND", ingredient: "가나다" }), [
    ["amended", "left"],
    ["renumbered", "entered"],
  ]);
});

Deno.test("what is gone is told first, then the order of the changes", () => {
  const changes = [
    told("registered", {}, "a" as RecordId),
    told("amended", {}, "b" as RecordId),
    told("withdrawn", {}, "c" as RecordId),
    told("delisted", {}, "d" as RecordId),
  ];
  const kinds = watchedChanges(list("노메게"), changes, now()).map(({ change }) => change.kind);
  assert.deepEqual(kinds, ["withdrawn", "delisted", "registered", "amended"]);
});

Deno.test("a record that is known by its change alone is judged by that", () => {
  const change = told("delisted");
  assert.equal(watchedChanges(list("하나약품"), [change], () => undefined).length, 1);
});

Deno.test("law: a change is a hit exactly where an entry is about the record before or after it", () => {
  const entry = fc.constantFrom<GivenEntry>("가", { ingredient: "나*" }, { country: "인도" }, {
    applicant: "ㄷ",
    site: "A",
  });
  fc.assert(fc.property(anyRecord, anyRecord, entry, (from, to, given) => {
    const fields = {
      registrationNumber: { from: from.registrationNumber, to: to.registrationNumber },
      ingredient: { from: from.ingredient, to: to.ingredient },
      applicant: { from: from.applicant, to: to.applicant },
      sites: { from: from.sites, to: to.sites },
    };
    const [one] = list(given);
    const was = isWatched(one!, searchable(from));
    const is = isWatched(one!, searchable(to));
    const [hit] = watchedChanges([one!], [told("amended", fields)], () => to);
    assert.equal(hit !== undefined, was || is);
    if (hit) assert.equal(hit.move, was === is ? null : is ? "entered" : "left");
  }));
});

Deno.test({
  name: "every real row is found by its number, the 초성 of its ingredient, and its applicant",
  ignore: !HAVE_REAL_ROWS,
  fn: async () => {
    const rows = await realRows();
    assert.ok(rows.length > 80);
    for (const values of rows) {
      const { registrationNumber: number, ingredient, applicant } = values;
      const own: GivenEntry[] = [{ ingredient: ingredient! }, { applicant: applicant! }];
      if (number !== null) own.push({ number });
      for (const entry of list(...own)) {
        assert.ok(isWatched(entry, searchable(values)), entry.label);
      }
    }
    const hits = (given: GivenEntry) =>
      rows.filter((values) => isWatched(list(given)[0]!, searchable(values))).length;
    assert.equal(hits("ㄴㅁㄱㅅㅌㄹ"), 1);
    assert.equal(hits({ number: "수5-1-ND" }), 3, "the base and two 허여");
    assert.ok(hits({ site: "Ipca*" }) > 0 && hits({ applicant: "*하이플" }) > 0);
  },
});
