import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Answer,
  conditionalRequest,
  type KnownVisit,
  readVisit,
  trustIn,
  VALIDATOR_POLICY,
  type Visit,
} from "../src/corpus/validators.ts";
import { assertBilingual } from "./support/bilingual.ts";
import { type Manners, ValidatorServer } from "./support/validator_server.ts";

const START = Temporal.Instant.from("2026-05-19T06:00:00.400Z");
const HONEST: Manners = { etag: "version", lastModified: "version", conditions: "obeyed" };
const DAY = 86_400_000;

/** One box that visits one document, as a collection does: an `ask-again` is asked again at once. */
class Box {
  known: KnownVisit | null = null;
  bodies = 0;
  notes: string[] = [];
  now = START;

  constructor(readonly server: ValidatorServer, readonly policy = VALIDATOR_POLICY) {}

  visit(afterMs = DAY): Visit {
    this.now = this.now.add({ milliseconds: afterMs });
    const request = conditionalRequest(this.known, this.now, this.policy);
    let visit = this.#ask(request);
    if (visit.kind === "ask-again") visit = this.#ask({ ...request, headers: {} });
    this.known = JSON.parse(JSON.stringify(visit.known));
    if ("notes" in visit) this.notes.push(...visit.notes.map(({ en }) => en));
    return visit;
  }

  #ask(request: ReturnType<typeof conditionalRequest>): Visit {
    const answer = this.server.answer(request, this.now);
    if (answer.status === 200) this.bodies++;
    return readVisit(this.known, request, answer, this.policy);
  }

  get next() {
    return conditionalRequest(this.known, this.now.add({ milliseconds: DAY }), this.policy);
  }
}

function box(manners: Partial<Manners>): Box {
  return new Box(new ValidatorServer({ ...HONEST, ...manners }, START.subtract({ hours: 1 })));
}

Deno.test("conditionalRequest() asks for an unknown document without a condition", () => {
  const request = conditionalRequest(null, START, VALIDATOR_POLICY);
  assert.deepEqual([request.headers, request.reason], [{}, "first"]);
});

Deno.test("conditionalRequest() sends both validators as they were received", () => {
  const one = box({ etag: "weak-version" });
  one.visit(0);
  assert.deepEqual(one.next.headers, {
    "If-None-Match": 'W/"v1"',
    "If-Modified-Since": "Tue, 19 May 2026 05:00:00 GMT",
  });
});

Deno.test("conditionalRequest() never sends a date that is not a second older than its answer", () => {
  const one = box({ etag: "none" });
  one.server.change(START.subtract({ milliseconds: 200 }));
  one.visit(0);
  assert.equal(one.known?.lastModified, "Tue, 19 May 2026 06:00:00 GMT");
  assert.deepEqual([one.next.headers, one.next.reason], [{}, "distrusted"]);
  one.visit();
  assert.equal(one.next.reason, "conditional");
});

Deno.test("readVisit() takes no malformed tag, and no date to come, for a validator", () => {
  const request = conditionalRequest(null, START, VALIDATOR_POLICY);
  const headers = {
    date: "Tue, 19 May 2026 06:00:00 GMT",
    etag: "abc",
    "last-modified": "Wed, 20 May 2026 06:00:00 GMT",
  };
  const visit = readVisit(null, request, { ...answered(200), headers });
  assert.deepEqual([visit.known?.etag, visit.known?.lastModified], [null, null]);
});

Deno.test("readVisit() reads the obsolete forms of a date", () => {
  for (const date of ["Monday, 18-May-26 06:00:00 GMT", "Mon May 18 06:00:00 2026"]) {
    const request = conditionalRequest(null, START, VALIDATOR_POLICY);
    const headers = { date: "Tue, 19 May 2026 06:00:00 GMT", "last-modified": date };
    const { known } = readVisit(null, request, { ...answered(200), headers });
    assert.deepEqual([known?.lastModified, known?.lastModifiedStrong], [date, true]);
  }
});

Deno.test("readVisit() lets a 304 verify the document and renew its validators", () => {
  const one = box({});
  one.visit(0);
  const visit = one.visit();
  assert.equal(visit.kind, "not-modified");
  assert.equal(one.known?.fetchedAt, "2026-05-19T06:00:00.4Z");
  assert.equal(one.known?.lastVerifiedAt, "2026-05-20T06:00:00.4Z");
  assert.equal(one.known?.lastChanged, one.known?.firstSeen);
  const request = one.next;
  const renewed = { etag: 'W/"v1"', "last-modified": "Tue, 19 May 2026 05:30:00 GMT" };
  const later = readVisit(one.known, request, { ...answered(304), headers: renewed });
  assert.equal(later.known?.etag, 'W/"v1"');
  assert.equal(later.known?.lastModified, "Tue, 19 May 2026 05:30:00 GMT");
});

