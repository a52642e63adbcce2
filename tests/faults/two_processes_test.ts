/** Two processes in one data folder, one of them suspended past its lease, readers, half a dmf.json. */
import assert from "node:assert/strict";
import type { Clock } from "../../src/ports.ts";
import { type Fault, launch, type Running, start } from "../support/dmf_process.ts";
import { NO_SHIM } from "../support/fault_shim.ts";
import { type FixtureDay, simulate } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { Dmf } from "../support/run_dmf.ts";
import { assertTrue } from "../support/truth.ts";
import { assertWhole } from "../support/whole_store.ts";

type Three = readonly [FixtureDay, FixtureDay, FixtureDay];
const [first, second, third] = simulate(110, 3, 5) as unknown as Three;

const ignore = NO_SHIM !== null;
const reason = ignore ? ` [not run: ${NO_SHIM}]` : "";
const ONCE = ["--once", "--date", second.date, "--lang", "en"];

/** A lease lasts ten minutes: a quarter of an hour from now it has expired. */
const later: Clock = {
  now: () => Temporal.Now.instant().add({ minutes: 15 }),
  sleep: () => Promise.resolve(),
};

/** A box with the first day sealed, on the morning of the second. */
async function onSecondDay(body: (dmf: Dmf, site: FixtureSite) => Promise<void>): Promise<void> {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  site.setRows(first.rows);
  assert.equal((await dmf.once(first.date)).code, 0);
  site.setRows(second.rows);
  site.forget();
  await body(dmf, site);
}

/** Everything in the store, as text. */
async function contents(dmf: Dmf): Promise<string[]> {
  const { log, close } = await dmf.open();
  try {
    const entries = await Array.fromAsync(log.list({ prefix: [] }));
    return entries.map(({ key, value }) => `${key.join(" ")} ${JSON.stringify(value)}`);
  } finally {
    await close();
  }
}

async function provenWhole(dmf: Dmf, day: FixtureDay): Promise<void> {
  assertTrue(day, await dmf.changes("--since", day.date));
  await assertWhole(dmf);
}

