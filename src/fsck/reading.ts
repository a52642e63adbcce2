/**
 * Reading a store that may hold anything: every value is looked at before it is believed.
 *
 * @module
 */

import { keyText } from "../keys.ts";
import type { Entry, EventLog, Key, Range } from "../ports.ts";
import { StoreFault } from "../store_fault.ts";
import type { Findings } from "./finding.ts";

/** A store that is only read. */
export type ReadableLog = Pick<EventLog, "get" | "list">;

/** Stands in place of a stored value that is none any more. */
export class UnreadableValue {
  constructor(readonly reason: string) {}
}

/** What the fields of a stored value must be like. */
export type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

/** Shapes of stored values, as far as a proof relies on them. */
export const SHAPES = {
  run: { state: isState },
  begun: { state: isState, attempt: isCount, pass: isCount, earlier: Array.isArray },
  accepted: {
    state: isState,
    attempt: isCount,
    pass: isCount,
    earlier: Array.isArray,
    finishedAt: isText,
    baseline: isFlag,
    firstSeq: isCount,
    entries: isCount,
    records: isCount,
    chain: isText,
  },
  corrected: {
    state: isState,
    finishedAt: isText,
    replaces: isReplacements,
    firstSeq: isCount,
    entries: isCount,
    chain: isText,
  },
  event: { seq: isCount, run: isText, entry: isEntry, hash: isText },
  head: { run: isText, seq: isCount, hash: isText, chain: isText, at: isText },
  mark: { run: isText, index: isCount },
  page: { page: isCount, pass: isCount, url: isText, digest: isText, observedAt: isText },
  record: {
    record: isText,
    values: isObject,
    raw: isObject,
    validFrom: isText,
    delisted: isFlag,
    seq: isCount,
    hash: isText,
  },
  alert: { id: isText, kind: isText, sentence: isSentence },
  baseline: {},
} as const satisfies Readonly<Record<string, Shape>>;

/** Entries of a range; where the file gives no more, that is a finding and the end. */
export async function* each(
  log: ReadableLog,
  range: Range,
  findings: Findings,
): AsyncGenerator<Entry> {
  try {
    yield* log.list(range);
  } catch (fault) {
    if (!(fault instanceof StoreFault)) throw fault;
    findings.add({ kind: "unlisted", at: keyText(range.prefix), found: fault.message });
  }
}

/** The entry of a key; one that cannot be read is a finding and reads as nothing. */
export async function one(log: ReadableLog, key: Key, findings: Findings): Promise<Entry> {
  try {
    return await log.get(key);
  } catch (fault) {
    if (!(fault instanceof StoreFault)) throw fault;
    findings.add({ kind: "unlisted", at: keyText(key), found: fault.message });
    return { key, value: null, versionstamp: null };
  }
}

/** The value of an entry where it has the shape; otherwise a finding, and `null`. */
export function shaped<T>({ key, value }: Entry, shape: Shape, findings: Findings): T | null {
  const at = keyText(key);
  if (value instanceof UnreadableValue) {
    findings.add({ kind: "value-unreadable", at, found: value.reason });
    return null;
  }
  const wrong = isObject(value)
    ? Object.keys(shape).find((name) => !shape[name]?.(value[name]))
    : typeof value;
  if (wrong === undefined) return value as T;
  findings.add({ kind: "value-malformed", at, found: wrong });
  return null;
}

/** What `hash` makes of a stored value; `null` where the value holds what no value of ours can. */
export function maybeHash<T>(hash: (value: T) => string, value: T): string | null {
  try {
    return hash(value);
  } catch (error) {
    // JSON has no big integers and no cycles, but a damaged value may have.
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && value as number >= 0;
}

function isState(value: unknown): boolean {
  return ["running", "failed", "quarantined", "accepted", "corrected"].includes(value as string);
}

function isReplacements(value: unknown): boolean {
  return Array.isArray(value) &&
    value.every((one) =>
      isObject(one) && isText(one.run) && isFlag(one.revoked) && isCount(one.from) &&
      isCount(one.entries) && isCount(one.records)
    );
}

/** As far as folding an entry and looking up its proof go. */
function isEntry(value: unknown): boolean {
  if (!isObject(value) || !isText(value.record)) return false;
  const { position, evidence } = value;
  switch (value.kind) {
    case "missed":
    case "sighted":
      return true;
    case "founded":
      return isObject(value.values) && isObject(position) && isText(position.digest);
    default:
      return isObject(value.values ?? value.fields ?? value) && isObject(evidence) &&
        isText(evidence.digest) && isCount(evidence.start) && isCount(evidence.end);
  }
}

function isSentence(value: unknown): boolean {
  return isObject(value) && isText(value.ko) && isText(value.en);
}
