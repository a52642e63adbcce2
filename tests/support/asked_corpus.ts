/**
 * A corpus filled and read through the command line.
 *
 * @module
 */

import assert from "node:assert/strict";
import { drawnText, numbersFrom } from "./corpus_texts.ts";
import type { ManualClock } from "./manual_clock.ts";
import type { Dmf } from "./run_dmf.ts";

/** Text number `i`, unlike all others. */
export function textNumber(i: number, words = 20): string {
  return drawnText(numbersFrom(i + 1), words);
}

/** Adds documents from a file of JSON Lines; the counts of the run. */
export async function addLines(dmf: Dmf, lines: readonly object[], clock: ManualClock) {
  const file = `${dmf.folder}/lines.jsonl`;
  await Deno.writeTextFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { code, out, err } = await dmf.run(["corpus", "add", file, "--json"], { clock });
  assert.equal(code, 0, err);
  return JSON.parse(out).counts;
}

/** The texts that the corpus keeps. */
export async function textsIn(dmf: Dmf): Promise<readonly string[]> {
  const { out } = await dmf.run(["corpus", "export"]);
  return out.trimEnd().split("\n").map((line) => JSON.parse(line).text);
}
