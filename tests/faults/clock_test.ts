/** Clocks that are wrong, jump, or stand in another zone: what they end with, say, and leave behind. */
import assert from "node:assert/strict";
import type { Clock } from "../../src/ports.ts";
import type { FixtureDay } from "../support/fixture_days.ts";
import { simulate } from "../support/fixture_days.ts";
import type { SiteOptions } from "../support/fixture_options.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { Dmf, type Ran } from "../support/run_dmf.ts";
import { assertTrue } from "../support/truth.ts";

type Three = readonly [FixtureDay, FixtureDay, FixtureDay];
const [first, second, third] = simulate(110, 3, 5) as unknown as Three;

type Off = { readonly hours?: number };

/** 06:00 in Seoul. */
const morning = (day: { readonly date: string }) =>
  Temporal.ZonedDateTime.from(`${day.date}T06:00[Asia/Seoul]`).toInstant();

const stands = (now: Temporal.Instant): Clock => ({
  now: () => now,
  sleep: () => Promise.resolve(),
});

interface Box {
  readonly dmf: Dmf;
  /** Begins a morning on the site. */
  dawn(day: FixtureDay): void;
  readonly site: FixtureSite;
  /** Runs `--once` on a morning, the machine's clock `off`. */
  once(day: FixtureDay, off?: Off | Clock, ...more: string[]): Promise<Ran>;
  lastRun(): Promise<string | null>;
  runsOnDisk(): Promise<string[]>;
}

/** A box with the first day sealed, towards a site that tells the true time, unless it is silent. */
async function withBox(body: (box: Box) => Promise<void>, { tells = true } = {}): Promise<void> {
  let truth = morning(first);
  const options: SiteOptions = tells ? { clock: () => truth } : {};
  await using site = new FixtureSite(options);
  await using dmf = await Dmf.towards(site.origin);
  const box: Box = {
    dmf,
    site,
    dawn(day) {
      truth = morning(day);
      site.setRows(day.rows);
      site.forget();
    },
    once(day, off = {}, ...more) {
      box.dawn(day);
      const clock = "now" in off ? off : stands(truth.add({ hours: off.hours ?? 0 }));
      return dmf.run(["--once", "--lang", "en", ...more], { clock });
    },
    async lastRun() {
      return JSON.parse((await dmf.run(["status", "--json"])).out).sources[0].lastRun;
    },
    runsOnDisk: async () =>
      (await Array.fromAsync(Deno.readDir(`${dmf.data}/raw`), ({ name }) => name)).sort(),
  };
  assert.equal((await box.once(first)).code, 0);
  await body(box);
}

const DISAGREES: readonly (readonly [string, Off])[] = [
  ["a day ahead", { hours: 24 }],
  ["a year ahead", { hours: 24 * 365 }],
  ["a century ahead", { hours: 24 * 365 * 100 }],
  ["nineteen hours ahead", { hours: 19 }],
  ["four hours ahead", { hours: 4 }],
  ["four hours behind", { hours: -4 }],
];
for (const [how, off] of DISAGREES) {
  Deno.test(`a clock ${how} ends with 1, is told, records nothing, and hides no real morning`, () =>
    withBox(async (box) => {
      const ran = await box.once(second, off);
      assert.equal(ran.code, 1, ran.err);
      assert.match(ran.err, /^The clock of this machine is wrong: .* set the clock and run again/);
      assert.deepEqual(box.site.log.map(({ path }) => path), ["/robots.txt"]);
      assert.equal(await box.lastRun(), first.date);
      assert.deepEqual(await box.runsOnDisk(), [first.date]);
      for (const day of [second, third]) {
        const again = await box.once(day);
        assert.equal(again.code, 0, again.err);
        assertTrue(day, await box.dmf.changes("--since", day.date));
      }
    }));
}

Deno.test("a wrong clock is told in --json too, without a verdict", () =>
  withBox(async (box) => {
    const { code, out } = await box.once(second, { hours: 24 }, "--json");
    assert.equal(code, 1);
    const { verdict, reason } = JSON.parse(out);
    assert.equal(verdict, null);
    assert.match(reason, /clock of this machine is wrong/);
  }));

Deno.test("a clock an hour off is no fault", () =>
  withBox(async (box) => {
    assert.equal((await box.once(second, { hours: 1 })).code, 0);
    assert.equal((await box.once(third, { hours: -1 })).code, 0);
    assertTrue(third, await box.dmf.changes("--since", third.date));
  }));

Deno.test("a clock set back by days ends with 4 before anything is asked, then the day is caught up", () =>
  withBox(async (box) => {
    for (const off of [{ hours: -72 }, { hours: -24 * 365 }, { hours: -24 * 365 * 56 }]) {
      const ran = await box.once(second, off);
      assert.equal(ran.code, 4, ran.err);
      assert.match(
        ran.err,
        /a later day, is sealed already; if the clock of this machine is behind/,
      );
      assert.deepEqual(box.site.log, []);
    }
    assert.equal((await box.once(second)).code, 0);
    assertTrue(second, await box.dmf.changes("--since", second.date));
  }));

