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
import type { Alert } from "../../src/alert.ts";
import type { FixtureDay } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import type { Dmf } from "../support/run_dmf.ts";
import { assertTrue } from "../support/truth.ts";
import { assertLogWhole } from "../support/whole_store.ts";

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

/** Plays all failures on the bad day, then the clean days, and looks at what is left. */
async function failAndRecover(good: GoodDays, clean: readonly FixtureDay[]) {
  await using site = new FixtureSite();
  await using dmf = await good.towards(site.origin, deskOf());
  const past = await dmf.changes();
  await fail(site, dmf);
  for (const day of clean) await succeed(day, site, dmf);
  assert.deepEqual(await dmf.changes("--until", LAST_GOOD.date), past);
  const data = await dmf.open();
  try {
    await assertLogWhole(data.log);
  } finally {
    await data.close();
  }
  return await alerts(dmf);
}

async function fail(site: FixtureSite, dmf: Dmf): Promise<void> {
  const inForce = await asOf(dmf, BAD.date);
  for (const day of FAILURES) {
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
  }
  site.setOptions({});
  site.misbehave();
}

/** A clean attempt tells exactly the events of `day`, under its date. */
async function succeed(day: FixtureDay, site: FixtureSite, dmf: Dmf): Promise<void> {
  site.setRows(day.rows);
  const ran = await dmf.once(day.date);
  assert.equal(ran.code, 0, ran.err);
  const told = await dmf.changes("--since", day.date);
  assertTrue(day, told);
  assertDated(told, day.date, MORNING);
}

const MORNING = Temporal.Now.instant().round({ smallestUnit: "second", roundingMode: "trunc" });

/** Alerts of the bad day in the outbox folder, where the data have a folder. */
async function alerts(dmf: Dmf): Promise<readonly Alert[]> {
  const told: Alert[] = [];
  try {
    for await (const { name } of Deno.readDir(`${dmf.data}/outbox`)) {
      told.push(JSON.parse(await Deno.readTextFile(`${dmf.data}/outbox/${name}`)));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return told.filter(({ run }) => run === BAD.date);
}

Deno.test("all failures come on one morning, and a clean attempt follows", async () => {
  await failAndRecover(await inMemory(), [BAD, NEXT]);
});

Deno.test("all failures come on one morning, and a clean day follows, on a disk", async () => {
  await using good = await onDisk();
  const told = await failAndRecover(good, [CAUGHT_UP]);
  const refused = FAILURES.filter(({ ends }) => ends === 3).length;
  assert.ok(told.length > 0 && told.length <= refused, `${told.length} for ${refused}`);
});
