import assert from "node:assert/strict";
import { changeLine } from "../src/commands/summary_text.ts";
import { printable, printableLines } from "../src/field_text.ts";
import type { Change, Digest, InstantText, RecordId, RunId } from "../src/model.ts";

const STEERING = "\u0000\u001b[2J\u009b31m\u007f\u202e\u2066";
const SHOWN = "\ufffd\ufffd[2J\ufffd31m\ufffd\ufffd\ufffd";

Deno.test("printable() and printableLines() show what steers a terminal", () => {
  assert.equal(printable(`가\n${STEERING}\t나`), `가\ufffd${SHOWN}\ufffd나`);
  assert.equal(printableLines(`가\n${STEERING}\t나\r`), `가\n${SHOWN}\t나\ufffd`);
});

Deno.test("changeLine() sends nothing of the names to the terminal that steers it", () => {
  const change: Change = {
    seq: 1,
    run: "2026-11-03" as RunId,
    kind: "delisted",
    record: "r1" as RecordId,
    registrationNumber: `1${STEERING}`,
    ingredient: `A${STEERING}\n`,
    applicant: `B${STEERING}`,
    fields: {},
    possibleSince: null,
    observedAt: "2026-11-03T00:00:00Z" as InstantText,
    evidence: { url: "", digest: "" as Digest, start: 0, end: 0, page: 1, row: 1 },
  };
  const line = changeLine(change, "en");
  assert.ok(line.endsWith(`1${SHOWN}  A${SHOWN}\ufffd  B${SHOWN}`), JSON.stringify(line));
});
