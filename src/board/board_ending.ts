/**
 * How a run of boards ends that is not accepted: recorded, told once, nothing compared.
 *
 * When people are told is decided in `trouble.ts`, as for the register.
 *
 * @module
 */

import type { NotCrawled } from "../crawl.ts";
import { NO_DRIFT } from "../drift.ts";
import { describeFailure } from "../failure_words.ts";
import type { Hold } from "../hold.ts";
import type { InstantText, Issue, RunId } from "../model.ts";
import { aboutOf, type Refusal } from "../refusal.ts";
import { sentence } from "../refusal_words.ts";
import type { RobotsDecision } from "../robots.ts";
import type { Extent, Failed, Quarantined } from "../run_record.ts";
import { readTrouble } from "../store.ts";
import { meet, type Met } from "../trouble.ts";
import type { World } from "../world.ts";
import type { BoardJob } from "./board_job.ts";

/** A board could not be read: the network, the server or robots.txt was in the way. */
export async function failed(
  job: BoardJob,
  world: World,
  hold: Hold,
  halted: NotCrawled,
): Promise<Failed> {
  const { attempt, pass, startedAt, earlier } = hold.record;
  const disallowed = halted.kind === "disallowed";
  const reason = disallowed
    ? forbidden(halted.url, halted.decision)
    : describeFailure(halted.failure);
  const finishedAt = now(world);
  const record = { attempt, pass, startedAt, earlier, finishedAt, reason, disallowed } as const;
  const kind = disallowed ? "robots-disallow" : "unreachable";
  const before = await readTrouble(world.log, job.spec.source);
  await hold.end({ state: "failed", ...record }, meet(before, metBy(job, record, kind, kind)));
  return { state: "failed", ...record };
}

function forbidden(url: string, { line }: RobotsDecision) {
  const cited = line ? `${line.number}: ${line.text.trim()}` : "–";
  return {
    ko: `robots.txt가 ${url} 수집을 금지합니다(${cited}). 게시 기관이 허용할 때까지 수집하지 ` +
      "않습니다.",
    en: `robots.txt forbids ${url} (line ${cited}); nothing is crawled until the publisher ` +
      "allows it.",
  };
}

/** A board is not believed: nothing of the run counts. */
export async function quarantined(
  job: BoardJob,
  world: World,
  hold: Hold,
  { refusal, ...extent }: Extent & { readonly refusal: Refusal },
): Promise<Quarantined> {
  const { attempt, pass, startedAt, earlier } = hold.record;
  const issues: readonly Issue[] = [];
  const record: Quarantined = {
    state: "quarantined",
    ...{ attempt, pass, startedAt, earlier },
    ...extent,
    finishedAt: now(world),
    refusal,
    others: [],
    drift: NO_DRIFT,
    reason: sentence(refusal),
    issues,
  };
  const before = await readTrouble(world.log, job.spec.source);
  await hold.end(record, meet(before, metBy(job, record, "quarantined", aboutOf(refusal))));
  return record;
}

function metBy(
  { spec: { source }, run }: { readonly spec: BoardJob["spec"]; readonly run: RunId },
  { attempt, startedAt, finishedAt, reason }: Pick<
    Failed,
    "attempt" | "startedAt" | "finishedAt" | "reason"
  >,
  kind: Met["kind"],
  about: string,
): Met {
  return { kind, about, source, run, attempt, startedAt, finishedAt, reason };
}

function now(world: World): InstantText {
  return world.clock.now().toString() as InstantText;
}
