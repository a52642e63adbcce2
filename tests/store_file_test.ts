import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { openDenoKv } from "../src/adapters/deno_kv.ts";
import { withLargeValues } from "../src/adapters/large_values.ts";
import { decodeKey, encodeKey, openStoreFile } from "../src/adapters/store_file.ts";
import { UnreadableValue } from "../src/fsck/reading.ts";
import { partKey } from "../src/keys.ts";
import type { Entry, EventLog, Key, Range } from "../src/ports.ts";
import { says } from "./support/bilingual.ts";

const part = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }).filter((text) => text.isWellFormed()),
  fc.double({ noNaN: true }),
  fc.integer(),
);
const key = fc.array(part, { minLength: 1, maxLength: 5 });

Deno.test("decodeKey() undoes encodeKey()", () => {
  fc.assert(fc.property(key, (parts) => assert.deepEqual(decodeKey(encodeKey(parts)), parts)));
});

Deno.test("decodeKey() shows in hexadecimal what it cannot understand", () => {
  const bytes = Uint8Array.from([...encodeKey(["a"]), 0x77, 0x01]);
  assert.deepEqual(decodeKey(bytes), ["a", "?7701"]);
  assert.deepEqual(decodeKey(Uint8Array.of(0x02, 0x61)), ["?0261"]);
});

async function withStore(
  body: (log: EventLog, path: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const log = withLargeValues(await openDenoKv(`${folder}/dmf.kv`));
  try {
    await body(log, `${folder}/dmf.kv`);
  } finally {
    log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Keys of every sort, values of every sort, one of them in parts. */
const STORED: readonly (readonly [Key, unknown])[] = [
  [["meta"], { store: "a", schema: 1 }],
  [["event", "x", "2026-11-02", 0], { 성분: "노메게스트롤", raw: { a: "é" }, none: null }],
  [["event", "x", "2026-11-02", 2], [1, -0.5, true]],
  [["event", "x", "2026-11-02", 10], "글"],
  [["event", "x", "2026-11-02", -1], 1],
  [["event", "x", "2026-11-03", 0], { text: "가".repeat(90_000) }],
  [["number", "x", "20241015-209-J-1903(1)\u0000"], ["r1", "r2"]],
];

const RANGES: readonly Range[] = [
  { prefix: [] },
  { prefix: ["event"] },
  { prefix: ["event", "x", "2026-11-02"] },
  { prefix: ["event", "x", "2026-11-02"], start: ["event", "x", "2026-11-02", 1] },
  { prefix: ["event", "x", "2026-11-02"], end: ["event", "x", "2026-11-02", 2] },
  { prefix: ["event"], reverse: true, limit: 2 },
  { prefix: ["event"], start: ["event", "x", "2026-11-03"], limit: 1 },
  { prefix: ["none"] },
];

Deno.test("openStoreFile() reads what Deno KV reads, beside an open store", async () => {
  await withStore(async (log, path) => {
    for (const [key, value] of STORED) await log.atomic([], [{ key, value }]);
    using file = openStoreFile(path);
    assert.deepEqual(file.integrity(), []);
    for (const [key] of [...STORED, [["none"]] as const]) {
      assert.deepEqual(await file.log.get(key), await log.get(key));
    }
    for (const range of RANGES) {
      const read = (from: Pick<EventLog, "list">): Promise<Entry[]> =>
        Array.fromAsync(from.list(range));
      assert.deepEqual(await read(file.log), await read(log), JSON.stringify(range));
    }
  });
});

Deno.test("openStoreFile() reads one moment, whatever is written meanwhile", async () => {
  await withStore(async (log, path) => {
    await log.atomic([], [{ key: ["head"], value: 1 }]);
    using file = openStoreFile(path);
    await log.atomic([], [{ key: ["head"], value: 2 }, { key: ["more"], value: 2 }]);
    assert.equal((await file.log.get(["head"])).value, 1);
    assert.equal((await Array.fromAsync(file.log.list({ prefix: [] }))).length, 1);
  });
});

Deno.test("openStoreFile() gives a value that is none any more a reason, and the rest as it is", async () => {
  await withStore(async (log, path) => {
    for (const [key, value] of STORED) await log.atomic([], [{ key, value }]);
    await log.atomic([], [{ key: partKey(["event", "x", "2026-11-03", 0], 1), value: undefined }]);
    const database = new DatabaseSync(path);
    const set = database.prepare("UPDATE kv SET v = ?, v_encoding = ? WHERE k = ?");
    set.run(Uint8Array.of(0xff, 0x0f, 0x6f), 1, encodeKey(["meta"]));
    set.run(Uint8Array.of(1), 7, encodeKey(["event", "x", "2026-11-02", 0]));
    database.close();
    using file = openStoreFile(path);
    const reason = async (key: Key) => {
      const { value } = await file.log.get(key);
      assert.ok(value instanceof UnreadableValue, JSON.stringify(key));
      return value.reason;
    };
    assert.match(await reason(["meta"]), /./);
    assert.equal(await reason(["event", "x", "2026-11-02", 0]), "encoding 7");
    assert.equal(await reason(["event", "x", "2026-11-03", 0]), "part 2 is missing");
    assert.equal((await file.log.get(["event", "x", "2026-11-02", 10])).value, "글");
  });
});

Deno.test("openStoreFile() refuses what is no store", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (const text of ["", "a text that is long enough to be no header of a database at all\n"]) {
      await Deno.writeTextFile(`${folder}/dmf.kv`, text);
      assert.throws(
        () => openStoreFile(`${folder}/dmf.kv`),
        says("StoreFault", /dmf\.kv": it is no store, or damaged \(/),
      );
    }
    assert.throws(() => openStoreFile(`${folder}/none.kv`), says("StoreFault", /is no store/));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
