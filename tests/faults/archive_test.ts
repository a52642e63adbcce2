/** `dmf archive` through the whole program: what is listed, what goes, what is carried away. */
import assert from "node:assert/strict";
import { WARCParser } from "warcio";
import { digestOf } from "../../src/digest.ts";
import { readEntries } from "../../src/history.ts";
import { eventKey } from "../../src/keys.ts";
import type { InstantText, RunId, SourceId } from "../../src/model.ts";
import { readPointed, WHOLE_RUNS } from "../../src/pointed.ts";
import { seoulDate } from "../../src/schedule.ts";
import { parseSnapshot } from "../../src/snapshot.ts";
import { killedAt } from "../support/dying_disk.ts";
import { tree } from "../support/file_tree.ts";
import { type FixtureDay, simulate } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { hasProgram, run } from "../support/programs.ts";
import { Dmf } from "../support/run_dmf.ts";
import { type ReadRecord, readWarc, readWarcGz } from "../support/warc_reader.ts";

const TODAY = seoulDate(Temporal.Now.instant());
const START = Temporal.PlainDate.from(TODAY).subtract({ days: 24 }).toString();
/** The last day is lived in some tests alone, believed or refused. */
const days = simulate(60, 16, 11, { start: START, refused: [16] });
const dates = days.map(({ date }) => date as RunId);

const site = new FixtureSite();
let lived: Dmf;

