/** Disks that fill up, run out of quota, break or turn read-only at writes of every stage. */
import assert from "node:assert/strict";
import { ACCEPTED_STAGES, accepting, allOrNothing } from "../support/accepted_shift.ts";
import { type FixtureDay, simulate } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import type { Fault } from "../support/dmf_process.ts";
import { NO_SHIM } from "../support/fault_shim.ts";
import { FaultyDay } from "../support/faulty_day.ts";
import { hasProgram, run } from "../support/programs.ts";
import { Dmf } from "../support/run_dmf.ts";
import { assertTrue } from "../support/truth.ts";
import { assertWhole } from "../support/whole_store.ts";
import { type Stage, STAGES } from "../support/write_stages.ts";

const DAYS = simulate(110, 2, 5) as readonly FixtureDay[] as [FixtureDay, FixtureDay];
const [first, second] = DAYS;

const FULL = /the disk is full; free some space and run again, nothing recorded is lost/;
const BROKEN = /the disk reports an error; check its free space and its health/;
const READ_ONLY = /the disk is read-only; choose another folder .* or mount it writable/;
const FORBIDDEN = /this account may not; give it the right to read and write there/;

/** Errors of the disk, how many writes of a stage meet each, and what is said. */
const ERRORS: readonly (readonly [Fault["does"], number, RegExp])[] = [
  ["ENOSPC", 2, FULL],
  ["EDQUOT", 1, FULL],
  ["EIO", 1, BROKEN],
  ["EROFS", 1, READ_ONLY],
  ["EACCES", 1, FORBIDDEN],
];

/** After the last transaction nothing is lost by a write that fails: SQLite goes on with its log. */
const exitCodeOf = (stage: Stage) => stage === "closing" ? 0 : 4;

let faulty: FaultyDay;
const struck = new Set<string>();
const ignore = NO_SHIM !== null;
const reason = ignore ? ` [not run: ${NO_SHIM}]` : "";
Deno.test.beforeAll(async () => {
  if (!ignore) faulty = await FaultyDay.after([first], second);
});
Deno.test.afterAll(() => faulty?.[Symbol.asyncDispose]());

for (const [does, writes, says] of ERRORS) {
  for (const stage of STAGES) {
    Deno.test({
      name: `${does} in stage ${stage} ends with ${
        exitCodeOf(stage)
      }, says what to do, and the rerun gives the truth${reason}`,
      ignore,
      fn: async () => {
        // Runs differ by a few writes, so that a point near a border may land beyond it.
        let met = 0;
        for (const { n } of faulty.points(stage, writes + 2)) {
          if (met === writes) return;
          await faulty.suffer({ at: n, does }, async (befallen, dmf) => {
            const { code, err } = befallen.ended;
            const where = befallen.struck?.stage;
            if (where === undefined) return;
            if (where === stage) met += 1;
            struck.add(`${does} ${where}`);
            assert.equal(code, exitCodeOf(where), `${where}: ${err}`);
            if (code === 4) assert.match(err, says, `${where} ${befallen.struck?.path}`);
            await secondDayOrNothing(dmf);
          });
        }
      },
    });
  }
}

Deno.test({
  name: `every error of the disk was met in every stage${reason}`,
  ignore,
  fn: () => {
    const all = ERRORS.flatMap(([does]) => STAGES.map((stage) => `${does} ${stage}`));
    assert.deepEqual(all.filter((cell) => !struck.has(cell)), []);
  },
});

let accepted: FaultyDay;
Deno.test.beforeAll(async () => {
  if (!ignore) accepted = await accepting();
});
Deno.test.afterAll(() => accepted?.[Symbol.asyncDispose]());

for (const stage of ACCEPTED_STAGES) {
  Deno.test({
    name: `a full disk in stage ${stage} of dmf accept ends with ${
      exitCodeOf(stage)
    }, says what to do, and the rerun seals it${reason}`,
    ignore,
    fn: async () => {
      const [point] = accepted.points(stage, 1);
      await accepted.suffer({ at: point!.n, does: "ENOSPC" }, async ({ ended, struck }, dmf) => {
        assert.equal(struck?.stage, stage);
        assert.equal(ended.code, exitCodeOf(stage), ended.err);
        if (ended.code === 4) assert.match(ended.err, FULL);
        await allOrNothing(dmf);
      });
    },
  });
}

/** What a reader sees of the second day: nothing of it, or all. */
async function secondDayOrNothing(dmf: Dmf): Promise<void> {
  const changes = await dmf.changes("--since", second.date);
  if (changes.length > 0) assertTrue(second, changes);
}

/** A small disk of its own, and what is needed to mount one. */
const NO_MOUNT = Deno.build.os === "linux" && await mayMount() ? null : "may not mount";