Deno.test("a clock set back into the last sealed day does not pass for a day that is done", () =>
  withBox(async (box) => {
    const ran = await box.once(second, { hours: -29 });
    assert.equal(ran.code, 4, ran.err);
    assert.match(ran.err, /set back: it says "2026-11-02 01:00" in Seoul/);
    assert.equal((await box.once(second)).code, 0);
    assertTrue(second, await box.dmf.changes("--since", second.date));
  }));

Deno.test("a clock a day behind, met on the morning after, ends with 1 and loses no event", () =>
  withBox(async (box) => {
    assert.equal((await box.once(second)).code, 0);
    // Today by its own clock is the day after the last sealed one, in truth one day later.
    const late = { ...third, date: "2026-11-05" };
    const ran = await box.once(late, { hours: -24 });
    assert.equal(ran.code, 1, ran.err);
    assert.match(ran.err, /says "2026-11-04 06:00" in Seoul, .* says "2026-11-05 06:00"/);
    assert.equal((await box.once(late)).code, 0);
    assertTrue(late, await box.dmf.changes("--since", "2026-11-04"));
  }));

Deno.test("where nothing tells the time, a day sealed ahead is told at the next real morning", () =>
  withBox(async (box) => {
    assert.equal((await box.once(second, { hours: 24 * 365 })).code, 0);
    const ran = await box.once(third);
    assert.equal(ran.code, 4);
    assert.match(ran.err, /"2027-11-03", a later day, .* restore a backup of the data folder/);
  }, { tells: false }));

/** A clock that is right until it is read for the `nth` time, and off from then on. */
function jumping(day: FixtureDay, nth: number, off: Off): Clock {
  let reads = 0;
  return {
    now: () => ++reads < nth ? morning(day) : morning(day).add(off),
    sleep: () => Promise.resolve(),
  };
}

for (const off of [{ hours: 24 }, { hours: -24 }]) {
  const way = off.hours > 0 ? "ahead" : "back";
  Deno.test(`a clock that jumps ${way} a day at any moment of a run publishes nothing untrue`, () =>
    withBox(async (box) => {
      let stopped = 0;
      for (const nth of [2, 5, 8, 11, 14, 17, 20, 24, 28, 32, 36]) {
        await using copy = await box.dmf.copyTowards(box.site.origin);
        box.dawn(second);
        const clock = jumping(second, nth, off);
        const ran = await copy.run(["--once", "--lang", "en"], { clock });
        if (ran.code === 1) {
          stopped += 1;
          assert.match(ran.err, /clock of this machine is wrong/);
          assert.deepEqual(await copy.changes("--since", second.date), []);
          const again = await copy.run(["--once"], { clock: stands(morning(second)) });
          assert.equal(again.code, 0, again.err);
        } else assert.equal(ran.code, 0, ran.err);
        const changes = await copy.changes("--since", second.date);
        assertTrue(second, changes);
        assert.ok(changes.every(({ run }) => run === second.date));
      }
      assert.ok(stopped >= 2, `${stopped} stopped`);
    }));

  Deno.test(`a clock that jumps ${way} where nothing tells the time leaves the run its date`, () =>
    withBox(async (box) => {
      const ran = await box.once(second, jumping(second, 8, off));
      assert.equal(ran.code, 0, ran.err);
      const changes = await box.dmf.changes("--since", second.date);
      assertTrue(second, changes);
      assert.ok(changes.every(({ run }) => run === second.date));
    }, { tells: false }));
}

Deno.test("watch does not wait for a day that has not come because a clock was ahead and the site down", () =>
  withBox(async (box) => {
    box.site.misbehave({ kind: "status", status: 404 });
    assert.equal((await box.once(second, { hours: 24 * 365 })).code, 1);
    assert.equal(await box.lastRun(), "2027-11-03");
    box.site.misbehave();
    box.dawn(second);
    const ran = await box.dmf.run(["watch"], { clock: stands(morning(second)) });
    assert.equal(ran.code, 0, ran.err);
    assertTrue(second, await box.dmf.changes("--since", second.date));
  }, { tells: false }));

Deno.test("watch says that the clock was set back instead of taking today for done", () =>
  withBox(async (box) => {
    box.dawn(second);
    const clock = stands(morning(second).add({ hours: -30 }));
    const ran = await box.dmf.run(["watch", "--lang", "en"], { clock });
    assert.match(ran.err, /The clock of this machine was set back/);
    assert.deepEqual(box.site.log, []);
  }));
