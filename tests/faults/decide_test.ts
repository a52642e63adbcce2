/** What a person says of a refused list, through the whole program. */
import assert from "node:assert/strict";
import { systemClock } from "../../src/adapters/system_clock.ts";
import { lastAccepted } from "../../src/history.ts";
import { begin, Hold } from "../../src/hold.ts";
import { outboxKey, runKey } from "../../src/keys.ts";
import type { InstantText, RunId, SourceId } from "../../src/model.ts";
import type { Quarantined } from "../../src/run_record.ts";
import { EMBEDDED_SPECS } from "../../src/selectors.ts";
import { type FixtureDay, simulate } from "../support/fixture_days.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { MemoryBox } from "../support/memory_box.ts";
import { type DeskParts, Dmf } from "../support/run_dmf.ts";
import { assertTrue } from "../support/truth.ts";

const source = "mfds-dmf" as SourceId;
type Four<T> = readonly [T, T, T, T];
const [first, second, third, fourth] = simulate(230, 4, 3, { refused: [3] }) as unknown as Four<
  FixtureDay
>;

/** The third day with a suffix on every applicant: true if the ministry says so. */
const renamed: readonly FixtureRow[] = second.rows.map((row) => ({
  ...row,
  applicant: `${row.applicant} 코리아`,
}));

/** A box in memory whose third day is refused for a site-wide shift. */
function refusedDay(site: FixtureSite): Promise<Dmf> {
  return refusedIn(site, { openData: new MemoryBox().open });
}

/** The same on a disk, for what a disk alone has. */
function refusedOnDisk(site: FixtureSite): Promise<Dmf> {
  return refusedIn(site, {});
}

async function refusedIn(site: FixtureSite, parts: DeskParts): Promise<Dmf> {
  const dmf = await Dmf.towards(site.origin, {}, parts);
  for (const day of [first, second]) {
    site.setRows(day.rows);
    assert.equal((await dmf.once(day.date)).code, 0);
  }
  site.setRows(renamed);
  const ran = await dmf.once(third.date, "--lang", "en");
  assert.equal(ran.code, 3, ran.err);
  return dmf;
}

async function statusOf(dmf: Dmf) {
  return JSON.parse((await dmf.run(["status", "--json", "--lang", "en"])).out).sources[0];
}

Deno.test("dmf status explains a refused list: every doubt, the way to say yes and to say no", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedOnDisk(site);
  const { out } = await dmf.run(["status", "--lang", "en"]);
  assert.match(
    out,
    /last run[^!]*! \d+ of \d+ records changed 신청인 in the same way at once: " 코리아" was added/,
  );
  assert.match(out, /dmf accept 2026-11-04 --reason/);
  assert.match(out, /dmf reject 2026-11-04 --reason/);
  const status = await statusOf(dmf);
  assert.equal(status.refused.releasable, true);
  assert.equal(status.trouble.kind, "quarantined");
  assert.equal(status.head, second.date);
  // The pages that accepting would read are in use, not left over.
  const fsck = await dmf.run(["fsck", "--lang", "en"]);
  assert.equal(fsck.code, 0, fsck.err);
  assert.doesNotMatch(fsck.out + fsck.err, /left over/);
});

Deno.test("dmf status shows the data in force although dmf.json is broken, and says what is wrong with it", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  await Deno.writeTextFile(dmf.config, '{"contct":"ra@example.kr"}');
  const { code, out, err } = await dmf.run(["status", "--lang", "en"]);
  assert.equal(code, 0);
  assert.match(out, /in force: run 2026-11-03/);
  assert.match(err, /"contct" .* nearest .* "contact"/);
});

Deno.test("dmf accept seals the refused list from its archived pages, the reason with it, and asks the site nothing", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  site.forget();
  const ran = await dmf.run([
    ...["accept", third.date, "--reason", "식약처 공고로 확인", "--by", "김담당", "--json"],
  ]);
  assert.equal(ran.code, 0, ran.err);
  assert.equal(site.log.length, 0);
  const changes = await dmf.changes("--since", third.date);
  assert.equal(changes.filter(({ fields }) => "applicant" in fields).length, second.rows.length);
  const data = await dmf.open();
  const record = (await lastAccepted(data.log, source))?.record;
  await data.close();
  assert.equal(record?.released?.reason, "식약처 공고로 확인");
  assert.equal(record?.released?.by, "김담당");
  assert.ok(
    record?.moved.some(({ bound, by }) => bound === "changed.applicant" && by === "person"),
  );
  assert.equal((await statusOf(dmf)).trouble, null);
});

