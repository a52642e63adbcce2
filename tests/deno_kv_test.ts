import assert from "node:assert/strict";
import { openDenoKv } from "../src/adapters/deno_kv.ts";
import { untilUnlocked } from "../src/adapters/kv_lock.ts";
import type { Entry, EventLog, Key, Range } from "../src/ports.ts";
import { StoreFault } from "../src/store_fault.ts";
import { says } from "./support/bilingual.ts";

async function withStore(
  body: (log: EventLog, path: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const log = await openDenoKv(`${folder}/dmf.kv`);
  try {
    await body(log, `${folder}/dmf.kv`);
  } finally {
    log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function keysOf(log: EventLog, range: Range): Promise<string[]> {
  const keys: string[] = [];
  for await (const entry of log.list(range)) keys.push(entry.key.join("/"));
  return keys;
}

function put(log: EventLog, ...keys: readonly Key[]): Promise<boolean> {
  return log.atomic([], keys.map((key) => ({ key, value: { at: key.join("/") } })));
}

Deno.test("openDenoKv() gives null with no versionstamp where a key holds nothing", async () => {
  await withStore(async (log) => {
    assert.deepEqual(await log.get(["none"]), { key: ["none"], value: null, versionstamp: null });
    await put(log, ["some"]);
    const entry = await log.get(["some"]);
    assert.deepEqual(entry.value, { at: "some" });
    assert.ok(entry.versionstamp !== null);
  });
});

Deno.test("openDenoKv() lists below a prefix, between keys, backwards and up to a limit", async () => {
  await withStore(async (log) => {
    await put(log, ["a"], ["a", 1], ["a", 2], ["a", 10], ["a", "x"], ["b", 1]);
    assert.deepEqual(await keysOf(log, { prefix: ["a"] }), ["a/x", "a/1", "a/2", "a/10"]);
    assert.deepEqual(await keysOf(log, { prefix: ["a"], start: ["a", 2] }), ["a/2", "a/10"]);
    assert.deepEqual(await keysOf(log, { prefix: ["a"], end: ["a", 2] }), ["a/x", "a/1"]);
    assert.deepEqual(
      await keysOf(log, { prefix: ["a"], start: ["a", 1], end: ["a", 10] }),
      ["a/1", "a/2"],
    );
    assert.deepEqual(await keysOf(log, { prefix: ["a"], reverse: true, limit: 2 }), [
      "a/10",
      "a/2",
    ]);
    assert.deepEqual(await keysOf(log, { prefix: ["c"] }), []);
    assert.equal((await keysOf(log, { prefix: [] })).length, 6);
  });
});

Deno.test("openDenoKv() refuses a range that reaches out of its prefix", async () => {
  await withStore(async (log) => {
    await assert.rejects(keysOf(log, { prefix: ["a"], end: ["b"] }), {
      name: "RangeError",
      message: 'Cannot list below ["a"] from or to ["b"]',
    });
  });
});

Deno.test("openDenoKv() lists more than one batch in order, each key once", async () => {
  await withStore(async (log) => {
    const all = Array.from({ length: 1234 }, (_, i): Key => ["event", i]);
    await put(log, ...all.slice(0, 1000));
    await put(log, ...all.slice(1000));
    assert.deepEqual(await keysOf(log, { prefix: ["event"] }), all.map((key) => key.join("/")));
  });
});

Deno.test("atomic() writes all or nothing where a checked key has moved", async () => {
  await withStore(async (log) => {
    const absent = await log.get(["head"]);
    assert.equal(await log.atomic([absent], [{ key: ["head"], value: 1 }]), true);
    const writes = [{ key: ["head"], value: 2 }, { key: ["other"], value: 2 }];
    assert.equal(await log.atomic([absent], writes), false);
    assert.equal((await log.get(["other"])).value, null);
    const head = await log.get(["head"]);
    assert.equal(await log.atomic([head], writes), true);
    assert.equal(await log.atomic([head], [{ key: ["other"], value: undefined }]), false);
    assert.equal((await log.get(["other"])).value, 2);
  });
});

Deno.test("atomic() deletes where the value is undefined", async () => {
  await withStore(async (log) => {
    await put(log, ["a"], ["b"]);
    await log.atomic([], [{ key: ["a"], value: undefined }, { key: ["b"], value: { c: "총" } }]);
    assert.equal((await log.get(["a"])).versionstamp, null);
    assert.deepEqual((await log.get(["b"])).value, { c: "총" });
  });
});

Deno.test("atomic() names the key whose value is too large for the store", async () => {
  await withStore(async (log) => {
    const writes = [{ key: ["a"], value: "x" }, { key: ["page", 7], value: "가".repeat(40_000) }];
    const words =
      /^Cannot store \["page",7\]: its value takes 8\d{4} bytes, the store takes 65536$/;
    await assert.rejects(log.atomic([], writes), says("StoreFault", words));
    assert.equal((await log.get(["a"])).versionstamp, null);
  });
});

Deno.test("atomic() says which limit a commit breaks", async () => {
  await withStore(async (log) => {
    const many = Array.from({ length: 1001 }, (_, i) => ({ key: ["a", i], value: i }));
    await assert.rejects(
      log.atomic([], many),
      says(
        "StoreFault",
        "Cannot commit 1001 writes and 0 checks at once: the store takes 1000 and 100",
      ),
    );
    const checks = many.slice(0, 101).map(({ key }): Entry => ({
      key,
      value: null,
      versionstamp: null,
    }));
    await assert.rejects(log.atomic(checks, []), StoreFault);
    const heavy = many.slice(0, 20).map(({ key }) => ({ key, value: "x".repeat(60_000) }));
    await assert.rejects(
      log.atomic([], heavy),
      says(
        "StoreFault",
        /^Cannot commit 20 writes at once: Total mutation size too large \(max 819200 bytes\)/,
      ),
    );
  });
});

Deno.test("two handles on one file lose no increment", async () => {
  await withStore(async (log, path) => {
    const other = await openDenoKv(path);
    const increment = async (store: EventLog) => {
      for (let done = 0; done < 10;) {
        const entry = await store.get(["n"]);
        const value = ((entry.value as number | null) ?? 0) + 1;
        if (await store.atomic([entry], [{ key: ["n"], value }])) done++;
      }
    };
    try {
      await Promise.all([increment(log), increment(other)]);
      assert.equal((await log.get(["n"])).value, 20);
    } finally {
      other.close();
    }
  });
});

Deno.test("what was committed is there when the file is opened again", async () => {
  await withStore(async (log, path) => {
    await put(log, ["a"]);
    const again = await openDenoKv(path);
    assert.deepEqual((await again.get(["a"])).value, { at: "a" });
    again.close();
  });
});

Deno.test("untilUnlocked() tries again with growing pauses while the file is locked", async () => {
  const pauses: number[] = [];
  let tries = 0;
  const operation = () => {
    tries += 1;
    return tries < 4 ? Promise.reject(new TypeError("database is locked")) : Promise.resolve("ok");
  };
  const pause = (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
  assert.equal(await untilUnlocked(operation, pause), "ok");
  assert.equal(pauses.length, 3);
  for (const [i, ms] of pauses.entries()) {
    assert.ok(ms >= 25 * 2 ** i && ms <= 75 * 2 ** i, `${ms}`);
  }
});

Deno.test("untilUnlocked() gives up in the end, and lets other faults pass at once", async () => {
  let tries = 0;
  const locked = () => {
    tries += 1;
    return Promise.reject(new TypeError("database is locked"));
  };
  await assert.rejects(
    untilUnlocked(locked, () => Promise.resolve()),
    says("StoreFault", /^Cannot use "dmf.kv": another program keeps it locked/),
  );
  assert.equal(tries, 6);
  const fault = new TypeError("something else");
  await assert.rejects(
    untilUnlocked(() => Promise.reject(fault), () => assert.fail("paused")),
    (error) => error === fault,
  );
});

Deno.test("openDenoKv() says that a file is no store, and that a folder is missing", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/dmf.kv`, "no database at all ".repeat(100));
    await assert.rejects(
      openDenoKv(`${folder}/dmf.kv`),
      says(
        "StoreFault",
        `Cannot use "${folder}/dmf.kv": it is damaged (file is not a database); ` +
          'restore a backup with "dmf restore FILE --replace"',
      ),
    );
    await assert.rejects(
      openDenoKv(`${folder}/none/dmf.kv`),
      says(
        "StoreFault",
        `Cannot open "${folder}/none/dmf.kv": the folder is missing, or this account may ` +
          "not write there",
      ),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "openDenoKv() outside the sandbox says where the program may work",
  permissions: { read: false, write: false },
  fn: async () => {
    await assert.rejects(
      openDenoKv("/elsewhere/dmf.kv"),
      says(
        "ConfigurationError",
        /^Cannot use "\/elsewhere\/dmf.kv": this program may only touch "data", "selectors" and/,
      ),
    );
  },
});

Deno.test("openDenoKv() refuses a file of which only later pages are damaged", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/dmf.kv`;
  try {
    const written = await openDenoKv(path);
    for (let i = 0; i < 300; i++) {
      await written.atomic([], [{ key: ["a", i], value: "x".repeat(900) }]);
    }
    written.close();
    const bytes = await Deno.readFile(path);
    await Deno.writeFile(path, bytes.fill(0, bytes.length / 2));
    await assert.rejects(
      openDenoKv(path),
      says("StoreFault", /^Cannot use ".*dmf\.kv": it is damaged \(.*\); restore a backup/),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
