import assert from "node:assert/strict";
import type { InstantText, RunId, SourceId } from "../src/model.ts";
import { meet, type Met, recovered, type Trouble } from "../src/trouble.ts";

const source = "mfds-dmf" as SourceId;

/** An attempt that ends at `at`, a minute after it began. */
function met(kind: Trouble["kind"], at: string, about: string = kind): Met {
  const finishedAt = at as InstantText;
  const startedAt = Temporal.Instant.from(at).subtract({ minutes: 1 }).toString() as InstantText;
  const run = at.slice(0, 10) as RunId;
  const reason = { ko: "까닭입니다.", en: "The reason." };
  return { kind, about, source, run, attempt: 1, startedAt, finishedAt, reason };
}

/** Which attempts of a story are told. */
function told(story: readonly Met[]): boolean[] {
  let trouble: Trouble | null = null;
  return story.map((one) => {
    const { trouble: next, alert } = meet(trouble, one);
    trouble = next;
    return alert !== null;
  });
}

Deno.test("a site that does not answer is told after a day, again after a week, and not in between", () => {
  const mornings = Array.from(
    { length: 10 },
    (_, day) => met("unreachable", `2026-12-${String(day + 1).padStart(2, "0")}T21:01:00Z`),
  );
  assert.deepEqual(told([met("unreachable", "2026-12-01T21:11:00Z")]), [false]);
  assert.deepEqual(told(mornings), [
    false,
    true,
    ...Array(6).fill(false),
    true,
    false,
  ]);
});

Deno.test("a refused list is told at once, the same refusal on the next days is not, another one is", () => {
  const story = [
    met("quarantined", "2026-12-01T21:01:00Z", "rows-gone"),
    met("quarantined", "2026-12-02T21:01:00Z", "rows-gone"),
    met("quarantined", "2026-12-03T21:01:00Z", "site-wide-shift 신청인"),
    met("robots-disallow", "2026-12-04T21:01:00Z"),
  ];
  assert.deepEqual(told(story), [true, false, true, true]);
});

Deno.test("a site that fails between two equal refusals neither repeats the alert nor hides the end", () => {
  const refused = (at: string) => met("quarantined", at, "rows-gone");
  const story = [
    refused("2026-12-01T21:01:00Z"),
    met("unreachable", "2026-12-02T21:01:00Z"),
    refused("2026-12-02T21:31:00Z"),
    met("unreachable", "2026-12-03T21:01:00Z"),
    refused("2026-12-03T21:31:00Z"),
    met("unreachable", "2026-12-04T21:01:00Z"),
  ];
  assert.deepEqual(told(story), [true, false, false, false, false, false]);
  const last = story.reduce<Trouble | null>((before, one) => meet(before, one).trouble, null);
  const at = "2026-12-05T21:05:00Z" as InstantText;
  const alert = recovered(last, { source, run: "2026-12-06" as RunId, at });
  assert.match(alert?.sentence.en ?? "", /since 2026-12-02 06:00 \(the list was quarantined\)/);
});

Deno.test("the end of trouble is told where the trouble was, and only there", () => {
  const at = "2026-12-05T21:05:00Z" as InstantText;
  const over = { source, run: "2026-12-06" as RunId, at };
  const { trouble } = meet(null, met("unreachable", "2026-12-01T21:01:00Z"));
  assert.equal(recovered(trouble, over), null);
  assert.equal(recovered(null, over), null);
  const later = meet(trouble, met("unreachable", "2026-12-02T21:01:00Z"));
  const alert = recovered(later.trouble, over);
  assert.equal(alert?.id, "mfds-dmf-2026-12-06-recovered");
  assert.match(alert.sentence.en, /since 2026-12-02 06:00/);
});

Deno.test("two troubles that take turns are each told once, and again after a week", () => {
  const story = Array.from({ length: 9 }, (_, day) => {
    const at = `2026-12-0${day + 1}T21:01:00Z`;
    return day % 2 === 0 ? met("quarantined", at, "rows-gone") : met("robots-disallow", at);
  });
  assert.deepEqual(told(story), [true, true, ...Array(6).fill(false), true]);
});

Deno.test("the end is told of a refusal that an untold outage followed", () => {
  const refused = meet(null, met("quarantined", "2026-12-01T21:01:00Z", "rows-gone"));
  const { trouble, alert } = meet(refused.trouble, met("unreachable", "2026-12-02T21:01:00Z"));
  assert.equal(alert, null);
  const at = "2026-12-03T21:05:00Z" as InstantText;
  const over = recovered(trouble, { source, run: "2026-12-04" as RunId, at });
  assert.match(over?.sentence.en ?? "", /since 2026-12-02 06:00 \(the list was quarantined\)/);
});

Deno.test("every alert of trouble is a sentence in both languages", () => {
  for (const kind of ["unreachable", "quarantined", "robots-disallow"] as const) {
    const first = meet(null, met(kind, "2026-12-01T21:01:00Z"));
    const { alert } = meet(first.trouble, met(kind, "2026-12-09T21:01:00Z"));
    assert.ok(alert);
    assert.match(alert.sentence.ko, /[가-힣].*까닭입니다\.$/);
    assert.match(alert.sentence.en, /The reason\.$/);
    assert.equal(alert.kind, kind);
  }
});
