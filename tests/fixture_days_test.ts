import assert from "node:assert/strict";
import { EVENT_KINDS } from "../src/model.ts";
import { type FixtureDay, simulate } from "./support/fixture_days.ts";
import type { FixtureRow } from "./support/fixture_row.ts";
import { judge, type Known } from "./support/fixture_truth.ts";
import spec from "../selectors/mfds-dmf/1.json" with { type: "json" };

const days = simulate(600);
const wellFormed = new RegExp(spec.identity.wellFormed);
const clean = (text: string) => text.normalize("NFKC").replace(/\s+/g, "");
const numbers = (day: FixtureDay) => day.rows.map((row) => clean(row.number));

Deno.test("simulate() is the same for a seed and different for another", () => {
  assert.deepEqual(simulate(600), days);
  assert.notDeepEqual(simulate(600, 12, 2)[0]?.rows, days[0]?.rows);
});

Deno.test("simulate() runs over consecutive dates and founds the baseline without events", () => {
  assert.equal(days.length, 12);
  assert.equal(days[0]?.date, "2026-11-02");
  assert.equal(days[11]?.date, "2026-11-13");
  assert.equal(days[0]?.rows.length, 600);
  assert.deepEqual(days[0]?.events, []);
});

for (const seed of [1, 2, 3, 4, 5]) {
  Deno.test(`simulate() lets every kind of event happen within seven days of seed ${seed}`, () => {
    const kinds = simulate(600, 7, seed).flatMap((day) => day.events.map(({ kind }) => kind));
    assert.deepEqual(new Set(kinds), new Set(EVENT_KINDS));
  });
}

Deno.test("simulate() registers at most seven rows a day, and a burst of 40 on the seventh", () => {
  const registered = days.map((day) =>
    day.events.filter(({ kind }) => kind === "registered").length
  );
  assert.equal(registered[6], 40);
  assert.ok(registered.every((count, index) => index === 6 || count <= 7), `${registered}`);
});

Deno.test("simulate() keeps numbers unique but for three pairs, and a few null or malformed", () => {
  for (const day of days) {
    const given = numbers(day).filter((number) => number !== "");
    assert.ok(given.length - new Set(given).size <= 3, day.date);
    assert.ok(day.rows.length - given.length >= 4, day.date);
  }
  const first = numbers(days[0] as FixtureDay);
  assert.equal(first.length - new Set(first).size, 3 + 3, "three pairs, and four blanks are one");
  assert.equal(first.filter((number) => number.includes("---")).length, 2);
  assert.ok(first.filter((number) => !wellFormed.test(number)).length === 6);
});

Deno.test("simulate() never lists two rows with one meaning", () => {
  for (const day of simulate(5_000, 2)) {
    const meanings = day.rows.map((row) =>
      clean([row.ingredient, row.applicant, row.firstOn, ...row.siteAddresses].join("|"))
    );
    assert.equal(new Set(meanings).size, day.rows.length);
  }
});

Deno.test("simulate() tells an event wherever a number comes or goes but for one-day absences", () => {
  const everShown = new Set(numbers(days[0] as FixtureDay));
  const absent = new Map<string, number>();
  for (const day of days.slice(1)) {
    const now = new Set(numbers(day));
    const named = (kind: string) =>
      day.events.filter((event) => event.kind === kind).map((event) => event.registrationNumber);
    const left = new Set(day.events.map(({ from }) => from));
    for (const number of everShown) {
      if (left.has(number)) {
        everShown.delete(number);
        continue;
      }
      const days = now.has(number) ? 0 : (absent.get(number) ?? 0) + 1;
      assert.equal(named("delisted").includes(number), days === 2, `${day.date} ${number}`);
      const back = days === 0 && (absent.get(number) ?? 0) >= 2;
      assert.equal(named("relisted").includes(number), back, `${day.date} ${number}`);
      absent.set(number, days);
    }
    const explained = new Set(day.events.map(({ registrationNumber }) => registrationNumber));
    for (const number of now) {
      if (!everShown.has(number)) assert.ok(explained.has(number), `${day.date} ${number}`);
      everShown.add(number);
    }
  }
});

Deno.test("simulate() tells exactly the fields that differ on rows that keep their number", () => {
  for (const [index, day] of days.entries()) {
    if (index === 0) continue;
    const before = byNumber(days[index - 1] as FixtureDay);
    const told = new Map<string, string[]>();
    for (const { kind, registrationNumber, fields } of day.events) {
      const number = registrationNumber ?? "";
      if (!before.has(number) || !byNumber(day).has(number) || kind === "relisted") continue;
      told.set(number, [...told.get(number) ?? [], ...Object.keys(fields)].toSorted());
    }
    const seen = new Map<string, string[]>();
    for (const [number, row] of byNumber(day)) {
      const old = before.get(number);
      const fields = old === undefined ? [] : differing(old, row);
      if (fields.length > 0) seen.set(number, fields.toSorted());
    }
    assert.ok(seen.size > 0);
    assert.deepEqual(seen, told, day.date);
  }
});

Deno.test("simulate() tells what a field was and is as the site shows it, free of noise", () => {
  const columns = {
    ingredient: "ingredient",
    applicant: "applicant",
    documentVersion: "version",
    noticeCategory: "category",
    lastChangedOn: "changedOn",
  } as const;
  let checked = 0;
  for (const [index, day] of days.entries()) {
    const before = index === 0 ? new Map() : byNumber(days[index - 1] as FixtureDay);
    for (const { registrationNumber, fields } of day.events) {
      const old = before.get(registrationNumber ?? "");
      const row = byNumber(day).get(registrationNumber ?? "");
      if (old === undefined || row === undefined) continue;
      for (const [field, column] of Object.entries(columns)) {
        const change = fields[field as keyof typeof columns];
        if (change === undefined) continue;
        assert.deepEqual([change.from ?? "", change.to ?? ""], [old[column], row[column]], field);
        checked += 1;
      }
    }
  }
  assert.ok(checked > 50, `${checked} changes`);
});

