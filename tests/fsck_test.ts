/** Planted damage in a small store in memory: every key, every kind, and a clean store without a word. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { generateRegister, type RegisterRow } from "../src/demo/register.ts";
import { replica } from "../src/demo/replica.ts";
import { ABSENT, type ArchiveMember } from "../src/fsck/archive_proof.ts";
import { findingSentence } from "../src/fsck/finding_words.ts";
import { type Finding, type FindingKind, Findings, isDamage } from "../src/fsck/finding.ts";
import { UnreadableValue } from "../src/fsck/reading.ts";
import { fsck, type FsckReport, unreadable } from "../src/fsck.ts";
import { keyText, pageKey, runKey } from "../src/keys.ts";
import type { Digest, RunId, SourceId } from "../src/model.ts";
import { runOnce } from "../src/pipeline.ts";
import type { Archive, Key } from "../src/ports.ts";
import { rollForward, settle } from "../src/project.ts";
import type { Snapshot } from "../src/snapshot.ts";
import { StoreFault } from "../src/store_fault.ts";
import { assertBilingual } from "./support/bilingual.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { diesAt, MemoryLog, PowerCut } from "./support/memory_log.ts";
import { HandlerFetch, jobFor } from "./support/memory_world.ts";

const source = "mfds-dmf" as SourceId;
const [DAY1, DAY2, DAY3] = ["2026-11-02", "2026-11-03", "2026-11-04"] as const;

const founding = generateRegister({ size: 24 });
const [first, second, third, ...others] = founding as [
  RegisterRow,
  RegisterRow,
  RegisterRow,
  ...RegisterRow[],
];
/** One withdrawn, one amended, one missing from day 2 on; it is delisted on day 3, another goes missing. */
const changed: readonly RegisterRow[] = [
  { ...first, status: "취하", statusChangedOn: "2026-11-03" },
  { ...second, documentVersion: "v9.9.9/2026" },
  ...others,
];
const again: readonly RegisterRow[] = [
  ...changed.slice(0, -1),
  { ...third, registrationNumber: "20261104-209-J-9999", ingredient: "새성분" },
];

/** Bodies and sidecars by path, as a disk has them. */
class KeptArchive implements Archive {
  constructor(readonly files = new Map<string, Uint8Array | string>()) {}

  put(run: RunId, snapshot: Snapshot, body: Uint8Array): Promise<void> {
    this.files.set(`raw/${run}/${snapshot.digest}.gz`, body);
    this.files.set(`raw/${run}/${snapshot.digest}.json`, JSON.stringify(snapshot));
    return Promise.resolve();
  }

  body(run: RunId, digest: Digest): Promise<Uint8Array> {
    return Promise.resolve(this.files.get(`raw/${run}/${digest}.gz`) as Uint8Array);
  }

  snapshots(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  copy(): KeptArchive {
    return new KeptArchive(new Map(this.files));
  }

  async *members(): AsyncGenerator<ArchiveMember> {
    const stems = new Set([...this.files.keys()].map((path) => path.replace(/\.\w+$/, "")));
    for (const stem of stems) {
      const [, run, digest] = stem.split("/") as [string, string, string];
      const body = this.files.get(`${stem}.gz`);
      const sidecar = this.files.get(`${stem}.json`);
      yield await Promise.resolve({
        kind: "body",
        path: `${stem}.gz`,
        run,
        digest,
        read: () => Promise.resolve(body instanceof Uint8Array ? body : ABSENT),
        sidecars: sidecar === undefined
          ? []
          : [{ path: `${stem}.json`, text: () => Promise.resolve(String(sidecar)) }],
      });
    }
  }
}

/** Three days of a small register. */
class Lived {
  constructor(readonly log = new MemoryLog(), readonly archive = new KeptArchive()) {}

  copy(): Lived {
    return new Lived(this.log.copy(), this.archive.copy());
  }

  async run(date: string, rows: readonly RegisterRow[], log = this.log): Promise<void> {
    const end = await runOnce(jobFor(date), {
      clock: new ManualClock(`${date}T00:00:00Z`),
      fetch: new HandlerFetch(replica(() => rows)),
      archive: this.archive,
      log,
    });
    assert.equal(end.kind, "accepted");
    await settle(log, source);
  }

  fsck(): Promise<FsckReport> {
    return fsck({ log: this.log, members: this.archive.members(), sources: [source] });
  }

