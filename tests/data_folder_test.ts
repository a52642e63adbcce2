import assert from "node:assert/strict";
import { assertSameStore, type DataFolder, openDataFolder } from "../src/adapters/data_folder.ts";
import { diskFault } from "../src/adapters/disk_fault.ts";
import { tell, writeAll } from "../src/adapters/system_desk.ts";
import { says } from "./support/bilingual.ts";

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(`${folder}/data`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function opened<T>(path: string, body: (folder: DataFolder) => T | Promise<T>): Promise<T> {
  const folder = await openDataFolder(path);
  try {
    return await body(folder);
  } finally {
    folder.close();
  }
}

Deno.test("openDataFolder() makes the folder with everything a run writes into", async () => {
  await withFolder(async (path) => {
    await opened(path, ({ paths }) => {
      for (const folder of [paths.raw, paths.reports, paths.outbox, paths.logs]) {
        assert.ok(Deno.statSync(folder).isDirectory);
      }
      assert.equal(paths.kv, `${path}/dmf.kv`);
    });
    const names = Array.from(Deno.readDirSync(path), (entry) => entry.name).sort();
    assert.deepEqual(names, ["dmf.lock", "logs", "outbox", "raw", "reports", "store.json"]);
  });
});

Deno.test("openDataFolder() founds a store once and knows it ever after", async () => {
  await withFolder(async (path) => {
    const first = await opened(path, ({ storeId, founded }) => ({ storeId, founded }));
    assert.equal(first.founded, false);
    assert.match(first.storeId, /^[0-9a-f-]{36}$/);
    await opened(path, async (folder) => {
      assert.equal(folder.storeId, first.storeId);
      assert.equal(folder.founded, false);
      await folder.confirm();
      assert.equal(folder.founded, true);
    });
    await opened(path, ({ marker }) => {
      assert.equal(marker.store, first.storeId);
      assert.equal(marker.schema, 1);
      assert.equal(marker.founded, true);
      assert.match(marker.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    });
  });
});

Deno.test("openDataFolder() founds one store, however many open it at once", async () => {
  await withFolder(async (path) => {
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => opened(path, ({ storeId }) => storeId)),
    );
    const ids = tries.filter((end) => end.status === "fulfilled").map((end) => end.value);
    assert.equal(new Set(ids).size, 1);
    for (const end of tries) {
      if (end.status === "rejected") assert.match(String(end.reason), /is just founding it/);
    }
  });
});

Deno.test("lock() tells a second holder that the folder is busy, until the first closes", async () => {
  await withFolder(async (path) => {
    const first = await openDataFolder(path);
    const second = await openDataFolder(path);
    assert.equal(await first.lock(), true);
    assert.equal(await second.lock(), false);
    first.close();
    assert.equal(await second.lock(), true);
    second.close();
  });
});

Deno.test("a killed process leaves no lock behind", async () => {
  await withFolder(async (path) => {
    const module = new URL("../src/adapters/data_folder.ts", import.meta.url);
    const code = `import { openDataFolder } from ${JSON.stringify(module.href)};
      const folder = await openDataFolder(${JSON.stringify(path)});
      console.log(await folder.lock());
      await Deno.stdin.read(new Uint8Array(1));`;
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        "--quiet",
        `data:text/typescript,${encodeURIComponent(code)}`,
      ],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const output = child.stdout.getReader();
    const { value } = await output.read();
    assert.equal(new TextDecoder().decode(value).trim(), "true");
    await opened(path, async (folder) => assert.equal(await folder.lock(), false));
    child.kill("SIGKILL");
    await child.status;
    await output.cancel();
    await child.stdin.close().catch((error) => assert.ok(error instanceof Error));
    await opened(path, async (folder) => assert.equal(await folder.lock(), true));
  });
});

Deno.test("openDataFolder() refuses a used folder whose marker is gone", async () => {
  await withFolder(async (path) => {
    await opened(path, () => {});
    for (const trace of ["dmf.kv", "raw/2026-12-01", "reports/2026-12-01.xlsx"]) {
      await Deno.remove(`${path}/store.json`);
      await Deno.writeTextFile(`${path}/${trace}`, "");
      await assert.rejects(
        openDataFolder(path),
        says(
          "StoreFault",
          `Cannot open "${path}": "store.json" is missing, but the folder has been used ` +
            'before; restore a backup with "dmf restore FILE --replace", or name another folder ' +
            'with "--data" to begin anew',
        ),
      );
      await Deno.remove(`${path}/${trace}`);
      await opened(path, () => {});
    }
  });
});

Deno.test("openDataFolder() refuses a damaged marker, and one of a newer program", async () => {
  await withFolder(async (path) => {
    await opened(path, () => {});
    for (const text of ["", "{", "null", "[]", '{"store":"","schema":1}', '{"store":"a"}']) {
      await Deno.writeTextFile(`${path}/store.json`, text);
      await assert.rejects(
        openDataFolder(path),
        says(
          "StoreFault",
          `Cannot read "${path}/store.json": it is damaged; restore it from a backup of ` +
            "the data folder",
        ),
      );
    }
    const newer = { store: "a", schema: 2, createdAt: "2026-12-01T00:00:00Z", founded: true };
    await Deno.writeTextFile(`${path}/store.json`, JSON.stringify(newer));
    await assert.rejects(
      openDataFolder(path),
      says(
        "StoreFault",
        `Cannot read "${path}/store.json": a newer dmf wrote this store (schema 2, this ` +
          "program reads 1); use the newer program",
      ),
    );
  });
});

