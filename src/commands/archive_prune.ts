/**
 * `dmf archive prune`, and the same at the end of an accepted run: the archive within its limits.
 *
 * @module
 */

import type { Command, Common } from "../arguments.ts";
import type { ArchiveAction } from "../archive_action.ts";
import type { ArchiveLimits } from "../config.ts";
import { type DataFolder, type Desk, inWords } from "../desk.ts";
import type { Digest, InstantText, RunId } from "../model.ts";
import { readPointed } from "../pointed.ts";
import type { Sentence } from "../refusal.ts";
import {
  amountOf,
  keepsEverything,
  type Plan,
  planPruning,
  type StoredBody,
} from "../retention.ts";
import { seoulDate } from "../schedule.ts";
import type { Shelf } from "../shelf.ts";
import { readConfig, type Source } from "./job.ts";
import { type Pruned, prunedText } from "./archive_text.ts";

/** `dmf archive prune`. */
export async function prune(
  desk: Desk,
  { common, dryRun }: Command & ArchiveAction & { readonly what: "prune" },
): Promise<number> {
  const { archive } = await readConfig(desk, common);
  const data = await openToPrune(desk, common, dryRun);
  try {
    if (!dryRun && !data.alone) {
      desk.err(`${inWords(common.lang, BUSY)}\n`);
      return 1;
    }
    const pruned = await pruneArchive(desk, data, archive, { dryRun });
    if (common.json) desk.out(`${JSON.stringify(pruned)}\n`);
    else desk.out(prunedText(pruned, common.lang));
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

const BUSY: Sentence = {
  ko: "다른 dmf가 이 자료 폴더를 쓰고 있습니다. 끝난 뒤 다시 실행하십시오.",
  en: "Another dmf is at work in this data folder; run again when it has ended",
};

/** Brings the data folder within its limits after a run; says so where something went. */
export async function keepWithin(
  desk: Desk,
  data: DataFolder,
  { archive }: Source["keep"],
  common: Common,
): Promise<void> {
  if (keepsEverything(archive)) return;
  const pruned = await pruneArchive(desk, data, archive, { dryRun: false });
  if (common.json || common.quiet) return;
  if (pruned.dropped.bodies > 0) desk.err(prunedText(pruned, common.lang));
}

async function pruneArchive(
  desk: Desk,
  { log, shelf }: DataFolder,
  limits: ArchiveLimits,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Pruned> {
  const now = desk.clock.now();
  const bodies = await bodiesOn(shelf);
  const pointed = await readPointed(log);
  const plan = planPruning(bodies, { limits, pointed, today: seoulDate(now) });
  const went = dryRun ? plan.drop : await dropAll(shelf, plan, now.toString() as InstantText);
  const stuck = amountOf(plan.drop).bodies - went.length;
  const { left, overdue, excessBytes } = plan;
  const days = went.map(({ run }) => run);
  return {
    dryRun,
    limits,
    dropped: { ...amountOf(went), from: days[0] ?? null, to: days.at(-1) ?? null },
    left,
    overdue,
    excessBytes,
    stuck,
  };
}

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
