/**
 * Proof that a box is whole: `dmf fsck` has nothing to say, and nothing waits in the store.
 *
 * @module
 */

import assert from "node:assert/strict";
import { fsck } from "../../src/fsck.ts";
import { leaseKey, outboxOf } from "../../src/keys.ts";
import type { SourceId } from "../../src/model.ts";
import type { EventLog } from "../../src/ports.ts";
import type { Dmf } from "./run_dmf.ts";

const SOURCE = "mfds-dmf" as SourceId;

/** Fails unless a box on a disk is whole, down to the bodies in its archive. */
export async function assertWhole(dmf: Dmf): Promise<void> {
  const { code, out, err } = await dmf.run(["fsck", "--json"]);
  const { findings, checked } = JSON.parse(out || "{}");
  assert.deepEqual({ code, findings }, { code: 0, findings: [] }, err);
  assert.ok(checked.entries > 0 && checked.bodies > 0, "Nothing was proven");
  const data = await dmf.open();
  await assertNothingWaits(data.log).finally(() => data.close());
}

/** The same of a store alone, whose archive is not on a disk. */
export async function assertLogWhole(log: EventLog): Promise<void> {
  const { findings, checked } = await fsck({ log, members: null, sources: [SOURCE] });
  assert.deepEqual(findings, []);
  assert.ok(checked.entries > 0, "Nothing was proven");
  await assertNothingWaits(log);
}

/** A lease or an alert in the store waits for a process that will not come. */
async function assertNothingWaits(log: EventLog): Promise<void> {
  assert.equal((await log.get(leaseKey(SOURCE))).value, null, "a lease was left");
  const alerts = await Array.fromAsync(log.list({ prefix: outboxOf() }), ({ key }) => key);
  assert.deepEqual(alerts, [], "alerts were left in the store");
}
