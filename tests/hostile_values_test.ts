import assert from "node:assert/strict";
import { openBox } from "../src/adapters/box.ts";
import { begin, Hold } from "../src/hold.ts";
import type { RunId, SourceId } from "../src/model.ts";
import { simulate } from "./support/fixture_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";

const [day] = simulate(60, 1, 4);
assert.ok(day);
const [first, second, ...rest] = day.rows;
assert.ok(first && second);

Deno.test("a cell of 40,000 characters is a value like any other, also as a number", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  site.setRows(day.rows);
  assert.equal((await dmf.once("2026-11-02")).code, 0);
  // Syllables without end: neither short in the store nor easily made so.
  const long = Array.from({ length: 40_000 }, (_, i) => String.fromCharCode(0xAC00 + i % 11_171))
    .join("");
  const number = "9".repeat(40_000);
  site.setRows([{ ...first, ingredient: long }, { ...second, number }, ...rest]);
  const { code, err } = await dmf.once("2026-11-03");
  assert.equal(code, 0, err);
  const changes = await dmf.changes();
  assert.deepEqual(changes.map(({ kind }) => kind), ["renumbered", "amended"]);
  assert.equal(changes[1]?.fields.ingredient?.to, long);
  const history = await dmf.run(["history", number, "--json"]);
  assert.equal(JSON.parse(history.out)[0].versions.length, 2, history.err);
  site.setRows(day.rows);
  assert.equal((await dmf.once("2026-11-04")).code, 0);
  assert.equal((await dmf.changes()).length, 4);
});

Deno.test("what a refused page says cannot steer the terminal that tells of it", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  site.setRows([{ ...first, status: "정상\u009b31m\u202e" }, second, ...rest]);
  assert.equal((await dmf.once("2026-11-02")).code, 3);
  const { out } = await dmf.run(["status"]);
  assert.match(out, /31m/);
  assert.doesNotMatch(out, /[\u0080-\u009f\u202e]/);
});

Deno.test("--once --json of a busy folder is one JSON document", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:9");
  const data = await openBox(dmf.data, "found");
  const clock = { now: () => Temporal.Now.instant(), sleep: () => Promise.resolve() };
  try {
    const world = { log: data.log, clock };
    const hold = await begin(world, "mfds-dmf" as SourceId, "2026-11-02" as RunId, data);
    assert.ok(hold instanceof Hold);
    const { code, out } = await dmf.once("2026-11-02", "--json", "--lang", "en");
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(out), {
      source: "mfds-dmf",
      run: "2026-11-02",
      verdict: null,
      reason: "Another dmf is at work in this data folder; run again when it has ended.",
      files: [],
    });
  } finally {
    await data.close();
  }
});

Deno.test("three processes at once in a new folder: one crawls, the others are busy", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  site.setRows(day.rows);
  const main = new URL("../src/main.ts", import.meta.url).href;
  const args = ["run", "-A", "--no-check", main, "--once", "--json", "--date", "2026-11-02"];
  const command = new Deno.Command(Deno.execPath(), {
    args: [...args, "--data", dmf.data, "--config", dmf.config],
    stdout: "piped",
    stderr: "piped",
  });
  const ends = await Promise.all([1, 2, 3].map(() => command.output()));
  const words = ends.map(({ stderr }) => new TextDecoder().decode(stderr)).join("");
  assert.ok(ends.every(({ code }) => code === 0 || code === 1), words);
  assert.ok(ends.some(({ code }) => code === 0), words);
  for (const { stdout } of ends) JSON.parse(new TextDecoder().decode(stdout));
});