Deno.test("dmf accept lifts the doubts that were shown and no others, and the next day goes on from there", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  await dmf.run(["accept", third.date, "--reason", "확인"]);
  site.setRows(renamed.slice(0, 100));
  assert.equal((await dmf.once(fourth.date)).code, 3);
  site.setRows(renamed);
  assert.equal((await dmf.once(fourth.date)).code, 0);
  const kinds = (await dmf.changes("--since", fourth.date)).map(({ kind }) => kind);
  // Rows that the second list lacked already are looked up now, which a release does not.
  assert.ok(kinds.every((kind) => kind === "delisted"), kinds.join());
});

Deno.test("dmf accept refuses a list that is not whole, a run that is none, and one that is overtaken", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  const say = async (...args: string[]) =>
    await dmf.run([...args, "--reason", "x", "--lang", "en"]);
  assert.equal((await say("accept", second.date)).code, 2);
  assert.equal((await say("accept", "2026-12-24")).code, 2);
  site.setRows(third.rows);
  site.misbehave({ kind: "total-lies", by: 5 });
  assert.equal((await dmf.once(third.date)).code, 3);
  assert.equal((await statusOf(dmf)).drift, null);
  const open = await say("accept", third.date);
  assert.equal(open.code, 2);
  assert.match(open.err, /not whole or not as the spec says: The site states/);
  site.misbehave();
  site.setRows(fourth.rows);
  assert.equal((await dmf.once(fourth.date)).code, 0);
  assertTrue(fourth, await dmf.changes("--since", third.date));
  const late = await say("accept", third.date);
  assert.equal(late.code, 2);
  assert.match(late.err, /needs no decision: run "2026-11-05" was accepted after it/);
});

Deno.test("a refused list that is followed by a day without an answer still waits, and can be accepted", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  await using gone = new FixtureSite();
  await gone.close();
  await dmf.pointTo(gone.origin);
  assert.equal((await dmf.once(fourth.date)).code, 1);
  const { refused, trouble } = await statusOf(dmf);
  assert.deepEqual([refused.run, trouble.kind], [third.date, "unreachable"]);
  assert.match((await dmf.run(["status"])).out, new RegExp(`dmf accept ${third.date} --reason`));
  const accepted = await dmf.run(["accept", third.date, "--reason", "공고로 확인"]);
  assert.equal(accepted.code, 0, accepted.err);
  assert.equal((await statusOf(dmf)).head, third.date);
});

Deno.test("dmf reject sends nothing and needs no contact", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  await Deno.writeTextFile(dmf.config, "{}");
  const ran = await dmf.run(["reject", third.date, "--reason", "사이트 오류"]);
  assert.equal(ran.code, 0, ran.err);
});

Deno.test("dmf reject hands on what a run that was cut off left to tell", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  const { log, close } = await dmf.open();
  const alert = {
    id: "left",
    kind: "quarantined",
    source,
    sentence: { ko: "격리", en: "refused" },
  };
  await log.atomic([], [{ key: outboxKey("left"), value: alert }]);
  await close();
  assert.equal((await dmf.run(["reject", third.date, "--reason", "점검 화면"])).code, 0);
  const after = await dmf.open();
  assert.equal((await after.log.get(outboxKey("left"))).value, null);
  await after.close();
});

Deno.test("dmf reject keeps the last good data and is told by status; the next run judges anew", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  const ran = await dmf.run(["reject", third.date, "--reason", "사이트 오류", "--by", "김담당"]);
  assert.equal(ran.code, 0, ran.err);
  const status = await statusOf(dmf);
  assert.equal(status.refused.rejected.reason, "사이트 오류");
  assert.equal(status.head, second.date);
  const again = await dmf.run(["accept", third.date, "--reason", "x", "--lang", "en"]);
  assert.equal(again.code, 2);
  assert.match(again.err, /is rejected already; the next run judges anew/);
  site.setRows(fourth.rows);
  assert.equal((await dmf.once(fourth.date)).code, 0);
  assertTrue(fourth, await dmf.changes("--since", third.date));
  const since = new Set((await dmf.changes("--since", third.date)).map((c) => c.possibleSince));
  assert.deepEqual([...since], [second.date]);
});

