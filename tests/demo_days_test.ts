import assert from "node:assert/strict";
import { type DemoDay, demoDays } from "../src/demo/days.ts";
import { apply, found } from "../src/demo/mutations.ts";
import { type Notation, rewrite } from "../src/demo/notation.ts";
import { seededRandom } from "../src/demo/random.ts";
import { generateRegister, type RegisterRow } from "../src/demo/register.ts";
import { EVENT_KINDS } from "../src/model.ts";
import { sameValue } from "../src/normalize.ts";
import spec from "../selectors/mfds-dmf/1.json" with { type: "json" };

const register = generateRegister();
const days = demoDays();
const believed = days.filter((day) => !day.refused);
const wellFormed = new RegExp(spec.identity.wellFormed);
const numbers = (rows: readonly RegisterRow[]) => rows.map((row) => row.registrationNumber);
const shared = new Set(numbers(register).filter((number, at, all) => all.indexOf(number) !== at));

Deno.test("seededRandom() repeats itself for a seed and differs for another", () => {
  const take = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 20 }, () => random.between(0, 999));
  };
  assert.deepEqual(take(1), take(1));
  assert.notDeepEqual(take(1), take(2));
  assert.ok(take(3).every((value) => value >= 0 && value <= 999));
});

Deno.test("generateRegister() is the same every time and has the size that was asked", () => {
  assert.equal(register.length, 2_000);
  assert.deepEqual(generateRegister(), register);
  assert.equal(generateRegister({ size: 77 }).length, 77);
});

Deno.test("generateRegister() holds every shape of number that the register shows", () => {
  const shapes: Readonly<Record<string, RegExp>> = {
    dated: /^20050831-\d+-[A-K]-\d+-\d{2}$/,
    serial: /^\d{8}-(209|210|211)-J-\d+$/,
    placenta: /^\d{8}-01-HP-\d+-\d+$/,
    domesticNew: /^\d+-\d+-ND$/,
    importedNew: /^수\d+-\d+-ND$/,
    granted: /\(\d+\)$/,
    lettered: /\([AB]\)$/,
    malformed: /^\d{8}---\d{5}-\d+$/,
    none: /^$/,
  };
  for (const [name, shape] of Object.entries(shapes)) {
    assert.ok(numbers(register).some((number) => shape.test(number)), name);
  }
  const odd = numbers(register).filter((number) => !wellFormed.test(number));
  assert.ok(odd.length / register.length < spec.bounds.tolerated, `${odd.length} odd numbers`);
});

Deno.test("generateRegister() shares a number between two applicants, rarely, and no meaning", () => {
  const count = new Map<string, RegisterRow[]>();
  for (const row of register) {
    if (row.registrationNumber === "") continue;
    count.set(row.registrationNumber, [...count.get(row.registrationNumber) ?? [], row]);
  }
  const pairs = [...count.values()].filter((rows) => rows.length > 1);
  assert.deepEqual(pairs.map((rows) => rows.length), [2, 2]);
  for (const [one, other] of pairs) assert.notEqual(one?.applicant, other?.applicant);
  const meanings = register.map((row) =>
    JSON.stringify([row.ingredient, row.applicant, row.sites, row.firstRegisteredOn])
  );
  assert.equal(new Set(meanings).size, register.length);
});

Deno.test("generateRegister() holds the quirks of real rows", () => {
  const quirks: Readonly<Record<string, (row: RegisterRow) => boolean>> = {
    "㈜": (row) => row.applicant.startsWith("㈜"),
    "(주)": (row) => row.applicant.endsWith("(주)"),
    "주식회사": (row) => row.applicant.includes("주식회사"),
    "four sites": (row) => row.sites.length === 4,
    "role prefix": (row) => row.sites.some(({ name }) => name.startsWith("[조품 제조원 ①]")),
    "comma in address": (row) => row.sites.some(({ address }) => address.includes(", ")),
    "cut domestic address": (row) => row.sites[0]?.address === "경기도 화성시",
    "site without address": (row) => row.sites.some(({ address }) => address === ""),
    "CRLF": (row) => row.sites.some(({ address }) => address.endsWith("\r\n")),
    "full-width numeral": (row) => row.sites.some(({ address }) => address.includes("Ⅳ")),
    "leading zero": (row) => row.linkedReviewNumber.startsWith("0"),
    "withdrawn with date": (row) => row.status === "취하" && row.statusChangedOn !== "",
    "cancelled with date": (row) => row.status === "취소" && row.statusChangedOn !== "",
    "new without category": (row) =>
      row.noticeCategory === "" && row.firstRegisteredOn > "2026-10-01",
  };
  for (const [name, has] of Object.entries(quirks)) assert.ok(register.some(has), name);
  for (const row of register) {
    assert.equal(row.status === "정상", row.statusChangedOn === "", row.registrationNumber);
    for (const date of [row.lastChangedOn, row.statusChangedOn]) {
      assert.ok(date === "" || date >= row.firstRegisteredOn, row.registrationNumber);
    }
  }
});

Deno.test("demoDays() tells every kind of event, once the baseline is founded", () => {
  assert.deepEqual(days[0]?.events, []);
  const told = new Set(days.flatMap((day) => day.events.map((event) => event.kind)));
  assert.deepEqual(told, new Set(EVENT_KINDS));
  assert.equal(new Set(days.map((day) => day.date)).size, days.length);
  assert.deepEqual(days.map((day) => day.date), days.map((day) => day.date).toSorted());
});