Deno.test("readVisit() has a 304 for another version asked again", () => {
  const one = box({});
  one.visit(0);
  const visit = readVisit(one.known, one.next, { ...answered(304), headers: { etag: '"v9"' } });
  assert.equal(visit.kind, "ask-again");
  assert.equal(visit.known, one.known);
  const dated = box({ etag: "none" });
  dated.visit(0);
  const headers = { "last-modified": "Tue, 19 May 2026 05:30:00 GMT" };
  assert.equal(readVisit(dated.known, dated.next, { ...answered(304), headers }).kind, "ask-again");
});

Deno.test("readVisit() believes a 304 whose tag lacks the mark of a content coding", () => {
  const request = conditionalRequest(null, START, VALIDATOR_POLICY);
  const first = readVisit(null, request, { ...answered(200), headers: { etag: '"v1-gzip"' } });
  const next = conditionalRequest(first.known, START.add({ hours: 24 }), VALIDATOR_POLICY);
  const visit = readVisit(first.known, next, { ...answered(304), headers: { etag: '"v1"' } });
  assert.equal(visit.kind, "not-modified");
});

Deno.test("readVisit() learns nothing from a 304 nobody asked for, or from an error", () => {
  const one = box({});
  one.visit(0);
  const bare = { ...one.next, headers: {} };
  for (const answer of [answered(304), { ...answered(503), contentHash: null }]) {
    const visit = readVisit(one.known, bare, answer);
    assert.equal(visit.kind, "no-answer");
    assert.equal(visit.known, one.known);
  }
  assert.equal(readVisit(null, bare, answered(304)).known, null);
});

Deno.test("readVisit() learns nothing from a consent page that bears the validators of the document", () => {
  const one = box({});
  one.visit(0);
  const page = { ...one.server.answer({ ...one.next, headers: {} }, one.now), contentHash: null };
  const visit = readVisit(one.known, one.next, page);
  assert.deepEqual([visit.kind, visit.known], ["no-answer", one.known]);
});

Deno.test("trustIn() stops trusting a tag that changes on every visit, and dates are used instead", () => {
  const one = box({ etag: "every-visit" });
  for (let i = 0; i < 5; i++) one.visit();
  assert.equal(trustIn(one.known as KnownVisit).etag.standing, "useless");
  assert.deepEqual(one.notes, [
    "ETag: changed 3 times in a row while the content stayed, which is of no use",
  ]);
  assert.deepEqual(Object.keys(one.next.headers), ["If-Modified-Since"]);
  assert.equal(one.visit().kind, "not-modified");
});

Deno.test("trustIn() trusts a tag again that has stopped changing", () => {
  const one = box({ etag: "every-visit", lastModified: "none" });
  for (let i = 0; i < 5; i++) one.visit();
  const calm = new Box(new ValidatorServer({ ...HONEST, lastModified: "none" }, START));
  calm.known = one.known;
  calm.now = one.now;
  calm.visit();
  assert.equal(trustIn(calm.known as KnownVisit).etag.standing, "useless");
  calm.visit();
  assert.equal(trustIn(calm.known as KnownVisit).etag.standing, "trusted");
  assert.match(calm.notes.join(), /^ETag: stayed with the content once and/);
});

Deno.test("trustIn() stops trusting a validator that stays while the content changes, at once", () => {
  const one = box({ etag: "frozen", lastModified: "frozen" });
  one.visit(0);
  one.server.change(one.now);
  for (let i = 0; i < 6; i++) assert.equal(one.visit().kind, "not-modified");
  assert.equal(one.next.reason, "control");
  assert.equal(one.visit().kind, "changed");
  assert.equal(trustIn(one.known as KnownVisit).etag.standing, "lying");
  assert.equal(one.next.reason, "distrusted");
  one.server.change(one.now);
  assert.equal(one.visit().kind, "changed");
});

