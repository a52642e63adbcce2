/** Bodies that go, and a kill at every change to a file on the way. */
import assert from "node:assert/strict";
import { diskArchive } from "../src/adapters/disk_archive.ts";
import { diskShelf } from "../src/adapters/disk_shelf.ts";
import { digestOf } from "../src/digest.ts";
import type { Digest, InstantText, RunId } from "../src/model.ts";
import { ArchiveFault } from "../src/ports.ts";
import { parseSnapshot, type Snapshot } from "../src/snapshot.ts";
import { assertBilingual, says } from "./support/bilingual.ts";
import { killedAt } from "./support/dying_disk.ts";
import { tree } from "./support/file_tree.ts";
import { shortLived } from "./support/run_dmf.ts";

const RUN = "2026-12-01" as RunId;
/** 05:30 in Seoul, where it is the day after. */
const AT = "2027-01-02T20:30:00Z" as InstantText;
const BODIES = ["first", "second", "third", "kept"].map((text) => new TextEncoder().encode(text));
const [FIRST, SECOND, THIRD, KEPT] = BODIES.map(digestOf) as [Digest, Digest, Digest, Digest];

function snapshotOf(body: Uint8Array, at: string): Snapshot {
  const url = "https://register.example/list?page=1";
  const instant = `2026-11-30T21:00:0${at}Z` as InstantText;
  return {
    url,
    finalUrl: url,
    status: 200,
    headers: { "content-type": "text/html" },
    requestedAt: instant,
    receivedAt: instant,
    digest: digestOf(body),
    bytes: body.length,
  };
}

/** Four bodies of one day, the first of them with two sidecars. */
async function withDay(work: (raw: string) => Promise<void>): Promise<void> {
  const raw = await shortLived();
  try {
    const archive = diskArchive(raw);
    for (const [n, body] of BODIES.entries()) {
      await archive.put(RUN, snapshotOf(body, `${n}`), body);
    }
    await archive.put(RUN, snapshotOf(BODIES[0] as Uint8Array, "9"), BODIES[0] as Uint8Array);
    await work(raw);
  } finally {
    await Deno.remove(raw, { recursive: true });
  }
}

const dropThree = (raw: string) => diskShelf(raw).drop(RUN, [FIRST, SECOND, THIRD], AT);

/** Each body is there whole, or gone with a word in every sidecar; each sidecar is whole. */
async function assertWhole(raw: string): Promise<void> {
  const folder = `${raw}/${RUN}`;
  for (const { digest, bytes, sidecars } of await diskShelf(raw).day(RUN)) {
    assert.equal(sidecars.length, digest === FIRST ? 2 : 1);
    for (const name of sidecars) {
      const snapshot = parseSnapshot(await Deno.readTextFile(`${folder}/${name}`));
      assert.equal(snapshot?.digest, digest);
      if (bytes === null) assert.equal(snapshot?.pruned, AT);
    }
    if (bytes !== null) assert.equal(digestOf(await diskArchive(raw).body(RUN, digest)), digest);
  }
}

Deno.test("drop() removes bodies, keeps their sidecars with a mark, and leaves the others alone", async () => {
  await withDay(async (raw) => {
    const before = await tree(raw);
    assert.deepEqual(await dropThree(raw), [FIRST, SECOND, THIRD]);
    await assertWhole(raw);
    const there = await diskShelf(raw).day(RUN);
    assert.deepEqual(there.filter(({ bytes }) => bytes !== null).map(({ digest }) => digest), [
      KEPT,
    ]);
    const after = await tree(raw);
    for (const path of Object.keys(before).filter((path) => path.includes(KEPT))) {
      assert.equal(after[path], before[path]);
    }
    assert.equal(Object.keys(after).length, Object.keys(before).length - 3);
  });
});

Deno.test("body() says of a dropped body that retention dropped it, and on which day in Seoul", async () => {
  await withDay(async (raw) => {
    await dropThree(raw);
    const fault = await diskArchive(raw).body(RUN, SECOND).then(() => null, (error) => error);
    assert.ok(fault instanceof ArchiveFault);
    assertBilingual(fault.sentence);
    assert.match(fault.sentence.en, /retention dropped it on 2027-01-03/);
    assert.match(fault.sentence.ko, /보관 설정.*2027-01-03에 지웠습니다/);
  });
});