  async alter(key: Key, value: unknown): Promise<void> {
    await this.log.atomic([], [{ key, value }]);
  }
}

const whole = new Lived();
await whole.run(DAY1, founding);
await whole.run(DAY2, changed);
await whole.run(DAY3, again);

function kindsIn({ findings }: FsckReport): FindingKind[] {
  return [...new Set(findings.map(({ kind }) => kind))];
}

Deno.test("fsck() finds nothing in a store that is whole, and writes nothing", async () => {
  const before = whole.log.dump();
  const report = await whole.fsck();
  assert.deepEqual([report.whole, report.findings, report.omitted], [true, [], {}]);
  assert.deepEqual(whole.log.dump(), before);
  assert.equal(report.checked.runs, 3);
  assert.equal(report.checked.records, 25);
  assert.ok(report.checked.entries >= 28 && report.checked.versions >= 27);
  assert.ok(report.checked.bodies >= 4 && report.checked.unpointed >= 1);
  assert.deepEqual(report.heads.map(({ run, seq }) => [run, seq]), [[
    DAY3,
    report.checked.entries,
  ]]);
});

Deno.test("fsck() finds nothing in an empty store", async () => {
  const report = await new Lived().fsck();
  assert.deepEqual([report.whole, report.findings], [true, []]);
});

/** Kinds of keys that the log, or a hash in it, answers for. */
const PROVEN = ["event", "head", "run", "record", "number", "version", "missing", "projected"];
const proven = whole.log.dump().filter(({ key }) => PROVEN.includes(String(key[0])));

Deno.test("fsck() finds any one value of the store that was deleted", async () => {
  assert.deepEqual([...new Set(proven.map(({ key }) => key[0]))].sort(), PROVEN.toSorted());
  for (const { key } of proven) {
    const store = whole.copy();
    await store.alter(key, undefined);
    const report = await store.fsck();
    // An absent mark is a store that is not rolled forward, and rolling it forward is harmless.
    if (key[0] === "projected") assert.deepEqual(kindsIn(report), ["behind"]);
    else assert.equal(report.whole, false, keyText(key));
    assert.ok(report.findings.length > 0, keyText(key));
  }
});

Deno.test("fsck() finds any one leaf of the store that was altered", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(proven.length - 1), fc.nat(), fc.boolean(), async (at, leaf, kind) => {
      const { key, value } = proven[at] as { key: Key; value: unknown };
      const store = whole.copy();
      const { altered, path } = alterLeaf(value, leaf, kind);
      await store.alter(key, altered);
      assert.equal((await store.fsck()).whole, false, `${keyText(key)} ${path}`);
    }),
    { numRuns: 150 },
  );
});

/** Another value with one leaf changed, in place or to another type. */
function alterLeaf(value: unknown, leaf: number, kind: boolean) {
  const altered = structuredClone({ value });
  const leaves: [Record<string, unknown>, string, string][] = [];
  const walk = (object: Record<string, unknown>, path: string) => {
    for (const [name, inner] of Object.entries(object)) {
      if (typeof inner === "object" && inner !== null && Object.keys(inner).length > 0) {
        walk(inner as Record<string, unknown>, `${path}/${name}`);
      } else leaves.push([object, name, `${path}/${name}`]);
    }
  };
  walk(altered, "");
  const [object, name, path] = leaves[leaf % leaves.length] as (typeof leaves)[number];
  const inner = object[name];
  if (typeof inner === "number") object[name] = kind ? inner + 1 : String(inner);
  else if (typeof inner === "boolean") object[name] = !inner;
  else if (typeof inner === "string") object[name] = kind ? `${inner}x` : 10n ** 20n;
  else object[name] = "x";
  return { altered: altered.value, path };
}

Deno.test("fsck() finds a number without bounds in the place of any text of an entry", async () => {
  for (const { key, value } of proven.filter(({ key }) => key[0] === "event")) {
    for (let leaf = 0; leaf < 12; leaf++) {
      const store = whole.copy();
      const { altered, path } = alterLeaf(value, leaf, false);
      await store.alter(key, altered);
      assert.equal((await store.fsck()).whole, false, `${keyText(key)} ${path}`);
    }
  }
});

