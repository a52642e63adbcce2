import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import { FIELD_NAMES } from "../src/fields.ts";
import { asOf } from "../src/as_of.ts";
import { type RecordId, type RunId, runId, type SourceId } from "../src/model.ts";
import { Givers, standingOn } from "../src/proof/given.ts";
import { versionKey } from "../src/keys.ts";
import type { EventLog } from "../src/ports.ts";
import type { StoredVersion } from "../src/store.ts";
import { withLog } from "./support/damage.ts";
import { dice } from "./support/fixture_founding.ts";
import { ProvenBox } from "./support/proven_box.ts";
import type { Dmf } from "./support/run_dmf.ts";

const SOURCE = "mfds-dmf" as SourceId;

let box: ProvenBox;
Deno.test.beforeAll(async () => {
  box = await ProvenBox.lived({ size: 112, days: 6, seed: 9, first: 0 });
});
Deno.test.afterAll(() => box[Symbol.asyncDispose]());

Deno.test("60 random cells of the workbook are what the archived bytes say, read by another hand", async () => {
  const sampled = await box.sample({ cells: 60, rows: 14 }, dice(3));
  for (const { record, header, shown, archived } of sampled) {
    assert.equal(archived, shown, `${record} ${header}`);
  }
  assert.ok(sampled.filter(({ shown }) => shown !== "").length > 30);
});

Deno.test("every field of every record points to the event that gave it this value", async () => {
  const changes = await box.dmf.changes();
  const data = await box.dmf.open();
  try {
    for (const day of box.days.filter((_, index) => index % 2 === 1)) {
      const givers = new Givers(data.log, SOURCE);
      for (const { record } of await asOf(data.log, SOURCE, runId(day.date))) {
        const standing = await standingOn(data.log, SOURCE, record, runId(day.date));
        assert.ok(standing);
        for (const field of FIELD_NAMES) {
          const last = changes.findLast((change) =>
            change.record === record && change.run <= day.date &&
            (field in change.fields || ["registered", "relisted"].includes(change.kind))
          );
          const { sealed } = await givers.of(standing, field);
          assert.equal(sealed.entry.record, record);
          if (last) assert.equal(sealed.seq, last.seq, `${day.date} ${record} ${field}`);
          else assert.equal(sealed.entry.kind, "founded", `${day.date} ${record} ${field}`);
        }
      }
    }
  } finally {
    await data.close();
  }
});

Deno.test("the event of a value is found by a handful of reads, however long the log is", async () => {
  const data = await box.dmf.open();
  try {
    let reads = 0;
    const counting: EventLog = {
      get: (key) => {
        reads += 1;
        return data.log.get(key);
      },
      async *list(range) {
        for await (const entry of data.log.list(range)) {
          reads += 1;
          yield entry;
        }
      },
      atomic: () => Promise.reject(new Error("A proof writes nothing")),
    };
    const run = runId(box.lastDay);
    const { amended: { record } } = await withOlderField();
    const standing = await standingOn(counting, SOURCE, record, run);
    assert.ok(standing);
    for (const field of FIELD_NAMES) {
      reads = 0;
      await new Givers(counting, SOURCE).of(standing, field);
      assert.ok(reads <= 5, `${field}: ${reads}`);
    }
  } finally {
    await data.close();
  }
});

/** A record with a field that an earlier event gave it than its last one. */
async function withOlderField() {
  const changes = await box.dmf.changes();
  const amended = changes.findLast(({ kind, record }) =>
    kind === "amended" && changes.filter((other) => other.record === record).length === 1
  );
  assert.ok(amended);
  const moved = Object.keys(amended.fields);
  const steady = FIELD_NAMES.find((name) => !moved.includes(name) && name !== "sites");
  return { amended, moved: moved[0] as string, steady: steady as string };
}

Deno.test("why points to the event of a field, not to the last event of its record", async () => {
  const { amended, moved, steady } = await withOlderField();
  const [changed] = (await box.told(amended.record, moved)).fields;
  assert.equal(changed?.event.seq, amended.seq);
  const [kept] = (await box.told(amended.record, steady)).fields;
  assert.equal(kept?.event.kind, "founded");
  assert.equal(kept?.event.run, box.days[0]?.date);
});

