/**
 * Proof that a data folder is sound: the log is one chain, the projections are its fold, and every
 * event's page is in the archive.
 *
 * @module
 */

import assert from "node:assert/strict";
import { sealHash } from "../../src/commit.ts";
import type { DataFolder } from "../../src/desk.ts";
import { readChanges, readEntries, readRuns } from "../../src/history.ts";
import { entryHash } from "../../src/log.ts";
import type { SourceId } from "../../src/model.ts";
import { applyAll, type State } from "../../src/state.ts";
import { loadState, readHead } from "../../src/store.ts";

const source = "mfds-dmf" as SourceId;
const ALL = { since: null, until: null };

/** Fails unless the store is sound and nothing in it waits for another process. */
export async function assertSound(data: DataFolder): Promise<void> {
  const { log } = data;
  const state: State = new Map();
  let hash = "";
  let seq = 0;
  for await (const { run, record } of readRuns(log, source, ALL)) {
    if (record.state !== "accepted") continue;
    for await (const sealed of readEntries(log, source, { since: run, until: run })) {
      seq += 1;
      assert.equal(sealed.seq, seq, "a seq is missing or doubled");
      hash = entryHash(hash, seq, run, sealed.entry);
      assert.equal(sealed.hash, hash, `hash of entry ${seq}`);
      applyAll(state, [sealed.entry], run);
    }
    const { chain, ...unchained } = record;
    assert.equal(chain, sealHash(hash, unchained), `seal of ${run}`);
    hash = chain;
  }
  const { head } = await readHead(log, source);
  assert.deepEqual([head?.seq, head?.chain], [seq, hash], "head");
  assert.deepEqual(await loadState(log, source), state, "projections");
  for (const { run, evidence } of await readChanges(log, source, ALL)) {
    await data.archive.body(run, evidence.digest);
  }
  for (const prefix of ["outbox", "page"]) {
    const left = await Array.fromAsync(log.list({ prefix: [prefix] }), ({ key }) => key);
    assert.deepEqual(left, [], `left behind in the store: ${prefix}`);
  }
}
