/**
 * The last step of a believed run: its record, its alerts, its place in history.
 *
 * @module
 */

import { alertFor } from "./announce.ts";
import { boundMoves } from "./bound_moves.ts";
import { commit } from "./commit.ts";
import type { Happened } from "./events.ts";
import type { Hold } from "./hold.ts";
import { changeOf, type LogEntry } from "./log.ts";
import type { Change, InstantText } from "./model.ts";
import { extend, NO_BASELINE } from "./plausibility.ts";
import type { Past } from "./recall.ts";
import { type Accepted, type Extent, keptIssues } from "./run_record.ts";
import { isView } from "./selector_spec.ts";
import { applyAll, type State } from "./state.ts";
import { compareTerms } from "./terms.ts";
import type { Believed } from "./verify.ts";
import { type Told, type WatchedChange, watchedChanges } from "./watch_list.ts";
import { weeklyAlerts } from "./week_review.ts";
import type { Job, World } from "./world.ts";

/** An accepted run with what it leaves in memory. */
export interface AcceptedRun {
  readonly kind: "accepted";
  readonly record: Accepted;
  readonly state: State;
  readonly changes: readonly Change[];
}

/** Commits what happened and returns the run as it is recorded. */
export async function accept(
  job: Job,
  world: World,
  hold: Hold,
  of: {
    readonly past: Past;
    readonly believed: Believed;
    readonly happened: Happened;
    readonly extent: Extent;
  },
): Promise<AcceptedRun> {
  const { past, happened } = of;
  const { counts, drift, learned } = of.believed;
  const terms = compareTerms(past.terms, of.believed.crawled.terms, job.run);
  const state = applyAll(past.state, happened.entries, job.run);
  const { attempt, pass, startedAt, earlier } = hold.record;
  const { release = null } = job;
  const baseline = past.founding ? { ...NO_BASELINE, runs: 1 } : extend(past.baseline, counts);
  const accepted = {
    state: "accepted",
    attempt,
    pass,
    startedAt,
    earlier,
    ...of.extent,
    finishedAt: world.clock.now().toString() as InstantText,
    baseline: past.founding,
    after: past.last?.run ?? null,
    ...(release ? { released: release } : {}),
    moved: past.founding ? [] : boundMoves(
      job.spec,
      past.inForce.length,
      { before: past.baseline, after: baseline },
      { release, lastVersion: past.last?.specVersion ?? null },
    ),
    records: [...state.values()].filter((known) => !known.delisted).length,
    counts,
    drift,
    issues: keptIssues([...terms.issues, ...happened.issues]),
  } as const;
  const { record, sealed } = await commit(world.log, hold, {
    entries: happened.entries,
    accepted,
    learned,
    baseline,
    terms: terms.baseline,
    alerts: [
      ...alertFor(job, accepted, {
        entries: happened.entries,
        trouble: past.trouble,
        watched: watchedEntries(job, happened.entries, state),
      }),
      ...await weeklyAlerts(job, world, accepted, happened.entries),
      // The register itself tells what happened; a second view would tell it a second time.
    ].filter(({ kind }) => !isView(job.spec) || kind === "recovered" || kind === "terms-changed"),
  });
  const changes = sealed.map((entry) => changeOf(entry, record.after))
    .filter((change) => change !== null);
  return { kind: "accepted", record, state, changes };
}

/** What the watch list is about; alerts are sealed with the entries, so places come from the order. */
function watchedEntries(
  { run, watch = [] }: Job,
  entries: readonly LogEntry[],
  state: State,
): WatchedChange<Told>[] {
  const changes = entries.map((entry, seq) => changeOf({ entry, seq, run, hash: "" }, null))
    .filter((change) => change !== null);
  return watchedChanges(watch, changes, (record) => state.get(record)?.values);
}
