/** A restore killed at every change that it makes to the disk, then run again. */
import assert from "node:assert/strict";
import { RestoredBox } from "../support/restored_box.ts";

Deno.test("a kill at any moment of a restore leaves the old store or none, and running it again finishes", async () => {
  await using small = await RestoredBox.lived();
  let n = 1;
  while (await small.killAt(n)) n += 1;
  const { seen } = small;
  assert.ok(seen.old > 5 && seen.none > 5 && seen.restored > 0, JSON.stringify(seen));
});