Deno.test("fsck() tells all damage, each once, and each in both languages", async () => {
  const store = whole.copy();
  const event = proven.filter(({ key }) => key[0] === "event");
  const records = proven.filter(({ key }) => key[0] === "record");
  await store.alter(event[3]!.key, undefined);
  await store.alter(event[5]!.key, { ...event[5]!.value as object, hash: "0".repeat(64) });
  await store.alter(records[0]!.key, undefined);
  await store.alter(records[20]!.key, new UnreadableValue("deserialize"));
  await store.alter(["head", source], undefined);
  const { findings } = await store.fsck();
  const told = findings.map(({ kind, at }) => `${kind} ${at}`).sort();
  assert.deepEqual(told.filter((line) => !line.startsWith("projection")), [
    `entry-altered ${keyText(event[5]!.key)}`,
    `entry-missing ${keyText(event[3]!.key)}`,
    `head-missing head/${source}`,
    `value-malformed ${keyText(records[20]!.key)}`,
  ]);
  assert.ok(told.includes(`projection-missing ${keyText(records[0]!.key)}`), told.join("\n"));
  assert.equal(new Set(told).size, told.length);
  for (const finding of findings) assertBilingual(findingSentence(finding));
});

type Plant = (store: Lived) => void | Promise<void>;

/** The body of the page that the events of day 2 stand on. */
function page(store: Lived, date: string): string {
  const event = store.log.dump().find(({ key, value }) =>
    key[0] === "event" && key[2] === date && "evidence" in (value as { entry: object }).entry
  );
  const { entry } = event?.value as { entry: { evidence: { digest: string } } };
  return `raw/${date}/${entry.evidence.digest}`;
}

const PLANTED: readonly (readonly [string, Plant, FindingKind])[] = [
  [
    "a record nobody registered",
    (store) =>
      store.alter(
        ["record", source, "r0"],
        store.log.dump().find(({ key }) => key[0] === "record")!.value,
      ),
    "projection-extra",
  ],
  [
    "a version nobody made",
    (store) => store.alter(["version", source, "r0", DAY1], {}),
    "projection-extra",
  ],
  [
    "a number nobody has",
    (store) => store.alter(["number", source, "1"], ["r0"]),
    "projection-extra",
  ],
  [
    "a missing mark nobody set",
    (store) => store.alter(["missing", source, "r0"], {}),
    "projection-extra",
  ],
  [
    "a baseline that is gone",
    (store) => store.alter(["baseline", source, "change"], undefined),
    "baseline-missing",
  ],
  [
    "a baseline that is none",
    (store) => store.alter(["baseline", source, "change"], "x"),
    "value-malformed",
  ],
  [
    "an alert that is none",
    (store) => store.alter(["outbox", "a"], { id: "a" }),
    "value-malformed",
  ],
  [
    "an alert under another's id",
    (store) =>
      store.alter(["outbox", "a"], { id: "b", kind: "changes", sentence: { ko: "", en: "" } }),
    "value-malformed",
  ],
  [
    "an entry of a run without a record",
    (store) => store.alter(["event", source, "2026-11-05", 0], {}),
    "run-missing",
  ],
  [
    "a run in a state that is none",
    (store) =>
      store.alter(["run", source, "2026-11-05"], {
        state: "done",
        attempt: 1,
        pass: 1,
        earlier: [],
      }),
    "value-malformed",
  ],
  ["a checkpoint of which the body is gone", async (store) => {
    await store.alter(runKey(source, "2026-11-05" as RunId), {
      state: "running",
      attempt: 1,
      pass: 1,
      startedAt: "",
      earlier: [],
    });
    const checkpoint = { page: 1, pass: 1, url: "", digest: "0".repeat(64), observedAt: "" };
    await store.alter(pageKey(source, "2026-11-05" as RunId, 1), checkpoint);
  }, "body-missing"],
  [
    "a page of an undecided list that is gone",
    (store) => undecided(store, { state: "quarantined" }),
    "undecided-page-lost",
  ],
  [
    "a checkpoint that is none",
    (store) => store.alter(pageKey(source, DAY3 as RunId, 1), { page: 1 }),
    "value-malformed",
  ],
  ["a body that is gone", ({ archive, ...store }) => {
    archive.files.delete(`${page({ archive, ...store } as Lived, DAY2)}.gz`);
  }, "body-missing"],
  ["a body that is gone with its sidecar", (store) => {
    for (const end of [".gz", ".json"]) store.archive.files.delete(page(store, DAY2) + end);
  }, "body-missing"],
  ["a sidecar that is gone", (store) => {
    store.archive.files.delete(`${page(store, DAY2)}.json`);
  }, "sidecar-missing"],
  ["a sidecar that is cut off", (store) => {
    store.archive.files.set(`${page(store, DAY2)}.json`, '{"url":');
  }, "sidecar-damaged"],
  ["a body too short for its evidence", (store) => {
    store.archive.files.set(`${page(store, DAY2)}.gz`, new Uint8Array(10));
  }, "evidence-outside"],
  ["a body that shows another record", (store) => {
    const path = `${page(store, DAY2)}.gz`;
    const body = store.archive.files.get(path) as Uint8Array;
    store.archive.files.set(path, body.map(() => 0x20));
  }, "evidence-differs"],
];

