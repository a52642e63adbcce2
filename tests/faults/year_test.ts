/** A year of daily runs: every day can be asked for, and is what its list was. */
import assert from "node:assert/strict";
import { openBox } from "../../src/adapters/box.ts";
import { asOf } from "../../src/as_of.ts";
import { readAccepted } from "../../src/history.ts";
import { beginCorrection, Hold } from "../../src/hold.ts";
import type { InstantText, RunId, SourceId } from "../../src/model.ts";
import { runOnce } from "../../src/pipeline.ts";
import type { Archive, EventLog } from "../../src/ports.ts";
import { rollForward, settle } from "../../src/project.ts";
import { rebuild } from "../../src/rebuild.ts";
import { Replaying } from "../../src/reextract.ts";
import { revoke } from "../../src/revoke.ts";
import { siteOf } from "../drift/site.ts";
import { noisyRows, Watch } from "../support/fixture_days.ts";
import { dice, foundingOf } from "../support/fixture_founding.ts";
import { Life } from "../support/fixture_life.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { ManualClock } from "../support/manual_clock.ts";
import { HandlerFetch, jobFor } from "../support/memory_world.ts";
import { shortLived } from "../support/run_dmf.ts";

const SOURCE = "mfds-dmf" as SourceId;
const DAYS = 365;
const SIZE = 120;
/** Something happens on one day in so many: a year of the fixture's own days would grow the list tenfold. */
const LIVELY = 3;

Deno.test("as-of tells the list of every day of a year, also after a rebuild, a revocation and a re-extraction", async () => {
  const folder = await shortLived();
  const box = await openBox(`${folder}/data`, "found");
  try {
    const truths = await liveAYear(box);
    await assertDays(box.log, truths);
    const { same, values } = await rebuild(box.log, SOURCE);
    assert.ok(same, `${values} values, and not the same ones`);
    await assertDays(box.log, truths);

    const revoked = await revokeLast(box.log, 3);
    const dates = [...truths.keys()];
    const before = dates[dates.indexOf(revoked) - 1] as RunId;
    for (const date of dates.slice(dates.indexOf(revoked))) {
      truths.set(date, truths.get(before) as readonly string[]);
    }
    await assertDays(box.log, truths);
    assert.ok((await rebuild(box.log, SOURCE)).same);

    // Read again with the spec that read it, the archive gives every entry to the byte.
    const { prepared } = jobFor(before);
    const { log, archive } = box;
    const replaying = new Replaying({ log, archive, prepared, specOf: () => prepared, from: null });
    let replayed = 0;
    for await (const one of replaying.runs()) {
      assert.ok(!("reason" in one) && !one.differs, one.run);
      replayed += 1;
    }
    assert.ok(replayed >= DAYS - 3 - DAYS / 50, `${replayed} runs`);
  } finally {
    await box.close();
    await Deno.remove(folder, { recursive: true });
  }
});

/** Lives through the year and returns what a perfect watcher knows on each day. */
async function liveAYear(
  { log, archive }: { readonly log: EventLog; readonly archive: Archive },
): Promise<Map<RunId, readonly string[]>> {
  const life = new Life(foundingOf(SIZE, dice(11)), dice(12), { rest: 3 });
  const roll = dice(13);
  const watch = new Watch();
  const first = Temporal.PlainDate.from("2026-01-02");
  const truths = new Map<RunId, readonly string[]>();
  let refused = 0;
  let list = life.list();
  for (let day = 1; day <= DAYS; day++) {
    const date = first.add({ days: day - 1 }).toString() as RunId;
    if (day % LIVELY === 0) list = life.live(day / LIVELY + 1, date);
    const rows = noisyRows(list, { roll, heavy: day % 40 === 0, spared: life.amended });
    const end = await runOnce(jobFor(date), {
      clock: new ManualClock(`${date}T00:00:00Z`),
      fetch: new HandlerFetch(siteOf(rows, {})),
      archive,
      log,
    });
    await settle(log, SOURCE);
    if (end.kind === "accepted") watch.believe(list);
    else refused += 1;
    truths.set(date, watch.standing().map(nameOf).sort());
  }
  // The year is lived by dice, not by the program's bounds; it must believe nearly all of it.
  assert.ok(refused <= DAYS / 50, `${refused} honest days were refused`);
  return truths;
}

/** Revokes the last accepted runs; returns the first of them. */
async function revokeLast(log: EventLog, count: number): Promise<RunId> {
  const span = { since: null, until: null };
  const accepted = await Array.fromAsync(readAccepted(log, SOURCE, span));
  const runs = accepted.slice(-count).map(({ run }) => run);
  const clock = new ManualClock("2027-01-02T05:00:00Z");
  const hold = await beginCorrection({ log, clock }, SOURCE, { alone: true });
  assert.ok(hold instanceof Hold);
  const at = clock.now().toString() as InstantText;
  const { wellFormed } = jobFor(runs[0] as RunId).prepared;
  await revoke(log, hold, runs, { decision: { reason: "틀린 목록", by: null, at }, wellFormed });
  await rollForward(log, SOURCE);
  await hold.release();
  return runs[0] as RunId;
}

async function assertDays(
  log: EventLog,
  truths: ReadonlyMap<RunId, readonly string[]>,
): Promise<void> {
  for (const [date, truth] of truths) {
    const found = (await asOf(log, SOURCE, date)).map(({ values }) =>
      [
        values.registrationNumber ?? "",
        values.status,
        values.statusChangedOn ?? "",
        values.lastAnnualReportYear ?? "",
        values.sites.length,
      ].join(" ")
    );
    assert.deepEqual(found.sort(), truth, date);
  }
}

const STATUSES: Readonly<Record<string, string>> = {
  정상: "active",
  취하: "withdrawn",
  취소: "cancelled",
};

/** What of a row no notation can change. */
function nameOf(row: FixtureRow): string {
  const blank = (text: string) => text === "-" ? "" : text;
  return [
    blank(row.number),
    STATUSES[row.status],
    blank(row.statusOn),
    blank(row.reportYear),
    row.siteNames.length,
  ].join(" ");
}
