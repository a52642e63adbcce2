import assert from "node:assert/strict";
import fc from "fast-check";
import { runId } from "../src/model.ts";

Deno.test("runId() takes calendar dates, leap days too", () => {
  for (const text of ["2026-11-30", "2028-02-29", "0001-01-01", "9999-12-31"]) {
    assert.equal(runId(text), text);
  }
});

for (
  const text of [
    "+012026-01-01",
    "-002026-01-01",
    "20260101",
    "2026-01-01T00:00",
    "2026-01-01[u-ca=iso8601]",
  ]
) {
  Deno.test(`runId() rejects ${text}, a date in another notation`, () => {
    assert.throws(() => runId(text), {
      name: "RangeError",
      message: `Cannot read "${text}" as a date YYYY-MM-DD`,
    });
  });
}

for (const text of ["", "2026", "2026-02-29", "2026-13-01", "2026-1-1", " 2026-01-01", "../2026"]) {
  Deno.test(`runId() rejects "${text}", which is no date`, () => {
    assert.throws(() => runId(text), RangeError);
  });
}

Deno.test("runId() takes only texts whose order is that of their dates", () => {
  const day = fc.integer({ min: -4_000_000, max: 4_000_000 }).map((days) =>
    new Temporal.PlainDate(1970, 1, 1).add({ days })
  );
  fc.assert(fc.property(day, day, (a, b) => {
    const years = [a, b].map(({ year }) => year);
    if (years.some((year) => year < 0 || year > 9999)) {
      assert.throws(() => [runId(a.toString()), runId(b.toString())], RangeError);
    } else {
      const [one, two] = [runId(a.toString()), runId(b.toString())];
      assert.equal(one < two, Temporal.PlainDate.compare(a, b) < 0);
    }
  }));
});