Deno.test("demoDays() has a day on which only the notation moves", () => {
  const noisy = days[2] as DemoDay;
  const before = new Map((days[1] as DemoDay).rows.map((row) => [row.registrationNumber, row]));
  const rewritten = noisy.rows.filter((row) =>
    JSON.stringify(row) !== JSON.stringify(before.get(row.registrationNumber))
  );
  assert.deepEqual(noisy.events, []);
  assert.ok(rewritten.length > 500, `${rewritten.length} rows rewritten`);
  assert.notDeepEqual(numbers(noisy.rows), numbers((days[1] as DemoDay).rows));
});

Deno.test("demoDays() has one day of 71 rows without events, and the next day goes on", () => {
  const refused = days.filter((day) => day.refused);
  assert.deepEqual(refused.map((day) => [day.rows.length, day.events.length]), [[71, 0]]);
  assert.ok(refused[0]?.rows.every((row) => row.noticeCategory === ""));
  assert.ok((days.at(-1) as DemoDay).rows.length > 1_990);
});

Deno.test("demoDays() keeps the count of rows that its events and absences explain", () => {
  for (const [index, day] of believed.entries()) {
    if (index === 0) continue;
    const before = numbers((believed[index - 1] as DemoDay).rows);
    const now = numbers(day.rows);
    const gained = day.events.filter(({ kind }) => kind === "registered" || kind === "relisted");
    const hidden = { "2026-11-05": 2, "2026-11-06": -1 }[day.date] ?? 0;
    assert.equal(now.length, before.length + gained.length - hidden, day.date);
  }
});

Deno.test("demoDays() tells an event wherever a number comes, goes or moves, and nowhere else", () => {
  for (const [index, day] of believed.entries()) {
    if (index === 0) continue;
    const before = new Set(numbers((believed[index - 1] as DemoDay).rows));
    const after = new Set(numbers(day.rows));
    const came = [...after].filter((number) => !before.has(number));
    const told = day.events.filter(({ kind, fields }) =>
      ["registered", "relisted", "renumbered"].includes(kind) ||
      fields.includes("registrationNumber")
    ).map(({ registrationNumber }) => registrationNumber);
    const back = day.date === "2026-11-06" ? 1 : 0;
    const unexplained = came.filter((number) => !told.includes(number));
    assert.equal(unexplained.length, back, `${day.date}: ${unexplained}`);
  }
});

Deno.test("demoDays() names exactly the fields that changed on rows that keep their number", () => {
  for (const [index, day] of believed.entries()) {
    if (index === 0) continue;
    const before = new Map((believed[index - 1] as DemoDay).rows.map((r) => [keyOf(r), r]));
    const expected = new Map<string, readonly string[]>();
    for (const { kind, registrationNumber, fields } of day.events) {
      if (["registered", "relisted", "delisted", "renumbered"].includes(kind)) continue;
      if (!fields.includes("registrationNumber")) expected.set(registrationNumber ?? "", fields);
    }
    const seen = new Map<string, readonly string[]>();
    for (const row of day.rows) {
      const fields = changedFields(before.get(keyOf(row)), row);
      if (fields.length > 0) seen.set(row.registrationNumber, fields);
    }
    assert.deepEqual(seen, expected, day.date);
  }
});

Deno.test("demoDays() delists on the second believed day and has 허여 rows answer for the number", () => {
  const gone = days.flatMap((day) => day.events.map((event) => ({ ...event, date: day.date })))
    .find(({ kind }) => kind === "delisted");
  assert.ok(gone?.registrationNumber);
  const shown = believed.map((day) =>
    numbers(day.rows).includes(gone.registrationNumber as string)
  );
  assert.deepEqual(shown, [true, true, true, false, false, false, true]);
  assert.equal(gone.date, believed[4]?.date);
  assert.ok(numbers(believed[4]?.rows ?? []).includes(`${gone.registrationNumber}(1)`));
});

Deno.test("apply() refuses a row that is not there", () => {
  const small = found(register.slice(0, 5));
  assert.throws(
    () => apply(small, { kind: "vanish", who: { role: "ordinary", nth: 99 } }),
    { name: "RangeError", message: /row 99 of role "ordinary"/ },
  );
});

for (
  const notation of [
    "trailing-blanks",
    "line-breaks",
    "full-width",
    "legal-form",
    "quotes",
    "decomposed",
    "site-order",
  ] as const satisfies readonly Notation[]
) {
  Deno.test(`rewrite() by ${notation} alters rows without altering what they say`, () => {
    let altered = 0;
    for (const row of register) {
      const other = rewrite(row, notation);
      if (JSON.stringify(other) !== JSON.stringify(row)) altered += 1;
      assert.deepEqual(changedFields(row, other), [], row.registrationNumber);
    }
    assert.ok(altered > 100, `${altered} rows altered`);
  });
}

/** Two rows may share a number; their first dates tell them apart in every notation. */
function keyOf(row: RegisterRow): string {
  if (row.registrationNumber === "") return row.ingredient.normalize("NFC").trim();
  return row.registrationNumber + (shared.has(row.registrationNumber) ? row.firstRegisteredOn : "");
}

function changedFields(before: RegisterRow | undefined, after: RegisterRow): readonly string[] {
  if (before === undefined) return [];
  const fields = [
    "noticeCategory",
    "registrationNumber",
    "ingredient",
    "applicant",
    "sites",
    "firstRegisteredOn",
    "lastChangedOn",
    "lastAnnualReportYear",
    "status",
    "statusChangedOn",
    "documentVersion",
    "linkedReviewNumber",
  ] as const;
  return fields.filter((field) => !sameValue(field, before[field], after[field]));
}