Deno.test("why --date proves the value of that day, and says where nothing was known yet", async () => {
  const { amended, moved } = await withOlderField();
  const before = box.days[box.days.findIndex(({ date }) => date === amended.run) - 1];
  const [{ fields }] = JSON.parse(
    (await box.dmf.run(["why", amended.record, moved, "--date", before?.date ?? "", "--json"])).out,
  );
  assert.equal(fields[0].proven, true);
  assert.deepEqual(fields[0].value, amended.fields[moved as "sites"]?.from);
  const { code, err } = await box.dmf.run([
    ...["why", amended.record, "--date", "2020-01-01", "--lang", "en"],
  ]);
  assert.equal(code, 2);
  assert.match(err, /Cannot tell .* it had not been seen by that day/);
});

Deno.test("why proves that a record is gone by the look-up that did not find it", async () => {
  const gone = (await box.dmf.changes()).find(({ kind }) => kind === "delisted");
  assert.ok(gone);
  const args = ["why", gone.record, "--date", gone.run, "--json"];
  const { code, out, err } = await box.dmf.run(args);
  assert.equal(code, 0, err);
  const [{ delisted, fields }] = JSON.parse(out);
  assert.equal(delisted.proven, true);
  assert.equal(delisted.event.seq, gone.seq);
  assert.equal(delisted.page.digest, gone.evidence.digest);
  assert.match(delisted.page.url, /search/);
  assert.equal(fields.length, FIELD_NAMES.length);
});

Deno.test("why takes a label or a name for a field, and names the nearest", async () => {
  const { amended } = await withOlderField();
  for (const word of ["신청인", "applicant", "Applicant"]) {
    assert.equal((await box.told(amended.record, word)).fields[0]?.field, "applicant");
  }
  for (const [word, near] of [["신청", "신청인"], ["aplicant", "applicant"]] as const) {
    const { code, err } = await box.dmf.run(["why", amended.record, word, "--lang", "en"]);
    assert.equal(code, 2);
    assert.ok(err.includes(`"${word}" is no field, nearest is "${near}"`), err);
  }
});

Deno.test("why names what it does not know: a record, a source", async () => {
  const nobody = await box.dmf.run(["why", "없는-번호", "--lang", "en"]);
  assert.equal(nobody.code, 2);
  assert.match(nobody.err, /neither a registration number nor a record id of "mfds-dmf"/);
  const elsewhere = await box.dmf.run(["why", "1", "--source", "mfds", "--lang", "en"]);
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.err, /Cannot find the source "mfds", known are "mfds-dmf"/);
});

Deno.test("why tells people the chain, in both languages", async () => {
  const { amended, moved } = await withOlderField();
  const ko = await box.dmf.run(["why", amended.record, moved]);
  assert.match(ko.out, new RegExp(`#${amended.seq} ${amended.run} 변경 \\(서울 .* 관측`));
  assert.match(ko.out, /바이트 \d+–\d+: /);
  const en = await box.dmf.run(["why", amended.record, moved, "--lang", "en"]);
  assert.match(en.out, /SHA-256 [0-9a-f]{64} \(digest proven\)/);
  assert.match(en.out, /\| \[[^\]]+\]/);
});

