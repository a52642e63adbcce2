/**
 * From a believed list to the entries of the log, look-ups and proofs included.
 *
 * @module
 */

import { absenceEntries, toLookUp } from "./absence.ts";
import { lookUp } from "./confirm.ts";
import type { CrawledList } from "./crawl.ts";
import { diff, type EvidenceOf, found, inOrder } from "./diff.ts";
import { proveRows } from "./evidence.ts";
import type { HostQueue } from "./host_queue.ts";
import type { LogEntry } from "./log.ts";
import type { Issue, Row } from "./model.ts";
import type { Past } from "./recall.ts";
import type { Believed } from "./verify.ts";
import type { Job, World } from "./world.ts";

/** What happened, and what a person should look at. */
export interface Happened {
  readonly entries: readonly LogEntry[];
  readonly issues: readonly Issue[];
}

/** The entries of the first accepted list: records without events. */
export function foundingEvents(job: Job, crawled: CrawledList): Happened {
  const { rows, issues } = crawled.list;
  return { entries: found(rows, job.spec.source, job.run), issues };
}

/**
 * The entries of every later list; asks the site for records that two lists lacked, where it may be
 * asked: a list that is read again from the archive leaves them missing.
 */
export async function eventsSince(
  past: Past,
  { job, world, queue }: {
    readonly job: Job;
    readonly world: World;
    readonly queue: HostQueue | null;
  },
  { crawled, matching, compared }: Believed,
): Promise<Happened> {
  const { list } = crawled;
  const wanted = { records: toLookUp(matching.absent, job.run), listed: list.rows };
  const sightings = queue ? await lookUp(job, world, queue, wanted) : new Map();
  const absence = absenceEntries(matching.absent, sightings, job.run);
  const rows = [...matching.fresh, ...compared.map((pair) => pair.row)];
  const run = { source: job.spec.source, run: job.run, taken: past.state.has.bind(past.state) };
  const changes = diff(compared, matching.fresh, run, await evidence(job, world, crawled, rows));
  return {
    entries: inOrder([...changes, ...absence.entries]),
    issues: [...list.issues, ...matching.issues, ...absence.issues],
  };
}

/** Proofs from the crawl, and from the archive for rows that looked as expected and were not. */
async function evidence(
  job: Job,
  world: World,
  { proofs, contentTypes }: CrawledList,
  rows: readonly Row[],
): Promise<EvidenceOf> {
  const unproven = rows.filter((row) => !proofs.has(row));
  const rest = await proveRows(unproven, { ...job, ...world }, contentTypes);
  return (row) => {
    const proof = proofs.get(row) ?? rest.get(row);
    if (!proof) throw new Error("Evidence was asked for a row that was not proven");
    return proof;
  };
}
