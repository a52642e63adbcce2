/**
 * `dmf watch-list`: what each entry of the watch list finds now, and what happened to it lately.
 *
 * With `--test` one entry is tried before it is written into dmf.json. What an entry means is decided in
 * `watch_list.ts`.
 *
 * @module
 */

import type { Command } from "../action.ts";
import type { Desk } from "../desk.ts";
import { asOf } from "../as_of.ts";
import { lastAccepted, readChanges, versionAsOf } from "../history.ts";
import { parseJson } from "../json_text.ts";
import type { Change, RecordId, RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import type { StandingRecord } from "../report/report.ts";
import { checkEntry } from "../config.ts";
import {
  isWatched,
  type Searchable,
  searchable,
  type Watchable,
  watchedChanges,
  type WatchEntry,
  type WatchList,
} from "../watch_list.ts";
import { readConfig, readSources, readSpec } from "./job.ts";
import { print, reading } from "./reading.ts";
import { type Finding, watchListText } from "./watch_list_text.ts";

/** What happened this many days before the last list is shown. */
const RECENT_DAYS = 30;

/** The records and the recent changes of one source. */
interface Recent {
  readonly source: SourceId;
  readonly since: RunId;
  readonly run: RunId;
  readonly records: readonly (StandingRecord & { readonly keys: Searchable })[];
  readonly changes: readonly Change[];
  readonly valuesNow: ReadonlyMap<RecordId, Watchable>;
}

/** Runs the command. */
export async function watchList(
  desk: Desk,
  command: Command & { readonly kind: "watch-list" },
): Promise<number> {
  const { common, test } = command;
  const list = test === null ? (await readConfig(desk, common)).watch : [tried(test)];
  return await reading(desk, common, async ({ log }) => {
    const known = command.source === null
      ? await readSources(desk)
      : [(await readSpec(desk, command.source)).source];
    const recent = (await Promise.all(known.map((source) => readRecent(log, source))))
      .filter((one) => one !== null);
    const findings = find(list, recent);
    const sources = recent.map(({ source, run, since }) => ({ source, run, since }));
    return print(
      desk,
      common,
      { sources, entries: findings.map(toJson) },
      () => watchListText(findings, { sources, tested: test !== null }, common.lang),
    );
  });
}

/** An entry as it would stand in dmf.json: an object, or a text that need not be quoted. */
function tried(text: string): WatchEntry {
  return checkEntry(text.startsWith("{") ? parseJson(text, "--test") : text, "--test");
}

async function readRecent(log: EventLog, source: SourceId): Promise<Recent | null> {
  const last = await lastAccepted(log, source);
  if (last === null) return null;
  const { run } = last;
  const since = Temporal.PlainDate.from(run).subtract({ days: RECENT_DAYS }).toString() as RunId;
  const changes = await readChanges(log, source, { since, until: run });
  const standing = await asOf(log, source, run);
  const valuesNow = new Map<RecordId, Watchable>(
    standing.map(({ record, values }) => [record, values]),
  );
  for (const { record } of changes) {
    if (valuesNow.has(record)) continue;
    const version = await versionAsOf(log, source, record, run);
    if (version) valuesNow.set(record, version.values);
  }
  const records = standing.map((one) => ({ ...one, keys: searchable(one.values) }));
  return { source, since, run, records, changes, valuesNow };
}

function find(list: WatchList, recent: readonly Recent[]): Finding[] {
  return list.map((entry) => ({
    entry,
    records: recent.flatMap(({ source, records }) =>
      records.filter(({ keys }) => isWatched(entry, keys)).map((one) => ({ ...one, source }))
    ),
    changes: recent.flatMap(({ source, changes, valuesNow }) =>
      watchedChanges([entry], changes, (record) => valuesNow.get(record))
        .sort((a, b) => b.change.seq - a.change.seq)
        .map((one) => ({ ...one, source }))
    ),
  }));
}

function toJson({ entry, records, changes }: Finding) {
  return {
    entry: entry.label,
    note: entry.note,
    records: records.map(({ source, record, values }) => ({
      source,
      record,
      registrationNumber: values.registrationNumber,
      ingredient: values.ingredient,
      applicant: values.applicant,
      status: values.status,
    })),
    changes: changes.map(({ source, change, move }) => ({
      source,
      seq: change.seq,
      run: change.run,
      kind: change.kind,
      record: change.record,
      registrationNumber: change.registrationNumber,
      ingredient: change.ingredient,
      applicant: change.applicant,
      move,
    })),
  };
}
