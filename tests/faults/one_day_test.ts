/** One morning on which everything fails that can fail, attempt after attempt. */
import assert from "node:assert/strict";
import {
  asOf,
  assertAsked,
  assertDated,
  attempt,
  BAD,
  type BadDay,
  CAUGHT_UP,
  deskOf,
  type GoodDays,
  inMemory,
  LAST_GOOD,
  NEXT,
  onDisk,
} from "../support/bad_day.ts";
import { ALL_BAD_DAYS } from "../support/bad_days.ts";
import type { RunId, SourceId } from "../../src/model.ts";
import { readRun } from "../../src/store.ts";
import { Duty, TOLD } from "../support/alert_duty.ts";
import type { FixtureDay } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import type { Dmf } from "../support/run_dmf.ts";
import { assertTrue } from "../support/truth.ts";

/**
 * An attempt that fails without a verdict leaves the pages it has to the next one, which does not
 * ask for them again: failures of later pages come last, or they would hide those of earlier ones.
 */
const FAILURES: readonly BadDay[] = ALL_BAD_DAYS.filter(({ ends }) => ends !== 0)
  .toSorted((one, other) => pagesLeft(one) - pagesLeft(other));

function pagesLeft({ ends, clause, troubles: [trouble] = [] }: BadDay): number {
  if (clause === "page 2 alone is forbidden") return 1;
  return ends === 1 ? (trouble?.page ?? 1) - 1 : 0;
}

/** A box on the bad day, and what people must have been told by now. */
interface Morning {
  readonly site: FixtureSite;
  readonly dmf: Dmf;
  readonly duty: Duty;
}

/** Plays failures on the bad day, then the clean days; returns the alerts that were due. */
async function failAndRecover(
  good: GoodDays,
  failures: readonly BadDay[],
  clean: readonly FixtureDay[],
): Promise<{ readonly due: string[]; readonly told: string[] }> {
  await using site = new FixtureSite();
  await using dmf = await good.towards(site.origin, deskOf());
  const morning = { site, dmf, duty: new Duty() };
  const past = await dmf.changes();
  await fail(morning, failures);
  for (const day of clean) await succeed(day, morning);
  assert.deepEqual(await dmf.changes("--until", LAST_GOOD.date), past);
  await good.prove(dmf);
  const told = (await good.alerts(dmf)).filter(({ run, kind }) =>
    run >= BAD.date && TOLD.has(kind)
  );
  return { due: [...morning.duty.ids].sort(), told: told.map(({ id }) => id).sort() };
}

async function fail({ site, dmf, duty }: Morning, failures: readonly BadDay[]): Promise<void> {
  const inForce = await asOf(dmf, BAD.date);
  for (const day of failures) {
    site.setOptions(day.site ?? {});
    site.setRows(BAD.rows);
    site.misbehave(...day.troubles ?? []);
    site.forget();
    try {
      await attempt(day, dmf, inForce);
      assertAsked(day, site);
    } catch (fault) {
      throw new Error(`kind ${day.kind}: ${day.clause}`, { cause: fault });
    }
    await follow(duty, dmf, BAD.date);
  }
  site.setOptions({});
  site.misbehave();
}

async function follow(duty: Duty, dmf: Dmf, date: string): Promise<void> {
  const changes = await dmf.changes("--since", date, "--until", date);
  const data = await dmf.open();
  try {
    const record = await readRun(data.log, "mfds-dmf" as SourceId, date as RunId);
    duty.follow({ record, changes }, date);
  } finally {
    await data.close();
  }
}

/** A clean attempt tells exactly the events of `day`, under its date. */
async function succeed(day: FixtureDay, { site, dmf, duty }: Morning): Promise<void> {
  site.setRows(day.rows);
  const ran = await dmf.once(day.date);
  assert.equal(ran.code, 0, ran.err);
  const told = await dmf.changes("--since", day.date);
  assertTrue(day, told);
  assertDated(told, day.date, MORNING);
  await follow(duty, dmf, day.date);
}

const MORNING = Temporal.Now.instant().round({ smallestUnit: "second", roundingMode: "trunc" });

Deno.test("all failures come on one morning, each trouble is told once, and a clean attempt follows", async () => {
  const { due, told } = await failAndRecover(await inMemory(), FAILURES, [BAD, NEXT]);
  assert.deepEqual(told, due);
  // The same refusal in a row is one trouble: most attempts have nothing new to tell.
  assert.ok(due.length > 10 && due.length < FAILURES.length, `${due.length}`);
  assert.ok(due.includes(`mfds-dmf-${BAD.date}-recovered`));
});

Deno.test("a few failures come on one morning, and a clean day follows, on a disk", async () => {
  await using good = await onDisk();
  const few = FAILURES.filter(({ everyday }) => everyday);
  const { due, told } = await failAndRecover(good, few, [CAUGHT_UP]);
  assert.deepEqual(told, due);
  assert.ok(due.includes(`mfds-dmf-${CAUGHT_UP.date}-recovered`));
});
