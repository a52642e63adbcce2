/**
 * The suite as `deno task test` runs it: every test file, once, in a few parts.
 *
 * Each part of `together/` is one isolate. The test runner takes a third of a second of processor
 * time to make one, so that with an isolate for each file half of the suite's time went there.
 *
 * @module
 */

import assert from "node:assert/strict";

const HERE = new URL("./", import.meta.url);
const PARTS = new URL("together/", HERE);

function namesIn(folder: URL, ending: string): string[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => name.endsWith(ending)).sort();
}

Deno.test("every test file of the suite runs in exactly one part of tests/together", () => {
  const run = namesIn(PARTS, ".ts").flatMap((part) =>
    Array.from(
      Deno.readTextFileSync(new URL(part, PARTS)).matchAll(/^import "\.\.\/(.+)";$/gm),
      ([, name]) => name!,
    )
  );
  assert.deepEqual(
    run.sort(),
    namesIn(HERE, "_test.ts"),
    "a file is missing from tests/together/*.ts or stands there twice",
  );
});

Deno.test("the task `test` runs all parts of tests/together", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("../deno.json", HERE)));
  assert.ok(tasks.test.command.endsWith(" tests/together/*.ts"), tasks.test.command);
});