/** Starts the program and resolves when it has been stopped at the write of `fault`. */
async function suspended(dmf: Dmf, fault: Omit<Fault, "does">): Promise<Running> {
  const running = await start(dmf, ONCE, { fault: { ...fault, does: "stop" } });
  const status = `/proc/${running.child.pid}/status`;
  while (!/^State:\s+T/m.test(await Deno.readTextFile(status))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return running;
}

Deno.test("of two processes in the same minute the second ends with 1, says so, and asks nothing", () =>
  onSecondDay(async (dmf, site) => {
    site.misbehave({ kind: "slow", ms: 800 });
    await using running = await start(dmf, ONCE);
    while (!site.log.some(({ path }) => path.includes("getList"))) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const busy = await dmf.run([...ONCE, "--json"]);
    assert.equal(busy.code, 1);
    assert.match(
      busy.err,
      /^Another dmf is at work in this data folder; run again when it has ended/,
    );
    assert.equal(JSON.parse(busy.out).verdict, null);
    // One asked, and nobody asked twice.
    const asked = site.log.map(({ path, query }) => `${path}?${query}`);
    assert.equal(new Set(asked).size, asked.length);
    site.misbehave();
    const { code, err } = await running.ended;
    assert.equal(code, 0, err);
    await provenWhole(dmf, second);
  }));

Deno.test("readers while a run writes end with 0 and see nothing of it or all of it", () =>
  onSecondDay(async (dmf) => {
    await using running = await start(dmf, ONCE);
    let ended = false;
    const whole = running.ended.finally(() => ended = true);
    let readings = 0;
    while (!ended) {
      for (const args of [["status"], ["as-of", first.date], ["changes", "--json"]]) {
        const { code, out, err } = await dmf.run(args);
        assert.equal(code, 0, `${args}: ${err}`);
        readings += 1;
        if (args[0] === "changes" && out !== "[]\n") assertTrue(second, JSON.parse(out));
      }
    }
    const { code, err } = await whole;
    assert.equal(code, 0, err);
    assert.ok(readings >= 3);
    await provenWhole(dmf, second);
  }));

/** Writes at which a process is suspended: while it archives robots.txt, page 1, page 2. */
for (const at of [6, 24, 36]) {
  Deno.test({
    name:
      `a process suspended past its lease at write ${at} of its archive, and succeeded, writes nothing and ends with 1${reason}`,
    ignore,
    fn: () =>
      onSecondDay(async (dmf) => {
        await using running = await suspended(dmf, { at, only: `raw/${second.date}` });
        const held = await contents(dmf);
        assert.equal((await dmf.run(ONCE)).code, 1, "the lease still holds");
        assert.deepEqual(await contents(dmf), held);
        const successor = await dmf.run(ONCE, { clock: later });
        assert.equal(successor.code, 0, successor.err);
        const before = await contents(dmf);
        running.child.kill("SIGCONT");
        const { code, err, writes } = await running.ended;
        assert.equal(code, 1, err);
        assert.match(err, /was taken over by another process; this one stops\n$/);
        assert.deepEqual(await contents(dmf), before);
        // Only what it was just archiving reached the disk.
        assert.ok(writes.every(({ path }) => path.startsWith(`raw/${second.date}`)));
        await provenWhole(dmf, second);
      }),
  });
}

Deno.test({
  name:
    `a process suspended after its seal, while another tells the day, repeats no alert${reason}`,
  ignore,
  fn: () =>
    onSecondDay(async (dmf) => {
      await using running = await suspended(dmf, { at: 40, only: `reports/${second.date}` });
      const successor = await dmf.run(ONCE);
      assert.equal(successor.code, 0, successor.err);
      running.child.kill("SIGCONT");
      const { code, err } = await running.ended;
      assert.equal(code, 0, err);
      const alerts = await Array.fromAsync(Deno.readDir(`${dmf.data}/outbox`), ({ name }) => name);
      assert.deepEqual(alerts.sort(), [
        `mfds-dmf-${first.date}-baseline.json`,
        `mfds-dmf-${second.date}-changes.json`,
        // The founding run is the first of its week.
        "mfds-dmf-alive-2026-W45.json",
      ]);
      await provenWhole(dmf, second);
    }),
});

Deno.test({
  name:
    `a process suspended in the middle of a commit keeps others out, who end with 4 and say why${reason}`,
  ignore,
  fn: () =>
    onSecondDay(async (dmf) => {
      // In the middle of the first transaction, which takes the lease.
      await using running = await suspended(dmf, { at: 7, only: "dmf.kv-wal" });
      const others = [ONCE, ["status", "--lang", "en"]].map((args) => launch(dmf, args));
      for (const { code, err } of await Promise.all(others)) {
        assert.equal(code, 4, err);
        assert.match(err, /^Cannot use "dmf.kv": another program keeps it locked; close/);
      }
      running.child.kill("SIGCONT");
      const { code, err } = await running.ended;
      assert.equal(code, 0, err);
      await provenWhole(dmf, second);
    }),
});

Deno.test({
  name:
    `a process suspended and continued with nobody in between ends as if nothing had been${reason}`,
  ignore,
  fn: () =>
    onSecondDay(async (dmf) => {
      await using running = await suspended(dmf, { at: 24, only: `raw/${second.date}` });
      running.child.kill("SIGCONT");
      const { code, err } = await running.ended;
      assert.equal(code, 0, err);
      await provenWhole(dmf, second);
    }),
});

Deno.test({
  name: `the lease of a killed process keeps neither this day nor the next waiting${reason}`,
  ignore,
  fn: () =>
    onSecondDay(async (dmf, site) => {
      const fault: Fault = { at: 24, only: `raw/${second.date}`, does: "kill" };
      const { signal } = await (await start(dmf, ONCE, { fault })).ended;
      assert.equal(signal, "SIGKILL");
      assert.ok((await contents(dmf)).some((entry) => entry.startsWith("lease ")));
      site.setRows(third.rows);
      assert.equal((await dmf.once(third.date)).code, 0);
      await assertWhole(dmf);
    }),
});

Deno.test("a half-written dmf.json ends with 2, names the file, and touches neither data nor site", () =>
  onSecondDay(async (dmf, site) => {
    const whole = await Deno.readTextFile(dmf.config);
    const before = await contents(dmf);
    for (let length = 0; length < whole.length; length += 7) {
      await Deno.writeTextFile(dmf.config, whole.slice(0, length));
      const { code, err } = await dmf.run(ONCE);
      assert.equal(code, 2, `${length} characters: ${err}`);
      assert.match(err, /dmf\.json/);
    }
    assert.deepEqual(await contents(dmf), before);
    assert.deepEqual(site.log, []);
    await Deno.writeTextFile(dmf.config, whole);
    assert.equal((await dmf.run(ONCE)).code, 0);
    await provenWhole(dmf, second);
  }));
