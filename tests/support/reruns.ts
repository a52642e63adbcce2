/**
 * A collector that visits a review site day after day and keeps a corpus of it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { ManualClock } from "./manual_clock.ts";
import { ReviewSite } from "./review_site.ts";
import { Dmf } from "./run_dmf.ts";

/** What re-runs came to. */
export interface Reruns {
  readonly runs: number;
  readonly requests: number;
  /** Answers of 304 that the corpus counts. */
  readonly saved: number;
  readonly kept: number;
  readonly report: { readonly lying: { readonly etag: number }; readonly pages: number };
}

/** Runs so many days, and compares the corpus with the site's own truth after each. */
export async function rerun(seed: number, runs: number, reviews: number): Promise<Reruns> {
  const site = new ReviewSite(seed, reviews);
  const clock = new ManualClock(site.now);
  await using dmf = await Dmf.towards("http://127.0.0.1:1", {}, { clock });
  const input = `${dmf.folder}/visits.jsonl`;
  let kept: readonly string[] = [];
  for (let run = 0; run < runs; run++) {
    const conditions = run === 0 ? new Map() : await conditionsFor(dmf);
    const lines = site.visitAll(conditions).map((visited) => JSON.stringify(visited));
    await Deno.writeTextFile(input, `${lines.join("\n")}\n`);
    const added = await dmf.run(["corpus", "add", input, "--json"]);
    assert.equal(added.code, 0, added.err);
    kept = await keptTexts(dmf);
    assert.equal(new Set(kept).size, kept.length, `run ${run}: a text is kept twice`);
    assert.deepEqual(kept, site.kept(), `run ${run}: the kept set is not the truth`);
    const missing = site.shown().filter((text) => !kept.includes(text));
    assert.deepEqual(missing, [], `run ${run}: reviews on show are lost`);
    site.nextDay();
    clock.advance(86_400_000);
  }
  const report = JSON.parse((await dmf.run(["corpus", "report", "--json"])).out);
  const untrusted = report.untrusted
    .filter(({ verdict }: { verdict: string }) => verdict === "decayed" || verdict === "gone")
    .map(({ url }: { url: string }) => url).sort();
  assert.deepEqual(untrusted, site.untrusted());
  assert.equal(
    report.requestsSaved,
    site.notModified,
    "every 304 was honest enough to be believed",
  );
  const { requests } = site;
  return { runs, requests, saved: report.requestsSaved, kept: kept.length, report };
}

async function conditionsFor(dmf: Dmf): Promise<Map<string, Record<string, string>>> {
  const { out } = await dmf.run(["corpus", "export", "--validators"]);
  return new Map(
    out.trimEnd().split("\n").map((line) => JSON.parse(line))
      .map(({ url, headers }) => [url, headers]),
  );
}

async function keptTexts(dmf: Dmf): Promise<readonly string[]> {
  const { out } = await dmf.run(["corpus", "export"]);
  return out.trimEnd().split("\n").map((line) => JSON.parse(line).text as string).sort();
}
