/**
 * Whether a data folder still says what was sealed in it.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { DataFolder } from "../../src/desk.ts";
import { readChanges, readEntries, readRuns } from "../../src/history.ts";
import { outboxOf } from "../../src/keys.ts";
import { entryHash } from "../../src/log.ts";
import type { SourceId } from "../../src/model.ts";
import { loadState, readHead } from "../../src/store.ts";

const SOURCE = "mfds-dmf" as SourceId;
const ALWAYS = { since: null, until: null };

/**
 * Fails unless the entries hash up to the head, every record proves its hash, every change lies
 * in its archived page, and no alert waits.
 */
export async function assertSound({ log, archive }: DataFolder): Promise<void> {
  let hash = "";
  let chain = "";
  let seq = 0;
  for await (const { run, record } of readRuns(log, SOURCE, ALWAYS)) {
    if (record.state !== "accepted") continue;
    hash = chain;
    for await (const sealed of readEntries(log, SOURCE, { since: run, until: run })) {
      hash = entryHash(hash, ++seq, sealed.run, sealed.entry);
      assert.equal(sealed.seq, seq);
      assert.equal(sealed.hash, hash, `Entry ${seq}`);
    }
    chain = record.chain;
  }
  const { head } = await readHead(log, SOURCE);
  assert.deepEqual([head?.seq, head?.hash, head?.chain], [seq, hash, chain]);
  assert.ok((await loadState(log, SOURCE)).size > 0);
  for (
    const { run, kind, registrationNumber, evidence } of await readChanges(log, SOURCE, ALWAYS)
  ) {
    const body = await archive.body(run, evidence.digest);
    const row = new TextDecoder().decode(body.subarray(evidence.start, evidence.end));
    if (kind === "delisted" || registrationNumber === null) continue;
    assert.ok(
      row.includes(registrationNumber),
      `${registrationNumber} is not in its proof: ${row}`,
    );
  }
  for await (const { key } of log.list({ prefix: outboxOf() })) {
    assert.fail(`${key.join(" ")} was not handed on`);
  }
}