Deno.test("simulate() writes some rows differently every day, a third of them on the fourth", () => {
  for (const [index, day] of days.entries()) {
    if (index === 0) continue;
    const before = new Map(days[index - 1]?.rows.map((row) => [clean(row.number), row]));
    const rewritten = day.rows.filter((row) => {
      const old = before.get(clean(row.number));
      return old !== undefined && JSON.stringify(old) !== JSON.stringify(row);
    });
    assert.ok(rewritten.length > day.events.length / 2 + 3, day.date);
    if (index === 3) assert.ok(rewritten.length > day.rows.length / 3, `${rewritten.length}`);
  }
});

Deno.test("simulate() keeps the order of registration with new rows last, or first when asked", () => {
  const last = days.at(-1) as FixtureDay;
  const dates = last.rows.map((row) => clean(row.firstOn));
  assert.deepEqual(dates, dates.toSorted());
  const mirrored = simulate(600, 12, 1, { newRows: "first" }).at(-1) as FixtureDay;
  assert.deepEqual(mirrored.rows, last.rows.toReversed());
  assert.deepEqual(mirrored.events, last.events);
});

Deno.test("simulate() moves the events of a refused day to the next believed one", () => {
  const refused = simulate(600, 12, 1, { refused: [7] });
  assert.deepEqual(refused[6]?.events, []);
  assert.deepEqual(refused.map((day) => day.rows), days.map((day) => day.rows));
  const registered = (day: FixtureDay | undefined) =>
    day?.events.filter(({ kind }) => kind === "registered").length ?? 0;
  assert.equal(registered(refused[7]), registered(days[6]) + registered(days[7]));
});

Deno.test("judge() counts absence in believed days and forgets it when the row is back", () => {
  const row = (days[0] as FixtureDay).rows[0] as FixtureRow;
  let known: Known | undefined;
  const kinds = [row, undefined, row, undefined, undefined, undefined, row].map((seen) => {
    const verdict = judge(known, seen);
    known = verdict.known;
    return verdict.events.map(({ kind }) => kind).join();
  });
  assert.deepEqual(kinds, ["registered", "", "", "", "delisted", "", "relisted"]);
});

Deno.test("judge() splits status, number and other fields of one row into events of their own", () => {
  const row = (days[0] as FixtureDay).rows.find(({ status }) => status === "정상") as FixtureRow;
  const after = {
    ...row,
    number: "20261101-209-J-1",
    status: "취소",
    statusOn: "2026-11-01",
    changedOn: "2026-11-01",
    review: "0009",
    version: "v9.9.9/2026",
  };
  const { events } = judge({ row: { ...row, review: "" }, absentDays: 0 }, after);
  assert.deepEqual(events.map(({ kind, fields }) => [kind, Object.keys(fields)]), [
    ["renumbered", []],
    ["cancelled", ["status", "statusChangedOn", "lastChangedOn"]],
    ["amended", ["documentVersion", "linkedReviewNumber"]],
  ]);
  assert.equal(events[0]?.from, row.number);
  assert.deepEqual(events[1]?.fields.status, { from: "active", to: "cancelled" });
  assert.deepEqual(events[2]?.fields.linkedReviewNumber, {
    from: null,
    to: "0009",
    mark: "completed",
  });
});

Deno.test("judge() takes a number filled in later for a completion", () => {
  const row = { ...(days[0] as FixtureDay).rows[0] as FixtureRow, number: "" };
  const { events } = judge({ row, absentDays: 0 }, { ...row, number: "1-1-ND" });
  assert.deepEqual(
    events.map(({ kind, registrationNumber, fields }) => ({
      kind,
      registrationNumber,
      fields,
    })),
    [{
      kind: "amended",
      registrationNumber: "1-1-ND",
      fields: { registrationNumber: { from: null, to: "1-1-ND", mark: "completed" } },
    }],
  );
});

/** Rows with a number that no other row of the day has. */
function byNumber(day: FixtureDay): Map<string, FixtureRow> {
  const all = numbers(day);
  const once = new Set(all.filter((number) => number !== ""));
  for (const number of all.filter((number, at) => all.indexOf(number) !== at)) once.delete(number);
  return new Map(
    day.rows.flatMap((row) => once.has(clean(row.number)) ? [[clean(row.number), row]] : []),
  );
}

/** Names of the fields that differ in more than the notation that site.md lists. */
function differing(before: FixtureRow, after: FixtureRow): string[] {
  const meaning = (text: string) =>
    clean(text).replace(/[‘’`]/g, "'").replaceAll("주식회사", "(주)");
  const sites = (row: FixtureRow) =>
    row.siteNames.map((name, at) =>
      meaning([name, row.siteAddresses[at], row.siteCountries[at]].join("|"))
    ).toSorted().join();
  const columns: Readonly<Record<string, keyof FixtureRow>> = {
    noticeCategory: "category",
    ingredient: "ingredient",
    applicant: "applicant",
    firstRegisteredOn: "firstOn",
    lastChangedOn: "changedOn",
    lastAnnualReportYear: "reportYear",
    status: "status",
    statusChangedOn: "statusOn",
    documentVersion: "version",
    linkedReviewNumber: "review",
  };
  const fields = Object.entries(columns).filter(([, column]) =>
    meaning(String(before[column])) !== meaning(String(after[column]))
  ).map(([field]) => field);
  return sites(before) === sites(after) ? fields : [...fields, "sites"];
}