Deno.test("trustIn() needs three honest changes after a missed one", () => {
  const one = box({ etag: "frozen", lastModified: "none" });
  one.visit(0);
  one.server.change(one.now);
  for (let i = 0; i < 7; i++) one.visit();
  const better = new Box(new ValidatorServer({ ...HONEST, lastModified: "none" }, START));
  Object.assign(better, { known: one.known, now: one.now });
  better.server.change(better.now);
  const standings = Array.from({ length: 4 }, () => {
    better.server.change(better.now);
    better.visit();
    return trustIn(better.known as KnownVisit).etag.standing;
  });
  assert.deepEqual(standings, ["lying", "lying", "trusted", "trusted"]);
});

Deno.test("trustIn() counts honest changes anew after every missed one", () => {
  const one = box({ lastModified: "none" });
  const change = () => {
    one.server.change(one.now);
    one.visit();
  };
  one.visit(0);
  for (let i = 0; i < 5; i++) change();
  const same = { ...one.next, headers: {} };
  const headers = { etag: one.known?.etag as string };
  const visit = readVisit(one.known, same, { ...answered(200), headers, contentHash: "other" });
  assert.equal(trustIn(visit.known as KnownVisit).etag.standing, "lying");
});

Deno.test("readVisit() dates a change by the visit that found it, and the first sight once", () => {
  const one = box({ etag: "none", lastModified: "none" });
  one.visit(0);
  one.visit();
  assert.equal(one.known?.lastChanged, "2026-05-19T06:00:00.4Z");
  one.server.change(one.now);
  one.visit();
  assert.equal(one.known?.lastChanged, "2026-05-21T06:00:00.4Z");
  one.visit();
  assert.equal(one.known?.lastChanged, "2026-05-21T06:00:00.4Z");
  assert.equal(one.known?.firstSeen, "2026-05-19T06:00:00.4Z");
});

Deno.test("trustIn() calls no date a liar that two versions of one second share", () => {
  const one = box({ etag: "none" });
  one.server.change(START.add({ milliseconds: 10 }));
  one.visit(20);
  one.server.change(START.add({ milliseconds: 30 }));
  assert.equal(one.visit(20).kind, "changed");
  assert.equal(trustIn(one.known as KnownVisit).lastModified.standing, "untried");
});

Deno.test("trustIn() finds out a server that answers every condition with 304", () => {
  const one = box({ conditions: "always-304", etag: "version", lastModified: "none" });
  // Such a server names the new tag in its 304, and is caught by that alone.
  one.visit(0);
  one.server.change(one.now);
  assert.equal(one.visit().kind, "changed");
  // One that names none has to be caught by what its controls show.
  const silent = box({ conditions: "always-304", lastModified: "none" });
  const wordless = silent.server.answer.bind(silent.server);
  silent.server.answer = (request, at) => {
    const answer = wordless(request, at);
    return answer.status === 304 ? { ...answer, headers: {} } : answer;
  };
  let visits = 0;
  while (silent.next.reason !== "distrusted" && visits < 60) {
    if (visits % 7 === 3) silent.server.change(silent.now);
    silent.visit();
    visits++;
  }
  assert.equal(trustIn(silent.known as KnownVisit).etag.standing, "lying");
  assert.match(silent.notes.join(), /3 changes were found behind answers of 304/);
  assert.ok(visits <= 3 * 7 + 1, `${visits} visits`);
});

Deno.test("trustIn() takes a body that differs seconds after a 304 for a lie of that 304", () => {
  const one = box({});
  one.visit(0);
  one.visit();
  const at = one.now.add({ seconds: 20 });
  const control = { ...one.next, headers: {}, reason: "control" as const };
  const visit = readVisit(one.known, control, {
    ...answered(200),
    receivedAt: at,
    contentHash: "other",
    headers: { etag: '"other"' },
  });
  assert.equal(trustIn(visit.known as KnownVisit).etag.standing, "lying");
});

Deno.test("trustIn() stops sending to a server that ignores conditions", () => {
  const one = box({ conditions: "ignored", lastModified: "none" });
  for (let i = 0; i < 4; i++) one.visit();
  assert.equal(trustIn(one.known as KnownVisit).etag.standing, "useless");
  assert.match(one.notes.join(), /ignored by the server 3 times in a row/);
});

