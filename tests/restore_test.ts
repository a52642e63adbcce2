/** Backups: they come back whole, or are refused and nothing is touched; a kill in between loses nothing. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { backUp } from "../src/adapters/back_up.ts";
import { canonical, digestOf } from "../src/digest.ts";
import { killedAt } from "./support/dying_disk.ts";
import { tree } from "./support/file_tree.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { DAY3, DAY4, LivedBox } from "./support/lived_box.ts";
import { RestoredBox } from "./support/restored_box.ts";
import { copyFolder, Dmf, type Ran } from "./support/run_dmf.ts";
import { assertTrue } from "./support/truth.ts";

let box: LivedBox;
Deno.test.beforeAll(async () => {
  box = await LivedBox.lived();
});
Deno.test.afterAll(() => box[Symbol.asyncDispose]());

function fine({ code, err, out }: Ran): string {
  assert.equal(code, 0, err + out);
  return out;
}

Deno.test("a backup restored elsewhere is whole, tells the same events, and goes on from there", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  const restored = JSON.parse(fine(await dmf.run(["restore", box.backup, "--json"])));
  assert.deepEqual([restored.heads[0].run, restored.replaced], [DAY3.date, null]);
  const report = JSON.parse(fine(await dmf.run(["fsck", "--json"])));
  assert.deepEqual([report.whole, report.findings], [true, []]);
  assert.deepEqual(await dmf.changes(), box.changes);
  const { data } = box.dmf;
  const inRaw = (files: Record<string, string>) =>
    Object.entries(files).filter(([path]) => path.startsWith("raw/")).sort();
  assert.deepEqual(inRaw(await tree(dmf.data)), inRaw(await tree(data)));
  site.setRows(DAY4.rows);
  fine(await dmf.once(DAY4.date));
  assertTrue(DAY4, await dmf.changes("--since", DAY4.date));
});

Deno.test("a backup made beside a running crawl is of one moment, and whole", async () => {
  await using site = new FixtureSite();
  await using dmf = await box.copy(site.origin);
  await using other = await Dmf.towards(site.origin);
  site.setRows(DAY4.rows);
  site.misbehave({ kind: "slow", ms: 150 });
  const running = dmf.once(DAY4.date);
  while (!site.log.some(({ path }) => path.includes("getList"))) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const backup = `${dmf.folder}/beside.db`;
  fine(await dmf.run(["backup", backup]));
  fine(await running);
  fine(await other.run(["restore", backup]));
  fine(await other.run(["fsck"]));
  assert.deepEqual(await other.changes(), box.changes);
  site.misbehave();
  fine(await other.once(DAY4.date));
  assertTrue(DAY4, await other.changes("--since", DAY4.date));
});

Deno.test("a backup without the archive holds the whole log, says so, and fsck misses the bodies", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:9");
  const small = `${dmf.folder}/small.db`;
  const made = JSON.parse(
    fine(await box.dmf.run(["backup", small, "--without-archive", "--json"])),
  );
  assert.equal(made.members, null);
  assert.ok(made.bytes < (await Deno.stat(box.backup)).size);
  assert.equal(JSON.parse(fine(await dmf.run(["restore", small, "--json"]))).members, null);
  assert.deepEqual(await dmf.changes(), box.changes);
  const { code, out } = await dmf.run(["fsck", "--json"]);
  const kinds = new Set(JSON.parse(out).findings.map(({ kind }: { kind: string }) => kind));
  assert.deepEqual([code, [...kinds]], [4, ["body-missing"]]);
  const again = fine(await dmf.run(["restore", small, "--lang", "en"]));
  assert.match(again, /it holds no archived pages, which "dmf fsck" calls damage/);
  await copyFolder(`${box.dmf.data}/raw`, `${dmf.data}/raw`);
  fine(await dmf.run(["fsck"]));
  fine(await dmf.run(["restore", box.backup]));
  fine(await dmf.run(["fsck"]));
});

Deno.test("a backup is never written over a file, and leaves nothing half written", async () => {
  await using dmf = await box.copy();
  const file = `${dmf.folder}/there.db`;
  await Deno.writeTextFile(file, "precious");
  const { code, err } = await dmf.run(["backup", file, "--lang", "en"]);
  assert.deepEqual([code, await Deno.readTextFile(file)], [2, "precious"]);
  assert.match(err, /is there already/);
  const how = { archive: true, program: "0", now: Temporal.Now.instant() };
  for (let n = 1;; n++) {
    const target = `${dmf.folder}/${n}.db`;
    if (!await killedAt(n, false, () => backUp(dmf.data, target, how))) break;
    // Killed after it got its name, a backup is whole.
    const { code } = await dmf.run(["restore", target]);
    assert.equal(code, await Deno.stat(target).then(() => 0, () => 2));
  }
  assert.deepEqual(await dmf.changes(), box.changes);
});

/** Changes the manifest of a backup. */
function resign(file: string, change: (manifest: Record<string, unknown>) => object): void {
  const database = new DatabaseSync(file);
  const { manifest } = database.prepare("SELECT manifest FROM dmf_backup").get() as {
    manifest: string;
  };
  database.prepare("UPDATE dmf_backup SET manifest = ?")
    .run(JSON.stringify({ ...JSON.parse(manifest), ...change(JSON.parse(manifest)) }));
  database.close();
}

