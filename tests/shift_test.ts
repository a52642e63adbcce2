import assert from "node:assert/strict";
import { compare } from "../src/diff.ts";
import { found } from "../src/diff.ts";
import { identify } from "../src/identity.ts";
import type { RegisterRecord, RunId, Site, SourceId } from "../src/model.ts";
import { movementsOf } from "../src/movements.ts";
import type { Refusal } from "../src/refusal.ts";
import { sentence } from "../src/refusal_words.ts";
import { selectSpec } from "../src/selectors.ts";
import { siteWideShifts } from "../src/shift.ts";
import { applyAll } from "../src/state.ts";
import { record, row } from "./support/rows.ts";

const spec = selectSpec("mfds-dmf" as SourceId);
const wellFormed = new RegExp(spec.identity.wellFormed, "u");
const [DAY1, DAY2] = ["2026-11-02", "2026-11-03"] as const as readonly [RunId, RunId];
const SIZE = 300;
const records = Array.from({ length: SIZE }, (_, n) =>
  record({
    registrationNumber: `20241015-209-J-${n}`,
    applicant: `${"가나다라마바사아자차"[n % 10]}${"약품제약"[n % 4]}${n % 40}`,
    ingredient: `${n}번성분염산염`,
    lastChangedOn: `2024-0${n % 9 + 1}-${10 + n % 18}`,
  }));
const state = applyAll(
  new Map(),
  found(records.map((values) => row(values)), spec.source, DAY1),
  DAY1,
);

/** The shifts of a day on which the first `count` rows changed. */
function shifts(
  count: number,
  change: (values: RegisterRecord, n: number) => Partial<RegisterRecord>,
  days = 1,
): readonly (Refusal & { kind: "site-wide-shift" })[] {
  const rows = records.map((values, n) =>
    row(n < count ? { ...values, ...change(values, n) } : values)
  );
  const compared = compare(identify(state.values(), rows, wellFormed).pairs);
  const movements = movementsOf(compared, DAY2, () => false);
  return siteWideShifts(spec, { of: SIZE, days }, movements) as never;
}

const suffix = ({ applicant }: RegisterRecord) => ({ applicant: `${applicant} (원료)` });

Deno.test("siteWideShifts() asks once for a suffix on many rows of many applicants", () => {
  assert.deepEqual(shifts(5, suffix), []);
  const [shift, ...others] = shifts(6, suffix);
  assert.deepEqual(others, []);
  assert.deepEqual([shift?.label, shift?.found, shift?.allowed], ["신청인", 6, 5]);
  assert.match(
    sentence(shift as Refusal).en,
    /6 of 300 records changed 신청인 .* " \(원료\)" was added/,
  );
});

Deno.test("siteWideShifts() allows more where one applicant is behind it", () => {
  const renamed = (values: RegisterRecord) => ({
    ...values,
    ingredient: `${values.ingredient} 외 1`,
  });
  const one = records.map((values) => ({ ...values, applicant: "하나" }));
  const known = applyAll(new Map(), found(one.map((v) => row(v)), spec.source, DAY1), DAY1);
  const of = (count: number) => {
    const rows = one.map((values, n) => row(n < count ? renamed(values) : values));
    const compared = compare(identify(known.values(), rows, wellFormed).pairs);
    const movements = movementsOf(compared, DAY2, () => false);
    return siteWideShifts(spec, { of: SIZE, days: 1 }, movements).length;
  };
  assert.deepEqual([of(8), of(30), of(31)], [0, 0, 1]);
});

Deno.test("siteWideShifts() gives a longer silence more room", () => {
  assert.equal(shifts(10, suffix, 1).length, 1);
  assert.equal(shifts(10, suffix, 2).length, 0);
});

const PATTERNS: readonly [
  string,
  (values: RegisterRecord, n: number) => Partial<RegisterRecord>,
  RegExp,
][] = [
  [
    "a prefix",
    ({ ingredient }) => ({ ingredient: `[원료] ${ingredient}` }),
    /"\[원료\] " was added/,
  ],
  ["a cut", ({ ingredient }) => ({ ingredient: ingredient!.slice(0, 4) }), /cut to 4 characters/],
  [
    "a word replaced",
    ({ ingredient }) => ({ ingredient: ingredient!.replace("염산염", "HCl") }),
    /"염산염" → "HCl"/,
  ],
  ["one value for all", () => ({ ingredient: "undefined" }), /all became "undefined"/],
  [
    "dates a day early",
    ({ lastChangedOn }) => ({
      lastChangedOn: Temporal.PlainDate.from(lastChangedOn!).subtract({ days: 1 }).toString(),
    }),
    /moved by -1 days/,
  ],
];
for (const [name, change, words] of PATTERNS) {
  Deno.test(`siteWideShifts() sees ${name}`, () => {
    const [shift] = shifts(20, change);
    assert.match(sentence(shift as Refusal).en, words);
  });
}

Deno.test("siteWideShifts() is silent about ordinary corrections, each its own", () => {
  assert.deepEqual(
    shifts(40, (_, n) => ({ ingredient: `다른 성분 ${n * 7}`, applicant: `새 ${n}` })),
    [],
  );
});

Deno.test("siteWideShifts() sees values that changed places, not where another value was reworded", () => {
  const two = records.map((values, n) => ({
    ...values,
    sites: [
      { name: "가", address: `주소 ${values.registrationNumber}`, country: `나라 ${n}` },
      { name: "나", address: "다른 주소", country: "중국" },
    ],
  }));
  const known = applyAll(new Map(), found(two.map((v) => row(v)), spec.source, DAY1), DAY1);
  const of = (change: (sites: readonly Site[], n: number) => readonly Site[]) => {
    const rows = two.map((values, n) => row({ ...values, sites: change(values.sites, n) }));
    const compared = compare(identify(known.values(), rows, wellFormed).pairs);
    return siteWideShifts(
      spec,
      { of: SIZE, days: 1 },
      movementsOf(compared, DAY2, () => false),
    ) as (Refusal & { kind: "site-wide-shift" })[];
  };
  const swapped = of(([one, other]) => [
    { ...(one as Site), country: (other as Site).country },
    { ...(other as Site), country: (one as Site).country },
  ]);
  assert.deepEqual(swapped.map(({ label, found }) => [label, found]), [["제조국가", SIZE]]);
  const reworded = of(([one, other], n) => [other as Site, { ...(one as Site), name: `새 ${n}` }]);
  assert.deepEqual(reworded, []);
});
