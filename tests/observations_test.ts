import assert from "node:assert/strict";
import { compare, found } from "../src/diff.ts";
import { type Drift, driftOf } from "../src/drift.ts";
import { driftSentence, statisticWords } from "../src/drift_words.ts";
import { identify } from "../src/identity.ts";
import { expectedCauses, learn, NOTHING_LEARNED } from "../src/learned.ts";
import type { RegisterRecord, RunId, SourceId } from "../src/model.ts";
import { movementsOf } from "../src/movements.ts";
import { selectSpec } from "../src/selectors.ts";
import { applyAll } from "../src/state.ts";
import { fold } from "../src/normalize.ts";
import { shapesOf, Tally, valuesIn } from "../src/statistics.ts";
import type { ValueColumn } from "../src/value_column.ts";
import { record, row } from "./support/rows.ts";

const spec = selectSpec("mfds-dmf" as SourceId);
const wellFormed = new RegExp(spec.identity.wellFormed, "u");
const [DAY1, DAY2] = ["2026-11-02", "2026-11-03"] as const as readonly [RunId, RunId];
const BOUND = spec.bounds.improbability as number;
const SIZE = 300;
const records = Array.from({ length: SIZE }, (_, n) =>
  record({
    registrationNumber: `20241015-209-J-${n}`,
    applicant: `${"가나다라마바사아자차"[n % 10]}${"약품제약"[n % 4]}${n % 40}`,
    ingredient: `${"글리메트토피레미"[n % 8]}${"염산염"[n % 3]}성분`,
  }));
const state = applyAll(
  new Map(),
  found(records.map((values) => row(values)), spec.source, DAY1),
  DAY1,
);
const accepted = new Tally(shapesOf(wellFormed));
for (const values of records) accepted.add(values);
const learned = learn(NOTHING_LEARNED, {
  today: accepted,
  movements: [],
  days: 1,
  quiet: false,
  founding: true,
});

/** The drift of a day on which `change` gave another content, and `more` came. */
function drift(
  change: (values: RegisterRecord, n: number) => Partial<RegisterRecord>,
  { more = [], days = 1 }: { more?: readonly Partial<RegisterRecord>[]; days?: number } = {},
): Drift {
  const rows = [
    ...records.map((values, n) => row({ ...values, ...change(values, n) })),
    ...more.map((values, n) =>
      row({
        registrationNumber: `20261101-209-J-9${n}`,
        firstRegisteredOn: "2026-11-01",
        applicant: records[n]?.applicant ?? null,
        ingredient: records[n * 7]?.ingredient ?? null,
        ...values,
      })
    ),
  ];
  const matching = identify(state.values(), rows, wellFormed);
  const compared = compare(matching.pairs);
  const today = accepted.copy();
  for (const { known, row: { values } } of compared) {
    today.remove(known.values);
    today.add(values);
  }
  for (const { values } of matching.fresh) today.add(values);
  const movements = movementsOf(compared, DAY2, () => false);
  const { fresh } = matching;
  const countsOf = (column: ValueColumn) => {
    const values = records.flatMap((one) => valuesIn(one, column)).map(fold);
    return new Map([...Map.groupBy(values, (value) => value)].map(([v, all]) => [v, all.length]));
  };
  return driftOf({
    run: DAY2,
    days,
    accepted,
    today,
    learned,
    movements,
    fresh,
    rows,
    countsOf,
    above: () => undefined,
    before: () => undefined,
  });
}

const none = () => ({});
/** Another ingredient of the register. */
const another = (n: number) => ({
  ingredient: `${records[n]?.ingredient}`.replace("성분", "성본"),
});
const first = (count: number, over: (n: number) => Partial<RegisterRecord>) =>
(
  _: RegisterRecord,
  n: number,
) => n < count ? over(n) : {};

Deno.test("driftOf() finds nothing on a day on which nothing happened, and little in a few corrections", () => {
  assert.deepEqual(drift(none), { joint: 0, carriers: [] });
  assert.ok(drift(first(3, another)).joint < BOUND / 2);
});

Deno.test("driftOf() refuses corrections of nine applicants at once, and names the field", () => {
  const { joint, carriers: [carrier] } = drift(first(9, another));
  assert.ok(joint >= BOUND, String(joint));
  assert.equal(carrier?.column, "ingredient");
  assert.deepEqual(carrier?.statistic, { of: "causes", kind: "changed" });
  assert.equal(carrier?.found, 9);
});

Deno.test("driftOf() takes many rows of one applicant for one cause", () => {
  const one = records[0]?.applicant;
  const own = (values: RegisterRecord, n: number) =>
    values.applicant === one ? { documentVersion: `v2.${n}.0/2023` } : {};
  assert.ok(records.filter(({ applicant }) => applicant === one).length >= 7);
  assert.ok(drift(own).joint < BOUND / 2);
});

