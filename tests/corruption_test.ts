/** Damage to every file of a box: which command says what, and that nothing is lost after the repair. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openDenoKv } from "../src/adapters/deno_kv.ts";
import { withLargeValues } from "../src/adapters/large_values.ts";
import { NOTHING_LEARNED } from "../src/learned.ts";
import { encodeKey } from "../src/adapters/store_file.ts";
import { httpFetch } from "../src/adapters/http_fetch.ts";
import type { Entry, EventLog, Key } from "../src/ports.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { DAY1, DAY3, DAY4, LivedBox } from "./support/lived_box.ts";
import { type DeskParts, Dmf, type Ran } from "./support/run_dmf.ts";
import { assertTrue } from "./support/truth.ts";

const SOURCE = "mfds-dmf";

let box: LivedBox;
Deno.test.beforeAll(async () => {
  box = await LivedBox.lived();
});
Deno.test.afterAll(() => box[Symbol.asyncDispose]());

/** What a command ends with: its code, and words of its English sentence. */
type End = readonly [code: number, words: RegExp];

interface Cell {
  readonly name: string;
  readonly damage: (data: string) => Promise<void> | void;
  /** The next morning's crawl; left out where it cannot notice and need not. */
  readonly once?: End;
  readonly changes: End;
  readonly asOf?: End;
  /** Kind and place of a finding. */
  readonly fsck: RegExp;
}

const FINE: End = [0, /^/];
const RESTORE = /restore a backup/;
const DAMAGED: End = [4, /damaged.*restore a backup/];
const UNUSABLE = /^unusable .*dmf\.kv$/m;
const OLDER: End = [
  4,
  new RegExp(`"store.json" says that run "${DAY3.date}" of "${SOURCE}" was sealed here`),
];

/** A cell of which the store cannot even be opened. */
function unopened(name: string, damage: Cell["damage"], end: End, fsck: RegExp): Cell {
  return { name, damage, once: end, changes: end, fsck };
}

const kv = (data: string) => `${data}/dmf.kv`;
const marker = (data: string) => `${data}/store.json`;

function truncated(size: number): Cell {
  return unopened(
    `dmf.kv cut to ${size} bytes`,
    (data) => Deno.truncate(kv(data), size),
    DAMAGED,
    /^(?:unusable|pages-damaged) .*dmf\.kv$/m,
  );
}

