import assert from "node:assert/strict";
import { minutesAhead, setBack, wrongClock } from "../src/clock_check.ts";
import { assertBilingual } from "./support/bilingual.ts";

/** 06:00 in Seoul on December 1st. */
const SIX = Temporal.Instant.from("2026-11-30T21:00:00Z");
const DATE = "Mon, 30 Nov 2026 21:00:00 GMT";

const answer = (headers: Record<string, string>) => ({
  headers,
  finalUrl: "https://register.invalid/robots.txt",
});

Deno.test.each([
  ["in step", {}, true],
  ["two hours ahead", { hours: 2 }, true],
  ["two hours behind", { hours: -2 }, true],
  ["four hours ahead", { hours: 4 }, false],
  ["four hours behind", { hours: -4 }, false],
  ["nine hours behind, UTC taken for Seoul", { hours: -9 }, false],
  ["a day ahead", { hours: 24 }, false],
  ["a day behind", { hours: -24 }, false],
  ["a year ahead", { hours: 24 * 365 }, false],
  ["back in 1970", { hours: -24 * 365 * 56 }, false],
])(
  "wrongClock() judges a clock $0",
  (_, offset: { readonly hours?: number }, believed: boolean) => {
    const said = wrongClock(answer({ date: DATE }), SIX.add({ hours: offset.hours ?? 0 }));
    assert.equal(said === null, believed);
  },
);

Deno.test("wrongClock() wants both clocks on one day, but for minutes around midnight", () => {
  const midnight = Temporal.Instant.from("2026-11-30T15:00:00Z");
  const headers = { date: "Mon, 30 Nov 2026 14:55:00 GMT" };
  assert.equal(wrongClock(answer(headers), midnight.add({ minutes: 3 })), null);
  assert.notEqual(wrongClock(answer(headers), midnight.add({ minutes: 30 })), null);
  assert.equal(wrongClock(answer(headers), midnight.subtract({ minutes: 90 })), null);
});

Deno.test("wrongClock() says both times in Seoul, the host, and what to do", () => {
  const said = wrongClock(answer({ date: DATE }), SIX.add({ hours: 24 }));
  assert.ok(said);
  assertBilingual(said);
  for (const text of [said.ko, said.en]) {
    for (const part of ['"2026-12-02 06:00"', '"2026-12-01 06:00"', '"register.invalid"']) {
      assert.ok(text.includes(part), text);
    }
  }
  assert.match(said.en, /nothing was recorded .* set the clock and run again$/);
});

Deno.test("an answer without a readable Date judges no clock", () => {
  const headers: Record<string, string>[] = [{}, { date: "" }, { date: "yesterday" }, { age: "5" }];
  for (const each of headers) {
    assert.equal(minutesAhead(each, SIX), null);
    assert.equal(wrongClock(answer(each), SIX.add({ hours: 999 })), null);
  }
});

Deno.test("minutesAhead() counts the age that a cache on the way tells", () => {
  const now = SIX.add({ hours: 10 });
  assert.equal(minutesAhead({ date: DATE }, now), 600);
  assert.equal(minutesAhead({ date: DATE, age: "36000" }, now), 0);
  assert.equal(minutesAhead({ date: DATE, age: "-1" }, now), 600);
  assert.equal(minutesAhead({ date: DATE, age: "9".repeat(30) }, now), 600);
});

Deno.test("setBack() tells a clock that is hours behind the last seal from one that was corrected", () => {
  assert.equal(setBack(SIX.toString(), SIX.add({ hours: 30 })), null);
  assert.equal(setBack(SIX.toString(), SIX.subtract({ minutes: 20 })), null);
  const said = setBack(SIX.toString(), SIX.subtract({ hours: 24 }));
  assert.ok(said);
  assertBilingual(said);
  assert.match(said.en, /"2026-11-30 06:00" in Seoul, .* sealed at "2026-12-01 06:00"/);
});