Deno.test("driftOf() gives more days more changes", () => {
  const change = first(9, another);
  assert.ok(drift(change, { days: 5 }).joint < drift(change).joint - 2);
});

Deno.test("driftOf() does not take one odd value for a drift, and nine alike it does", () => {
  const odd = (n: number) => ({ ingredient: "Ã¬â€¢".repeat(40) + n });
  assert.ok(drift(none, { more: [odd(0)] }).joint < BOUND);
  const many = drift(none, { more: Array.from({ length: 9 }, (_, n) => odd(n)) });
  assert.ok(many.joint >= BOUND, String(many.joint));
  assert.equal(many.carriers[0]?.column, "ingredient");
});

Deno.test("driftOf() doubts new rows that are old, and lets a burst of forty young ones pass", () => {
  const forty = Array.from({ length: 40 }, (_, n) => ({
    noticeCategory: n % 3 === 0 ? "별표1" : null,
    documentVersion: "v0.0.0/2026",
    lastAnnualReportYear: null,
  }));
  assert.ok(drift(none, { more: forty }).joint < BOUND, String(drift(none, { more: forty }).joint));
  const old = forty.slice(0, 9).map((values) => ({ ...values, firstRegisteredOn: "2012-03-04" }));
  const { joint, carriers: [carrier] } = drift(none, { more: old });
  assert.ok(joint >= BOUND, String(joint));
  assert.deepEqual(carrier?.statistic, { of: "age" });
});

Deno.test("driftOf() takes the first values of a blank column for none of the list's, and doubts a column filled at once", () => {
  const reviewed = (n: number) => ({ linkedReviewNumber: `20250${n % 9}01-1-A-${n}` });
  for (const count of [1, 2, 3]) {
    const { joint, carriers } = drift(first(count, reviewed));
    assert.ok(joint < BOUND, `${count}: ${joint} ${JSON.stringify(carriers[0])}`);
  }
  assert.ok(drift(first(SIZE, reviewed)).joint >= BOUND);
});

Deno.test("learn() knows no look of a column before it had a value", () => {
  const lesson = { movements: [], days: 1, quiet: true, founding: false };
  const blank = learn(learned, { ...lesson, today: accepted });
  assert.deepEqual(Object.keys(blank.levels.linkedReviewNumber ?? {}), ["filled"]);
  const today = accepted.copy();
  today.add(record({ linkedReviewNumber: "20250101-1-A-12" }));
  const { length } = learn(blank, { ...lesson, today }).levels.linkedReviewNumber ?? {};
  assert.deepEqual(length, { mean: 15, squares: 0, runs: 1 });
});

Deno.test("learn() remembers how busy a column is, and forgets it again", () => {
  const busy = movementsOf(
    compare(
      identify(
        state.values(),
        records.map((values, n) => row(n < 12 ? { ...values, ingredient: `새 ${n}` } : values)),
        wellFormed,
      ).pairs,
    ),
    DAY2,
    () => false,
  );
  const prior = expectedCauses(learned, SIZE, "ingredient", "changed");
  const lesson = { today: accepted, movements: [], days: 1, quiet: false, founding: false };
  let after = learned;
  for (let day = 0; day < 10; day++) after = learn(after, { ...lesson, movements: busy });
  assert.ok(expectedCauses(after, SIZE, "ingredient", "changed") > 8);
  for (let day = 0; day < 200; day++) after = learn(after, lesson);
  assert.ok(expectedCauses(after, SIZE, "ingredient", "changed") < prior);
  assert.equal(after.runs, 211);
});

Deno.test("statisticWords() has words in both languages for whatever carries a drift", () => {
  const seen = [
    ...drift(first(9, () => ({ applicant: "?".repeat(30) }))).carriers,
    ...drift(none, { more: Array.from({ length: 9 }, () => ({ firstRegisteredOn: "2001-01-01" })) })
      .carriers,
  ];
  assert.ok(seen.length > 2);
  for (const { statistic } of seen) {
    const { ko, en } = statisticWords(statistic);
    assert.match(ko, /[가-힣]/);
    assert.doesNotMatch(en, /[가-힣]/);
  }
});

Deno.test("driftSentence() names a power of ten only where a list is improbable", () => {
  const { carriers } = drift(first(9, another));
  assert.match(driftSentence({ joint: 0.02, carriers }).en, /^as on other days, the oddest is /);
  assert.match(
    driftSentence({ joint: 5.04, carriers }).en,
    /^by chance with probability 10\^-5\.0, /,
  );
  assert.equal(driftSentence({ joint: 0, carriers: [] }).en, "values as usual.");
});
