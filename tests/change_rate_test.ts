import assert from "node:assert/strict";
import fc from "fast-check";
import {
  estimateRate,
  FEWEST_VISITS,
  likeliestRate,
  PRIOR_PER_DAY,
  recentRate,
  type Visit,
} from "../src/change_rate.ts";
import { type Random, seededRandom } from "../src/demo/random.ts";
import { shareOf } from "../src/share.ts";

/** `n` visits of one interval, `changed` of which found a change. */
function equalVisits(n: number, changed: number, days = 1): Visit[] {
  return Array.from({ length: n }, (_, i) => ({ days, changed: i < changed }));
}

/** Visits to a Poisson process that changes at exponential gaps. */
function watched(perDay: number, intervals: readonly number[], random: Random): Visit[] {
  const gap = () => -Math.log(1 - random.next()) / perDay;
  let [now, next] = [0, gap()];
  return intervals.map((days) => {
    now += days;
    const changed = next <= now;
    while (next <= now) next += gap();
    return { days, changed };
  });
}

const closedForm = (n: number, x: number, days: number) =>
  -Math.log(1 - (x + 0.5) / (n + 1)) / days;

const near = (found: number, expected: number, relative: number) =>
  assert.ok(Math.abs(found / expected - 1) <= relative, `${found} is not ${expected}`);

const anyVisits = fc.array(
  fc.record({ days: fc.integer({ min: 1, max: 40 }), changed: fc.boolean() }),
  { minLength: FEWEST_VISITS, maxLength: 120 },
);

Deno.test("likeliestRate() is the closed form where all intervals are equal", () => {
  const days = fc.double({ min: 0.001, max: 1000, noNaN: true });
  fc.assert(fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), days, (n, some, each) => {
    const x = some % (n + 1);
    near(likeliestRate(equalVisits(n, x, each)), closedForm(n, x, each), 1e-10);
  }));
});

Deno.test("likeliestRate() solves the equation of unequal intervals", () => {
  fc.assert(fc.property(anyVisits, (visits) => {
    const rate = likeliestRate(visits);
    const mean = visits.reduce((sum, { days }) => sum + days, 0) / visits.length;
    const pull = (days: number) => days / Math.expm1(rate * days);
    const changed = visits.filter((visit) => visit.changed);
    const unchanged = visits.filter((visit) => !visit.changed);
    const left = changed.reduce((sum, { days }) => sum + pull(days), 0.5 * pull(mean));
    const right = unchanged.reduce((sum, { days }) => sum + days, 0.5 * mean);
    near(left, right, 1e-9);
  }));
});

Deno.test("likeliestRate() is the maximum of the likelihood, looked for on a grid", () => {
  const intervals: number[] = Array.from(
    { length: 60 },
    (_, i) => i % 5 === 0 ? 3 : i % 17 === 0 ? 9 : 1,
  );
  const visits = watched(0.3, intervals, seededRandom(5));
  const mean = intervals.reduce((a, b) => a + b) / 60;
  const likelihood = (rate: number) =>
    [
      ...visits.map((visit) => [visit, 1] as const),
      [{ days: mean, changed: true }, 0.5] as const,
      [
        { days: mean, changed: false },
        0.5,
      ] as const,
    ].reduce(
      (sum, [{ days, changed }, weight]) =>
        sum + weight * (changed ? Math.log(-Math.expm1(-rate * days)) : -rate * days),
      0,
    );
  const grid = Array.from({ length: 20_000 }, (_, i) => (i + 1) / 10_000);
  const best = grid.reduce((a, b) => likelihood(b) > likelihood(a) ? b : a);
  assert.ok(Math.abs(likeliestRate(visits) - best) <= 1e-4);
});

Deno.test("likeliestRate() rises with every visit that found a change instead of none", () => {
  fc.assert(fc.property(anyVisits, fc.nat(), (visits, some) => {
    const at = some % visits.length;
    const as = (changed: boolean) =>
      likeliestRate(visits.map((visit, i) => i === at ? { ...visit, changed } : visit));
    assert.ok(as(true) > as(false));
  }));
});

