/** Damage to every file of a box: which command says what, and that nothing is lost after the repair. */
import assert from "node:assert/strict";
import { httpFetch } from "../../src/adapters/http_fetch.ts";
import {
  endure,
  expectEnd,
  FINE,
  firstOf,
  fsck,
  kv,
  marker,
  overwrite,
  SOURCE,
  withLog,
} from "../support/damage.ts";
import { FILE_DAMAGES, INNER_DAMAGES } from "../support/damages.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { DAY1, DAY3, DAY4, LivedBox } from "../support/lived_box.ts";
import type { DeskParts } from "../support/run_dmf.ts";
import { assertTrue } from "../support/truth.ts";

let box: LivedBox;
Deno.test.beforeAll(async () => {
  box = await LivedBox.lived();
});
Deno.test.afterAll(() => box[Symbol.asyncDispose]());

for (const damage of [...FILE_DAMAGES, ...INNER_DAMAGES]) {
  Deno.test(`${damage.name}: the commands say so, and a restore brings everything back`, () =>
    endure(damage, box));
}

/** A desk that is told to stop just before the second page of the list is asked for. */
function stoppedAtPage2(): DeskParts {
  const stop = new AbortController();
  const real = httpFetch();
  let asked = 0;
  const get: typeof real.get = (request) => {
    if (request.url.includes("getList") && ++asked === 2) stop.abort(new Error("stopped"));
    return real.get(request);
  };
  return { signal: stop.signal, openFetch: () => ({ get, [Symbol.dispose]: () => real.close() }) };
}

for (
  const [name, damage] of [
    ["flipped", (path: string) => overwrite(path, 0.5, 8)],
    ["cut off", (path: string) => Deno.truncate(path, 100)],
    ["gone", (path: string) => Deno.remove(path)],
  ] as const
) {
  Deno.test(`a run that goes on asks once more for an archived page that is ${name}`, async () => {
    await using site = new FixtureSite();
    await using dmf = await box.copy(site.origin);
    site.setRows(DAY4.rows);
    const stopped = await dmf.run(["--once", "--date", DAY4.date], stoppedAtPage2());
    assert.equal(stopped.code, 1, stopped.err);
    assert.equal((await fsck(dmf)).code, 0);
    const page = await firstCheckpoint(dmf.data);
    await damage(`${dmf.data}/raw/${DAY4.date}/${page}.gz`);
    const found = await fsck(dmf);
    assert.equal(found.code, 4);
    assert.match(found.lines, new RegExp(`^body-(?:damaged|missing) raw/${DAY4.date}/${page}.gz$`));
    site.forget();
    assert.equal((await dmf.once(DAY4.date)).code, 0);
    const asked = site.log.filter(({ path }) => path.includes("getList"))
      .map(({ query }) => query.get("page"));
    assert.ok(asked.includes("1"), asked.join());
    assertTrue(DAY4, await dmf.changes("--since", DAY4.date));
    assert.deepEqual(await fsck(dmf), { code: 0, lines: "" });
  });
}

async function firstCheckpoint(data: string): Promise<string> {
  let digest = "";
  await withLog(data, async (log) => {
    digest = ((await firstOf(log, ["page"])).value as { digest: string }).digest;
  });
  return digest;
}

Deno.test("a dmf.json or a selector file that is half written stops the run before it begins", async () => {
  await using site = new FixtureSite();
  await using dmf = await box.copy(site.origin);
  site.setRows(DAY4.rows);
  const config = await Deno.readTextFile(dmf.config);
  await Deno.writeTextFile(dmf.config, config.slice(0, config.length >> 1));
  expectEnd(await dmf.once(DAY4.date, "--lang", "en"), [2, /dmf\.json.*line 1, column \d+/]);
  await Deno.writeTextFile(dmf.config, config);
  const half = '{ "source": "mfds-dmf", "version": 1, "or';
  const parts = {
    selectorFiles: () => Promise.resolve(new Map([["selectors/mfds-dmf/1.json", half]])),
  };
  const args = ["--once", "--date", DAY4.date];
  expectEnd(await dmf.run([...args, "--lang", "en"], parts), [2, /selectors\/mfds-dmf\/1\.json/]);
  assert.deepEqual(await dmf.changes(), box.changes);
  expectEnd(await dmf.run(args), FINE);
  assertTrue(DAY4, await dmf.changes("--since", DAY4.date));
});

Deno.test("a store.json of an earlier program, without the last seals, stays readable", async () => {
  await using dmf = await box.copy();
  const { sealed, ...marker } = JSON.parse(await Deno.readTextFile(`${dmf.data}/store.json`));
  assert.equal(sealed[SOURCE].run, DAY3.date);
  await Deno.writeTextFile(`${dmf.data}/store.json`, JSON.stringify(marker));
  expectEnd(await dmf.run(["status"]), FINE);
  assert.equal((await fsck(dmf)).code, 0);
});

Deno.test("a store.json that is behind its store, as a crash leaves it, is no fault", async () => {
  await using dmf = await box.copy();
  const text = await Deno.readTextFile(`${dmf.data}/store.json`);
  const marker = JSON.parse(text);
  await withLog(dmf.data, async (log) => {
    const { value } = await log.get(["run", SOURCE, DAY1.date]);
    const { chain, entries } = value as { chain: string; entries: number };
    marker.sealed[SOURCE] = { run: DAY1.date, seq: entries, chain };
  });
  await Deno.writeTextFile(`${dmf.data}/store.json`, JSON.stringify(marker));
  assert.equal((await fsck(dmf)).code, 0);
  expectEnd(await dmf.once(DAY3.date), FINE);
  assert.equal(await Deno.readTextFile(`${dmf.data}/store.json`), text);
});

Deno.test("fsck writes nothing into the files it proves", async () => {
  await using dmf = await box.copy();
  const before = await Promise.all([Deno.readFile(kv(dmf.data)), Deno.readFile(marker(dmf.data))]);
  assert.equal((await fsck(dmf)).code, 0);
  const after = await Promise.all([Deno.readFile(kv(dmf.data)), Deno.readFile(marker(dmf.data))]);
  assert.deepEqual(after, before);
});
