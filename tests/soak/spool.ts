/**
 * Alerts: which of them must have left the house, and which are in the spool.
 *
 * @module
 */

import type { Look } from "./look.ts";
import { SOURCE } from "./look.ts";

/** Ids of the alerts that an attempt owes, told from what it recorded. */
export function owed({ record, changes }: Look, date: string): string[] {
  switch (record?.state) {
    case "accepted":
      return [
        ...(record.baseline ? [`${SOURCE}-${date}-baseline`] : []),
        ...(changes.length > 0 ? [`${SOURCE}-${date}-changes`] : []),
      ];
    case "quarantined":
      return [`${SOURCE}-${date}-${record.attempt}-quarantined`];
    case "failed":
      return record.disallowed ? [`${SOURCE}-${date}-${record.attempt}-robots-disallow`] : [];
    default:
      return [];
  }
}

/** Kinds that a run owes by what it recorded; signs of life and the like come by the calendar. */
const TOLD: ReadonlySet<string> = new Set([
  "changes",
  "baseline",
  "quarantined",
  "robots-disallow",
]);

/** What is wrong with the spool, given the ids that must be in it. */
export async function spoolFaults(outbox: string, due: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = [];
  const found = new Map<string, string>();
  for await (const { name } of Deno.readDir(outbox)) {
    if (!name.endsWith(".json")) continue;
    const text = await Deno.readTextFile(`${outbox}/${name}`);
    const { id, kind } = JSON.parse(text) as { readonly id: string; readonly kind: string };
    const other = found.get(id);
    if (other !== undefined) faults.push(`Alert ${id} lies in the spool as ${other} and ${name}`);
    found.set(id, name);
    if (TOLD.has(kind) && !due.has(id)) faults.push(`Nobody owes the alert ${id}`);
  }
  for (const id of due) if (!found.has(id)) faults.push(`The alert ${id} was lost`);
  return faults;
}
