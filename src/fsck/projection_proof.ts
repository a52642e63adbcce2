/**
 * Comparing what is projected with what the log makes of it, in both directions.
 *
 * @module
 */

import { placeOf } from "../corrections.ts";
import { canonical } from "../digest.ts";
import {
  keyText,
  missingKey,
  missingOf,
  numberKey,
  numbersOf,
  projectedKey,
  recordKey,
  recordsOf,
  versionKey,
  versionsOf,
} from "../keys.ts";
import type { RecordId, RunId, SourceId } from "../model.ts";
import type { Entry, Key } from "../ports.ts";
import { storedRecord } from "../project.ts";
import { isRenewal } from "../renewal.ts";
import { recordHash, type StoredRecord } from "../store.ts";
import { versionHash, versionName } from "./expected_projections.ts";
import type { Findings } from "./finding.ts";
import type { Mark, ProvenLog } from "./log_proof.ts";
import {
  each,
  maybeHash,
  one,
  type ReadableLog,
  shaped,
  SHAPES,
  UnreadableValue,
} from "./reading.ts";

/** Proves records, versions, numbers and missing marks; returns how many of the first two. */
export async function proveProjections(
  log: ReadableLog,
  source: SourceId,
  proven: ProvenLog,
  findings: Findings,
): Promise<{ readonly records: number; readonly versions: number }> {
  const comparison = new Comparison(log, proven, findings);
  if (await proveMark(log, source, proven, findings) === "renewal") {
    return { records: 0, versions: 0 };
  }
  const records = await comparison.records(source);
  const versions = await comparison.versions(source);
  await comparison.numbers(source);
  await comparison.missing(source);
  return { records, versions };
}

async function proveMark(
  log: ReadableLog,
  source: SourceId,
  { runs, corrections, last, expected }: ProvenLog,
  findings: Findings,
): Promise<"renewal" | "mark"> {
  const entry = await one(log, projectedKey(source), findings);
  const at = keyText(entry.key);
  if (entry.value === null) {
    // Before its first portion a founded store has neither the mark nor a record.
    if (last && expected.records.size > 0) findings.add({ kind: "behind", at, expected: last });
    return "mark";
  }
  if (isRenewal(entry.value)) {
    findings.add({ kind: "behind", at, expected: last ?? "–" });
    return "renewal";
  }
  const mark = shaped<NonNullable<Mark>>(entry, SHAPES.mark, findings);
  if (!mark || !last) return "mark";
  const record = runs.get(mark.run);
  const entries = record?.state === "accepted" ? placeOf(corrections, mark.run, record).entries : 0;
  if (record?.state !== "accepted" || mark.index > entries) {
    findings.add({ kind: "mark-wrong", at, expected: last, found: mark.run });
  } else if (mark.run !== last || mark.index < entries) {
    findings.add({ kind: "behind", at, expected: last, found: mark.run });
  }
  return "mark";
}

/** What a stored value is compared with. */
interface Comparable {
  /** What `hash` must make of the value; `undefined` where the log knows of no such value. */
  readonly expected: string | undefined;
  readonly hash: (value: unknown) => string;
  /** The records that it speaks of. */
  readonly of: readonly RecordId[];
}

class Comparison {
  constructor(
    private readonly log: ReadableLog,
    private readonly proven: ProvenLog,
    private readonly findings: Findings,
  ) {}

  async records(source: SourceId): Promise<number> {
    const { expected } = this.proven;
    const open = new Set(expected.records.keys());
    let count = 0;
    for await (const entry of each(this.log, { prefix: recordsOf(source) }, this.findings)) {
      count += 1;
      const id = entry.key.at(-1) as RecordId;
      open.delete(id);
      const stored = shaped<StoredRecord>(entry, SHAPES.record, this.findings);
      if (!stored) continue;
      if (maybeHash(recordHash, stored) !== stored.hash) {
        this.findings.add({ kind: "record-altered", at: keyText(entry.key) });
        continue;
      }
      const after = expected.records.get(id);
      // The hash speaks for the whole record, which was just proven to have it.
      const hash = () => stored.hash;
      this.#compare(entry, { expected: after && storedRecord(after).hash, hash, of: [id] });
    }
    for (const id of open) this.#lacks(recordKey(source, id), [id]);
    return count;
  }

  async versions(source: SourceId): Promise<number> {
    const { versions } = this.proven.expected;
    let count = 0;
    for await (const entry of each(this.log, { prefix: versionsOf(source) }, this.findings)) {
      count += 1;
      const [record, validFrom] = entry.key.slice(2) as [RecordId, RunId];
      const name = versionName(record, validFrom);
      this.#compare(entry, { expected: versions.get(name), hash: versionHash, of: [record] });
      versions.delete(name);
    }
    for (const name of versions.keys()) {
      const record = name.slice(0, name.lastIndexOf("/")) as RecordId;
      this.#lacks(versionKey(source, record, name.slice(record.length + 1) as RunId), [record]);
    }
    return count;
  }

  async numbers(source: SourceId): Promise<void> {
    const { numbers } = this.proven.expected;
    for await (const entry of each(this.log, { prefix: numbersOf(source) }, this.findings)) {
      const number = entry.key.at(-1) as string;
      const ids = numbers.get(number);
      numbers.delete(number);
      const expected = ids && canonical(ids);
      this.#compare(entry, { expected, hash: canonical, of: ids ?? [] });
    }
    for (const [number, ids] of numbers) this.#lacks(numberKey(source, number), ids);
  }

  async missing(source: SourceId): Promise<void> {
    const { records } = this.proven.expected;
    const seen = new Set<RecordId>();
    for await (const entry of each(this.log, { prefix: missingOf(source) }, this.findings)) {
      const id = entry.key.at(-1) as RecordId;
      seen.add(id);
      const mark = records.get(id)?.known.missing;
      const expected = mark ? canonical(mark) : undefined;
      this.#compare(entry, { expected, hash: canonical, of: [id] });
    }
    for (const [id, { known }] of records) {
      if (known.missing && !seen.has(id)) this.#lacks(missingKey(source, id), [id]);
    }
  }

  /** Compares a stored value with what is expected of it, which may be nothing. */
  #compare(entry: Entry, { expected, hash, of }: Comparable): void {
    const at = keyText(entry.key);
    if (entry.value instanceof UnreadableValue) {
      this.findings.add({ kind: "value-unreadable", at, found: entry.value.reason });
    } else if (this.#isDoubtful(of)) {
      return;
    } else if (expected === undefined) {
      this.findings.add({ kind: "projection-extra", at });
    } else if (maybeHash(hash, entry.value) !== expected) {
      this.findings.add({ kind: "projection-different", at });
    }
  }

  #lacks(key: Key, of: readonly RecordId[]): void {
    if (this.#isDoubtful(of)) return;
    this.findings.add({ kind: "projection-missing", at: keyText(key) });
  }

  #isDoubtful(records: readonly RecordId[]): boolean {
    return records.some((id) => this.proven.expected.doubtful.has(id));
  }
}
