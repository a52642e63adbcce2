/**
 * One run of the boards of a source: the lists, the notices they call for, the seal.
 *
 * It has its own lease, record, verdict and log, and shares nothing with a run of the register but
 * the store; whatever happens here delays no morning and touches no list. Either every board of the
 * source is believed, or the run is refused and the last good state stays in force.
 *
 * @module
 */

import { NO_DRIFT } from "../drift.ts";
import { pageUrlOf } from "./board_address.ts";
import { wrongClock } from "../clock_check.ts";
import { commit } from "../commit.ts";
import type { NotCrawled, WrongClock } from "../crawl.ts";
import { lastAccepted } from "../history.ts";
import { begin, Hold, type NotBegun } from "../hold.ts";
import { HostQueue } from "../host_queue.ts";
import { NOTHING_LEARNED } from "../learned.ts";
import type { InstantText, RecordId } from "../model.ts";
import { NO_BASELINE } from "../plausibility.ts";
import type { NoticeChange } from "../notice/notice.ts";
import {
  applyNotice,
  type KnownNotice,
  noticeChange,
  readNotices,
} from "../notice/notice_state.ts";
import { readVisits, visitWrite } from "../notice/visits.ts";
import type { Refusal } from "../refusal.ts";
import { decide } from "../robots.ts";
import {
  type Accepted,
  type Extent,
  type Failed,
  keptIssues,
  type Quarantined,
} from "../run_record.ts";
import { portions, readTerms, readTrouble } from "../store.ts";
import { compareTerms, readTermsPage, type TermsSeen } from "../terms.ts";
import type { World } from "../world.ts";
import { failed, quarantined } from "./board_ending.ts";
import { type BoardJob, Pages } from "./board_job.ts";
import { doubt } from "./doubts.ts";
import { Looking, type Visits } from "./look.ts";
import { lookForMissing } from "./missing.ts";
import { noticeAlerts } from "./notice_alert.ts";
import { type BoardList, readBoard } from "./read_board.ts";

/** How a run of boards ended. */
export type BoardEnd =
  | NotBegun
  | WrongClock
  | { readonly kind: "failed"; readonly record: Failed }
  | { readonly kind: "quarantined"; readonly record: Quarantined }
  | {
    readonly kind: "accepted";
    readonly record: Accepted;
    readonly changes: readonly NoticeChange[];
  };

/** Runs the boards of a source once. */
export async function runBoards(job: BoardJob, world: World): Promise<BoardEnd> {
  const hold = await begin(world, job.spec.source, job.run, job);
  if (!(hold instanceof Hold)) return hold;
  let end: BoardEnd;
  try {
    end = await run(job, world, hold);
  } catch (fault) {
    // Letting go may fail for the same reason; the first fault is the one that tells why.
    await Promise.allSettled([hold.release()]);
    throw fault;
  }
  await hold.release();
  return end;
}

async function run(job: BoardJob, world: World, hold: Hold): Promise<BoardEnd> {
  const { source } = job.spec;
  const known = await readNotices(world.log, source);
  const visits: Visits = await readVisits(world.log, source);
  const queue = new HostQueue({
    ...job,
    ...world,
    observe: (event) => world.observe?.({ kind: "queue", event }),
  });
  const kept = await hold.checkpoints(1);
  const pages = new Pages(job, world, hold, queue, kept);
  const looking = new Looking(job, world, pages, known, visits);
  const read = await readBoards(job, world, queue, looking);
  switch (read.kind) {
    case "wrong-clock":
      await hold.withdraw();
      return read;
    case "failed":
    case "disallowed":
      return { kind: "failed", record: await failed(job, world, hold, read) };
    case "refused": {
      const extent = extentOf(job, queue, pages);
      return {
        kind: "quarantined",
        record: await quarantined(job, world, hold, { ...extent, refusal: read.refusal }),
      };
    }
    case "read":
      return await seal(job, world, hold, {
        looking,
        terms: read.terms,
        founding: read.founding,
        extent: extentOf(job, queue, pages),
      });
  }
}

type BoardsRead =
  | { readonly kind: "read"; readonly terms: TermsSeen; readonly founding: boolean }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | NotCrawled
  | WrongClock;

