import assert from "node:assert/strict";
import { DIMENSION_NAMES } from "../src/dimension.ts";
import { dice, foundingOf } from "./support/fixture_founding.ts";
import type { FixtureRow } from "./support/fixture_row.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";

const RARE = "시험가나정";

/** The rows of the first, second and third day: a source of an ingredient goes on the second. */
function threeDays(): readonly (readonly FixtureRow[])[] {
  const rows = foundingOf(110, dice(7)).rows.map((row) => row);
  const at = rows.findIndex(({ status }) => status === "정상");
  const row = rows[at] as FixtureRow;
  const made = (name: string): FixtureRow => ({
    ...row,
    ingredient: RARE,
    siteNames: [name],
    siteAddresses: [`${name.length} Long Road, Panoli, Gujarat`],
    siteCountries: ["인도"],
  });
  const others = rows.filter((_, index) => index !== at);
  const first = [made("Vento Laboratories Limited"), ...others];
  const moved = [made("Mira Life Sciences Limited"), ...others];
  return [first, first, moved];
}

const DAYS = ["2026-11-30", "2026-12-01", "2026-12-02"];

async function withRegister(body: (dmf: Dmf) => Promise<void>): Promise<void> {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  for (const [index, rows] of threeDays().entries()) {
    site.setRows(rows);
    const { code, err } = await dmf.once(DAYS[index] as string);
    assert.equal(code, 0, err);
  }
  await body(dmf);
}

Deno.test("what stats says of three days", async (t) => {
  await withRegister(async (dmf) => {
    const json = async (...args: string[]) => {
      const { code, out, err } = await dmf.run(["stats", ...args, "--json"]);
      assert.equal(code, 0, err);
      return JSON.parse(out).sources[0];
    };
    const list = JSON.parse((await dmf.run(["as-of", "2026-12-02", "--json"])).out);

    await t.step("the overview adds up to the list", async () => {
      const { source, run, total, byStatus, origin, filings } = await json();
      assert.deepEqual([source, run, total], ["mfds-dmf", "2026-12-02", list.length]);
      assert.equal(byStatus.active + byStatus.withdrawn + byStatus.cancelled, total);
      assert.equal(origin.domestic + origin.imported + origin.unknown, byStatus.active);
      assert.equal(filings.first + filings.granted + filings.unclear, byStatus.active);
      const withdrawn = list.filter((one: { status: string }) => one.status === "withdrawn");
      assert.equal(byStatus.withdrawn, withdrawn.length);
    });
    await t.step(
      "a site that changed this month is a lost source, with the record and why",
      async () => {
        const { lostSource } = await json();
        assert.equal(lostSource.since, "2026-12-01");
        const [lost, ...rest] = lostSource.sources;
        assert.deepEqual(rest, []);
        assert.equal(lost.ingredient, RARE);
        assert.equal(lost.plant.name, "Vento Laboratories Limited");
        assert.equal(lost.records[0].why, "site-changed");
        assert.equal(lost.left, 1);
      },
    );
    await t.step(
      "before that day nothing was lost, and the baseline is where the month begins",
      async () => {
        const { lostSource, run } = await json("--date", "2026-11-30");
        assert.deepEqual([run, lostSource], ["2026-11-30", { since: "2026-11-30", sources: [] }]);
      },
    );
    await t.step("an ingredient of one record is single-source, until it has another", async () => {
      const { singleSource } = await json();
      const found = singleSource.find((one: { ingredient: string }) => one.ingredient === RARE);
      assert.equal(found.sources[0].plants[0].name, "Mira Life Sciences Limited");
    });
    await t.step("every --by prints counts, as many as --top says", async () => {
      for (const by of DIMENSION_NAMES) {
        const { counts } = await json("--by", by);
        assert.ok(counts.length > 0, by);
        assert.deepEqual((await json("--by", by, "--top", "1")).counts, counts.slice(0, 1));
        const { code, out } = await dmf.run(["stats", "--by", by, "--lang", "en"]);
        assert.equal(code, 0);
        assert.equal(out.trimEnd().split("\n").length, counts.length + 2, by);
      }
    });
    await t.step("--top cuts every list of the overview", async () => {
      const { countries, sharedSites, siteWritings } = await json("--top", "1");
      for (const some of [countries, sharedSites, siteWritings]) assert.ok(some.length <= 1);
      assert.equal(countries.length, 1);
    });
    await t.step("csv has a header and the counts of --json", async () => {
      const { counts } = await json("--by", "country");
      const { out } = await dmf.run(["stats", "--by", "country", "--format", "csv"]);
      const [head, ...rows] = out.replace("\ufeff", "").trimEnd().split("\r\n");
      assert.match(head as string, /^출처,기준일,제조국가,정상,/);
      assert.equal(rows.length, counts.length);
      const { value, active } = counts[0];
      assert.ok(rows[0]!.startsWith(`mfds-dmf,2026-12-02,${value},${active},`));
    });
    await t.step("the text says the same in both languages", async () => {
      const ko = (await dmf.run(["stats"])).out;
      const en = (await dmf.run(["stats", "--lang", "en"])).out;
      assert.match(
        ko,
        new RegExp(`${RARE}: Vento Laboratories Limited \\(인도\\).*제조소 변경; 남은 공급원 1`),
      );
      assert.match(en, /site changed; 1 left/);
      assert.match(en, /Single-source ingredients: \d+/);
    });
    await t.step("the same question has the same answer", async () => {
      assert.deepEqual(await json(), await json());
    });
    await t.step("what cannot be answered ends with 2 and says why", async () => {
      const refused = async (...args: string[]) => {
        const { code, err } = await dmf.run(["stats", ...args, "--lang", "en"]);
        assert.equal(code, 2, err);
        return err;
      };
      assert.match(
        await refused("--by", "contry"),
        /"--by" must be "country" or .* found "contry"/,
      );
      assert.match(await refused("--top", "0"), /"--top" must be a whole number from 1 on/);
      assert.match(await refused("--format", "csv"), /with "--by"/);
      assert.match(await refused("--by", "year", "--format", "csv", "--json"), /without "--json"/);
      assert.match(await refused("--date", "2026-11-01"), /no run of "mfds-dmf" was accepted by/);
      assert.match(await refused("--source", "mfds-dfm"), /nearest is "mfds-dmf"/);
    });
  });
});
