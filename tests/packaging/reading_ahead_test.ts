/**
 * The worker that reads ahead is made from the text of functions: a bundle renames and shortens these.
 *
 * @module
 */

import assert from "node:assert/strict";
import { shingling } from "../../src/corpus/shingles.ts";

const TEXTS = ["첫째 글 3일 안에", "the second text of 1,200 words", "one"];

async function run(args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    stdin: "null",
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("ReadingAhead has its worker in a minified bundle, with no permission at all", async () => {
  const folder = await Deno.makeTempDir({ prefix: "dmf-bundle-" });
  try {
    const module = new URL("../../src/adapters/reading_ahead.ts", import.meta.url).href;
    await Deno.writeTextFile(
      `${folder}/entry.ts`,
      `import { ReadingAhead } from ${JSON.stringify(module)};
const reader = new ReadingAhead(2);
reader.ahead(["begin"]);
await reader.begun;
const texts: string[] = ${JSON.stringify(TEXTS)};
reader.ahead(texts);
const read = texts.map((text) => [reader.read(text), reader.skeleton, ...reader.set.subarray(0, reader.count)]);
console.log(JSON.stringify({ helped: reader.helped, read }));
reader.close();
`,
    );
    await run([
      ...["bundle", "--quiet", "--platform", "deno", "--minify", "--code-splitting"],
      ...["--outdir", `${folder}/out`, `${folder}/entry.ts`],
    ]);
    const said = await run([
      ...["run", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm"],
      ...["--cached-only", "--allow-import=none.invalid", `${folder}/out/entry.js`],
    ]);
    const plain = shingling(2);
    const read = TEXTS.map((text) => {
      const count = plain.read(text);
      return [count, plain.skeleton, ...plain.set.subarray(0, count)];
    });
    assert.deepEqual(JSON.parse(said), { helped: TEXTS.length, read });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
