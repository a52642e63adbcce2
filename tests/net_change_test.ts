import assert from "node:assert/strict";
import fc from "fast-check";
import { canonical } from "../src/digest.ts";
import { FIELD_NAMES } from "../src/fields.ts";
import type { FieldName, RecordId, RegisterRecord } from "../src/model.ts";
import { type NetChange, netChange } from "../src/net_change.ts";
import { netRows } from "../src/report/net_row.ts";
import { anyRecord, record } from "./support/rows.ts";

const ID = "r1" as RecordId;
const maybe = fc.option(anyRecord);

/** The record that a net change makes of one; fails where it starts from another. */
function applied(before: RegisterRecord | null, change: NetChange | null): RegisterRecord | null {
  switch (change?.kind) {
    case undefined:
      return before;
    case "registered":
      assert.equal(before, null);
      return change.values;
    case "gone":
      assert.equal(canonical(before), canonical(change.values));
      return null;
    case "changed": {
      const values: Record<string, unknown> = { ...before };
      for (const [name, { from, to }] of Object.entries(change.fields)) {
        assert.equal(canonical(values[name]), canonical(from));
        values[name] = to;
      }
      assert.equal(canonical(values), canonical(change.values));
      return values as unknown as RegisterRecord;
    }
  }
}

Deno.test("netChange() applied to the first record gives the second, whatever they are", () => {
  fc.assert(fc.property(maybe, maybe, (before, after) => {
    // fast-check draws objects without a prototype too.
    assert.equal(canonical(applied(before, netChange(ID, before, after))), canonical(after));
  }));
});

Deno.test("netChange() of a record and itself is none", () => {
  fc.assert(fc.property(maybe, (one) => {
    assert.equal(netChange(ID, one, structuredClone(one)), null);
  }));
});

Deno.test("netChange() the other way round is the inverse", () => {
  fc.assert(fc.property(maybe, maybe, (before, after) => {
    const [there, back] = [netChange(ID, before, after), netChange(ID, after, before)];
    const swapped = (change: NetChange | null) =>
      change && netRows(change).map(({ field, from, to }) => ({ field, from: to, to: from }));
    const rows = back && netRows(back).map(({ field, from, to }) => ({ field, from, to }));
    assert.deepEqual(swapped(there), rows);
    assert.equal(there?.kind === "registered", back?.kind === "gone");
  }));
});

Deno.test("netChange() marks what is only written differently, and what progresses", () => {
  const before = record({ applicant: "㈜하나약품", documentVersion: "v1.0.0/2024" });
  const after = { ...before, applicant: "(주) 하나약품", documentVersion: "v2.0.0/2026" };
  const change = netChange(ID, before, after);
  assert.ok(change?.kind === "changed");
  const marks = Object.entries(change.fields).map(([name, { mark }]) => [name, mark]);
  assert.deepEqual(marks, [["applicant", "notation"], ["documentVersion", "document-version"]]);
});

Deno.test("netRows() gives every filled field of a record that is in one list only", () => {
  const values = record({ linkedReviewNumber: null, sites: [] });
  const filled = FIELD_NAMES.filter((name: FieldName) => values[name] !== null && name !== "sites");
  const fresh = netRows({ kind: "registered", record: ID, values });
  const gone = netRows({ kind: "gone", record: ID, values });
  assert.deepEqual(fresh.map(({ field }) => field), filled);
  assert.ok(fresh.every(({ field, from, to }) => from === null && to === values[field]));
  assert.ok(gone.every(({ field, from, to }) => from === values[field] && to === null));
});
