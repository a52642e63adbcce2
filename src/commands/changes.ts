/**
 * `dmf changes`: the events of a span that pass the filters.
 *
 * @module
 */

import type { Command } from "../arguments.ts";
import { carriedPart, type ChangeFilter, matches, standingAfter } from "../change_filter.ts";
import type { Desk } from "../desk.ts";
import { readChanges, type Span, versionAsOf } from "../history.ts";
import type { Change, RegisterRecord, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import { changesText } from "./read_text.ts";
import { askedSources, print, reading } from "./reading.ts";
import { writeTable } from "./table_file.ts";

/** `dmf changes`. */
export function changes(desk: Desk, command: Command & { kind: "changes" }): Promise<number> {
  const { common, since, until, filter, table } = command;
  return reading(desk, common, async ({ log }) => {
    const sources = await askedSources(desk, command.source);
    const bySource = new Map<SourceId, Change[]>();
    for (const source of sources) {
      bySource.set(source, await ask(log, source, { since, until }, filter));
    }
    const found = [...bySource.values()].flat();
    if (table === null) return print(desk, common, found, () => textOf(bySource, common.lang));
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

/** The events of a span that pass; the store is asked for a record only where the event is silent. */
async function ask(
  log: EventLog,
  source: SourceId,
  span: Span,
  filter: ChangeFilter,
): Promise<Change[]> {
  const all = await readChanges(log, source, span);
  const carried = carriedPart(filter);
  const passed: Change[] = [];
  for (const [index, change] of all.entries()) {
    const passes = matches(filter, change, null) || (matches(carried, change, null) &&
      matches(filter, change, await standing(log, source, all, index)));
    if (passes) passed.push(change);
  }
  return passed;
}

/** The record of an event as it stood right after it. */
async function standing(
  log: EventLog,
  source: SourceId,
  all: readonly Change[],
  index: number,
): Promise<RegisterRecord | null> {
  const { record, run } = all[index] as Change;
  const version = await versionAsOf(log, source, record, run);
  if (version === null) return null;
  const later: Change[] = [];
  for (let at = index + 1; all[at]?.run === run; at++) {
    const change = all[at] as Change;
    if (change.record === record) later.push(change);
  }
  return standingAfter(version.values, later);
}