Deno.test("openDataFolder() does not make a folder that must exist", async () => {
  await withFolder(async (path) => {
    await assert.rejects(
      openDataFolder(path, { mustExist: true }),
      says(
        "ConfigurationError",
        `Cannot find any data in "${path}": run "dmf --once" first, or name the folder ` +
          'with "--data"',
      ),
    );
    assert.throws(() => Deno.statSync(path), Deno.errors.NotFound);
    await opened(path, () => {});
    (await openDataFolder(path, { mustExist: true })).close();
  });
});

Deno.test("openDataFolder() says what to do where a file is in the way", async () => {
  await withFolder(async (path) => {
    await Deno.writeTextFile(path, "");
    await assert.rejects(
      openDataFolder(path),
      says(
        "StoreFault",
        `Cannot use "${path}": a file and a folder are in each other's place; move it away ` +
          "or choose another folder",
      ),
    );
  });
});

Deno.test({
  name: "openDataFolder() outside the sandbox says where the program may work",
  permissions: { read: true, write: false },
  fn: async () => {
    await assert.rejects(
      openDataFolder("/elsewhere/data"),
      says(
        "ConfigurationError",
        /^Cannot use "\/elsewhere\/data": this program may only touch "data", "selectors" and/,
      ),
    );
  },
});

Deno.test("assertSameStore() accepts the store that the marker names", () => {
  const marker = { store: "a", schema: 1, createdAt: "2026-12-01T00:00:00Z", founded: true };
  assertSameStore(marker, { store: "a", schema: 1 });
  assertSameStore({ ...marker, founded: false }, { store: "a", schema: 1 });
});

Deno.test("assertSameStore() accepts an empty store only until it was founded", () => {
  const marker = { store: "a", schema: 1, createdAt: "2026-12-01T00:00:00Z", founded: false };
  assertSameStore(marker, null);
  assert.throws(
    () => assertSameStore({ ...marker, founded: true }, null),
    says(
      "StoreFault",
      'Cannot use "dmf.kv": it is empty, but "store.json" says that the store "a" was founded ' +
        'here at "2026-12-01T00:00:00Z"; restore a backup with "dmf restore FILE --replace", ' +
        'or name another folder with "--data" to begin anew',
    ),
  );
});

Deno.test("assertSameStore() refuses another store, and a store without an id", () => {
  const marker = { store: "a", schema: 1, createdAt: "2026-12-01T00:00:00Z", founded: false };
  assert.throws(
    () => assertSameStore(marker, { store: "b", schema: 1 }),
    says(
      "StoreFault",
      'Cannot use "dmf.kv": expected the store "a" that "store.json" names, found "b"; put both ' +
        "files of one backup into the data folder",
    ),
  );
  assert.throws(() => assertSameStore(marker, "a"), says("StoreFault", /, found none; put both/));
});

Deno.test("diskFault() says what to do about each refusal of a disk, and passes on what it does not know", () => {
  const cases = [
    ["ENOSPC", "the disk is full"],
    ["EDQUOT", "the disk is full"],
    ["EROFS", "the disk is read-only"],
    ["EACCES", "this account may not"],
    ["ELOOP", "it is a link that leads back to itself"],
    ["ENAMETOOLONG", "the path is longer than this system allows"],
    ["EMFILE", "too many files are open"],
    ["EIO", "the disk reports an error"],
  ] as const;
  for (const [code, words] of cases) {
    const fault = diskFault(Object.assign(new Error("os"), { code }), "data/dmf.kv");
    says("StoreFault", new RegExp(`^Cannot use "data/dmf.kv": ${words}`))(fault);
  }
  const quota = new Error("Disk quota exceeded (os error 122): mkdir 'data/raw'");
  says("StoreFault", /^Cannot use "data\/raw": the disk is full; free some space/)(
    diskFault(quota, "data/raw"),
  );
  const unknown = new Error("something else (os error 9999)");
  assert.equal(diskFault(unknown, "x"), unknown);
});

Deno.test("writeAll() takes a full disk for a fault, a reader that left for none; tell() neither", () => {
  const refusing = (error: Error) => ({
    writeSync: (): number => {
      throw error;
    },
  });
  const full = refusing(Object.assign(new Error("os"), { code: "ENOSPC" }));
  assert.throws(
    () => writeAll(full, "a"),
    says("StoreFault", /^Cannot use "stdout": the disk is full/),
  );
  tell(full, "a");
  for (const write of [writeAll, tell]) {
    write(refusing(new Deno.errors.BrokenPipe("os")), "a");
    assert.throws(() => write(refusing(new RangeError("own")), "a"), RangeError);
  }
  const parts: number[] = [];
  writeAll({ writeSync: (bytes) => parts.push(...bytes.subarray(0, 2)) && 2 }, "abcd");
  assert.deepEqual(parts, [97, 98, 99, 100]);
});
