import assert from "node:assert/strict";
import { removeAbandoned, writeDurably, writeTogether } from "../src/adapters/durable_file.ts";
import { says } from "./support/bilingual.ts";

const ONE = new TextEncoder().encode("one");
const TWO = new TextEncoder().encode("two");

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function names(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), (entry) => entry.name).sort();
}

Deno.test("writeTogether() writes every file whole, over what had its name", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/inner`);
    const paths = [`${folder}/a`, `${folder}/b`, `${folder}/inner/c`];
    await Deno.writeTextFile(`${folder}/b`, "something longer that was there before");
    await writeTogether(paths.map((path, i) => ({ path, bytes: i === 0 ? ONE : TWO })));
    assert.deepEqual(paths.map((path) => Deno.readTextFileSync(path)), ["one", "two", "two"]);
    assert.deepEqual(names(folder), ["a", "b", "inner"]);
  });
});

Deno.test("writeTogether() writes nothing for no files", () => writeTogether([]));

Deno.test("writeTogether() gives no file its name when one of them cannot be written", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a`, "before");
    const files = [
      { path: `${folder}/a`, bytes: ONE },
      { path: `${folder}/missing/b`, bytes: TWO },
      { path: `${folder}/c`, bytes: TWO },
    ];
    await assert.rejects(writeTogether(files), Deno.errors.NotFound);
    assert.deepEqual(names(folder), ["a"]);
    assert.equal(Deno.readTextFileSync(`${folder}/a`), "before");
  });
});

Deno.test("writeTogether() leaves nothing unfinished when a name cannot be given", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/b`);
    const files = [{ path: `${folder}/a`, bytes: ONE }, { path: `${folder}/b`, bytes: TWO }];
    await assert.rejects(
      writeTogether(files),
      says(
        "StoreFault",
        `Cannot use "${folder}/b": a file and a folder are in each other's place; ` +
          "move it away or choose another folder",
      ),
    );
    assert.equal(names(folder).some((name) => name.endsWith(".tmp")), false);
  });
});

Deno.test("writeDurably() names the file that is in the way", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/file`, "");
    await assert.rejects(
      writeDurably(`${folder}/file/a`, ONE),
      says("StoreFault", new RegExp(`^Cannot use "${folder}/file/a": `)),
    );
  });
});

Deno.test("removeAbandoned() removes the drafts of writers that are long dead, and no others", async () => {
  await withFolder(async (folder) => {
    for (const name of ["dead.xlsx.tmp", "alive.xlsx.tmp", "done.xlsx"]) {
      await Deno.writeTextFile(`${folder}/${name}`, "half a fi");
    }
    const before = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ["dead.xlsx.tmp", "done.xlsx"]) {
      await Deno.utime(`${folder}/${name}`, before, before);
    }
    await removeAbandoned(folder);
    assert.deepEqual(names(folder), ["alive.xlsx.tmp", "done.xlsx"]);
  });
});
