import assert from "node:assert/strict";
import { writeAnswer } from "../src/adapters/whole_file.ts";
import type { Sink } from "../src/report/xlsx_file.ts";
import { says } from "./support/bilingual.ts";

const write = (sink: Sink) => sink(new TextEncoder().encode("new"));

async function inFolder(body: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await body(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const names = (dir: string) => [...Deno.readDirSync(dir)].map(({ name }) => name);

Deno.test("writeAnswer() replaces a file, and leaves nothing else", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/a.csv`, "something older and longer");
    await writeAnswer(`${dir}/a.csv`, write);
    assert.equal(await Deno.readTextFile(`${dir}/a.csv`), "new");
    assert.deepEqual(names(dir), ["a.csv"]);
  }));

Deno.test("writeAnswer() leaves the old file where the writing fails", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/a.csv`, "old");
    const broken = () => Promise.reject(new Error("no more rows"));
    await assert.rejects(writeAnswer(`${dir}/a.csv`, broken), /no more rows/);
    assert.equal(await Deno.readTextFile(`${dir}/a.csv`), "old");
    assert.deepEqual(names(dir), ["a.csv"]);
  }));

Deno.test("writeAnswer() says which folder is missing, and makes none", () =>
  inFolder(async (dir) => {
    await assert.rejects(
      writeAnswer(`${dir}/no/a.csv`, write),
      says("ConfigurationError", `Cannot write "${dir}/no/a.csv": there is no folder "${dir}/no"`),
    );
    assert.deepEqual(names(dir), []);
  }));

Deno.test({
  name: "writeAnswer() outside the sandbox says where the program may work",
  permissions: { read: false, write: false },
  fn: async () => {
    await assert.rejects(
      writeAnswer("/elsewhere/a.csv", write),
      says(
        "ConfigurationError",
        /^Cannot use "\/elsewhere\/a.csv": this program may only touch "data", "selectors" and/,
      ),
    );
  },
});
