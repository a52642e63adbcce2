/** Reading the archive again: what differs is shown, and sealed only where a person confirms it. */
import assert from "node:assert/strict";
import type { RegisterRecord } from "../../src/model.ts";
import type { Column } from "../../src/selector_spec.ts";
import { EMBEDDED_SPECS } from "../../src/selectors.ts";
import { simulate } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import type { SiteOptions } from "../support/fixture_options.ts";
import { Dmf } from "../support/run_dmf.ts";
import { assertTrue } from "../support/truth.ts";

const SPEC = EMBEDDED_SPECS["mfds-dmf/2.json"]!;
const SWAPPED: Readonly<Record<string, Column["field"]>> = {
  documentVersion: "linkedReviewNumber",
  linkedReviewNumber: "documentVersion",
  firstRegisteredOn: "lastChangedOn",
  lastChangedOn: "firstRegisteredOn",
};

/**
 * A spec that takes columns for one another, with bounds that do not notice, and the right one as
 * the version after it.
 */
const WRONG = {
  ...SPEC,
  version: 3,
  bounds: EMBEDDED_SPECS["mfds-dmf/1.json"]!.bounds,
  columns: SPEC.columns.map((column) => ({
    ...column,
    field: SWAPPED[column.field] ?? column.field,
  })),
};
const RIGHT = { ...SPEC, version: 4 };

function selectors(...specs: readonly (typeof WRONG | typeof RIGHT)[]) {
  const files = new Map(specs.map((spec) => [
    `selectors/mfds-dmf/${spec.version}.json`,
    JSON.stringify({ $schema: "../schema.json", ...spec }),
  ]));
  return { selectorFiles: () => Promise.resolve(files) };
}

/** A box that read some days with the wrong spec, beside one that read them with the right one. */
async function lived(count: number, options: SiteOptions = {}) {
  const site = new FixtureSite(options);
  const wrong = await Dmf.towards(site.origin);
  const right = await Dmf.towards(site.origin);
  const days = simulate(120, count, 4);
  for (const { date, rows } of days) {
    site.setRows(rows);
    for (const [dmf, spec] of [[wrong, WRONG], [right, RIGHT]] as const) {
      const { code, err } = await dmf.run(["--once", "--date", date], selectors(spec));
      assert.equal(code, 0, err);
    }
  }
  const reextract = async (...words: readonly string[]) => {
    const command = ["reextract", "--spec", "4", ...words];
    return await wrong.run(command, selectors(WRONG, RIGHT));
  };
  return {
    site,
    wrong,
    right,
    days,
    reextract,
    async [Symbol.asyncDispose]() {
      await site.close();
      await wrong[Symbol.asyncDispose]();
      await right[Symbol.asyncDispose]();
    },
  };
}

/** The list of a day without what only names a record. */
async function listOf(dmf: Dmf, date: string): Promise<Partial<RegisterRecord>[]> {
  const { code, out, err } = await dmf.run(["as-of", date, "--json"]);
  assert.equal(code, 0, err);
  return (JSON.parse(out) as Record<string, unknown>[])
    .map(({ record: _, ...values }) => values as Partial<RegisterRecord>)
    .sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}

