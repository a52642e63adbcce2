/** The paper's 962 re-runs of a review site with 20 URLs a review, in full. */

import assert from "node:assert/strict";
import { rerun } from "../support/reruns.ts";

Deno.test("962 re-runs: the kept set is the truth, no text twice, none lost, liars found", async () => {
  const { runs, requests, saved, kept, report } = await rerun(1, 962, 10);
  console.log(
    `${runs} runs, ${requests} requests, ${saved} saved by 304, ${kept} kept, ${report.pages} pages`,
  );
  assert.ok(saved > requests / 10, `${saved} of ${requests} requests were saved`);
  assert.ok(report.lying.etag > 0, "no validator was found to lie");
});
