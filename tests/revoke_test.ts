/** Revoking sealed runs: the log grows, the register stands as before, the next crawl catches up. */
import assert from "node:assert/strict";
import { systemClock } from "../src/adapters/system_clock.ts";
import { beginCorrection, Hold } from "../src/hold.ts";
import { recordsOf } from "../src/keys.ts";
import type { RunId, SourceId } from "../src/model.ts";
import { correctionAfter } from "../src/model.ts";
import { provenEntries } from "../src/proven_entries.ts";
import type { Corrected } from "../src/run_record.ts";
import { readHead, readRun } from "../src/store.ts";
import { simulate } from "./support/fixture_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";
import { assertTrue } from "./support/truth.ts";

const SOURCE = "mfds-dmf" as SourceId;
const REASON = ["--reason", "틀린 목록", "--by", "김"];

const days = simulate(130, 5, 3, { refused: [3, 4] });
const BELIEVED = days.slice(0, 4);

let original: Dmf;
Deno.test.beforeAll(async () => {
  await using site = new FixtureSite();
  original = await Dmf.towards(site.origin);
  for (const { date, rows } of BELIEVED) {
    site.setRows(rows);
    const { code, err } = await original.once(date);
    assert.equal(code, 0, err);
  }
});
Deno.test.afterAll(() => original[Symbol.asyncDispose]());

/** A box that believed four days, its own copy, and what is true where the last two are not. */
async function lived() {
  const site = new FixtureSite();
  site.setRows(BELIEVED.at(-1)!.rows);
  const dmf = await original.copyTowards(site.origin);
  const asOf = async (date: string) => (await dmf.run(["as-of", date, "--json"])).out;
  return {
    site,
    dmf,
    days,
    asOf,
    async [Symbol.asyncDispose]() {
      await site.close();
      await dmf[Symbol.asyncDispose]();
    },
  };
}

Deno.test("dmf revoke puts the list before in force, and the next crawl tells what is true", async () => {
  await using box = await lived();
  const { dmf, days, site, asOf } = box;
  const [, second, third, fourth, fifth] = days as [never, ...typeof days[number][]];
  const before = await asOf(second!.date);
  assert.notEqual(before, await asOf(fourth!.date));

  const { code, out, err } = await dmf.run([
    "revoke",
    third!.date,
    "--with-later",
    "--json",
    ...REASON,
  ]);
  assert.equal(code, 0, err);
  assert.deepEqual(JSON.parse(out), {
    source: SOURCE,
    revoked: [third!.date, fourth!.date],
    reason: "틀린 목록",
    inForce: second!.date,
  });
  for (const day of [second, third, fourth]) assert.equal(await asOf(day!.date), before);
  assert.deepEqual(await dmf.changes("--since", third!.date), []);
  const status = JSON.parse((await dmf.run(["status", "--json"])).out).sources[0];
  assert.equal(status.head, second!.date);
  assert.equal((await dmf.run(["fsck"])).code, 0);

  site.setRows(fifth!.rows);
  const again = await dmf.once(fifth!.date);
  assert.equal(again.code, 0, again.err);
  const span = `"${third!.date}"~"${fourth!.date}"`;
  assert.ok(
    again.err.includes(`${span} 실행 2건이 철회되었습니다(이유: 틀린 목록, 김).`),
    again.err,
  );
  const told = await dmf.changes("--since", fifth!.date);
  assertTrue(fifth!, told);
  assert.ok(told.every(({ possibleSince }) => possibleSince === second!.date));
  const { code: whole, out: report } = await dmf.run(["fsck"]);
  assert.equal(whole, 0, report);
});

Deno.test("dmf revoke deletes nothing: what was sealed stays proven, with who revoked it and why", async () => {
  await using box = await lived();
  const { dmf, days } = box;
  const last = days[3]!.date as RunId;
  const sealed = await dmf.changes("--since", last);
  assert.ok(sealed.length > 0);
  assert.equal((await dmf.run(["revoke", last, ...REASON])).code, 0);
  const { log, close } = await dmf.open();
  try {
    const accepted = await readRun(log, SOURCE, last);
    assert.ok(accepted?.state === "accepted");
    const entries = await Array.fromAsync(provenEntries(log, SOURCE, last, accepted));
    const seqs = entries.map(({ seq }) => seq);
    assert.ok(sealed.every(({ seq }) => seqs.includes(seq)));
    const { head } = await readHead(log, SOURCE);
    assert.equal(head?.run, correctionAfter(last));
    const { reason, by, replaces } = await readRun(log, SOURCE, head!.run) as Corrected;
    assert.deepEqual([reason, by, replaces.map(({ run }) => run)], ["틀린 목록", "김", [last]]);
  } finally {
    await close();
  }
  const { code, out } = await dmf.run(["fsck", "--rebuild", "--json"]);
  assert.equal(code, 0, out);
  assert.equal(JSON.parse(out).rebuilt[0].same, true);
});