Deno.test.beforeAll(async () => {
  lived = await Dmf.towards(site.origin);
  for (const day of days.slice(0, -1)) await live(lived, day);
});
Deno.test.afterAll(async () => {
  await lived[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

async function live(dmf: Dmf, day: FixtureDay): Promise<void> {
  site.setRows(day.rows);
  const { code, err } = await dmf.once(day.date);
  assert.equal(code, 0, err);
}

async function json(dmf: Dmf, ...args: string[]) {
  const { code, out, err } = await dmf.run([...args, "--json", "--lang", "en"]);
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

/** A copy of the fifteen days with limits. */
async function limited(archive: object, origin = site.origin): Promise<Dmf> {
  const dmf = await lived.copyTowards(origin);
  await dmf.pointTo(origin, { archive });
  return dmf;
}

async function assertWholeWithoutDamage(dmf: Dmf): Promise<number> {
  const { whole, findings, checked } = await json(dmf, "fsck");
  assert.ok(whole, JSON.stringify(findings));
  assert.deepEqual(findings, []);
  return checked.pruned;
}

Deno.test("archive list counts what lies there day by day, and what of it is pointed to", async () => {
  const listed = (await json(lived, "archive", "list")).days;
  assert.deepEqual(listed.map((day: { run: string }) => day.run), dates.slice(0, -1));
  assert.equal(
    listed.filter((day: { whole: boolean }) => day.whole).length,
    WHOLE_RUNS,
  );
  assert.ok(listed[0].pointed >= 1 && listed[0].pointed < listed[0].bodies);
  assert.ok(
    listed.every((day: { bytes: number; gone: number }) => day.bytes > 0 && day.gone === 0),
  );
  assert.match((await lived.run(["archive", "list"])).out, /합계: 15일/);
});

Deno.test("archive prune drops nothing where there are no limits, and says how to set one", async () => {
  const { out, code } = await lived.run(["archive", "prune", "--lang", "en"]);
  assert.equal(code, 0);
  assert.match(out, /no limits.*"keepDays"/);
});

Deno.test("archive prune --dry-run tells what would go and changes nothing", async () => {
  await using dmf = await limited({ keepDays: 1 });
  const before = await tree(dmf.data);
  const { dropped } = await json(dmf, "archive", "prune", "--dry-run");
  assert.ok(dropped.bodies > 0);
  assert.equal(dropped.from, dates[0]);
  assert.deepEqual(await tree(dmf.data), before);
});

Deno.test("archive prune drops what nobody points to, and proof of every change stays", async () => {
  await using dmf = await limited({ keepDays: 1 });
  const planned = await json(dmf, "archive", "prune", "--dry-run");
  const pruned = await json(dmf, "archive", "prune");
  assert.deepEqual({ ...pruned, dryRun: true }, planned);
  assert.ok(pruned.dropped.to < (dates.at(-2 - WHOLE_RUNS + 1) as string));
  assert.ok(pruned.overdue.bodies > 0);
  assert.equal(await assertWholeWithoutDamage(dmf), pruned.dropped.bodies);

  const old = (await dmf.changes()).filter(({ run }) => run <= pruned.dropped.to);
  for (const kind of ["registered", "amended", "withdrawn", "delisted"]) {
    assert.ok(old.some((change) => change.kind === kind), kind);
  }
  await assertProvable(dmf);
  const after = await tree(dmf.data);
  assert.equal((await json(dmf, "archive", "prune")).dropped.bodies, 0);
  assert.deepEqual(await tree(dmf.data), after);
});

/** Whatever can be asked of a value, its event or its founding, has its page. */
async function assertProvable(dmf: Dmf): Promise<void> {
  const data = await dmf.open();
  try {
    let founded = 0;
    const all = { since: null, until: null };
    for await (const { run, entry } of readEntries(data.log, "mfds-dmf" as SourceId, all)) {
      if (entry.kind === "missed" || entry.kind === "sighted") continue;
      if (entry.kind === "founded") {
        founded += 1;
        await data.archive.body(run, entry.position.digest);
        continue;
      }
      const body = await data.archive.body(run, entry.evidence.digest);
      assert.ok(entry.evidence.end <= body.length);
    }
    assert.equal(founded, 60);
  } finally {
    await data.close();
  }
}

Deno.test("archive prune killed on the way leaves no damage, and run again it leaves what it should", async () => {
  await using whole = await limited({ keepDays: 1 });
  await json(whole, "archive", "prune");
  const wanted = bodiesIn(await tree(`${whole.data}/raw`));
  let kills = 0;
  for (let n = 1, killed = true; killed; n += 13) {
    await using dmf = await limited({ keepDays: 1 });
    killed = await killedAt(n, n % 2 === 0, () => dmf.run(["archive", "prune"]));
    if (killed) kills += 1;
    // Drafts of a dead process are notes, and gone when another has ended its work.
    assert.ok((await json(dmf, "fsck")).whole, `change ${n}`);
    await json(dmf, "archive", "prune");
    await assertWholeWithoutDamage(dmf);
    assert.deepEqual(bodiesIn(await tree(`${dmf.data}/raw`)), wanted, `change ${n}`);
    await assertProvable(dmf);
  }
  assert.ok(kills >= 4, `${kills} kills`);
});

/** Bodies by path with their digests; sidecars say when, which differs. */
function bodiesIn(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith(".json")));
}

Deno.test("archive prune drops nothing on the word of a damaged log", async () => {
  await using dmf = await limited({ keepDays: 1 });
  const data = await dmf.open();
  const key = eventKey("mfds-dmf" as SourceId, dates[0] as RunId, 3);
  const { value } = await data.log.get(key);
  await data.log.atomic([], [{ key, value: { ...value as object, seq: 99 } }]);
  await data.close();
  const before = await tree(`${dmf.data}/raw`);
  const { code, err } = await dmf.run(["archive", "prune", "--lang", "en"]);
  assert.deepEqual([code, /is not what was sealed/.test(err)], [4, true]);
  assert.deepEqual(await tree(`${dmf.data}/raw`), before);
});

Deno.test("archive prune keeps to maxBytes as far as it may, and says by how much it cannot", async () => {
  const all = (await json(lived, "archive", "list")).days
    .reduce((sum: number, day: { bytes: number }) => sum + day.bytes, 0);
  await using roomy = await limited({ maxBytes: all - 1 });
  const some = await json(roomy, "archive", "prune");
  assert.ok(some.dropped.bodies >= 1 && some.dropped.to === dates[0]);
  assert.ok(some.left.bytes <= all - 1 && some.excessBytes === 0);
  await using tight = await limited({ maxBytes: 1 });
  const { code, out } = await tight.run(["archive", "prune", "--lang", "en"]);
  assert.equal(code, 0);
  assert.match(out, /All that is left must stay: .* more than the limit/);
  await assertWholeWithoutDamage(tight);
});

Deno.test("an accepted run brings the archive within its limits, and a refused one drops nothing", async () => {
  await using site = new FixtureSite();
  await using dmf = await limited({ keepDays: 1 }, site.origin);
  site.setRows((days.at(-1) as FixtureDay).rows.slice(0, 20));
  const refused = await dmf.once(dates.at(-1) as string);
  assert.equal(refused.code, 3, refused.err);
  assert.equal(await assertWholeWithoutDamage(dmf), 0);
  // What waits for a person's word stays whole, though it is past its days.
  const pruned = await json(dmf, "archive", "prune");
  assert.ok(pruned.dropped.bodies > 0);
  await assertWholeWithoutDamage(dmf);
  const listed = (await json(dmf, "archive", "list")).days;
  assert.deepEqual([listed.at(-1).whole, listed.at(-1).gone], [true, 0]);

  await using other = await limited({ keepDays: 1 }, site.origin);
  site.setRows((days.at(-1) as FixtureDay).rows);
  const accepted = await other.once(dates.at(-1) as string, "--lang", "en");
  assert.equal(accepted.code, 0, accepted.err);
  assert.match(accepted.err, /Dropped \d+ bodies/);
  assert.ok(await assertWholeWithoutDamage(other) > 0);
});

Deno.test("archive prune removes old reports, but not the newest nor what a person put there", async () => {
  await using dmf = await lived.copyTowards(site.origin);
  await dmf.pointTo(site.origin, { reports: { keepDays: 1 } });
  await Deno.writeTextFile(`${dmf.data}/reports/${dates[0]} notes.xlsx`, "mine");
  const before = await tree(dmf.data);
  const planned = await json(dmf, "archive", "prune", "--dry-run");
  assert.deepEqual(await tree(dmf.data), before);
  const { dropped, reports } = await json(dmf, "archive", "prune");
  assert.deepEqual(reports, planned.reports);
  assert.deepEqual([dropped.bodies, reports.files, reports.held], [0, 70, 0]);
  const left = Object.keys(await tree(`${dmf.data}/reports`));
  assert.deepEqual(left.filter((name) => name.endsWith(".xlsx")).sort(), [
    `${dates[0]} notes.xlsx`,
    `${dates.at(-2)}.xlsx`,
  ]);
  assert.equal((await dmf.run(["report", "--date", dates[0] as string])).code, 0);
  await assertWholeWithoutDamage(dmf);
});

Deno.test("a backup from before brings back what retention dropped, and one from after is whole", async () => {
  await using dmf = await limited({ keepDays: 1 });
  const [early, late] = [`${dmf.folder}/early.db`, `${dmf.folder}/late.db`];
  const before = await tree(`${dmf.data}/raw`);
  await json(dmf, "backup", early);
  const { dropped } = await json(dmf, "archive", "prune");
  const after = await tree(`${dmf.data}/raw`);
  await json(dmf, "backup", late);
  await json(dmf, "restore", early, "--replace");
  assert.deepEqual(await tree(`${dmf.data}/raw`), before);
  assert.equal(await assertWholeWithoutDamage(dmf), 0);
  await Deno.remove(`${dmf.data}/raw`, { recursive: true });
  await json(dmf, "restore", late, "--replace");
  assert.deepEqual(await tree(`${dmf.data}/raw`), after);
  assert.equal(await assertWholeWithoutDamage(dmf), dropped.bodies);
});

Deno.test("fsck calls it damage where a body that the log points to is gone, mark or not", async () => {
  await using dmf = await lived.copyTowards(site.origin);
  const [change] = await dmf.changes();
  const data = await dmf.open();
  await data.shelf.drop(
    change!.run,
    [change!.evidence.digest],
    "2027-01-01T00:00:00Z" as InstantText,
  );
  await data.close();
  const { code, out } = await dmf.run(["fsck", "--lang", "en"]);
  assert.equal(code, 4);
  assert.match(out, /points to is missing \(retention dropped it, 2027-01-01T00:00:00Z\)/);
});

Deno.test("a run that cannot be decided on any more is dropped like any other", async () => {
  await using site = new FixtureSite();
  await using dmf = await lived.copyTowards(site.origin);
  site.setRows((days.at(-1) as FixtureDay).rows.slice(0, 20));
  assert.equal((await dmf.once(dates.at(-1) as string)).code, 3);
  const pointed = async () => {
    const data = await dmf.open();
    const { runs } = await readPointed(data.log);
    await data.close();
    return runs.has(dates.at(-1) as RunId);
  };
  assert.equal(await pointed(), true);
  assert.equal((await dmf.run(["reject", dates.at(-1) as string, "--reason", "x"])).code, 0);
  assert.equal(await pointed(), false);
});

Deno.test("archive prune waits for nobody: where another dmf is at work it ends with 1", async () => {
  await using dmf = await limited({ keepDays: 1 });
  const { openBox } = await import("../../src/adapters/box.ts");
  const other = await openBox(dmf.data, "found");
  try {
    const before = await tree(`${dmf.data}/raw`);
    assert.equal((await dmf.run(["archive", "prune"])).code, 1);
    assert.deepEqual(await tree(`${dmf.data}/raw`), before);
  } finally {
    await other.close();
  }
});

/** What the archive holds, as an export must show it: sidecars, and bodies by digest. */
async function archived(dmf: Dmf) {
  const bodies = new Map<string, Uint8Array>();
  const captures: string[] = [];
  const data = await dmf.open();
  try {
    for (const day of await data.shelf.days()) {
      for (const { digest, bytes, sidecars } of await data.shelf.day(day)) {
        if (bytes !== null) bodies.set(digest, await data.archive.body(day, digest));
        for (const name of sidecars) {
          const text = await Deno.readTextFile(`${dmf.data}/raw/${day}/${name}`);
          const snapshot = parseSnapshot(text);
          captures.push(`${snapshot?.receivedAt} ${snapshot?.finalUrl} ${digest}`);
        }
      }
    }
  } finally {
    await data.close();
  }
  return { bodies, captures: captures.sort() };
}

const captureIn = ({ fields }: ReadRecord) =>
  `${fields.get("warc-date")} ${fields.get("warc-target-uri")} ${
    fields.get("warc-payload-digest")?.slice("sha256:".length)
  }`;

Deno.test("archive export carries every archived response away, byte for byte", async () => {
  const file = `${lived.folder}/all.warc.gz`;
  const told = await json(lived, "archive", "export", file);
  const [info, ...records] = readWarcGz(await Deno.readFile(file));
  assert.equal(told.records, records.length + 1);
  assert.match(new TextDecoder().decode(info?.block), /software: dmf\/0\.0\.0\r\n/);
  const { bodies, captures } = await archived(lived);
  assert.deepEqual(records.map(captureIn).sort(), captures);
  const responses = records.filter(({ type }) => type === "response");
  assert.deepEqual([responses.length, told.revisits > 0], [bodies.size, true]);
  for (const { payload, fields } of responses) {
    const digest = digestOf(payload);
    assert.equal(fields.get("warc-payload-digest"), `sha256:${digest}`);
    assert.deepEqual(payload, new Uint8Array(bodies.get(digest) as Uint8Array));
  }
  const order = records.map(({ fields }) => fields.get("warc-date") as string);
  const instants = order.map((at) => Temporal.Instant.from(at).epochMilliseconds);
  assert.deepEqual(instants, instants.toSorted((a, b) => a - b));
});

Deno.test("archive export writes the same bytes twice, and the same records uncompressed", async () => {
  const [one, two, plain] = ["1.warc.gz", "2.warc.gz", "3.warc"].map((name) =>
    `${lived.folder}/${name}`
  ) as [string, string, string];
  for (const file of [one, two, plain]) await json(lived, "archive", "export", file);
  const zipped = await Deno.readFile(one);
  assert.deepEqual(zipped, await Deno.readFile(two));
  assert.deepEqual(
    readWarc(await Deno.readFile(plain)).map(({ block }) => digestOf(block)),
    readWarcGz(zipped).map(({ block }) => digestOf(block)),
  );
});

Deno.test("archive export takes some days, and one source", async () => {
  const file = `${lived.folder}/some.warc.gz`;
  const [from, to] = [dates[2] as string, dates[4] as string];
  await json(lived, "archive", "export", file, "--from", from, "--to", to, "--source", "mfds-dmf");
  const [, ...records] = readWarcGz(await Deno.readFile(file));
  const { captures } = await archived(lived);
  const { days: listed } = await json(lived, "archive", "list");
  assert.equal(listed.length, 15);
  assert.ok(records.length > 0 && records.length < captures.length);
  assert.deepEqual(records.filter(({ type }) => type === "response").length > 0, true);
  const nothing = await lived.run([
    ...["archive", "export", `${lived.folder}/none.warc`, "--from", TODAY, "--lang", "en"],
  ]);
  assert.deepEqual([nothing.code, /Nothing was written/.test(nothing.err)], [2, true]);
});

Deno.test("archive export says what retention dropped, and repeats it where the body is known", async () => {
  await using dmf = await limited({ keepDays: 1 });
  const { dropped } = await json(dmf, "archive", "prune");
  const file = `${dmf.folder}/x.warc.gz`;
  const told = await json(dmf, "archive", "export", file);
  const [, ...records] = readWarcGz(await Deno.readFile(file));
  assert.equal(records.length, told.responses + told.revisits);
  const { captures } = await archived(dmf);
  assert.equal(captures.length, records.length + told.pruned);
  assert.ok(told.pruned > 0 && told.pruned <= dropped.bodies);
});

for (const spoil of ["flip", "remove"] as const) {
  Deno.test(`archive export ends with 4 at a body that is damaged (${spoil}), names it and leaves no file`, async () => {
    await using dmf = await lived.copyTowards(site.origin);
    const [change] = await dmf.changes() as unknown as [
      { run: RunId; evidence: { digest: string } },
    ];
    const path = `${dmf.data}/raw/${change.run}/${change.evidence.digest}.gz`;
    if (spoil === "remove") await Deno.remove(path);
    else {
      const bytes = await Deno.readFile(path);
      bytes[40] = (bytes[40] ?? 0) ^ 0x10;
      await Deno.writeFile(path, bytes);
    }
    const before = await tree(dmf.folder);
    const { code, err } = await dmf.run(["archive", "export", `${dmf.folder}/x.warc.gz`]);
    assert.equal(code, 4);
    assert.ok(err.includes(path), err);
    assert.deepEqual(await tree(dmf.folder), before);
  });
}

Deno.test("archive export leaves out what a crash left half, and says so", async () => {
  await using dmf = await lived.copyTowards(site.origin);
  const data = await dmf.open();
  const pointed = await readPointed(data.log);
  const unneeded = (await data.shelf.day(dates[0] as RunId)).filter(({ digest }) =>
    !pointed.has(dates[0] as RunId, digest)
  );
  await data.close();
  const [one] = unneeded as unknown as [{ digest: string; sidecars: string[] }];
  const folder = `${dmf.data}/raw/${dates[0]}`;
  await Deno.remove(`${folder}/${one.digest}.gz`);
  const { unpaired, pruned } = await json(dmf, "archive", "export", `${dmf.folder}/x.warc.gz`);
  assert.deepEqual([unpaired, pruned], [one.sidecars.length, 0]);
});

Deno.test("warcio reads an export: every record, address, date, status and byte", async () => {
  const file = `${lived.folder}/warcio.warc.gz`;
  await json(lived, "archive", "export", file);
  const bytes = await Deno.readFile(file);
  const wanted = readWarcGz(bytes);
  let count = 0;
  for await (const record of new WARCParser(new Blob([bytes]).stream())) {
    const { type, fields, http, payload } = wanted[count] as ReadRecord;
    count += 1;
    assert.equal(record.warcType, type);
    assert.equal(record.warcDate, fields.get("warc-date"));
    assert.equal(record.warcTargetURI, fields.get("warc-target-uri") ?? null);
    const read = await record.readFully(false);
    if (http === undefined) continue;
    assert.equal(record.httpHeaders?.statusCode, Number(http.statusLine.split(" ")[1]));
    assert.deepEqual(digestOf(read), digestOf(payload));
  }
  assert.equal(count, wanted.length);
});

const PYTHON = hasProgram("python3", "-c", "import warcio");

Deno.test({
  name: `warcio check finds every digest of an export right${
    PYTHON ? "" : " [not run: needs the Python package warcio]"
  }`,
  ignore: !PYTHON,
  fn: async () => {
    for (const name of ["check.warc.gz", "check.warc"]) {
      const file = `${lived.folder}/${name}`;
      await json(lived, "archive", "export", file);
      const out = await run("python3", ["-m", "warcio.cli", "check", "-v", file]);
      assert.match(out, /digest pass/);
      assert.doesNotMatch(out, /fail/i);
    }
  },
});

Deno.test("archive says which words, options and files it takes", async () => {
  const fault = async (...args: string[]) => {
    const { code, err } = await lived.run(["archive", ...args, "--lang", "en"]);
    assert.equal(code, 2, err);
    return err;
  };
  assert.match(await fault(), /needs one of list, prune and export/);
  assert.match(await fault("exprt", "x.warc"), /nearest is "archive export"/);
  assert.match(await fault("list", "--dry-run"), /only "archive prune" does/);
  assert.match(await fault("prune", "--from", TODAY), /only "archive export" does/);
  assert.match(await fault("export"), /needs the name of a file/);
  assert.match(await fault("export", "x.zip"), /must end in ".warc" or ".warc.gz"/);
  const span = ["--from", "2026-02-01", "--to", "2026-01-01"];
  assert.match(await fault("export", "x.warc", ...span), /must not be later/);
});
