/**
 * Whether the alerts that must have left the house are in the spool, and no others.
 *
 * @module
 */

import { TOLD } from "../support/alert_duty.ts";

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