Deno.test("likeliestRate() does not ask in which order visits came, nor in which unit time is", () => {
  fc.assert(fc.property(anyVisits, (visits) => {
    near(likeliestRate(visits.toReversed()), likeliestRate(visits), 1e-12);
    const inHours = visits.map((visit) => ({ ...visit, days: visit.days * 24 }));
    near(likeliestRate(inHours) * 24, likeliestRate(visits), 1e-9);
  }));
});

Deno.test("an interval must be above 0 days, and a rate needs a visit", () => {
  assert.throws(() => likeliestRate([{ days: 0, changed: true }]), RangeError);
  assert.throws(() => likeliestRate([]), RangeError);
});

Deno.test("estimateRate() assumes half a change a day until the fourteenth visit", () => {
  const assumed = estimateRate(equalVisits(13, 13));
  assert.deepEqual(assumed, {
    perDay: PRIOR_PER_DAY,
    isPrior: true,
    standardError: null,
    low: null,
    high: null,
  });
  const first = estimateRate(equalVisits(14, 7));
  assert.equal(first.isPrior, false);
  near(first.perDay, closedForm(14, 7, 1), 1e-12);
});

Deno.test("estimateRate()'s interval is Wilson's where all intervals are equal", () => {
  fc.assert(fc.property(fc.integer({ min: 14, max: 400 }), fc.nat(400), (n, some) => {
    const x = some % (n + 1);
    const { low, high } = estimateRate(equalVisits(n, x, 2));
    const wilson = shareOf(x, n);
    const rate = (share: number) => -Math.log1p(-share) / 2;
    if (x === 0) assert.equal(low, 0);
    else near(low!, rate(wilson.low), 1e-9);
    if (x === n) assert.equal(high, null);
    else near(high!, rate(wilson.high), 1e-9);
  }));
});

Deno.test("estimateRate() lies in its own interval, whatever the intervals", () => {
  fc.assert(fc.property(anyVisits, (visits) => {
    const { perDay, low, high } = estimateRate(visits);
    assert.ok(low! < perDay && (high === null || perDay < high), `${low} ${perDay} ${high}`);
  }));
});

const WATCHED = [30, 120, 365].flatMap((visits) =>
  [0.02, 0.1, 0.5, 1.5].flatMap((perDay) =>
    (["equal", "unequal"] as const).map((intervals) => ({ visits, perDay, intervals }))
  )
);

Deno.test.each(WATCHED)(
  "λ̂ of 600 processes of $perDay a day, $visits $intervals visits: bias and coverage",
  ({ visits, perDay, intervals }) => {
    const random = seededRandom(visits * 1000 + perDay * 100);
    let [total, days, covered] = [0, 0, 0];
    const processes = 600;
    for (let i = 0; i < processes; i += 1) {
      const each = Array.from(
        { length: visits },
        () => intervals === "equal" || random.chance(0.8) ? 1 : random.between(2, 7),
      );
      days += each.reduce((a, b) => a + b);
      const { perDay: found, low, high } = estimateRate(watched(perDay, each, random));
      total += found;
      if (low! <= perDay && (high === null || perDay <= high)) covered += 1;
    }
    // The half visit adds half a change to the time watched; beyond that a twentieth is chance.
    const bias = total / processes - perDay;
    const added = 0.5 / (days / processes);
    assert.ok(
      Math.abs(bias) <= 1.1 * added + 0.05 * perDay,
      `bias ${bias}, half a change ${added}`,
    );
    // 95 %, and three standard errors of 600 tries, and what discreteness adds above.
    const coverage = covered / processes;
    assert.ok(coverage >= 0.923 && coverage <= 0.99, `coverage ${coverage}`);
  },
);

