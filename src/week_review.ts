/**
 * What the last seven days brought, gathered when a run begins a week.
 *
 * @module
 */

import type { Alert } from "./alert.ts";
import { aliveAlert, isFirstOfWeek } from "./alive.ts";
import { countEvents } from "./announce.ts";
import { lastAccepted, readEntries } from "./history.ts";
import type { LogEntry } from "./log.ts";
import type { RunId } from "./model.ts";
import type { Accepted } from "./run_record.ts";
import type { Job, World } from "./world.ts";

/** The alert that the watch goes on, where the run that is about to be sealed begins a week. */
export async function weeklyAlerts(
  { run, spec: { source } }: Pick<Job, "run" | "spec">,
  { log, failingChannels }: Pick<World, "log" | "failingChannels">,
  accepted: Pick<Accepted, "records" | "finishedAt" | "issues">,
  entries: readonly LogEntry[],
): Promise<Alert[]> {
  const last = await lastAccepted(log, source);
  if (!isFirstOfWeek(run, last?.run ?? null)) return [];
  const kinds: Pick<LogEntry, "kind">[] = [...entries];
  const since = Temporal.PlainDate.from(run).subtract({ days: 6 }).toString() as RunId;
  for await (const { entry } of readEntries(log, source, { since, until: run })) {
    kinds.push({ kind: entry.kind });
  }
  return [aliveAlert({
    source,
    run,
    at: accepted.finishedAt,
    records: accepted.records,
    events: countEvents(kinds),
    lastSuccess: last?.run ?? null,
    issues: accepted.issues.length,
    failing: await failingChannels?.() ?? [],
  })];
}
