/** `dmf accept` killed at writes of every stage: the list still waits or is sealed, never half. */
import assert from "node:assert/strict";
import { lastRun } from "../../src/history.ts";
import type { SourceId } from "../../src/model.ts";
import { ACCEPTED_STAGES, accepting, allOrNothing } from "../support/accepted_shift.ts";
import { killAll } from "../support/kill_matrix.ts";
import { REASON } from "../support/faulty_day.ts";
import type { Dmf } from "../support/run_dmf.ts";

killAll("an accepted list", {
  make: accepting,
  stages: ACCEPTED_STAGES,
  share: 0.5,
  least: 32,
  look,
});

/** The list waits for a decision, or it is sealed with the words of one. */
async function look(dmf: Dmf): Promise<void> {
  const data = await dmf.open();
  const last = await lastRun(data.log, "mfds-dmf" as SourceId).finally(() => data.close());
  const { record } = last!;
  switch (record.state) {
    case "quarantined":
      assert.equal(record.rejected, undefined);
      break;
    case "accepted":
      assert.equal(record.released?.reason, REASON);
      break;
    default:
      assert.fail(record.state);
  }
  assert.equal(await allOrNothing(dmf), record.state === "accepted" ? "all" : "nothing");
}