Deno.test("every sentence on validators is said in both languages", () => {
  const manners: Partial<Manners>[] = [
    ...[{}, { etag: "every-visit" }, { etag: "frozen", lastModified: "frozen" }] as const,
    ...[{ conditions: "ignored" }, { etag: "none", lastModified: "none" }] as const,
    ...[{ conditions: "always-304" }] as const,
  ];
  for (const each of manners) {
    const one = box(each);
    for (let i = 0; i < 30; i++) {
      if (i % 4 === 0) one.server.change(one.now);
      assertBilingual(one.next.why);
      const visit = one.visit();
      if ("why" in visit) assertBilingual(visit.why);
      if ("notes" in visit) visit.notes.forEach(assertBilingual);
      const trust = trustIn(one.known as KnownVisit);
      assertBilingual(trust.etag.why);
      assertBilingual(trust.lastModified.why);
    }
  }
});

/** A life of a document: before each visit it changes so many times, spread over the time between. */
const LIFE = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 3 * DAY })),
    changes: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 })),
  }),
  { minLength: 1, maxLength: 40 },
);

function live(one: Box, life: readonly { afterMs: number; changes: number }[], each: () => void) {
  for (const { afterMs, changes } of life) {
    for (let i = 1; i <= changes; i++) {
      one.server.change(one.now.add({ milliseconds: Math.floor(afterMs * i / (changes + 1)) }));
    }
    one.visit(afterMs);
    each();
  }
}

Deno.test("readVisit() always knows the truth of an honest server, to the millisecond", () => {
  const marks = fc.constantFrom<Partial<Manners>>(
    ...[{}, { etag: "none" }, { lastModified: "none" }, { etag: "weak-version" }] as const,
    ...[{ etag: "every-visit" }, { lastModified: "every-visit" }, {
      conditions: "ignored",
    }] as const,
    ...[{ etag: "none", lastModified: "none" }] as const,
  );
  fc.assert(
    fc.property(marks, LIFE, (manners, life) => {
      // Visits that follow each other within a second are no reason to doubt a 304 here.
      const one = new Box(box(manners).server, { ...VALIDATOR_POLICY, sameMomentSeconds: 0 });
      live(one, life, () => {
        assert.equal(one.known?.contentHash, one.server.hash);
        assert.equal(one.known?.lastVerifiedAt, one.now.toString());
        assert.equal(one.known?.trust.etag.missed, 0);
        // A date made up on every visit may be older than a change, and is caught at that.
        const isMadeUp = manners.lastModified === "every-visit";
        if (!isMadeUp) assert.equal(one.known?.trust.lastModified.missed, 0);
      });
    }),
    { numRuns: 300 },
  );
});

Deno.test("readVisit() is wrong about a lying server for at most six visits and seven days", () => {
  const manners = fc.record<Manners>({
    etag: fc.constantFrom("none", "version", "every-visit", "frozen", "weak-version"),
    lastModified: fc.constantFrom("none", "version", "every-visit", "frozen"),
    conditions: fc.constantFrom("obeyed", "ignored", "always-304"),
  });
  fc.assert(
    fc.property(manners, LIFE, (each, life) => {
      const one = box(each);
      let wrong = 0;
      live(one, life, () => {
        wrong = one.known?.contentHash === one.server.hash ? 0 : wrong + 1;
        assert.ok(wrong <= VALIDATOR_POLICY.controlAfter304s);
        const age = one.now.since(Temporal.Instant.from(one.known?.fetchedAt as string));
        assert.ok(age.total("days") <= VALIDATOR_POLICY.controlAfterDays || wrong === 0);
      });
    }),
    { numRuns: 400 },
  );
});

Deno.test("readVisit() believes no frozen validator twice", () => {
  fc.assert(
    fc.property(LIFE, (life) => {
      const one = box({ etag: "frozen", lastModified: "frozen" });
      let distrusted = false;
      live(one, life, () => {
        if (distrusted) assert.equal(one.known?.contentHash, one.server.hash);
        distrusted ||= trustIn(one.known as KnownVisit).etag.standing === "lying";
      });
    }),
    { numRuns: 200 },
  );
});

Deno.test("readVisit() spares an honest server most bodies of a page that seldom changes", () => {
  const one = box({});
  for (let day = 0; day < 100; day++) {
    if (day % 25 === 7) one.server.change(one.now);
    one.visit();
  }
  // A body a week, the first, and four changes of which some fall on a day of control.
  assert.ok(one.bodies <= 20, `${one.bodies} bodies`);
});

function answered(status: number): Answer {
  return { status, headers: {}, receivedAt: START.add({ hours: 24 }), contentHash: "v1" };
}
