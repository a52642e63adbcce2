/**
 * `dmf changes`: the events of a span that pass the filters.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { carriedPart, type ChangeFilter, matches, standingAfter } from "../change_filter.ts";
import type { Desk } from "../desk.ts";
import { readChanges, readVersions, type Span } from "../history.ts";
import type { Change, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import { withDistances } from "../rewording.ts";
import { findBoards } from "./board_source.ts";
import { changesOfBoards } from "./notices.ts";
import { changesText } from "./read_text.ts";
import { askedSources, print, reading } from "./reading.ts";
import { writeTable } from "./table_file.ts";

/** `dmf changes`. */
export async function changes(desk: Desk, command: Command & { kind: "changes" }): Promise<number> {
  const { common, since, until, filter, table } = command;
  const boards = await findBoards(desk, command.source);
  if (boards) return await changesOfBoards(desk, command, boards);
  return await reading(desk, common, async ({ log }) => {
    const sources = await askedSources(desk, command.source);
    const bySource = new Map<SourceId, Change[]>();
    for (const source of sources) {
      bySource.set(source, await ask(log, source, { since, until }, filter));
    }
    const found = [...bySource.values()].flat();
    if (table === null) {
      const told = common.json ? found.map(withDistances) : null;
      return print(desk, common, told, () => textOf(bySource, common.lang));
    }
    const { changesTable } = await import("../report/answer_tables.ts");
    return await writeTable(
      { desk, common, log, sources },
      changesTable(found, common.lang),
      table,
    );
  });
}

/** The source is named where several have something to tell. */
function textOf(bySource: ReadonlyMap<SourceId, readonly Change[]>, lang: "ko" | "en"): string {
  const telling = [...bySource].filter(([, found]) => found.length > 0);
  if (telling.length <= 1) return changesText(telling[0]?.[1] ?? [], lang);
  return telling.map(([source, found]) => `${source}\n\n${changesText(found, lang)}`).join("\n");
}

/** The events of a span that pass; the store is asked for records only where events are silent. */
async function ask(
  log: EventLog,
  source: SourceId,
  span: Span,
  filter: ChangeFilter,
): Promise<Change[]> {
  const all = await readChanges(log, source, span);
  const carried = carriedPart(filter);
  const passes = new Map(all.map((change) => [change, matches(filter, change, null)]));
  const open = all.filter((change) => !passes.get(change) && matches(carried, change, null));
  if (open.length === 0) return all.filter((change) => passes.get(change));
  const versions = await readVersions(log, source, new Set(open.map(({ record }) => record)));
  const byRecord = Map.groupBy(all, ({ record }) => record);
  for (const change of open) {
    const { record, run, seq } = change;
    const left = versions.get(record)?.findLast(({ validFrom }) => validFrom <= run);
    if (left === undefined) continue;
    const later = byRecord.get(record)?.filter((other) => other.run === run && other.seq > seq);
    passes.set(change, matches(filter, change, standingAfter(left.values, later ?? [])));
  }
  return all.filter((change) => passes.get(change));
}