async function mayMount(): Promise<boolean> {
  if (!hasProgram("mountpoint", "/")) return false;
  const folder = await Deno.makeTempDir();
  const mounted = hasProgram("mount", "-t", "tmpfs", "-o", "size=64k", "none", folder);
  if (mounted) await run("umount", [folder]);
  await Deno.remove(folder);
  return mounted;
}

/** Runs `body` with a copy of `base` whose data folder lies on a disk of `kib` KiB. */
async function onDisk(
  base: Dmf,
  kib: number,
  body: (
    dmf: Dmf,
    remount: (options: string) => Promise<unknown>,
    site: FixtureSite,
  ) => Promise<void>,
): Promise<void> {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  await Deno.mkdir(dmf.data);
  await run("mount", ["-t", "tmpfs", "-o", `size=${kib}k`, "none", dmf.data]);
  try {
    await run("cp", ["-r", `${base.data}/.`, dmf.data]);
    site.setRows(second.rows);
    await body(dmf, (options) => run("mount", ["-o", `remount,${options}`, dmf.data]), site);
  } finally {
    await run("umount", [dmf.data]);
  }
}

const mounting = {
  ignore: NO_MOUNT !== null,
  name: (fact: string) => NO_MOUNT === null ? fact : `${fact} [not run: ${NO_MOUNT}]`,
};

async function withFirstDay(body: (dmf: Dmf, kib: number) => Promise<void>): Promise<void> {
  await using site = new FixtureSite();
  await using base = await Dmf.towards(site.origin);
  site.setRows(first.rows);
  assert.equal((await base.once(first.date)).code, 0);
  await body(base, Number((await run("du", ["-sk", base.data])).split("\t")[0]));
}

Deno.test({
  name: mounting.name(
    "a small disk that fills up anywhere in a run ends with 4, loses nothing, doubles nothing",
  ),
  ignore: mounting.ignore,
  fn: () =>
    withFirstDay(async (base, used) => {
      const codes: number[] = [];
      for (const free of [16, 48, 96, 160, 240, 330, 430, 560, 700, 900, 4000]) {
        await onDisk(base, used + free, async (dmf, remount) => {
          const full = await dmf.once(second.date, "--lang", "en");
          codes.push(full.code);
          if (full.code !== 0) assert.equal(full.code, 4, full.err);
          if (full.code !== 0) assert.match(full.err, FULL);
          // Reading needs room as well; a reader says so or sees nothing or all of the day.
          const read = await dmf.run(["changes", "--json", "--since", second.date, "--lang", "en"]);
          if (read.code !== 0) assert.match(read.err, FULL);
          await remount("size=64m");
          await secondDayOrNothing(dmf);
          const again = await dmf.once(second.date);
          assert.equal(again.code, 0, again.err);
          assertTrue(second, await dmf.changes("--since", second.date));
          await assertWhole(dmf);
        });
      }
      assert.equal(codes[0], 4);
      assert.equal(codes.at(-1), 0);
      assert.ok(codes.filter((code) => code === 4).length >= 4, codes.join());
    }),
});

Deno.test({
  name: mounting.name(
    "a data folder mounted read-only ends with 4 and says so, for a run and for a reader",
  ),
  ignore: mounting.ignore,
  fn: () =>
    withFirstDay((base, used) =>
      onDisk(base, used + 4000, async (dmf, remount, site) => {
        await remount("ro");
        for (const args of [["--once", "--date", second.date], ["status"], ["changes"]]) {
          const { code, err } = await dmf.run([...args, "--lang", "en"]);
          assert.equal(code, 4, err);
          assert.match(err, READ_ONLY, args[0]);
        }
        assert.deepEqual(site.log, []);
        await remount("rw");
        assert.equal((await dmf.once(second.date)).code, 0);
        assertTrue(second, await dmf.changes("--since", second.date));
      })
    ),
});

Deno.test("dmf.json that cannot be written is no hindrance", () =>
  withFirstDay(async (base) => {
    await Deno.chmod(base.config, 0o444);
    assert.equal((await base.run(["status"])).code, 0);
  }));

const isRoot = Deno.uid() === 0;
Deno.test({
  name: `a data folder without the right to write ends with 4 and says so${
    isRoot ? " [not run: root may write anywhere]" : ""
  }`,
  ignore: isRoot || Deno.build.os === "windows",
  fn: () =>
    withFirstDay(async (base) => {
      await run("chmod", ["-R", "a-w", base.data]);
      const { code, err } = await base.once(second.date, "--lang", "en");
      await run("chmod", ["-R", "u+w", base.data]);
      assert.equal(code, 4, err);
      assert.match(err, FORBIDDEN);
    }),
});
