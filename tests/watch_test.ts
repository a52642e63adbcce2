import assert from "node:assert/strict";
import type { Desk } from "../src/desk.ts";
import { StoreFault } from "../src/store_fault.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { simulate } from "./support/fixture_days.ts";
import { Dmf } from "./support/run_dmf.ts";
import { ManualClock } from "./support/manual_clock.ts";

const rows = simulate(110, 1, 2)[0]?.rows ?? [];

/** Runs `watch` with a clock that is told and a schedule that wakes when it is told. */
async function watching(
  site: FixtureSite,
  start: string,
  wakes: (wake: () => Promise<void>, clock: ManualClock) => Promise<void>,
) {
  await using dmf = await Dmf.towards(site.origin);
  const clock = new ManualClock(start);
  const crons: string[] = [];
  const daily: Desk["daily"] = async (cron, wake) => {
    crons.push(cron);
    await wakes(wake, clock);
  };
  const ran = await dmf.run(["watch"], { clock, daily });
  const runs = (await Array.fromAsync(Deno.readDir(`${dmf.data}/raw`), (entry) => entry.name))
    .sort();
  return { ran, runs, crons, clock };
}

Deno.test("watch catches up exactly one run at the start, and wakes at 21:00 UTC", async () => {
  await using site = new FixtureSite();
  site.setRows(rows);
  const { ran, runs, crons } = await watching(
    site,
    "2026-11-05T23:00:00Z",
    () => Promise.resolve(),
  );
  assert.equal(ran.code, 0, ran.err);
  assert.deepEqual(runs, ["2026-11-06"]);
  assert.deepEqual(crons, ["0 21 * * *"]);
});

Deno.test("watch runs once however often it is woken in a morning", async () => {
  await using site = new FixtureSite();
  site.setRows(rows);
  const { runs } = await watching(site, "2026-11-05T20:00:00Z", async (wake, clock) => {
    await wake();
    clock.advance(3_600_001);
    await wake();
    const asked = site.log.length;
    await wake();
    assert.equal(site.log.length, asked);
  });
  assert.deepEqual(runs, ["2026-11-05", "2026-11-06"]);
});

Deno.test("watch tries again the same day when the site was down, with growing pauses", async () => {
  await using site = new FixtureSite();
  site.setRows(rows);
  // Each attempt asks four times; the first two attempts fail.
  site.misbehave({ kind: "status", status: 503, times: 8 });
  const { ran, clock } = await watching(site, "2026-11-05T23:00:00Z", () => Promise.resolve());
  assert.match(ran.err, /503/);
  assert.match(ran.err, /기준선 수립/);
  assert.deepEqual(clock.sleeps.filter((ms) => ms >= 600_000), [600_000, 1_200_000]);
});

Deno.test("watch says a fault and goes on to the next morning", async () => {
  await using site = new FixtureSite();
  site.setRows(rows);
  await using dmf = await Dmf.towards(site.origin);
  let opened = 0;
  const box = await import("../src/adapters/box.ts");
  const { err, code } = await dmf.run(["watch"], {
    clock: new ManualClock("2026-11-05T23:00:00Z"),
    openData: (path, mode) => {
      opened += 1;
      if (opened === 1) {
        const sentence = { ko: "디스크가 가득 찼습니다.", en: "The disk is full" };
        return Promise.reject(new StoreFault(sentence));
      }
      return box.openBox(path, mode);
    },
    daily: async (_cron, wake) => await wake(),
  });
  assert.equal(code, 0);
  assert.match(err, /디스크가 가득 찼습니다\.\n[^]*기준선 수립/);
});

Deno.test("watch crawls the second views that dmf.json names, and one that fails delays no morning of the register", async () => {
  await using site = new FixtureSite();
  site.setRows(rows);
  // The site has no workbook and answers 404 to it, day and night.
  const sources = { "mfds-dmf": { origin: site.origin }, "mfds-excel": { origin: site.origin } };
  await using dmf = await Dmf.towards(site.origin, { sources });
  const clock = new ManualClock("2026-11-05T23:00:00Z");
  const stop = new AbortController();
  const until = Temporal.Instant.from("2026-11-08T00:00:00Z");
  const sleep = clock.sleep.bind(clock);
  const woken: string[] = [];
  clock.sleep = async (ms, signal) => {
    if (Temporal.Instant.compare(clock.now(), until) > 0) stop.abort();
    await sleep(ms, signal);
    woken.push(clock.now().round("second").toString());
  };
  const { err } = await dmf.run(["watch"], {
    clock,
    signal: stop.signal,
    daily: () => Promise.resolve(),
  });
  assert.match(err, /404/);
  const status = JSON.parse((await dmf.run(["status", "--json"])).out);
  const { sources: [register, ...views] } = status;
  assert.deepEqual([register.source, register.head], ["mfds-dmf", "2026-11-08"]);
  const excel = views.find(({ source }: { source: string }) => source === "mfds-excel");
  assert.deepEqual([excel?.head, excel?.lastRun], [null, "2026-11-08"]);
  // However long the pauses have grown, 06:00 in Seoul is slept past by no second.
  for (const morning of ["2026-11-06T21:00:00Z", "2026-11-07T21:00:00Z"]) {
    assert.ok(woken.includes(morning), `${morning} is none of ${woken}`);
  }
});