function execute(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** A member that would be written outside the folder, with digests that fit. */
function plant(file: string): void {
  const database = new DatabaseSync(file);
  database.prepare("INSERT INTO dmf_backup_member VALUES (?, ?, ?)")
    .run("raw/../../evil", digestOf("x"), new TextEncoder().encode("x"));
  const members = database.prepare("SELECT path, digest FROM dmf_backup_member ORDER BY path")
    .all().map(({ path, digest }) => ({ path, digest }));
  database.close();
  resign(file, () => ({ memberDigests: digestOf(canonical(members)) }));
}

type Spoil = (file: string) => unknown;

const REFUSED: readonly (readonly [string, Spoil, number, RegExp])[] = [
  ["a file that is not there", (file) => Deno.remove(file), 2, /^Cannot find/],
  ["a text", (file) => Deno.writeTextFile(file, "a text\n".repeat(99)), 2, /no file that/],
  ["an empty file", (file) => Deno.truncate(file, 0), 2, /no file that/],
  ["a plain copy of dmf.kv", (file) => Deno.copyFile(`${box.dmf.data}/dmf.kv`, file), 2, /no file/],
  [
    "a database of something else",
    async (file) => {
      await Deno.remove(file);
      execute(file, "CREATE TABLE a (b)");
    },
    2,
    /no file that/,
  ],
  ["a file cut to 50 bytes", (file) => Deno.truncate(file, 50), 4, /damaged/],
  ["a file cut to its first page", (file) => Deno.truncate(file, 4096), 4, /damaged/],
  [
    "a file cut in the middle",
    async (file) => Deno.truncate(file, (await Deno.stat(file)).size >> 1),
    4,
    /damaged/,
  ],
  [
    "a file that lacks its last page",
    async (file) => Deno.truncate(file, (await Deno.stat(file)).size - 4096),
    4,
    /damaged/,
  ],
  [
    "a record that was altered",
    (file) =>
      execute(
        file,
        "UPDATE kv SET v = substr(v, 1, 40) || x'00' || substr(v, 42) WHERE k > x'0272'",
      ),
    4,
    /its store has another digest/,
  ],
  [
    "a member that was altered",
    (file) => execute(file, "UPDATE dmf_backup_member SET bytes = x'00' WHERE path LIKE '%.gz'"),
    4,
    /damaged \(its member raw\//,
  ],
  [
    "a member that is gone",
    (file) => execute(file, "DELETE FROM dmf_backup_member WHERE path LIKE '%.gz'"),
    4,
    /its list of members/,
  ],
  ["a member that leads out of the folder", plant, 4, /its member raw\/\.\.\/\.\.\/evil/],
  ["a newer format", (file) => resign(file, () => ({ format: 2 })), 4, /a newer dmf made it/],
  ["a newer schema", (file) => resign(file, () => ({ schema: 2 })), 4, /a newer dmf made it/],
  [
    "a manifest that is none",
    (file) => execute(file, "UPDATE dmf_backup SET manifest = '{'"),
    4,
    /its manifest cannot be read/,
  ],
  [
    "another store's backup",
    (file) => resign(file, () => ({ store: "another" })),
    2,
    /a backup of another store/,
  ],
];

Deno.test.each(REFUSED)("restore refuses $0 and touches nothing", async (
  _: string,
  spoil: Spoil,
  code: number,
  words: RegExp,
) => {
  await using dmf = await box.copy();
  const file = `${dmf.folder}/spoiled.db`;
  await Deno.copyFile(box.backup, file);
  await spoil(file);
  const before = await tree(dmf.data);
  const ran = await dmf.run(["restore", file, "--replace", "--lang", "en"]);
  assert.equal(ran.code, code, ran.err);
  assert.match(ran.err, words);
  assert.deepEqual(await tree(dmf.data), before);
});

Deno.test("a byte flipped anywhere in a backup is refused, or changes nothing that is restored", async () => {
  const bytes = await Deno.readFile(box.backup);
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      await using dmf = await Dmf.towards("http://127.0.0.1:9");
      const file = `${dmf.folder}/flipped.db`;
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] as number) ^ by;
      await Deno.writeFile(file, flipped);
      const { code, err } = await dmf.run(["restore", file]);
      if (code === 0) {
        assert.deepEqual(await dmf.changes(), box.changes);
        return;
      }
      refused += 1;
      assert.ok(code === 2 || code === 4, err);
      await assert.rejects(Deno.stat(`${dmf.data}/dmf.kv`), Deno.errors.NotFound);
    }),
    { numRuns: 8 },
  );
  assert.ok(refused > 0);
});

