/**
 * `dmf history`: one record over time, or all that a number names, in whichever source.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { Desk } from "../desk.ts";
import { findRecords, readAccepted } from "../history.ts";
import type { RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import type { Accepted } from "../run_record.ts";
import { type AcceptedRuns, type Timeline, timeline } from "../timeline.ts";
import { withDistances } from "../rewording.ts";
import { findBoards } from "./board_source.ts";
import { historyOfNotice } from "./notices.ts";
import { timelineText } from "./history_text.ts";
import { askedSources, print, reading } from "./reading.ts";

/** `dmf history`. */
export async function history(desk: Desk, command: Command & { kind: "history" }): Promise<number> {
  const { common, record } = command;
  const boards = await findBoards(desk, command.source);
  if (boards) return await historyOfNotice(desk, command, boards);
  return await reading(desk, common, async ({ log }) => {
    const sources = await askedSources(desk, command.source);
    const timelines: Timeline[] = [];
    for (const source of sources) timelines.push(...await timelinesOf(log, source, record));
    if (timelines.length === 0) throw unknown(record, sources);
    return print(
      desk,
      common,
      timelines.map((one) => ({ ...one, changes: one.changes.map(withDistances) })),
      () => timelines.map((one) => timelineText(one, common.lang)).join("\n"),
    );
  });
}

async function timelinesOf(
  log: EventLog,
  source: SourceId,
  text: string,
): Promise<readonly Timeline[]> {
  const ids = await findRecords(log, source, text);
  if (ids.length === 0) return [];
  const runs = await acceptedRuns(log, source);
  const timelines: Timeline[] = [];
  for (const id of ids) timelines.push(await timeline(log, source, id, runs));
  return timelines;
}

async function acceptedRuns(log: EventLog, source: SourceId): Promise<AcceptedRuns> {
  const runs = new Map<RunId, Accepted>();
  for await (const { run, record } of readAccepted(log, source, { since: null, until: null })) {
    runs.set(run, record);
  }
  return runs;
}

function unknown(text: string, sources: readonly SourceId[]): ConfigurationError {
  const all = sources.map((source) => `"${source}"`).join(", ");
  return new ConfigurationError({
    ko: `"${text}" 값은 ${all} 출처의 등록번호도 레코드 ID도 아닙니다.`,
    en: `"${text}" is neither a registration number nor a record id of ${all}`,
  });
}