Deno.test("dmf revoke names what stands in its way", async () => {
  await using box = await lived();
  const { dmf, days } = box;
  const [, second, , fourth] = days.map(({ date }) => date) as [string, string, string, string];
  const revoke = async (...words: readonly string[]) => {
    const { code, err } = await dmf.run(["revoke", ...words, "--lang", "en"]);
    assert.equal(code, 2, err);
    return err;
  };
  assert.match(await revoke(fourth), /needs "--reason"/);
  assert.match(await revoke("2026-10-01", ...REASON), /No run .* was accepted on "2026-10-01"/);
  assert.match(await revoke(second, ...REASON), /2 accepted runs were compared .* "--with-later"/);
  assert.equal((await dmf.run(["revoke", fourth, ...REASON])).code, 0);
  assert.match(await revoke(fourth, ...REASON), /is revoked already/);
  // Nobody is told that the day stands: not by status, not by its report, not by another crawl.
  const said = /Run "2026-11-05" was revoked \(틀린 목록, 김\)/;
  const { verdict, reason } =
    JSON.parse((await dmf.run(["status", "--json", "--lang", "en"])).out).sources[0];
  assert.equal(verdict, null);
  assert.match(reason, said);
  const report = await dmf.run(["report", "--date", fourth, "--lang", "en"]);
  assert.equal(report.code, 2);
  assert.match(report.err, said);
  const again = await dmf.once(fourth, "--lang", "en");
  assert.equal(again.code, 3);
  assert.match(again.err, said);
});

Deno.test("dmf revoke and dmf fsck --rebuild wait for whoever holds the source", async () => {
  await using box = await lived();
  const { dmf, days } = box;
  const last = days[3]!.date;
  const { log, close } = await dmf.open();
  const clock = systemClock();
  const hold = await beginCorrection({ log, clock }, SOURCE, { alone: false });
  assert.ok(hold instanceof Hold);
  for (const words of [["revoke", last, ...REASON], ["fsck", "--rebuild"]]) {
    const { code, err } = await dmf.run([...words, "--lang", "en"]);
    assert.equal(code, 1, err);
    assert.match(err, /Another dmf is at work/);
  }
  await hold.release();
  await close();
  assert.equal((await dmf.run(["fsck", "--rebuild"])).code, 0);
  assert.equal((await dmf.run(["revoke", last, ...REASON])).code, 0);
});

Deno.test("a register of which the records are gone is never founded a second time", async () => {
  await using box = await lived();
  const { dmf, days, site } = box;
  const { log, close } = await dmf.open();
  for await (const { key } of log.list({ prefix: recordsOf(SOURCE) })) {
    await log.atomic([], [{ key, value: undefined }]);
  }
  await close();
  site.setRows(days[4]!.rows);
  const { code, err } = await dmf.once(days[4]!.date, "--lang", "en");
  assert.equal(code, 4);
  assert.match(err, /make it anew from the log with "dmf fsck --rebuild"/);
  assert.equal((await dmf.run(["fsck", "--rebuild"])).code, 0);
  assert.equal((await dmf.once(days[4]!.date)).code, 0);
});

Deno.test("the founding run can be revoked, and the next crawl founds anew", async () => {
  await using box = await lived();
  const { dmf, days, site } = box;
  const [first, , , , fifth] = days;
  assert.equal((await dmf.run(["revoke", first!.date, "--with-later", ...REASON])).code, 0);
  const { code, err } = await dmf.run(["as-of", first!.date, "--lang", "en"]);
  assert.equal(code, 2);
  assert.match(err, /no run of "mfds-dmf" was accepted yet/);
  site.setRows(fifth!.rows);
  assert.equal((await dmf.once(fifth!.date)).code, 0);
  assert.deepEqual(await dmf.changes(), []);
  assert.equal(JSON.parse(await box.asOf(fifth!.date)).length, fifth!.rows.length);
  assert.equal((await dmf.run(["fsck"])).code, 0);
});

Deno.test("correctionAfter() sorts after its run, before the next, and in the order of corrections", () => {
  let run = "2026-11-30" as RunId;
  const ids = [run];
  for (let n = 0; n < 12; n++) ids.push(run = correctionAfter(run));
  ids.push("2026-12-01" as RunId);
  assert.deepEqual(ids.toSorted(), ids);
});