const FILES: readonly Cell[] = [
  ...[100, 4096, 200_000].map(truncated),
  unopened("dmf.kv emptied", (data) => Deno.truncate(kv(data), 0), [4, RESTORE], UNUSABLE),
  unopened("dmf.kv gone", (data) => Deno.remove(kv(data)), [4, RESTORE], UNUSABLE),
  unopened(
    "dmf.kv an older copy of itself",
    (data) => Deno.writeFile(kv(data), box.older),
    OLDER,
    UNUSABLE,
  ),
  unopened(
    "the -wal file lost",
    (data) => Deno.writeFile(kv(data), box.unmerged.kv),
    OLDER,
    UNUSABLE,
  ),
  unopened(
    "dmf.kv another store's",
    async (data) => {
      await using other = await Dmf.towards("http://127.0.0.1:9");
      await other.run(["status"]);
      await other.run(["--once"], { clock: impatient() });
      await Deno.copyFile(kv(other.data), kv(data));
    },
    [4, /expected the store "[^"]+" that "store.json" names, found/],
    UNUSABLE,
  ),
  unopened(
    "a page of dmf.kv overwritten",
    (data) => overwrite(kv(data), 0.5, 4096),
    DAMAGED,
    /^pages-damaged .*dmf\.kv$/m,
  ),
  unopened(
    "store.json half written",
    async (data) => {
      const { size } = await Deno.stat(marker(data));
      await Deno.truncate(marker(data), size >> 1);
    },
    [4, /store\.json": it is damaged/],
    /^unusable .*store\.json$/m,
  ),
  unopened(
    "store.json empty",
    (data) => Deno.truncate(marker(data), 0),
    [4, /store\.json": it is damaged/],
    /^unusable .*store\.json$/m,
  ),
  unopened(
    "store.json gone",
    (data) => Deno.remove(marker(data)),
    [4, /"store.json" is missing/],
    UNUSABLE,
  ),
  unopened(
    "store.json another store's",
    async (data) => {
      const text = await Deno.readTextFile(marker(data));
      await Deno.writeTextFile(marker(data), text.replace(/"store": "./, '"store": "x'));
    },
    [4, /expected the store "x/],
    UNUSABLE,
  ),
];

const INSIDE: readonly Cell[] = [
  {
    name: "a byte of a record flipped",
    damage: (data) => flip(data, ["record", SOURCE], "노|Sicor|별표|a"),
    once: [4, /does not match its hash|damaged \(could not deserialize value\)/],
    changes: FINE,
    fsck: /^(?:record-altered|value-unreadable) record\//m,
  },
  {
    name: "a value of a record altered",
    damage: (data) =>
      alter(data, ["record", SOURCE], (value) => ({ ...value, validFrom: "2026-01-01" })),
    once: [4, /^Record .* does not match its hash/],
    changes: FINE,
    fsck: /^record-altered record\//m,
  },
  {
    name: "a record lost",
    damage: (data) => alter(data, ["record", SOURCE], () => undefined),
    changes: FINE,
    fsck: /^projection-missing record\//m,
  },
  {
    name: "an event altered",
    damage: (data) =>
      alter(data, ["event", SOURCE, DAY3.date], ({ entry, ...sealed }) => ({
        ...sealed,
        entry: { ...entry as object, record: "r0" },
      })),
    changes: [4, /"event\/mfds-dmf\/2026-11-04\/0" in "dmf.kv" is not what was sealed/],
    fsck: /^entry-altered event\/mfds-dmf\/2026-11-04\/0$/m,
  },
  {
    name: "an event deleted",
    damage: (data) => alter(data, ["event", SOURCE, DAY3.date], () => undefined),
    changes: [4, /is not what was sealed/],
    fsck: /^entry-missing event\/mfds-dmf\/2026-11-04\/0$/m,
  },
  {
    name: "the head deleted",
    damage: (data) => alter(data, ["head"], () => undefined),
    once: [4, /its last run is none/],
    changes: [4, /its last run is none/],
    fsck: /^head-missing head\//m,
  },
  {
    name: "a run record altered",
    damage: (data) => alter(data, ["run", SOURCE], (value) => ({ ...value, rows: 1 })),
    changes: [4, /"run\/mfds-dmf\/2026-11-02" in "dmf.kv" is not what was sealed/],
    fsck: /^run-altered run\/mfds-dmf\/2026-11-02$/m,
  },
  {
    name: "the number index altered",
    damage: (data) => alter(data, ["number", SOURCE], () => ["r0"]),
    changes: FINE,
    fsck: /^projection-different number\//m,
  },
  {
    name: "a version deleted",
    damage: (data) => alter(data, ["version", SOURCE], () => undefined),
    changes: FINE,
    asOf: [4, /the list of run "2026-11-04" has \d+ records, \d+ can be read/],
    fsck: /^projection-missing version\//m,
  },
  {
    name: "a learned mean that is no number",
    damage: (data) =>
      withLog(data, (log) =>
        put(log, ["baseline", SOURCE, "statistics"], {
          ...NOTHING_LEARNED,
          levels: { applicant: { length: { mean: NaN, squares: 0 } } },
        })),
    changes: FINE,
    once: [4, /"baseline\/mfds-dmf\/statistics" in "dmf\.kv" holds what is no number/],
    fsck: /^value-malformed baseline\/mfds-dmf\/statistics$/m,
  },
  {
    name: "garbage in the outbox",
    damage: (data) => withLog(data, (log) => put(log, ["outbox", "a"], "garbage")),
    changes: FINE,
    fsck: /^value-malformed outbox\/a$/m,
  },
  {
    name: "an archived body flipped",
    damage: (data) => onBody(data, (path) => overwrite(path, 0.5, 8)),
    changes: FINE,
    fsck: /^body-damaged raw\//m,
  },
  {
    name: "an archived body cut off",
    damage: (data) => onBody(data, (path) => Deno.truncate(path, 100)),
    changes: FINE,
    fsck: /^body-damaged raw\//m,
  },
  {
    name: "an archived body gone",
    damage: (data) => onBody(data, (path) => Deno.remove(path)),
    changes: FINE,
    fsck: /^body-missing raw\//m,
  },
];

for (const cell of [...FILES, ...INSIDE]) {
  Deno.test(`${cell.name}: the commands say so, and a restore brings everything back`, async () => {
    await using dmf = await box.copy();
    await cell.damage(dmf.data);
    const found = await fsck(dmf);
    assert.equal(found.code, 4);
    assert.match(found.lines, cell.fsck);
    expectEnd(await dmf.run(["changes", "--lang", "en"]), cell.changes);
    if (cell.asOf) expectEnd(await dmf.run(["as-of", DAY3.date, "--lang", "en"]), cell.asOf);
    if (cell.once) expectEnd(await dmf.once(DAY4.date, "--lang", "en"), cell.once);
    const backup = `${dmf.folder}/damaged.db`;
    expectEnd(await dmf.run(["backup", backup, "--lang", "en"]), [4, /./]);
    await assert.rejects(Deno.stat(backup), Deno.errors.NotFound);
    const restored = await dmf.run(["restore", box.backup, "--replace"]);
    assert.equal(restored.code, 0, restored.err);
    assert.deepEqual(await fsck(dmf), { code: 0, lines: "" });
    assert.deepEqual(await dmf.changes(), box.changes);
  });
}

/** Kind and place of every damage that fsck finds. */
async function fsck(dmf: Dmf): Promise<{ code: number; lines: string }> {
  const { code, out } = await dmf.run(["fsck", "--json"]);
  const report = JSON.parse(out) as {
    whole: boolean;
    findings: { kind: string; at: string; damage: boolean }[];
  };
  assert.equal(report.whole, code === 0);
  const damage = report.findings.filter(({ damage }) => damage);
  return { code, lines: damage.map(({ kind, at }) => `${kind} ${at}`).join("\n") };
}

function expectEnd({ code, err, out }: Ran, [expected, words]: End): void {
  assert.equal(code, expected, err);
  assert.match(expected === 0 ? out : err, words);
}

async function withLog(data: string, work: (log: EventLog) => Promise<unknown>): Promise<void> {
  const log = withLargeValues(await openDenoKv(kv(data)));
  try {
    await work(log);
  } finally {
    log.close();
  }
}

function put(log: EventLog, key: Key, value: unknown): Promise<boolean> {
  return log.atomic([], [{ key, value }]);
}

/** The first entry below a prefix. */
async function firstOf(log: EventLog, prefix: Key): Promise<Entry> {
  for await (const entry of log.list({ prefix, limit: 1 })) return entry;
  throw new Error(`Nothing is below ${prefix}`);
}

/** Puts another value in place of the first below a prefix. */
function alter(
  data: string,
  prefix: Key,
  change: (value: Record<string, unknown>) => unknown,
): Promise<void> {
  return withLog(data, async (log) => {
    const { key, value } = await firstOf(log, prefix);
    await put(log, key, change(value as Record<string, unknown>));
  });
}

/** Flips a bit of the first value below a prefix, where its bytes hold one of some letters. */
async function flip(data: string, prefix: Key, letters: string): Promise<void> {
  let key: Key = [];
  await withLog(data, async (log) => {
    key = (await firstOf(log, prefix)).key;
  });
  const database = new DatabaseSync(kv(data));
  const where = encodeKey(key);
  const row = database.prepare("SELECT v FROM kv WHERE k = ?").get(where);
  const bytes = Uint8Array.from(row?.v as Uint8Array);
  const at = Math.max(new TextDecoder("latin1").decode(bytes).search(letters), bytes.length >> 1);
  bytes[at] = (bytes[at] as number) ^ 1;
  database.prepare("UPDATE kv SET v = ? WHERE k = ?").run(bytes, where);
  database.close();
}

/** Writes over some bytes of a file, at a share of its length. */
async function overwrite(path: string, share: number, length: number): Promise<void> {
  const bytes = await Deno.readFile(path);
  const at = Math.floor(bytes.length * share / length) * length;
  await Deno.writeFile(path, bytes.fill(0xA5, at, at + length));
}

/** The archived body that the first event of the third day points to. */
async function onBody(data: string, damage: (path: string) => Promise<void>): Promise<void> {
  const [change] = box.changes.filter(({ run }) => run === DAY3.date);
  await damage(`${data}/raw/${DAY3.date}/${change?.evidence.digest}.gz`);
}

/** Waits for nothing, so that retries of a refused connection pass at once. */
function impatient() {
  return { now: () => Temporal.Now.instant(), sleep: () => Promise.resolve() };
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
