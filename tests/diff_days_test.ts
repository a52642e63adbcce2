/** Laws of the past over a simulated time: lists, differences and events tell one story. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { canonical } from "../src/digest.ts";
import type { Change, RegisterRecord } from "../src/model.ts";
import { Asked } from "./support/asked.ts";
import { CommittedDays } from "./support/committed_days.ts";
import { MemoryLog } from "./support/memory_log.ts";

interface Listed {
  readonly record: string;
  readonly validFrom: string;
}

interface Net {
  readonly record: string;
  readonly kind: "registered" | "gone" | "changed";
  readonly fields: Readonly<Record<string, { from: unknown; to: unknown }>>;
  readonly values: RegisterRecord | null;
  readonly events: readonly number[];
}

type List = Map<string, Record<string, unknown>>;

const days = new CommittedDays(new MemoryLog());
await days.live(130, 30, 7);

function listOf(rows: readonly Listed[]): List {
  return new Map(rows.map(({ record, validFrom: _, ...values }) => [record, values]));
}

/** Lists of all days, folded from the baseline's list and the events alone. */
function folded(baseline: List, changes: readonly Change[]): Map<string, List> {
  const known = structuredClone(baseline);
  const gone = new Set<string>();
  const lists = new Map<string, List>();
  for (const run of days.runs) {
    for (const { kind, record, fields } of changes.filter((change) => change.run === run)) {
      const values = known.get(record) ?? blank();
      for (const [name, { to }] of Object.entries(fields)) values[name] = to;
      known.set(record, values);
      if (kind === "delisted") gone.add(record);
      else gone.delete(record);
    }
    lists.set(run, structuredClone(new Map([...known].filter(([record]) => !gone.has(record)))));
  }
  return lists;
}

function blank(): Record<string, unknown> {
  return {
    registrationNumber: null,
    noticeCategory: null,
    ingredient: null,
    applicant: null,
    sites: [],
    firstRegisteredOn: null,
    lastChangedOn: null,
    lastAnnualReportYear: null,
    status: "active",
    statusChangedOn: null,
    documentVersion: null,
    linkedReviewNumber: null,
  };
}

function applied(list: List, changes: readonly Net[]): List {
  const after = structuredClone(list);
  for (const { record, kind, fields, values } of changes) {
    const before = after.get(record);
    assert.equal(before === undefined, kind === "registered");
    if (kind === "gone") after.delete(record);
    else if (values) after.set(record, { ...values });
    for (const [name, { from, to }] of Object.entries(fields)) {
      assert.deepEqual(before?.[name], from);
      (before as Record<string, unknown>)[name] = to;
    }
  }
  return after;
}

/** Which records differ between two lists. */
function differing(a: List, b: List): string[] {
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((record) => canonical(a.get(record) ?? null) !== canonical(b.get(record) ?? null))
    .sort();
}

const sorted = (list: List) => [...list].sort(([a], [b]) => a < b ? -1 : 1);

Deno.test("a month of a register: lists, differences and events", async (t) => {
  await using asked = await Asked.on(days.log);
  const changes = await asked.json<Change[]>("changes");
  const kinds = new Set(changes.map(({ kind }) => kind));
  assert.equal(kinds.size, 8, "every kind of event must have happened");
  const lists = new Map<string, List>();
  for (const run of days.runs) lists.set(run, listOf(await asked.json("as-of", run)));
  const at = (run: string) => lists.get(run) as List;
  const first = days.runs[0] as string;
  const diff = async (from: string, to: string) =>
    (await asked.json<{ changes: Net[] }>("diff", from, to)).changes;

  await t.step("as-of every day is the baseline with the events up to it", () => {
    for (const [run, list] of folded(at(first), changes)) {
      assert.deepEqual(sorted(at(run)), sorted(list), run);
    }
  });

  await t.step("diff D1 D2 applied to as-of D1 gives as-of D2, both ways", async () => {
    const day = fc.constantFrom(...days.runs as string[]);
    await fc.assert(
      fc.asyncProperty(day, day, async (from, to) => {
        const net = await diff(from, to);
        assert.deepEqual(sorted(applied(at(from), net)), sorted(at(to)));
        assert.deepEqual(net.map(({ record }) => record).sort(), differing(at(from), at(to)));
      }),
      { numRuns: 20 },
    );
  });

  await t.step("diff D2 D1 is the inverse of diff D1 D2", async () => {
    const [from, to] = [days.runs[3] as string, days.runs[20] as string];
    const swapped = (await diff(from, to)).map((net) => ({
      record: net.record,
      kind: { registered: "gone", gone: "registered", changed: "changed" }[net.kind],
      fields: Object.entries(net.fields).map(([name, { from, to }]) => [name, to, from]),
      values: net.values,
      events: net.events,
    }));
    const back = (await diff(to, from)).map((net) => ({
      record: net.record,
      kind: net.kind,
      fields: Object.entries(net.fields).map(([name, { from, to }]) => [name, from, to]),
      values: net.values,
      events: net.events,
    }));
    const byRecord = (a: { record: string }, b: { record: string }) => a.record < b.record ? -1 : 1;
    assert.deepEqual(back.sort(byRecord), swapped.sort(byRecord));
    assert.ok(back.length > 20);
  });

  await t.step("diff of consecutive days names exactly the events of the second", async () => {
    for (const [index, run] of days.runs.entries()) {
      const before = days.runs[index - 1];
      if (before === undefined) continue;
      const told = changes.filter((change) => change.run === run).map(({ seq }) => seq);
      const net = await diff(before, run);
      assert.deepEqual(net.flatMap(({ events }) => events).sort((a, b) => a - b), told, run);
    }
  });

  await t.step("diff of a day with itself says that nothing differs", async () => {
    assert.deepEqual(await diff(first, first), []);
    assert.match(await asked.out("diff", first, first), /차이 없음/);
  });

  await t.step("diff of a day without a run compares the list that stood on it", async () => {
    const { from, to } = await asked.json<{ from: unknown; to: unknown }>(
      "diff",
      first,
      "2027-06-01",
    );
    assert.deepEqual(from, { date: first, run: first });
    assert.deepEqual(to, { date: "2027-06-01", run: days.runs.at(-1) });
    assert.match(
      await asked.out("diff", first, "2027-06-01", "--lang", "en"),
      /→ 2027-06-01 \(list of 2026-01-30\)/,
    );
  });

  await t.step("diff with a day before the baseline is an error", async () => {
    const sentence = await asked.fault(2, "diff", "2025-12-31", first);
    assert.equal(sentence, `Cannot tell "2025-12-31": the baseline of "mfds-dmf" is "${first}"`);
  });

  await t.step("as-of --field shows the fields that are asked for, and the number", async () => {
    const [row] = await asked.json<object[]>("as-of", first, "--field", "제조국가,ingredient");
    assert.deepEqual(Object.keys(row as object), [
      "record",
      "registrationNumber",
      "ingredient",
      "sites",
      "validFrom",
    ]);
  });
});