async function readBoards(
  job: BoardJob,
  world: World,
  queue: HostQueue,
  looking: Looking,
): Promise<BoardsRead> {
  const halted = await readRobots(job, world, queue);
  if (halted) return halted;
  const terms = await readTermsPage(job, world, queue);
  const indexes: BoardList[] = [];
  for (const board of job.spec.boards) {
    const index = await readBoard(board, job, looking.pages, looking.known);
    if (index.kind !== "listed") return index;
    indexes.push(index);
    looking.issues.push(...index.issues);
  }
  for (const step of [lookForMissing, atList, recheck]) {
    for (const index of indexes) {
      const stopped = await step(index, looking);
      if (stopped) return stopped;
    }
    const refusal = step === atList ? unreadable(indexes, looking) : null;
    if (refusal) return { kind: "refused", refusal };
  }
  return { kind: "read", terms, founding: looking.known.size === 0 };
}

const atList = (index: BoardList, looking: Looking) => looking.atList(index);
const recheck = (index: BoardList, looking: Looking) => looking.recheck(index);

async function readRobots(
  job: BoardJob,
  world: World,
  queue: HostQueue,
): Promise<NotCrawled | WrongClock | null> {
  const { outcome, reading } = await queue.readRobots(job.spec.robots);
  if (outcome.kind === "fetched") {
    const reason = wrongClock(outcome.snapshot, world.clock.now());
    if (reason) return { kind: "wrong-clock", reason };
    await world.archive.put(job.run, outcome.snapshot, outcome.body);
  }
  if (reading.kind === "unreachable") return { kind: "failed", failure: reading.failure };
  if (reading.kind !== "rules") return null;
  for (const board of job.spec.boards) {
    const url = pageUrlOf(job, board, 1);
    const decision = decide(reading.rules, job.productToken, url);
    if (!decision.allowed) return { kind: "disallowed", url, decision };
  }
  return null;
}

/** Pages of notices that show something else, most of them: the site has another layout. */
function unreadable(indexes: readonly BoardList[], { opened, unshown }: Looking): Refusal | null {
  const [first] = indexes;
  if (first === undefined || unshown.length <= Math.max(2, opened / 2)) return null;
  return doubt.unreadNotices(first.board, opened, unshown.length, unshown[0] ?? "");
}

function extentOf({ spec }: BoardJob, queue: HostQueue, pages: Pages): Extent {
  const { requests } = queue;
  return {
    pages: pages.count,
    requests,
    statedTotal: null,
    rows: pages.count,
    specVersion: spec.version,
  };
}

async function seal(
  job: BoardJob,
  world: World,
  hold: Hold,
  { looking, terms: seen, founding, extent }: {
    readonly looking: Looking;
    readonly terms: TermsSeen;
    readonly founding: boolean;
    readonly extent: Extent;
  },
): Promise<BoardEnd> {
  const { source } = job.spec;
  const terms = compareTerms(await readTerms(world.log, source), seen, job.run);
  const trouble = await readTrouble(world.log, source);
  const state = new Map<RecordId, KnownNotice>(looking.known);
  const { entries } = looking;
  const told = entries.map((entry, index) => {
    applyNotice(state, entry, job.run);
    const known = state.get(entry.record) as KnownNotice;
    return noticeChange({ seq: index, run: job.run, entry }, known, job.spec);
  });
  const { attempt, pass, startedAt, earlier } = hold.record;
  const accepted = {
    state: "accepted",
    attempt,
    pass,
    startedAt,
    earlier,
    ...extent,
    rows: state.size,
    finishedAt: now(world),
    baseline: founding,
    after: (await lastAccepted(world.log, source))?.run ?? null,
    moved: [],
    records: [...state.values()].filter(({ delisted }) => !delisted).length,
    counts: NO_BASELINE.largest,
    drift: NO_DRIFT,
    issues: keptIssues([...terms.issues, ...looking.issues]),
  } as const satisfies Omit<Accepted, "firstSeq" | "entries" | "chain">;
  const changes = told.filter((change) => change !== null);
  const alerts = noticeAlerts(job, accepted, { changes, trouble });
  const { record, sealed } = await commit(world.log, hold, {
    entries,
    accepted,
    learned: NOTHING_LEARNED,
    baseline: NO_BASELINE,
    terms: terms.baseline,
    alerts,
  });
  await keepVisits(hold, looking.visited);
  const placed = changes.map((change) => ({
    ...change,
    seq: sealed[change.seq]?.seq ?? change.seq,
  }));
  return { kind: "accepted", record, changes: placed };
}

/** After the seal: a visit that says "unchanged" of what is not sealed would hide a change. */
async function keepVisits(hold: Hold, visited: Visits): Promise<void> {
  const writes = [...visited].map(([record, kept]) => [visitWrite(hold.source, record, kept)]);
  for (const portion of portions(writes)) await hold.write(portion);
}

function now(world: World): InstantText {
  return world.clock.now().toString() as InstantText;
}