Deno.test("why --open writes one page that trusts nothing and marks the bytes", async () => {
  const { amended, moved } = await withOlderField();
  const { code, out, err } = await box.dmf.run(["why", amended.record, moved, "--open"]);
  assert.equal(code, 0, err);
  const path = out.trimEnd().split("\n").at(-1) ?? "";
  assert.ok(path.startsWith(`${box.dmf.data}/proof/`) && path.endsWith(`-${moved}.html`), path);
  const html = await Deno.readTextFile(path);
  assert.match(html, /<meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
  assert.doesNotMatch(html, /<script|<a |<img|<link|javascript:|<span/);
  const [told] = (await box.told(amended.record, moved)).fields;
  const ranges = told?.cells.flatMap(({ texts }) => texts.flatMap((one) => one.ranges)) ?? [];
  assert.equal(html.match(/<mark>/g)?.length, ranges.length);
  const named = `${box.dmf.folder}/page.html`;
  assert.equal((await box.dmf.run(["why", amended.record, `--open=${named}`])).code, 0);
  assert.match(await Deno.readTextFile(named), /<mark>/);
});

/** One way to spoil the archive or the store behind a proof. */
interface Spoiling {
  readonly name: string;
  readonly spoil: (dmf: Dmf, at: Spoilt) => Promise<void>;
  readonly says: RegExp;
}

interface Spoilt {
  readonly body: string;
  readonly otherBody: string;
  readonly sidecar: string;
  readonly range: { readonly start: number; readonly end: number };
  readonly record: RecordId;
  readonly validFrom: RunId;
}

async function rewrite(path: string, change: (body: Uint8Array) => Uint8Array): Promise<void> {
  await Deno.writeFile(path, gzipSync(change(gunzipSync(await Deno.readFile(path)))));
}

function flipped(body: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(body);
  changed[at] = (changed[at] as number) ^ 1;
  return changed;
}

const DIGEST = /its bytes no longer have the digest in its name/;

const SPOILINGS: readonly Spoiling[] = [
  {
    name: "a flipped byte in the cell",
    spoil: (_, { body, range }) => rewrite(body, (bytes) => flipped(bytes, range.start)),
    says: DIGEST,
  },
  {
    name: "a flipped byte elsewhere in the body",
    spoil: (_, { body }) => rewrite(body, (bytes) => flipped(bytes, bytes.length - 3)),
    says: DIGEST,
  },
  {
    name: "a flipped byte of the packed file",
    spoil: async (_, { body }) => Deno.writeFile(body, flipped(await Deno.readFile(body), 300)),
    says: /the file is damaged|no longer have the digest/,
  },
  {
    name: "the body of another page",
    spoil: (_, { body, otherBody }) => Deno.copyFile(otherBody, body),
    says: DIGEST,
  },
  {
    name: "a body that is gone",
    spoil: (_, { body }) => Deno.remove(body),
    says: /raw\/[\d-]+\/[0-9a-f]{64}\.gz.*the file is missing/,
  },
  {
    name: "a sidecar that is gone",
    spoil: (_, { sidecar }) => Deno.remove(sidecar),
    says: /the sidecar \(\.json\) that says what was asked, and when, is missing/,
  },
  {
    name: "a sidecar that is cut off",
    spoil: (_, { sidecar }) => Deno.truncate(sidecar, 40),
    says: /the sidecar .* is damaged/,
  },
  {
    name: "a sidecar of another request",
    spoil: async (_, { sidecar }) => {
      const text = await Deno.readTextFile(sidecar);
      await Deno.writeTextFile(sidecar, text.replaceAll("page=1", "page=9"));
    },
    says: /does not tell of ".*page=1.*as the log does/,
  },
  {
    name: "a value in the store that no page shows",
    spoil: ({ data }, { record, validFrom }) =>
      withLog(data, async (log) => {
        const key = versionKey(SOURCE, record, validFrom);
        const version = (await log.get(key)).value as StoredVersion;
        const values = { ...version.values, applicant: "다른이름" };
        await log.atomic([], [{ key, value: { ...version, values } }]);
      }),
    says: /"applicant" reads ".*" there, and "다른이름" in the record/,
  },
];

/** The page of a cell of the first day, and another page beside it. */
async function behindApplicant(dmf: Dmf): Promise<Spoilt> {
  const applicants = JSON.parse(
    (await dmf.run(["as-of", box.days[0]?.date ?? "", "--json"])).out,
  ) as { record: RecordId; validFrom: RunId }[];
  for (const { record, validFrom } of applicants) {
    const [{ fields: [told], version }] = JSON.parse(
      (await dmf.run(["why", record, "applicant", "--json"])).out,
    );
    if (told.page.page !== 1 || version.validFrom !== validFrom) continue;
    const run = `${dmf.data}/raw/${validFrom}`;
    const bodies = [...Deno.readDirSync(run)].map(({ name }) => `${run}/${name}`);
    const body = `${dmf.data}/${told.page.body}`;
    const otherBody = bodies.find((path) => path.endsWith(".gz") && path !== body) ?? "";
    const [range] = told.cells[0].texts[0].ranges;
    return {
      body,
      otherBody,
      sidecar: `${dmf.data}/${told.page.sidecar}`,
      range,
      record,
      validFrom,
    };
  }
  throw new Error("No record of the first page kept its first version");
}

for (const { name, spoil, says } of SPOILINGS) {
  Deno.test(`why never proves by ${name}: exit 4 and what does not hold`, async () => {
    await using dmf = await box.dmf.copyTowards("http://127.0.0.1:9");
    const at = await behindApplicant(dmf);
    const args = ["why", at.record, "applicant", "--lang", "en"];
    assert.equal((await dmf.run(args)).code, 0);
    await spoil(dmf, at);
    const { code, out, err } = await dmf.run(args);
    assert.equal(code, 4, out);
    assert.match(err, says);
    assert.doesNotMatch(out, /✓/);
    const told = JSON.parse((await dmf.run([...args, "--json", "--open"])).out);
    assert.equal(told[0].fields[0].proven, false);
    assert.match(told[0].fields[0].reason, says);
    assert.equal(told[0].file, null);
  });
}