Deno.test("dmf accept of a run whose archived pages are gone leaves it refused, and it may be crawled again", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedOnDisk(site);
  const raw = `${dmf.data}/raw/${third.date}`;
  await Deno.rename(raw, `${dmf.folder}/elsewhere`);
  const gone = await dmf.run(["accept", third.date, "--reason", "x", "--lang", "en"]);
  assert.equal(gone.code, 4);
  assert.match(gone.err, /not all of its archived pages are there any more/);
  assert.equal((await statusOf(dmf)).refused.releasable, true);
  await Deno.rename(`${dmf.folder}/elsewhere`, raw);
  site.setRows(third.rows);
  assert.equal((await dmf.once(third.date)).code, 0);
  assert.ok((await dmf.changes("--since", third.date)).length > 0);
});

Deno.test("an acceptance that was cut off leaves the list refused: it may be rejected or accepted anew", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedOnDisk(site);
  const data = await dmf.open();
  const at = "2026-11-04T00:00:00Z" as InstantText;
  const release = { reason: "cut off", by: null, at, doubts: [] };
  const world = { log: data.log, clock: systemClock() };
  const hold = await begin(world, source, third.date as RunId, { alone: true, release });
  assert.ok(hold instanceof Hold);
  await data.close();
  assert.equal((await statusOf(dmf)).refused.releasable, true);
  await using copy = await dmf.copyTowards(site.origin);
  assert.equal((await dmf.run(["reject", third.date, "--reason", "x"])).code, 0);
  assert.equal((await copy.run(["accept", third.date, "--reason", "second"])).code, 0);
  const sealed = await copy.open();
  assert.equal((await lastAccepted(sealed.log, source))?.record.released?.reason, "second");
  await sealed.close();
});

Deno.test("dmf accept takes a list that an older program refused, which kept one doubt alone", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  const data = await dmf.open();
  const entry = await data.log.get(runKey(source, third.date as RunId));
  const { others: _others, drift: _drift, ...older } = entry.value as Quarantined;
  await data.log.atomic([entry], [{ key: entry.key, value: older }]);
  await data.close();
  // The doubts that the older program did not know come up first.
  assert.equal((await dmf.run(["accept", third.date, "--reason", "x"])).code, 3);
  assert.equal((await dmf.run(["accept", third.date, "--reason", "x"])).code, 0);
});

Deno.test("every doubt of a refused list is kept, however many, so that one acceptance lifts them all", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  site.setRows(second.rows.map((row) => ({
    ...row,
    applicant: `${"x ".repeat(40)}${row.applicant}`,
    ingredient: `9 9 9 9 9 9 9 9 9 9 9 9 ${row.ingredient} 0 0 0 0 0 0 0`,
    siteNames: row.siteNames.map(() => "7"),
    siteAddresses: row.siteAddresses.map(() => "8"),
    siteCountries: row.siteCountries.map((country) => `${country} Q`),
    category: "별표9",
    firstOn: "2001-01-01",
    changedOn: "",
    reportYear: "",
    version: "",
    review: "x",
  })));
  assert.equal((await dmf.once(third.date)).code, 3);
  const { doubts } = (await statusOf(dmf)).refused;
  assert.ok(doubts.length > 13, `${doubts.length}`);
  const ran = await dmf.run(["accept", third.date, "--reason", "x"]);
  assert.equal(ran.code, 0, ran.err);
});

Deno.test("of two sources each is shown with its own way to say yes, and neither is guessed", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedOnDisk(site);
  const twin = { ...EMBEDDED_SPECS["mfds-dmf/2.json"], source: "mfds-twin", version: 1 };
  const parts = {
    selectorFiles: () =>
      Promise.resolve(new Map([["selectors/mfds-twin/1.json", JSON.stringify(twin)]])),
  };
  const { origin } = site;
  await dmf.pointTo(origin, { sources: { "mfds-dmf": { origin }, "mfds-twin": { origin } } });
  site.setRows(second.rows);
  const args = ["--once", "--date", second.date, "--source", "mfds-twin"];
  assert.equal((await dmf.run(args, parts)).code, 0);
  const { out } = await dmf.run(["status", "--lang", "en"], parts);
  assert.match(out, /^mfds-twin\n {2}in force: run 2026-11-03/m);
  assert.match(out, /dmf accept 2026-11-04 --source mfds-dmf --reason/);
  const fsck = await dmf.run(["fsck", "--lang", "en"], parts);
  assert.match(fsck.out, /^Whole: 4 runs/m);
  const decide = ["accept", third.date, "--reason", "x", "--lang", "en"];
  const unsaid = await dmf.run(decide, parts);
  assert.equal(unsaid.code, 2);
  assert.match(unsaid.err, /needs "--source" with one of "mfds-dmf", "mfds-twin"/);
  assert.equal((await dmf.run([...decide, "--source", "mfds-dmf"], parts)).code, 0);
});
