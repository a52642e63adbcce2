/** `dmf corpus` where the machine is not as it should be: clocks, files, processes, disks. */

import assert from "node:assert/strict";
import { drawnText, numbersFrom } from "./support/corpus_texts.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { Dmf } from "./support/run_dmf.ts";

const URL_A = "https://example.kr/a";

/** Text number `i`, unlike all others. */
function text(i: number, words = 20): string {
  return drawnText(numbersFrom(i + 1), words);
}

async function addLines(dmf: Dmf, lines: readonly object[], clock: ManualClock) {
  const file = `${dmf.folder}/lines.jsonl`;
  await Deno.writeTextFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { code, out, err } = await dmf.run(["corpus", "add", file, "--json"], { clock });
  assert.equal(code, 0, err);
  return JSON.parse(out).counts;
}

async function textsIn(dmf: Dmf): Promise<readonly string[]> {
  const { out } = await dmf.run(["corpus", "export"]);
  return out.trimEnd().split("\n").map((line) => JSON.parse(line).text);
}

Deno.test("a clock that was years ahead and is set back makes no later text an older one", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const [ahead, right] = [new ManualClock("2031-05-01T00:00:00Z"), new ManualClock()];
  await addLines(dmf, [{ url: URL_A, text: text(1) }, { id: "b", text: text(2) }], ahead);
  const dated = { url: URL_A, text: text(3), fetchedAt: "2026-01-05T20:00:00Z" };
  const counts = await addLines(dmf, [dated, { id: "b", text: text(4) }], right);
  assert.deepEqual([counts.changed, counts.older], [2, 0]);
  assert.deepEqual(await textsIn(dmf), [text(3), text(4)]);
  // Now that the known times are right, what is older is older again.
  const older = { ...dated, text: text(5), fetchedAt: "2026-01-04T20:00:00Z" };
  assert.equal((await addLines(dmf, [older], right)).older, 1);
  // Set back by hours, as over a change of zone.
  right.advance(-3 * 3_600_000);
  assert.equal((await addLines(dmf, [{ id: "b", text: text(6) }], right)).changed, 1);
  assert.deepEqual(await textsIn(dmf), [text(3), text(6)]);
  await Deno.writeTextFile(`${dmf.folder}/lines.jsonl`, "");
  const again = await dmf.run(["corpus", "scan", "--again"], { clock: right });
  assert.equal(again.code, 0, again.err);
  assert.deepEqual(await textsIn(dmf), [text(3), text(6)]);
});

Deno.test("of two texts without a time in one run the first one stands", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1");
  const lines = [{ url: URL_A, text: text(1) }, { url: URL_A, text: text(2) }];
  assert.equal((await addLines(dmf, lines, new ManualClock())).older, 1);
  assert.deepEqual(await textsIn(dmf), [text(1)]);
});