Deno.test("put() stores a dropped body again, and body() returns it", async () => {
  await withDay(async (raw) => {
    await dropThree(raw);
    const body = BODIES[1] as Uint8Array;
    await diskArchive(raw).put(RUN, snapshotOf(body, "1"), body);
    assert.deepEqual(new Uint8Array(await diskArchive(raw).body(RUN, SECOND)), body);
  });
});

for (const applied of [false, true]) {
  const when = applied ? "after" : "before";
  Deno.test(`drop() killed ${when} any change to a file leaves whole files; again, it ends`, async () => {
    let wanted: Record<string, string> = {};
    await withDay(async (raw) => {
      await dropThree(raw);
      wanted = await tree(raw);
    });
    let kills = 0;
    for (let n = 1, killed = true; killed; n++) {
      await withDay(async (raw) => {
        killed = await killedAt(n, applied, () => dropThree(raw));
        if (killed) kills += 1;
        await assertWhole(raw);
        await dropThree(raw);
        assert.deepEqual(await tree(raw), wanted, `change ${n}`);
      });
    }
    // Four sidecars are opened and renamed, three bodies removed, folders synced.
    assert.ok(kills >= 11, `${kills} kills`);
  });
}

Deno.test("drop() leaves a body whose sidecar cannot be read: nothing would tell where it went", async () => {
  await withDay(async (raw) => {
    const [{ sidecars: [name] }] = (await diskShelf(raw).day(RUN)).filter(({ digest }) =>
      digest === SECOND
    ) as unknown as [{ sidecars: [string] }];
    await Deno.truncate(`${raw}/${RUN}/${name}`, 40);
    assert.deepEqual(await dropThree(raw), [FIRST, THIRD]);
    assert.equal(digestOf(await diskArchive(raw).body(RUN, SECOND)), SECOND);
  });
});

Deno.test("snapshot() refuses a sidecar that is damaged, another's, or made to break out of a line", async () => {
  await withDay(async (raw) => {
    const shelf = diskShelf(raw);
    const [{ sidecars: [name] }] = await shelf.day(RUN) as unknown as [{ sidecars: [string] }];
    const path = `${raw}/${RUN}/${name}`;
    const whole = await Deno.readTextFile(path);
    const value = JSON.parse(whole);
    assert.deepEqual(await shelf.snapshot(RUN, name), value);
    const spoilt: readonly string[] = [
      whole.slice(0, 40),
      "null",
      JSON.stringify({ ...value, digest: "0".repeat(64) }),
      JSON.stringify({ ...value, status: "200 OK\r\nx: y" }),
      JSON.stringify({ ...value, receivedAt: "2026-11-30T21:00:00Z\r\nX: y" }),
      JSON.stringify({ ...value, finalUrl: "javascript:alert(1)" }),
      JSON.stringify({ ...value, headers: { a: 1 } }),
      JSON.stringify({ ...value, bytes: -1 }),
    ];
    const words =
      `Cannot read "${path}": this sidecar of an archived body is damaged; restore the ` +
      "file from a backup of the data folder";
    for (const text of spoilt) {
      await Deno.writeTextFile(path, text);
      await assert.rejects(shelf.snapshot(RUN, name), says("ArchiveFault", words), text);
    }
  });
});

Deno.test("write() writes a new file whole or not at all, and never over another", async () => {
  const folder = await shortLived();
  const shelf = diskShelf(`${folder}/raw`);
  async function* records(fails: boolean) {
    yield await Promise.resolve([new Uint8Array([1]), new Uint8Array([2, 3])]);
    if (fails) throw new ArchiveFault({ ko: "손상", en: "damaged" });
  }
  await assert.rejects(shelf.write(`${folder}/a.warc`, records(true)), { name: "ArchiveFault" });
  assert.deepEqual(await tree(folder), {});
  const written = await shelf.write(`${folder}/a.warc`, records(false));
  assert.deepEqual(written, { records: 1, bytes: 3 });
  assert.deepEqual([...await Deno.readFile(`${folder}/a.warc`)], [1, 2, 3]);
  for (const name of ["a.warc", "nowhere/a.warc"]) {
    await assert.rejects(shelf.write(`${folder}/${name}`, records(false)), {
      name: "ConfigurationError",
    });
  }
  await Deno.remove(folder, { recursive: true });
});