Deno.test("recentRate() is a burst where it is three times the usual rate and improbable, not before", () => {
  // Usual: 40 of 200, λ̂ = −ln(1 − 40.5/201). By chance X of 14 are at least 8 once in 397 windows,
  // 9 once in 2,469.
  const usual = equalVisits(200, 40);
  const found = [6, 7, 8, 9].map((x) => recentRate(equalVisits(14, x), usual));
  const times = found.map(({ perDay, usualPerDay }) => (perDay! / usualPerDay!).toFixed(1));
  assert.deepEqual(times, ["2.5", "3.1", "3.7", "4.5"]);
  assert.deepEqual(found.map(({ isBurst }) => isBurst), [false, false, false, true]);
});

Deno.test("recentRate() takes no one or two changes for a burst, however quiet it was before", () => {
  const quiet = equalVisits(380, 0);
  const found = [0, 1, 2, 3].map((x) => recentRate(equalVisits(14, x), quiet));
  assert.ok(found.every(({ perDay, usualPerDay }) => perDay! >= 3 * usualPerDay!));
  assert.deepEqual(found.map(({ isBurst }) => isBurst), [false, false, false, true]);
});

Deno.test("recentRate() is no burst while the usual rate is not known", () => {
  const found = recentRate(equalVisits(14, 14), equalVisits(13, 0));
  assert.deepEqual([found.usualPerDay, found.isBurst], [null, false]);
  assert.equal(recentRate(equalVisits(14, 14), equalVisits(14, 0)).isBurst, true);
  assert.deepEqual(recentRate([], equalVisits(14, 0)).perDay, null);
});

Deno.test("recentRate() knows that a long interval finds a change anyway", () => {
  const usual = equalVisits(200, 40);
  const daily = Array.from({ length: 9 }, () => ({ days: 1, changed: true }));
  const sparse = Array.from({ length: 9 }, () => ({ days: 14, changed: true }));
  assert.equal(recentRate(daily, usual).isBurst, true);
  assert.equal(recentRate(sparse, usual).isBurst, false);
});

/** A year of mornings at a steady rate, 28 days after the baseline on: false alarms a year. */
function falseAlarms(perDay: number, years: number): number {
  const random = seededRandom(Math.round(perDay * 1000));
  const chance = -Math.expm1(-perDay);
  const known = new Map<string, boolean>();
  let alarms = 0;
  for (let year = 0; year < years; year += 1) {
    const found: number[] = [];
    let [was, recent, usual] = [false, 0, 0];
    for (let day = 0; day < 28 + 365; day += 1) {
      found.push(random.chance(chance) ? 1 : 0);
      recent += found[day]! - (found[day - 14] ?? 0);
      usual += found[day - 14] ?? 0;
      const before = day + 1 - 14;
      if (before < FEWEST_VISITS) continue;
      const key = `${recent} ${usual} ${before}`;
      const isBurst = known.get(key) ??
        recentRate(equalVisits(14, recent), equalVisits(before, usual)).isBurst;
      known.set(key, isBurst);
      if (isBurst && !was) alarms += 1;
      was = isBurst;
    }
  }
  return alarms / years;
}

Deno.test.each([0.002, 0.01, 0.03, 0.1, 0.3, 1, 2])(
  "at a steady %f changes a day a burst is called less than once in five years",
  (perDay) => {
    const alarms = falseAlarms(perDay, 120);
    assert.ok(alarms < 0.2, `${alarms} a year`);
  },
);

Deno.test.each([
  // Of 14 visits at least 5 must find a change: by the binomial distribution 69 % and 99 % of bursts.
  [10, 0.6, 0.78],
  [20, 0.96, 1],
])("two weeks at %i times 0.05 a day are called a burst in %f to %f of all cases", (
  times,
  least,
  most,
) => {
  const random = seededRandom(times);
  let seen = 0;
  for (let i = 0; i < 300; i += 1) {
    const before = watched(0.05, Array(200).fill(1), random);
    if (recentRate(watched(0.05 * times, Array(14).fill(1), random), before).isBurst) seen += 1;
  }
  assert.ok(seen / 300 >= least && seen / 300 <= most, `${seen} of 300`);
});
