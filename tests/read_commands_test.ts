import assert from "node:assert/strict";
import { type FixtureDay, simulate } from "./support/fixture_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";

const days = simulate(130, 5, 9);
const [first, , , , last] = days as readonly FixtureDay[] as [
  FixtureDay,
  FixtureDay,
  FixtureDay,
  FixtureDay,
  FixtureDay,
];

/** A data folder after five days. */
async function withHistory(body: (dmf: Dmf) => Promise<void>): Promise<void> {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  for (const day of days) {
    site.setRows(day.rows);
    assert.equal((await dmf.once(day.date)).code, 0);
  }
  await body(dmf);
}

const json = async (dmf: Dmf, ...args: string[]) => {
  const { code, out, err } = await dmf.run([...args, "--json"]);
  assert.equal(code, 0, err);
  return JSON.parse(out);
};

Deno.test("what the commands say of five days", async (t) => {
  await withHistory(async (dmf) => {
    await t.step(
      "as-of gives the numbers of each day's list, absent rows not yet given up",
      async () => {
        for (const day of days) {
          const records = await json(dmf, "as-of", day.date);
          const listed = new Set(
            day.rows.map((row) => row.number.normalize("NFC").replace(/\s/g, "")),
          );
          const shown = new Set(
            records.map((r: { registrationNumber: string | null }) => r.registrationNumber ?? ""),
          );
          const lost = [...listed].filter((number) =>
            number !== "" && number !== "-" && !shown.has(toAscii(number))
          );
          assert.deepEqual(lost, []);
          assert.ok(records.length >= day.rows.length);
          assert.ok(
            records.length <= day.rows.length + 3,
            `${records.length} of ${day.rows.length}`,
          );
        }
      },
    );
    await t.step("as-of shows all fields and since when", async () => {
      const [record] = await json(dmf, "as-of", first.date);
      assert.deepEqual(Object.keys(record), [
        "record",
        "registrationNumber",
        "noticeCategory",
        "ingredient",
        "applicant",
        "sites",
        "firstRegisteredOn",
        "lastChangedOn",
        "lastAnnualReportYear",
        "status",
        "statusChangedOn",
        "documentVersion",
        "linkedReviewNumber",
        "validFrom",
      ]);
      assert.equal(record.validFrom, first.date);
    });
    await t.step("as-of before the baseline is an error, not an empty register", async () => {
      const { code, err } = await dmf.run(["as-of", "2026-10-01"]);
      assert.equal(code, 2);
      assert.match(err, /기준선은 "2026-11-02"/);
      const english = await dmf.run(["as-of", "2026-10-01", "--lang", "en"]);
      assert.match(english.err, /baseline .* "2026-11-02"/);
    });
    await t.step("changes carries the documented keys and a proof", async () => {
      const changes = await dmf.changes();
      const seqs = changes.map((change) => change.seq);
      assert.deepEqual(seqs, seqs.toSorted((a, b) => a - b));
      for (const change of changes) {
        const { fields: _, from: __, ...rest } = change;
        assert.deepEqual(Object.keys(rest), [
          "seq",
          "run",
          "kind",
          "record",
          "registrationNumber",
          "ingredient",
          "applicant",
          "possibleSince",
          "observedAt",
          "evidence",
        ]);
      }
    });
    await t.step("the bytes that an event points to show its number", async () => {
      const data = await dmf.open();
      let proven = 0;
      for (const change of await dmf.changes()) {
        const { digest, start, end } = change.evidence;
        const body = await data.archive.body(change.run, digest);
        const text = new TextDecoder().decode(body.subarray(start, end));
        if (change.kind === "delisted") continue;
        assert.match(text, /^<tr[\s>]/);
        assert.match(text, /<\/tr>$/);
        const shown = toAscii(text.normalize("NFC").replace(/\s/g, ""));
        assert.ok(shown.includes((change.registrationNumber ?? "").replace(/\s/g, "")));
        proven += 1;
      }
      assert.ok(proven > 10);
      await data.close();
    });
    await t.step("history follows a record by number and by id", async () => {
      const amended = (await dmf.changes()).find((c) =>
        c.kind === "amended" && c.registrationNumber
      );
      const timelines = await json(dmf, "history", amended?.registrationNumber as string);
      const byId = await json(dmf, "history", amended?.record as string);
      assert.ok(timelines.some((t: { record: string }) => t.record === amended?.record));
      assert.ok(byId[0].versions.length >= 2);
      assert.ok(
        byId[0].versions.every((
          v: { validTo: string | null },
          i: number,
          all: { validFrom: string }[],
        ) => v.validTo === (all[i + 1]?.validFrom ?? null)),
      );
    });
    await t.step("history finds a record by a number it no longer has", async () => {
      const renumbered = (await dmf.changes()).find((change) => change.kind === "renumbered");
      assert.ok(renumbered?.from);
      const [timeline] = await json(dmf, "history", renumbered.from);
      assert.equal(timeline.record, renumbered.record);
    });
    await t.step("history of nothing known is an error", async () => {
      assert.equal((await dmf.run(["history", "20990101-1-A-1-1"])).code, 2);
    });
    await t.step("status gives the documented keys", async () => {
      const { sources: [status] } = await json(dmf, "status");
      assert.deepEqual(Object.keys(status), [
        "source",
        "head",
        "lastRun",
        "records",
        "verdict",
        "revoked",
        "moved",
        "trouble",
        "ageHours",
        "drift",
        "reason",
        "refused",
        "rates",
      ]);
      assert.equal(status.head, last.date);
      assert.equal(status.verdict, "accepted");
    });
    await t.step(
      "report writes an earlier day's files again, the same to the byte but for the zip",
      async () => {
        const file = `${dmf.data}/reports/${days[2]?.date}.changes.jsonl`;
        const records = `${dmf.data}/reports/${days[2]?.date}.records.jsonl`;
        const before = [await Deno.readTextFile(file), await Deno.readTextFile(records)];
        await Deno.remove(file);
        await Deno.remove(records);
        assert.equal((await dmf.run(["report", "--date", days[2]?.date as string])).code, 0);
        assert.deepEqual([await Deno.readTextFile(file), await Deno.readTextFile(records)], before);
      },
    );
    await t.step(
      "running a sealed day again asks the site for nothing and changes nothing",
      async () => {
        const before = await dmf.changes();
        const { code, err } = await dmf.once(last.date);
        assert.equal(code, 0);
        assert.match(err, /이미 확정된 날짜/);
        assert.deepEqual(await dmf.changes(), before);
      },
    );
    await t.step("running a day before the head is refused", async () => {
      const { code, err } = await dmf.once(first.date.replace("-02", "-01"));
      assert.equal(code, 2);
      assert.match(err, /이미 확정되었고/);
    });
  });
});

/** Full-width forms, which the site's noise may use, as ASCII. */
function toAscii(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0));
}