Deno.test("dmf reextract shows what differs and changes nothing", async () => {
  await using box = await lived(3);
  const { wrong, days, reextract, site } = box;
  const before = await listOf(wrong, days[2]!.date);
  site.forget();
  const { code, out, err } = await reextract("--json");
  assert.equal(code, 0, err);
  const { replayed, runs, records, stopped, sealed, specVersion } = JSON.parse(out);
  assert.deepEqual([replayed, stopped, sealed, specVersion], [3, null, null, 4]);
  assert.deepEqual(runs.map(({ run }: { run: string }) => run), days.map(({ date }) => date));
  assert.ok(records.length > 60);
  assert.ok(records.every(({ presence }: { presence: unknown }) => presence === null));
  assert.deepEqual(await listOf(wrong, days[2]!.date), before);
  assert.equal(site.log.length, 0);
  assert.match((await reextract("--lang", "en")).out, /Nothing is changed yet; .*"--confirm/);
});

Deno.test("a confirmed re-extraction gives every day the list and the events that are true of it", async () => {
  await using box = await lived(5);
  const { wrong, right, days, reextract, site } = box;
  const last = days[4]!;
  const ids = async (date: string) =>
    JSON.parse((await wrong.run(["as-of", date, "--json"])).out)
      .map(({ record }: { record: string }) => record).sort();
  const known = await ids(last.date);
  const { code, out, err } = await reextract(
    "--confirm",
    "--reason",
    "열이 뒤바뀜",
    "--json",
  );
  assert.equal(code, 0, err);
  assert.match(JSON.parse(out).sealed, /^2026-11-06\+001$/);
  for (const { date } of days) {
    assert.deepEqual(await listOf(wrong, date), await listOf(right, date));
  }
  assert.deepEqual(await ids(last.date), known);
  for (const day of days) {
    assertTrue(day, await wrong.changes("--since", day.date, "--until", day.date));
  }
  assert.equal((await wrong.run(["fsck"])).code, 0);
  const rebuilt = await wrong.run(["fsck", "--rebuild", "--json"]);
  assert.equal(JSON.parse(rebuilt.out).rebuilt[0].same, true);
  // A value that was read again is proven with the spec that read it.
  const [one] = JSON.parse((await wrong.run(["as-of", last.date, "--json"])).out)
    .filter(({ documentVersion }: { documentVersion: unknown }) => documentVersion !== null);
  const why = await wrong.run(
    ["why", one.record, "documentVersion", "--json"],
    selectors(WRONG, RIGHT),
  );
  assert.equal(why.code, 0, why.err);
  assert.match(why.out, /"spec":\{"source":"mfds-dmf","version":4\}/);
  assert.ok(why.out.includes(JSON.stringify(one.documentVersion)));
  // What was put right is what the next crawl is measured against.
  const next = simulate(120, 6, 4)[5]!;
  site.setRows(next.rows);
  const crawled = await wrong.run(["--once", "--date", next.date], selectors(RIGHT));
  assert.equal(crawled.code, 0, crawled.err);
  assertTrue(next, await wrong.changes("--since", next.date));
  // A second time there is nothing left to put right.
  const again = await reextract("--json");
  assert.equal(again.code, 0);
  const { runs, replayed, stopped } = JSON.parse(again.out);
  assert.deepEqual([runs, replayed, stopped], [[], 6, null]);
});

Deno.test("dmf reextract with the spec that a run was read with finds no difference, in any markup", async () => {
  const markups: readonly SiteOptions[] = [{}, { paging: { kind: "one-page" }, nfd: "values" }];
  for (const options of markups) {
    await using box = await lived(4, options);
    const same = await box.right.run(["reextract", "--spec", "4", "--json"], selectors(RIGHT));
    assert.equal(same.code, 0, same.err);
    const { replayed, runs, records } = JSON.parse(same.out);
    assert.deepEqual([replayed, runs, records], [4, [], []]);
  }
});

Deno.test("dmf reextract from a later day leaves the days before as they are", async () => {
  await using box = await lived(4);
  const { wrong, right, days, reextract } = box;
  const [, second, third, fourth] = days.map(({ date }) => date) as [
    string,
    string,
    string,
    string,
  ];
  const before = await listOf(wrong, second);
  const { code, err } = await reextract("--from", third, "--confirm", "--reason", "T");
  assert.equal(code, 0, err);
  assert.deepEqual(await listOf(wrong, second), before);
  // What is missing from the list was last read on a day before.
  const listed = (date: string) =>
    new Set(days.find((day) => day.date === date)!.rows.map(({ number }) => number.trim()));
  const values = (list: readonly Partial<RegisterRecord>[], date: string) =>
    list.filter(({ registrationNumber }) => listed(date).has(registrationNumber ?? ""))
      .map((record) => JSON.stringify({ ...record, validFrom: "" })).sort();
  for (const date of [third, fourth]) {
    const [is, ought] = [await listOf(wrong, date), await listOf(right, date)];
    assert.deepEqual(values(is, date), values(ought, date));
  }
});

Deno.test("dmf reextract stops where pages are gone, damaged, or not those of the list", async () => {
  await using box = await lived(3);
  const { wrong, days, reextract } = box;
  const folder = `${wrong.data}/raw/${days[1]!.date}`;
  const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
  const pages: string[] = [];
  for (const name of names.filter((name) => name.endsWith(".json"))) {
    const { url, digest } = JSON.parse(await Deno.readTextFile(`${folder}/${name}`));
    if (new URL(url).searchParams.get("page") === "2") pages.push(`${folder}/${digest}.gz`);
  }
  const [body] = pages as [string];
  const whole = await Deno.readFile(body);
  const damaged = whole.map((byte, at) => at === 30 ? byte ^ 1 : byte);
  for (const bytes of [damaged, null]) {
    if (bytes) await Deno.writeFile(body, bytes);
    else await Deno.remove(body);
    const { code, out } = await reextract("--confirm", "--reason", "T", "--json");
    assert.equal(code, 3);
    const { stopped, sealed, replayed } = JSON.parse(out);
    assert.deepEqual([stopped.run, sealed, replayed], [days[1]!.date, null, 1]);
  }
  await Deno.writeFile(body, whole);
  assert.equal((await reextract()).code, 0);
  for (const name of names.filter((name) => name.endsWith(".json"))) {
    await Deno.remove(`${folder}/${name}`);
  }
  const { out } = await reextract("--json", "--lang", "en");
  assert.match(JSON.parse(out).stopped.reason, /only 0 of its \d pages are in the archive/);
});

Deno.test("dmf reextract names an unknown version, a day without a run, a missing reason", async () => {
  await using box = await lived(2);
  const { wrong } = box;
  const run = async (...words: readonly string[]) => {
    const { code, err } = await wrong.run(["reextract", "--lang", "en", ...words]);
    assert.equal(code, 2, err);
    return err;
  };
  assert.match(await run("--spec", "9"), /no selector spec of version 9, there are 1, 2/);
  assert.match(await run("--spec", "x"), /"--spec" must be the version/);
  assert.match(await run("--from", "2026-10-01"), /the first after it is "2026-11-02"/);
  assert.match(await run("--confirm"), /needs "--reason"/);
});