Deno.test("restore lets a store that is further on stand unless it is told to replace it", async () => {
  await using site = new FixtureSite();
  await using dmf = await box.copy(site.origin);
  site.setRows(DAY4.rows);
  fine(await dmf.once(DAY4.date));
  const before = await tree(dmf.data);
  const { code, err } = await dmf.run(["restore", box.backup, "--lang", "en"]);
  assert.equal(code, 2);
  assert.match(err, new RegExp(`run "${DAY4.date}" of "mfds-dmf" is sealed in this data folder`));
  assert.deepEqual(await tree(dmf.data), before);
  const { replaced } = JSON.parse(
    fine(await dmf.run(["restore", box.backup, "--replace", "--json"])),
  );
  const old = await tree(replaced);
  assert.deepEqual(old, { "dmf.kv": before["dmf.kv"], "store.json": before["store.json"] });
  assert.deepEqual(await dmf.changes(), box.changes);
  fine(await dmf.once(DAY4.date));
  assertTrue(DAY4, await dmf.changes("--since", DAY4.date));
});

Deno.test("restore refuses a store that cannot be read unless it is told to replace it", async () => {
  await using dmf = await box.copy();
  await Deno.truncate(`${dmf.data}/dmf.kv`, 5000);
  const { code, err } = await dmf.run(["restore", box.backup, "--lang", "en"]);
  assert.equal(code, 2);
  assert.match(err, /the present data cannot be read, .* with "--replace"/);
  fine(await dmf.run(["restore", box.backup, "--replace"]));
});

Deno.test("restore takes the place of a store that never sealed a run", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:9");
  const blank = { now: () => Temporal.Now.instant(), sleep: () => Promise.resolve() };
  assert.equal((await dmf.run(["--once"], { clock: blank })).code, 1);
  fine(await dmf.run(["restore", box.backup]));
  assert.deepEqual(await dmf.changes(), box.changes);
});

Deno.test("restore ends with 1 while another process has the folder", async () => {
  await using site = new FixtureSite();
  await using dmf = await box.copy(site.origin);
  site.setRows(DAY4.rows);
  site.misbehave({ kind: "slow", ms: 150 });
  const running = dmf.once(DAY4.date);
  while (site.log.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const { code, err } = await dmf.run(["restore", box.backup, "--replace"]);
  assert.deepEqual([code, /다른 dmf가/.test(err)], [1, true]);
  fine(await running);
  assertTrue(DAY4, await dmf.changes("--since", DAY4.date));
});

/** Changes of the disk that stand for all: every one of them is in faults/. */
const SOME_CHANGES = [1, 8, 23, 40];

Deno.test("a kill in a restore leaves the old store or none, and running it again finishes", async () => {
  await using small = await RestoredBox.lived();
  for (const n of SOME_CHANGES) assert.ok(await small.killAt(n), `change ${n}`);
  assert.ok(small.seen.old > 0 && small.seen.none > 0, JSON.stringify(small.seen));
});
