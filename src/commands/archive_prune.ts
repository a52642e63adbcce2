/**
 * `dmf archive prune`, and the same at the end of an accepted run: the archive within its limits.
 *
 * @module
 */

import type { Command, Common } from "../action.ts";
import type { ArchiveAction } from "../archive_action.ts";
import type { ArchiveLimits } from "../config.ts";
import { type DataFolder, type Desk, inWords } from "../desk.ts";
import type { Digest, InstantText, RunId } from "../model.ts";
import { type Pointed, readPointed } from "../pointed.ts";
import { BUSY } from "../fault_words.ts";
import {
  amountOf,
  firstDayOf,
  type Keep,
  keepsEverything,
  type Plan,
  planPruning,
  type StoredBody,
} from "../retention.ts";
import { seoulDate } from "../schedule.ts";
import type { Shelf } from "../shelf.ts";
import { readConfig } from "./job.ts";
import { NO_LIMITS, type Pruned, prunedText } from "./archive_text.ts";

/** `dmf archive prune`. */
export async function prune(
  desk: Desk,
  { common, dryRun }: Command & ArchiveAction & { readonly what: "prune" },
): Promise<number> {
  const { archive, reports } = await readConfig(desk, common);
  const data = await openToPrune(desk, common, dryRun);
  try {
    if (!dryRun && !data.alone) {
      desk.err(`${inWords(common.lang, BUSY)}\n`);
      return 1;
    }
    const pruned = await pruneData(desk, data, { archive, reports }, { dryRun });
    if (common.json) desk.out(`${JSON.stringify(pruned)}\n`);
    else {
      const idle = keepsEverything({ archive, reports });
      desk.out(idle ? NO_LIMITS[common.lang] : prunedText(pruned, common.lang));
    }
    return 0;
  } finally {
    await data.close();
  }
}

/** A folder without data is not made into one; to drop something the lock is needed. */
async function openToPrune(desk: Desk, common: Common, dryRun: boolean): Promise<DataFolder> {
  const data = await desk.openData(common.data, "existing");
  if (dryRun) return data;
  await data.close();
  return await desk.openData(common.data, "found");
}

/** Brings the data folder within its limits after a run; says so where something went. */
export async function keepWithin(
  desk: Desk,
  data: DataFolder,
  keep: Keep,
  common: Common,
): Promise<void> {
  if (keepsEverything(keep)) return;
  const pruned = await pruneData(desk, data, keep, { dryRun: false });
  if (common.json || common.quiet) return;
  if (pruned.dropped.bodies > 0 || pruned.reports.files > 0) {
    desk.err(prunedText(pruned, common.lang));
  }
}

async function pruneData(
  desk: Desk,
  data: DataFolder,
  { archive, reports }: Keep,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Pruned> {
  const now = desk.clock.now();
  const today = seoulDate(now);
  const plan = await planFor(data, archive, today);
  const at = now.toString() as InstantText;
  const went = dryRun ? plan.drop : await dropAll(data.shelf, plan, at);
  const { left, overdue, excessBytes } = plan;
  const days = went.map(({ run }) => run);
  return {
    dryRun,
    limits: archive,
    dropped: { ...amountOf(went), from: days[0] ?? null, to: days.at(-1) ?? null },
    left,
    overdue,
    excessBytes,
    stuck: plan.drop.length - went.length,
    reports: reports.keepDays === undefined
      ? { files: 0, bytes: 0, held: 0 }
      : await data.dropReports(firstDayOf(reports.keepDays, today), { dryRun }),
  };
}

/** The log is read only where something would go: that takes longer than counting files. */
async function planFor(
  { log, shelf }: DataFolder,
  limits: ArchiveLimits,
  today: RunId,
): Promise<Plan> {
  const bodies = await bodiesOn(shelf);
  const heedless = planPruning(bodies, { limits, pointed: NOTHING, today });
  if (heedless.drop.length === 0) return heedless;
  return planPruning(bodies, { limits, pointed: await readPointed(log), today });
}

const NOTHING: Pointed = { runs: new Set(), has: () => false };

async function bodiesOn(shelf: Shelf): Promise<readonly StoredBody[]> {
  const bodies: StoredBody[] = [];
  for (const run of await shelf.days()) {
    for (const { digest, bytes } of await shelf.day(run)) {
      if (bytes !== null) bodies.push({ run, digest, bytes });
    }
  }
  return bodies;
}

/** Day after day, the oldest first, so that a kill leaves the younger ones. */
async function dropAll(shelf: Shelf, { drop }: Plan, at: InstantText): Promise<StoredBody[]> {
  const went: StoredBody[] = [];
  for (const [run, bodies] of Map.groupBy(drop, (body) => body.run) as Map<RunId, StoredBody[]>) {
    const gone = new Set<Digest>(await shelf.drop(run, bodies.map(({ digest }) => digest), at));
    went.push(...bodies.filter(({ digest }) => gone.has(digest)));
  }
  return went;
}
