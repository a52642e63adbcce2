/**
 * `dmf diff`: what differs between the lists in force on two days, each record once.
 *
 * @module
 */

import type { Command } from "../action.ts";
import type { Desk } from "../desk.ts";
import { inRegisterOrder } from "../as_of.ts";
import { inForceOn, readChanges, readVersions } from "../history.ts";
import type { Change, RecordId, RunId, SourceId } from "../model.ts";
import { type NetChange, netChange } from "../net_change.ts";
import type { EventLog } from "../ports.ts";
import { lastAcceptedBy } from "./as_of.ts";
import { type Difference, diffText } from "./diff_text.ts";
import { askedSource, print, reading } from "./reading.ts";
import { writeTable } from "./table_file.ts";

/** `dmf diff`. */
export function diffDays(desk: Desk, command: Command & { kind: "diff" }): Promise<number> {
  const { common, from, to, table } = command;
  return reading(desk, common, async ({ log }) => {
    const source = await askedSource(desk, log, command.source);
    const difference = await differenceOf(log, source, from, to);
    if (table === null) {
      const shown = () => ({ ...difference, changes: difference.changes.map(toJson) });
      return print(desk, common, common.json ? shown() : null, () => {
        return diffText(difference, common.lang);
      });
    }
    const { netTable } = await import("../report/answer_tables.ts");
    const net = netTable(difference.changes, common.lang);
    return await writeTable({ desk, common, log, sources: [source] }, net, table);
  });
}

function toJson(change: Difference["changes"][number]) {
  const { record, kind, values, events } = change;
  const { registrationNumber, ingredient, applicant } = values;
  const changed = change.kind === "changed";
  return {
    record,
    kind,
    registrationNumber,
    ingredient,
    applicant,
    fields: changed ? change.fields : {},
    values: changed ? null : values,
    events,
  };
}

/** Only records of which an event tells between the days can differ, so only they are read. */
async function differenceOf(
  log: EventLog,
  source: SourceId,
  from: RunId,
  to: RunId,
): Promise<Difference> {
  const [before, after] = [
    await lastAcceptedBy(log, source, from),
    await lastAcceptedBy(log, source, to),
  ];
  const [earlier, later] = from < to ? [from, to] : [to, from];
  const since = Temporal.PlainDate.from(earlier).add({ days: 1 }).toString() as RunId;
  const events = await readChanges(log, source, { since, until: later });
  const changes: (NetChange & { readonly events: readonly number[] })[] = [];
  const byRecord = Map.groupBy(events, (event: Change): RecordId => event.record);
  const versions = await readVersions(log, source, new Set(byRecord.keys()));
  for (const [record, told] of byRecord) {
    const [first, second] = [from, to].map((date) => inForceOn(versions.get(record) ?? [], date));
    const net = netChange(record, first?.values ?? null, second?.values ?? null);
    if (net) changes.push({ ...net, events: told.map(({ seq }) => seq) });
  }
  return {
    source,
    from: { date: from, run: before.run },
    to: { date: to, run: after.run },
    changes: inOrder(changes),
  };
}

const ORDER: readonly NetChange["kind"][] = ["registered", "changed", "gone"];

/** By kind, then by number. */
function inOrder<T extends NetChange>(changes: readonly T[]): T[] {
  return inRegisterOrder(changes)
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