/** Plants a refused run after the last day whose one page is not in the archive. */
async function undecided(store: Lived, record: object): Promise<void> {
  const run = "2026-11-05" as RunId;
  await store.alter(runKey(source, run), { attempt: 1, pass: 1, earlier: [], ...record });
  const digest = "0".repeat(64);
  const checkpoint = { page: 1, pass: 1, url: "", digest, observedAt: "" };
  await store.alter(pageKey(source, run, 1), checkpoint);
}

Deno.test("fsck() needs the pages of a refused list until somebody decides on it", async () => {
  const open = whole.copy();
  await undecided(open, { state: "quarantined" });
  const [finding] = (await open.fsck()).findings;
  assert.match(
    findingSentence(finding as Finding).en,
    /"2026-11-05", which waits for a decision, .* cannot be accepted any more .*dmf reject/,
  );
  const decided = whole.copy();
  await undecided(decided, { state: "quarantined", rejected: { reason: "x", by: null, at: "" } });
  assert.deepEqual(kindsIn(await decided.fsck()), ["leftover-checkpoints"]);
});

Deno.test.each(PLANTED)("fsck() finds $0", async (_: string, plant: Plant, kind: FindingKind) => {
  const store = whole.copy();
  await plant(store);
  const report = await store.fsck();
  assert.equal(report.whole, false);
  assert.ok(kindsIn(report).includes(kind), kindsIn(report).join());
  for (const finding of report.findings) assertBilingual(findingSentence(finding));
});

Deno.test("fsck() calls nothing damaged that a power cut leaves behind, at any write", async () => {
  const start = new Lived();
  await start.run(DAY1, founding);
  const left = new Set<FindingKind>();
  for (let n = 1;; n++) {
    const store = start.copy();
    try {
      await store.run(DAY2, changed, diesAt(store.log, n, true) as unknown as MemoryLog);
      break;
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
    }
    const report = await store.fsck();
    assert.ok(report.whole, `write ${n}: ${JSON.stringify(report.findings)}`);
    kindsIn(report).forEach((kind) => left.add(kind));
    for (const finding of report.findings) assertBilingual(findingSentence(finding));
    await rollForward(store.log, source);
    assert.ok(!kindsIn(await store.fsck()).includes("behind"), `write ${n}`);
  }
  assert.deepEqual([...left].sort(), ["behind", "leftover-checkpoints", "leftover-entries"]);
});

Deno.test("fsck() goes on where a part of the store cannot be read at all", async () => {
  const store = whole.copy();
  await store.alter(["record", source, "r0"], 1);
  const broken = {
    get: (key: Key) => store.log.get(key),
    async *list(range: { prefix: Key }) {
      if (range.prefix[0] === "version") throw new StoreFault({ ko: "손상.", en: "malformed" });
      yield* store.log.list(range);
    },
  };
  const report = await fsck({ log: broken, members: null, sources: [] });
  const kinds = kindsIn(report);
  assert.ok(kinds.includes("unlisted") && kinds.includes("value-malformed"), kinds.join());
});

Deno.test("Findings lists a hundred of a kind and counts the rest", () => {
  const findings = new Findings();
  for (let n = 0; n < 250; n++) findings.add({ kind: "entry-missing", at: `${n}` });
  findings.add({ kind: "behind", at: "x", expected: "2026-11-02" });
  assert.equal(findings.list.length, 101);
  assert.deepEqual(findings.omitted(), { "entry-missing": 150 });
});

Deno.test("unreadable() is a report of damage, and isDamage() tells it from a note", () => {
  const fault = { ko: "손상되었습니다.", en: "It is damaged" };
  const finding: Finding = { kind: "unusable", at: "data/dmf.kv", fault };
  assert.equal(unreadable([finding]).whole, false);
  assert.deepEqual(findingSentence(finding), fault);
  assert.equal(isDamage({ kind: "behind" }), false);
});
