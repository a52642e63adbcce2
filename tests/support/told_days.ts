/**
 * A history told instead of crawled: days by how they ended and what they changed, written through
 * the real hold and the real commit.
 *
 * For tests of what is read from a history. A year takes a second.
 *
 * @module
 */

import { commit } from "../../src/commit.ts";
import { begin, Hold } from "../../src/hold.ts";
import { NOTHING_LEARNED } from "../../src/learned.ts";
import type { LogEntry } from "../../src/log.ts";
import type { Digest, EventKind, InstantText, RecordId, RunId, SourceId } from "../../src/model.ts";
import { NO_DRIFT } from "../../src/drift.ts";
import { NO_BASELINE } from "../../src/plausibility.ts";
import type { EventLog } from "../../src/ports.ts";
import type { Refusal } from "../../src/refusal.ts";
import { sentence } from "../../src/refusal_words.ts";
import { ManualClock } from "./manual_clock.ts";
import { record } from "./rows.ts";

/** One day; without more it is accepted, at 06:00 in Seoul, within ten minutes, without a change. */
export interface ToldDay {
  readonly events?: readonly EventKind[];
  /** `none`: nothing was run that day; `cut`: killed while it ran. */
  readonly ends?: "accepted" | "failed" | "none" | "cut" | readonly [Refusal, ...Refusal[]];
  readonly startsAt?: string;
  readonly minutes?: number;
  readonly specVersion?: number;
  /** Minutes after 06:00 of an attempt before, which failed. */
  readonly failsFirst?: number;
  readonly released?: boolean;
}

export const SOURCE = "mfds-dmf" as SourceId;
const EMPTY = { requests: 10, pages: 10, statedTotal: 60, rows: 60 } as const;
const RECORDS = 60;

/** The date of the n-th told day, from 0. */
export function dayOf(first: string, n: number): RunId {
  return Temporal.PlainDate.from(first).add({ days: n }).toString() as RunId;
}

/** Writes the days, the first of which founds the baseline; a replica's days at one `clock`. */
export async function tellDays(
  log: EventLog,
  first: string,
  days: readonly ToldDay[],
  replica: { readonly clock?: string } = {},
): Promise<void> {
  let after: RunId | null = null;
  for (const [n, day] of days.entries()) {
    const run = dayOf(first, n);
    if (day.ends === "none") continue;
    const accepted = await tellDay(log, run, day, { after, serial: n, ...replica });
    if (accepted) after = run;
  }
}

async function tellDay(
  log: EventLog,
  run: RunId,
  day: ToldDay,
  { after, serial, clock: stopped }: {
    readonly after: RunId | null;
    readonly serial: number;
    readonly clock?: string;
  },
): Promise<boolean> {
  const { ends = "accepted", startsAt = "06:00", minutes = 10, specVersion = 2 } = day;
  if (day.failsFirst !== undefined) {
    await tellDay(log, run, { ends: "failed", minutes: day.failsFirst }, { after, serial });
  }
  const clock = new ManualClock(stopped ?? `${run}T${startsAt}:00+09:00`);
  const hold = await begin({ log, clock }, SOURCE, run, { alone: true });
  if (!(hold instanceof Hold)) throw new Error(`Cannot tell ${run}: ${hold.kind}`);
  clock.advance(minutes * 60_000);
  if (ends === "cut") return false;
  const finishedAt = clock.now().toString() as InstantText;
  const { attempt, pass, startedAt, earlier } = hold.record;
  const begun = { attempt, pass, startedAt, earlier, finishedAt };
  const trouble = {
    kind: "unreachable",
    about: "told",
    since: startedAt,
    toldAt: finishedAt,
  } as const;
  if (ends === "accepted") {
    const events = day.events ?? [];
    await commit(log, hold, {
      entries: after === null
        ? founded()
        : events.map((kind, i) => entryOf(kind, serial * 100 + i, finishedAt)),
      accepted: {
        state: "accepted",
        ...begun,
        ...EMPTY,
        specVersion,
        baseline: after === null,
        after,
        ...(day.released
          ? { released: { reason: "told", by: null, at: finishedAt, doubts: [] } }
          : {}),
        moved: [],
        records: RECORDS,
        counts: NO_BASELINE.largest,
        drift: NO_DRIFT,
        issues: [],
      },
      baseline: NO_BASELINE,
      learned: NOTHING_LEARNED,
      terms: null,
      alerts: [],
    });
  } else if (ends === "failed") {
    const reason = { ko: "응답 없음", en: "no answer" };
    const record = { state: "failed", ...begun, reason, disallowed: false } as const;
    await hold.end(record, { trouble, alert: null });
  } else if (ends !== "none") {
    const [refusal, ...others] = ends;
    const reason = sentence(refusal);
    await hold.end({
      state: "quarantined",
      ...begun,
      ...EMPTY,
      specVersion,
      refusal,
      others,
      drift: NO_DRIFT,
      reason,
      issues: [],
    }, { trouble, alert: null });
  }
  await hold.release();
  return ends === "accepted";
}

const url = "http://127.0.0.1/list?page=1";
const digest = "0".repeat(64) as Digest;

function founded(): LogEntry[] {
  return Array.from({ length: RECORDS }, (_, i): LogEntry => ({
    kind: "founded",
    record: recordId(i),
    values: record({ registrationNumber: `20200101-${i}-A-1` }),
    raw: {},
    position: { page: 1, row: i, url, digest, observedAt: "2026-01-01T00:00:00Z" as InstantText },
  }));
}

function recordId(n: number): RecordId {
  return `told-${n}` as RecordId;
}

function entryOf(kind: EventKind, serial: number, observedAt: InstantText): LogEntry {
  const evidence = { url, digest, start: 0, end: 1, page: 1, row: 0 };
  const names = {
    registrationNumber: `20200101-${serial % RECORDS}-A-1`,
    ingredient: null,
    applicant: null,
  };
  const fields = { documentVersion: { from: "v1.0.0/2024", to: `v${serial}` } };
  const of = { record: recordId(serial % RECORDS), observedAt, evidence };
  switch (kind) {
    case "registered":
    case "relisted":
      return {
        kind,
        ...of,
        record: recordId(serial + RECORDS),
        values: record({ registrationNumber: `20260101-${serial}-B-1` }),
        raw: {},
        fields: {},
      };
    case "delisted":
      return { kind, ...of, ...names };
    default:
      return { kind, ...of, ...names, fields, raw: {} };
  }
}
