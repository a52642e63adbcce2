/**
 * Which archived bodies go when the archive has grown beyond its limits: the oldest first, and never
 * what must stay.
 *
 * Pure: what lies there, what is pointed to and what day it is are given. Where limits cannot be met
 * because all that is left must stay, the plan says by how much; that is no fault.
 *
 * @module
 */

import type { ArchiveLimits, Config } from "./config.ts";
import type { Digest, RunId } from "./model.ts";
import type { Pointed } from "./pointed.ts";

/** A body as it lies in the archive. */
export interface StoredBody {
  readonly run: RunId;
  readonly digest: Digest;
  /** Size of its file. */
  readonly bytes: number;
}

/** Bodies and their bytes. */
export interface Amount {
  readonly bodies: number;
  readonly bytes: number;
}

/** What is to go, and what that leaves. */
export interface Plan {
  /** Oldest first. */
  readonly drop: readonly StoredBody[];
  readonly left: Amount;
  /** Bodies past their days that must stay. */
  readonly overdue: Amount;
  /** Bytes by which the rest is still more than it may be; 0 where it is not. */
  readonly excessBytes: number;
}

/** Plans what goes; `bodies` come in any order. */
export function planPruning(
  bodies: readonly StoredBody[],
  { limits, pointed, today }: {
    readonly limits: ArchiveLimits;
    readonly pointed: Pointed;
    readonly today: RunId;
  },
): Plan {
  const { keepDays, maxBytes = Infinity } = limits;
  const firstKept = keepDays === undefined ? null : firstDayOf(keepDays, today);
  const drop: StoredBody[] = [];
  const overdue: StoredBody[] = [];
  let left = amountOf(bodies);
  for (const body of inOrder(bodies)) {
    const isOverdue = firstKept !== null && body.run < firstKept;
    if (!isOverdue && left.bytes <= maxBytes) continue;
    if (mustStay(body, pointed, today)) {
      if (isOverdue) overdue.push(body);
      continue;
    }
    drop.push(body);
    left = { bodies: left.bodies - 1, bytes: left.bytes - body.bytes };
  }
  const excessBytes = Math.max(0, left.bytes - maxBytes);
  return { drop, left, overdue: amountOf(overdue), excessBytes };
}

/** What dmf.json lets a data folder grow to. */
export type Keep = Pick<Config, "archive" | "reports">;

/** Whether nothing is to be dropped ever, so that there is nothing to look at. */
export function keepsEverything({ archive, reports }: Keep): boolean {
  const limits = [archive.keepDays, archive.maxBytes, reports.keepDays];
  return limits.every((limit) => limit === undefined);
}

/** The first of the last `days` days, today being the last of them. */
export function firstDayOf(days: number, today: RunId): RunId {
  return Temporal.PlainDate.from(today).subtract({ days: days - 1 }).toString() as RunId;
}

/** Sums up bodies. */
export function amountOf(bodies: readonly StoredBody[]): Amount {
  return { bodies: bodies.length, bytes: bodies.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Today's pages may be read again within the day, and a later day is one of a clock ahead. */
function mustStay({ run, digest }: StoredBody, pointed: Pointed, today: RunId): boolean {
  return run >= today || pointed.runs.has(run) || pointed.has(run, digest);
}

function inOrder(bodies: readonly StoredBody[]): StoredBody[] {
  const name = ({ run, digest }: StoredBody) => `${run}/${digest}`;
  return bodies.toSorted((a, b) => name(a) < name(b) ? -1 : 1);
}
