import assert from "node:assert/strict";
import type { Movement } from "../src/movements.ts";
import { copies, echoes } from "../src/repetition.ts";
import { row } from "./support/rows.ts";

const COLUMN = "linkedReviewNumber";
const SIZE = 60;

/** A list in which every third row has a review number; `agreeing` gives each the one above. */
function standing({ agreeing }: { readonly agreeing: boolean }) {
  return Array.from({ length: SIZE }, (_, n) => ({
    registrationNumber: `20241015-209-J-${n}`,
    applicant: `약품${n}`,
    linkedReviewNumber: n % 3 > 0 ? null : agreeing ? "0010001" : `00${10_000 + n}`,
  }));
}

/** The echoes of a day on which the rows of `blanks` took the value of the nearest row above. */
function echoed(
  blanks: readonly number[],
  { agreeing = false, applicant }: { readonly agreeing?: boolean; readonly applicant?: string } =
    {},
) {
  const before = standing({ agreeing });
  const taken = before.map((values, n) =>
    blanks.includes(n)
      ? {
        ...values,
        linkedReviewNumber: before.slice(0, n).findLast((one) => one.linkedReviewNumber)
          ?.linkedReviewNumber ?? null,
        applicant: applicant ?? values.applicant,
      }
      : values
  );
  const rows = taken.map((values) => row(values));
  const movements = blanks.map((n): Movement => ({
    column: COLUMN,
    kind: "completed",
    from: "",
    to: taken[n]?.linkedReviewNumber ?? "",
    cause: taken[n]?.applicant ?? "",
    row: rows[n]!,
  }));
  const observed = echoes(
    {
      movements,
      rows,
      fresh: [],
      above: (one) => rows[rows.indexOf(one) - 1],
      before: (one) => row(before[rows.indexOf(one)]!).values,
    },
    COLUMN,
    "moved",
  );
  assert.equal(observed.length, 1);
  return observed[0]!;
}

Deno.test("echoes() finds four values of the rows above where no neighbours agree all but impossible", () => {
  const { surprise, found, values } = echoed([1, 10, 25, 40]);
  assert.equal(found, 1);
  assert.equal(values, 4);
  assert.ok(surprise > 6, String(surprise));
});

Deno.test("echoes() expects more where neighbours agree by right, but no more than one in ten", () => {
  const [apart, agreeing] = [echoed([1, 10, 25]), echoed([1, 10, 25], { agreeing: true })];
  assert.equal(apart.expected, 0.03);
  assert.equal(agreeing.expected, 0.1);
  assert.ok(agreeing.surprise < apart.surprise);
});

Deno.test("echoes() takes rows to which one applicant gives one value for one cause", () => {
  const one = echoed([1, 2], { applicant: "한약품" });
  assert.equal(one.values, 1);
  assert.ok(one.surprise < 2, String(one.surprise));
});

Deno.test("echoes() looks at no column in which neighbours share values by right", () => {
  const none = {
    movements: [],
    rows: [],
    fresh: [],
    above: () => undefined,
    before: () => undefined,
  };
  assert.deepEqual(echoes(none, "sites.country", "moved"), []);
  assert.deepEqual(echoes(none, COLUMN, "moved"), []);
});

Deno.test("copies() needs four values, and doubts those that other rows have", () => {
  const caused = (values: readonly string[]) => values.map((value) => ({ value, cause: value }));
  const counts = new Map([["a", 2], ["b", 2], ["c", 2], ["d", 2], ...own(100)]);
  const judged = { countsOf: () => counts };
  assert.deepEqual(copies(judged, COLUMN, "new", caused(["a", "b", "c"])), []);
  const [copied] = copies(judged, COLUMN, "new", caused(["a", "b", "c", "d"]));
  const [fresh] = copies(judged, COLUMN, "new", caused(["v1", "v2", "v3", "v4"]));
  assert.ok((copied?.surprise ?? 0) > 3, String(copied?.surprise));
  assert.equal(fresh?.surprise, 0);
});

function own(count: number): [string, number][] {
  return Array.from({ length: count }, (_, n) => [`v${n}`, 1]);
}
