/** One record over time: the same as the whole log says, and nothing that was altered. */
import assert from "node:assert/strict";
import { findRecords, readAccepted, readChanges, readEntries } from "../src/history.ts";
import { eventKey, keyText, recordKey, versionKey } from "../src/keys.ts";
import type { SealedEntry } from "../src/log.ts";
import type { RecordId, RunId } from "../src/model.ts";
import type { Key } from "../src/ports.ts";
import type { StoredVersion } from "../src/store.ts";
import { type Absence, type Timeline, timeline } from "../src/timeline.ts";
import { Asked } from "./support/asked.ts";
import { says } from "./support/bilingual.ts";
import { CommittedDays, SOURCE } from "./support/committed_days.ts";
import { MemoryLog } from "./support/memory_log.ts";
import { record as ordinary } from "./support/rows.ts";

const ALL = { since: null, until: null };
const days = new CommittedDays(new MemoryLog());
await days.live(120, 24, 3);
const runs = await runsOf(days.log as MemoryLog);
const entries = await Array.fromAsync(readEntries(days.log, SOURCE, ALL));
const changes = await readChanges(days.log, SOURCE, ALL);

async function runsOf(log: MemoryLog) {
  const accepted = await Array.fromAsync(readAccepted(log, SOURCE, ALL));
  return new Map(accepted.map(({ run, record }) => [run, record]));
}

function told(id: RecordId, log = days.log): Promise<Timeline> {
  return timeline(log, SOURCE, id, runs);
}

/** Spans of absence, from a reading of the whole log. */
function absencesIn(id: RecordId): Absence[] {
  const spans: Absence[] = [];
  let since: RunId | null = null;
  for (const { entry, run } of entries) {
    if (entry.record !== id) continue;
    if (entry.kind === "missed") since ??= entry.since;
    else if (since !== null) {
      // A return and what changed with it are entries of one run.
      spans.push({ since, until: run });
      since = null;
    }
  }
  return since === null ? spans : [...spans, { since, until: null }];
}

Deno.test("timeline() of every record has the events and absences that the whole log has of it", async () => {
  let absences = 0;
  for (const id of days.state.keys()) {
    const one = await told(id);
    assert.deepEqual(one.changes, changes.filter(({ record }) => record === id));
    assert.deepEqual(one.absences, absencesIn(id), id);
    absences += one.absences.length;
    const known = days.state.get(id);
    assert.equal(one.status, known?.values.status);
    assert.equal(one.delisted, known?.delisted);
    assert.deepEqual(one.missing?.since ?? null, known?.missing?.since ?? null);
    assert.equal(
      one.founded !== null,
      entries.find((e) => e.entry.record === id)?.seq as number <= 120,
    );
  }
  assert.ok(absences > 5, `${absences} absences`);
});

Deno.test("timeline() gives every number, report and document version once, in order", async () => {
  const renumbered = changes.filter(({ kind }) => kind === "renumbered");
  assert.ok(renumbered.length > 0);
  for (const { record, from, seq, run, registrationNumber } of renumbered) {
    const { numbers } = await told(record);
    const at = numbers.findIndex((step) => step.seq === seq);
    assert.deepEqual(numbers[at], { value: registrationNumber, since: run, seq });
    assert.equal(numbers[at - 1]?.value, from);
  }
  for (const field of ["lastAnnualReportYear", "documentVersion"] as const) {
    const event = changes.find(({ fields, kind }) => fields[field] && kind === "amended");
    assert.ok(event);
    const { annualReports, documentVersions } = await told(event.record);
    const steps = field === "documentVersion" ? documentVersions : annualReports;
    const step = steps.find(({ seq }) => seq === event.seq);
    assert.deepEqual(step, { value: event.fields[field]?.to, since: event.run, seq: event.seq });
    assert.equal(steps[0]?.seq, null, "the first value is the baseline's");
  }
});

/** A record that was founded, amended later, and whose events stand in known places. */
const amended = changes.find(({ kind, record }) =>
  kind === "amended" && changes.filter((change) => change.record === record).length === 1
);
assert.ok(amended);
const ID = amended.record;
const first = days.runs[0] as RunId;
const indexOf = (seq: number, run: RunId) => seq - (runs.get(run)?.firstSeq ?? 0);
const EVENT = eventKey(SOURCE, amended.run, indexOf(amended.seq, amended.run));
const founding = entries.find(({ entry }) => entry.record === ID) as SealedEntry;
const FOUNDING = eventKey(SOURCE, first, indexOf(founding.seq, first));
const FIRST_VERSION = versionKey(SOURCE, ID, first);
const RECORD = recordKey(SOURCE, ID);

type Altered = (value: Record<string, unknown>) => unknown;
const renamed: Altered = ({ entry, ...sealed }) => ({
  ...sealed,
  entry: { ...entry as object, applicant: "다른 회사" },
});
const revalued: Altered = (value) => ({
  ...value,
  values: { ...value.values as object, applicant: "다른 회사" },
});

