/** What a person says of a refused list, through the whole program. */
import assert from "node:assert/strict";
import { lastAccepted } from "../src/history.ts";
import type { SourceId } from "../src/model.ts";
import { type FixtureDay, simulate } from "./support/fixture_days.ts";
import type { FixtureRow } from "./support/fixture_row.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";
import { assertTrue } from "./support/truth.ts";

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

/** A folder whose third day is refused for a site-wide shift. */
async function refusedDay(site: FixtureSite): Promise<Dmf> {
  const dmf = await Dmf.towards(site.origin);
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
  await using dmf = await refusedDay(site);
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

Deno.test("dmf reject sends nothing and needs no contact", async () => {
  await using site = new FixtureSite();
  await using dmf = await refusedDay(site);
  await Deno.writeTextFile(dmf.config, "{}");
  const ran = await dmf.run(["reject", third.date, "--reason", "사이트 오류"]);
  assert.equal(ran.code, 0, ran.err);
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
