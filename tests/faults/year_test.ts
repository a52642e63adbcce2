/** A year of daily runs: every day can be asked for, and is what its list was. */
import assert from "node:assert/strict";
import { asOf, readChanges } from "../../src/history.ts";
import type { RunId, SourceId } from "../../src/model.ts";
import { noisyRows, Watch } from "../support/fixture_days.ts";
import { dice, foundingOf } from "../support/fixture_founding.ts";
import { Life } from "../support/fixture_life.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { Dmf } from "../support/run_dmf.ts";

const SOURCE = "mfds-dmf" as SourceId;
const DAYS = 365;
const SIZE = 220;

Deno.test("as-of tells the list of every day of a year, also after a rebuild, a revocation and a re-extraction", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  const life = new Life(foundingOf(SIZE, dice(11)), dice(12), { rest: 3 });
  const roll = dice(13);
  const watch = new Watch();
  const first = Temporal.PlainDate.from("2026-01-02");
  const truths = new Map<RunId, readonly string[]>();
  let refused = 0;
  for (let day = 1; day <= DAYS; day++) {
    const date = first.add({ days: day - 1 }).toString() as RunId;
    const list = day === 1 ? life.list() : life.live(day, date);
    site.setRows(noisyRows(list, { roll, heavy: day % 40 === 0, spared: life.amended }));
    const { code, err } = await dmf.once(date);
    site.forget();
    assert.ok(code === 0 || code === 3, err);
    if (code === 3) refused += 1;
    else watch.believe(list);
    truths.set(date, watch.standing().map(nameOf).sort());
  }
  // The year is lived by dice, not by the program's bounds; it must believe nearly all of it.
  assert.ok(refused <= DAYS / 50, `${refused} honest days were refused`);

  await assertDays(dmf, truths);
  const rebuilt = JSON.parse((await dmf.run(["fsck", "--rebuild", "--json"])).out);
  assert.equal(rebuilt.rebuilt[0].same, true);
  await assertDays(dmf, truths);

  const dates = [...truths.keys()];
  const believed = (await sealedDays(dmf)).slice(-3);
  const [revoked] = believed as [RunId, ...RunId[]];
  const words = ["revoke", revoked, "--with-later", "--reason", "틀린 목록"];
  const { code, err } = await dmf.run(words);
  assert.equal(code, 0, err);
  const kept = truths.get(dates[dates.indexOf(revoked) - 1] as RunId) as readonly string[];
  for (const date of dates.filter((date) => date >= revoked)) truths.set(date, kept);
  await assertDays(dmf, truths);

  const replayed = await dmf.run(["reextract", "--spec", "2", "--json"]);
  assert.equal(replayed.code, 0, replayed.err);
  const { runs, records, stopped } = JSON.parse(replayed.out);
  assert.deepEqual([runs, records, stopped], [[], [], null]);
  const fsck = await dmf.run(["fsck"]);
  assert.equal(fsck.code, 0, fsck.out);
});

async function sealedDays(dmf: Dmf): Promise<RunId[]> {
  const { log, close } = await dmf.open();
  try {
    const changes = await readChanges(log, SOURCE, { since: null, until: null });
    return [...new Set(changes.map(({ run }) => run))];
  } finally {
    await close();
  }
}

async function assertDays(
  dmf: Dmf,
  truths: ReadonlyMap<RunId, readonly string[]>,
): Promise<void> {
  const { log, close } = await dmf.open();
  try {
    for (const [date, truth] of truths) {
      const standing = await asOf(log, SOURCE, date);
      const found = standing.map(({ values }) =>
        [
          values.registrationNumber ?? "",
          values.status,
          values.statusChangedOn ?? "",
          values.lastAnnualReportYear ?? "",
          values.sites.length,
        ].join(" ")
      ).sort();
      assert.deepEqual(found, truth, date);
    }
  } finally {
    await close();
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
