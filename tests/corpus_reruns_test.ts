/** A slice of the re-runs that `faults/corpus_reruns_test.ts` lives through in full. */

import assert from "node:assert/strict";
import { rerun } from "./support/reruns.ts";

Deno.test("25 re-runs of a review site keep every text once, as its own truth says", async () => {
  const { saved, requests } = await rerun(7, 25, 6);
  assert.ok(saved > requests / 20, `${saved} of ${requests} requests were saved`);
});