Deno.test.each<[string, Key, Altered, RegExp]>([
  ["an altered event", EVENT, renamed, /^"event\/.*" in "dmf.kv" is not what was sealed/],
  ["an event given away", EVENT, ({ entry, ...sealed }) => ({
    ...sealed,
    entry: { ...entry as object, record: "r0" },
  }), /is not what was sealed/],
  ["a lost event", EVENT, () => undefined, /is not what was sealed/],
  ["an altered founding", FOUNDING, renamed, /is not what was sealed/],
  ["a lost founding", FOUNDING, () => undefined, /is not what was sealed/],
  ["an altered version", FIRST_VERSION, revalued, /^"version\/.*" in "dmf.kv" is not what the/],
  ["a lost version", FIRST_VERSION, () => undefined, /is not what the sealed log gives|was sealed/],
  ["an altered record", RECORD, revalued, /does not match its hash/],
  ["a lost record", RECORD, () => undefined, /^"record\/.*" in "dmf.kv" is not what the sealed/],
])("timeline() refuses $0", async (_: string, key: Key, alter: Altered, words: RegExp) => {
  const log = (days.log as MemoryLog).copy();
  const { value } = await log.get(key);
  assert.ok(value, keyText(key));
  await log.atomic([], [{ key, value: alter(value as Record<string, unknown>) }]);
  await assert.rejects(told(ID, log), says("StoreFault", words));
});

Deno.test("timeline() refuses an altered word of an absence", async () => {
  const missed = entries.find(({ entry }) => entry.kind === "missed") as SealedEntry;
  const log = (days.log as MemoryLog).copy();
  const key = eventKey(SOURCE, missed.run, indexOf(missed.seq, missed.run));
  const value = { ...missed, entry: { ...missed.entry, misses: 9 } };
  await log.atomic([], [{ key, value }]);
  await assert.rejects(
    told(missed.entry.record, log),
    says("StoreFault", /is not what was sealed/),
  );
});

Deno.test("timeline() reads the entries of its own runs, and of the others only the ends", async () => {
  const read: Key[] = [];
  const log: MemoryLog = Object.assign(Object.create(days.log), {
    get: (key: Key) => {
      read.push(key);
      return days.log.get(key);
    },
    list: (range: { prefix: Key }) => {
      read.push(range.prefix);
      return days.log.list(range);
    },
  });
  await told(ID, log);
  const versions = await Array.fromAsync(
    days.log.list({ prefix: ["version", SOURCE, ID] }),
    ({ value }) => (value as StoredVersion).validFrom,
  );
  const listed = read.filter(([kind, , run]) => kind === "event" && typeof run === "string")
    .filter((key) => key.length === 3).map((key) => key[2]);
  assert.deepEqual(listed, versions.filter((run) => run !== first));
  const single = read.filter((key) => key[0] === "event" && key.length === 4);
  assert.ok(single.length < entries.length / 2, `${single.length} of ${entries.length}`);
});

Deno.test("history shows all records of a number, in both languages", async () => {
  const twins = new CommittedDays(new MemoryLog());
  const number = "20241015-209-J-1903";
  const [one, other] = [
    ordinary({ applicant: "㈜하나약품" }),
    ordinary({ applicant: "㈜두리약품" }),
  ];
  await twins.day("2026-11-02", [one, other]);
  await twins.day("2026-11-03", [one, { ...other, lastAnnualReportYear: 2026 }]);
  await twins.day("2026-11-04", [one]);
  await twins.day("2026-11-05", [one, {
    ...other,
    lastAnnualReportYear: 2026,
    documentVersion: "v2.0.0/2026",
  }]);
  assert.equal((await findRecords(twins.log, SOURCE, number)).length, 2);
  await using asked = await Asked.on(twins.log);
  const shown = await asked.json<Timeline[]>("history", number);
  assert.deepEqual(shown.map(({ source }) => source), [SOURCE, SOURCE]);
  const korean = await asked.out("history", number, "--source", SOURCE);
  for (
    const words of [
      "㈜하나약품  [정상]",
      "㈜두리약품  [정상]",
      "최초 관측(기준선)",
      "근거: 1쪽 1행, raw/2026-11-02/",
      "최종연차보고년도: 2025 → 2026 [연차보고]",
      "연차보고\n    2025  2026-11-02부터\n    2026  2026-11-03부터  #3",
      "문서번호: v1.0.0/2024 → v2.0.0/2026 [문서버전]",
      "목록에 없던 기간\n    2026-11-04부터 2026-11-05 전까지",
    ]
  ) assert.ok(korean.includes(words), `${words}\n${korean}`);
  const english = await asked.out("history", number, "--lang", "en");
  assert.ok(
    english.includes("Missing from the list\n    from 2026-11-04, until before 2026-11-05"),
  );
  assert.ok(english.includes("Document versions\n    v1.0.0/2024  from 2026-11-02"), english);
});

Deno.test("history of what is neither number nor id, or of no source, ends with 2", async () => {
  await using asked = await Asked.on(days.log);
  assert.equal(
    await asked.fault(2, "history", "20990101-1-A-1-1"),
    '"20990101-1-A-1-1" is neither a registration number nor a record id of "mfds-dmf"',
  );
  assert.equal(
    await asked.fault(2, "history", ID, "--source", "mfds-dfm"),
    '"mfds-dfm" is not a known source, nearest is "mfds-dmf"',
  );
});
