/**
 * The daily run, one way: what to do next, politeness, fetch, archive, decode, extract, verify, diff,
 * commit. Reports and alerts follow from what is returned here (`commands/once.ts`).
 *
 * Read this file first. Nothing flows back, and nothing is published that was not sealed.
 *
 * @module
 */

import { accept, type AcceptedRun } from "./accept.ts";
import { crawl, recrawl, type WrongClock } from "./crawl.ts";
import { failed, quarantined } from "./ending.ts";
import { eventsSince, foundingEvents } from "./events.ts";
import { begin, Hold, type NotBegun } from "./hold.ts";
import { HostQueue } from "./host_queue.ts";
import { rollForward } from "./project.ts";
import { recall } from "./recall.ts";
import { aboutOf } from "./refusal.ts";
import type { Extent, Failed, Quarantined } from "./run_record.ts";
import { isMisconfigured } from "./service_words.ts";
import { verify } from "./verify.ts";
import type { Job, World } from "./world.ts";

/** How a run ended. */
export type RunEnd =
  | NotBegun
  | WrongClock
  /** `misconfigured` where only dmf.json or another build can help. */
  | { readonly kind: "failed"; readonly record: Failed; readonly misconfigured: boolean }
  | { readonly kind: "quarantined"; readonly record: Quarantined }
  | AcceptedRun;

/** Runs one source once. */
export async function runOnce(job: Job, world: World): Promise<RunEnd> {
  await rollForward(world.log, job.spec.source);
  const hold = await begin(world, job.spec.source, job.run, job);
  if (!(hold instanceof Hold)) return hold;
  let end: RunEnd;
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

async function run(job: Job, world: World, hold: Hold): Promise<RunEnd> {
  // A correction may have been sealed between the first look and the lease.
  await rollForward(world.log, job.spec.source);
  const past = await recall(world.log, job);
  const queue = new HostQueue({
    ...job,
    ...world,
    observe: (event) => world.observe?.({ kind: "queue", event }),
  });

  // frontier → host queue → fetch → archive → decode → extract, page by page
  const { release } = job;
  const crawled = release
    ? await recrawl(job, world, hold, past.expected)
    : await crawl(job, world, hold, { queue, expected: past.expected });
  if (crawled.kind === "wrong-clock") {
    await hold.withdraw();
    return crawled;
  }
  if (crawled.kind === "failed" || crawled.kind === "disallowed") {
    return {
      kind: "failed",
      record: await failed(job, world, hold, { crawled, before: past.trouble }),
      misconfigured: crawled.kind === "failed" && isMisconfigured(crawled.failure),
    };
  }
  const { list } = crawled;
  const extent = (): Extent => ({
    pages: list.pages,
    requests: queue.requests,
    statedTotal: list.statedTotal(),
    rows: list.rows.length,
    specVersion: job.spec.version,
  });

  world.observe?.({ kind: "stage", stage: "verify" });
  const lifted = new Set(release?.doubts.map(aboutOf));
  const believed = await verify(job, past, crawled, lifted);
  if (believed.kind === "refused") {
    const { doubts, drift } = believed;
    const before = past.trouble;
    const record = await quarantined(job, world, hold, {
      ...extent(),
      doubts,
      drift,
      list,
      before,
    });
    return { kind: "quarantined", record };
  }

  world.observe?.({ kind: "stage", stage: "diff" });
  const happened = past.founding
    ? foundingEvents(job, believed.crawled)
    : await eventsSince(past, { job, world, queue: release ? null : queue }, believed);

  world.observe?.({ kind: "stage", stage: "commit" });
  return await accept(job, world, hold, { past, believed, happened, extent: extent() });
}
