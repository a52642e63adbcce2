/**
 * Comparing what the program says with what a simulation knows to be true.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Change, FieldName } from "../../src/model.ts";
import { sameValue } from "../../src/normalize.ts";
import type { FixtureDay } from "./fixture_days.ts";
import type { TrueEvent } from "./fixture_truth.ts";

/** Fails unless the changes of a day are exactly its true events, values included. */
export function assertTrue(day: FixtureDay, changes: readonly Change[]): void {
  assert.deepEqual(
    changes.map(keyOf).sort(),
    day.events.map(keyOf).sort(),
    `Events of ${day.date} (first: found, second: true)`,
  );
  const open = [...changes];
  for (const event of day.events) {
    const index = open.findIndex((change) =>
      keyOf(change) === keyOf(event) && valuesAgree(change, event)
    );
    assert.notEqual(
      index,
      -1,
      `${day.date}: values of ${keyOf(event)} are not ${JSON.stringify(event.fields)}`,
    );
    open.splice(index, 1);
  }
}

/** Kind, number, changed fields; a registered row's fields are its whole content. */
function keyOf(event: Change | TrueEvent): string {
  const whole = event.kind === "registered" || event.kind === "relisted" ||
    event.kind === "renumbered" || event.kind === "delisted";
  const fields = whole ? "" : Object.keys(event.fields).sort().join(",");
  const from = event.from === undefined ? "" : ` from ${event.from}`;
  return `${event.kind} ${event.registrationNumber}${from} [${fields}]`;
}

function valuesAgree(change: Change, event: TrueEvent): boolean {
  return Object.entries(event.fields).every(([name, truth]) => {
    const found = change.fields[name as FieldName];
    return found !== undefined &&
      sameValue(name as FieldName, found.from, truth.from as never) &&
      sameValue(name as FieldName, found.to, truth.to as never) &&
      (truth.mark === undefined || found.mark === truth.mark);
  });
}
