/**
 * Alerts: which of them must have left the house, and which are in the spool.
 *
 * @module
 */

import { aboutOf } from "../../src/refusal.ts";
import type { Failed, Quarantined } from "../../src/run_record.ts";
import type { Look } from "./look.ts";
import { SOURCE } from "./look.ts";

/** What stands in the way, as people know it. */
interface Known {
  readonly kind: string;
  readonly about: string;
  readonly since: string;
  readonly told: string | null;
}

/**
 * Whom people must have heard of what, attempt after attempt: of trouble once, and after a week
 * again; of a site that does not answer after a day; of its end where they heard of it.
 */
export class Duty {
  /** Ids of all alerts that were ever due. */
  readonly ids = new Set<string>();
  #trouble: Known | null = null;
  #seen = "";

  /** Takes in what an attempt recorded. */
  follow({ record, changes }: Look, date: string): void {
    const seen = `${date} ${record?.attempt} ${record?.state}`;
    if (record === null || seen === this.#seen) return;
    this.#seen = seen;
    switch (record.state) {
      case "accepted":
        if (record.baseline) this.ids.add(`${SOURCE}-${date}-baseline`);
        if (changes.length > 0) this.ids.add(`${SOURCE}-${date}-changes`);
        if (this.#trouble?.told) this.ids.add(`${SOURCE}-${date}-recovered`);
        this.#trouble = null;
        return;
      case "quarantined":
        return this.#meet("quarantined", aboutOf(record.refusal), record, date);
      case "failed": {
        const kind = record.disallowed ? "robots-disallow" : "unreachable";
        return this.#meet(kind, kind, record, date);
      }
    }
  }

  #meet(
    kind: string,
    about: string,
    { startedAt, finishedAt, attempt }: Failed | Quarantined,
    date: string,
  ): void {
    const before = this.#trouble;
    const { since, told } = before?.kind === kind && before.about === about
      ? before
      : { since: startedAt, told: null };
    const patience = kind === "unreachable" ? 24 : 0;
    const isDue = told === null
      ? hours(since, finishedAt) >= patience
      : hours(told, finishedAt) >= 7 * 24;
    if (isDue) this.ids.add(`${SOURCE}-${date}-${attempt}-${kind}`);
    this.#trouble = { kind, about, since, told: isDue ? finishedAt : told };
  }
}

function hours(from: string, to: string): number {
  return Temporal.Instant.from(from).until(to).total("hours");
}

/** Kinds that a run owes by what it recorded; signs of life and the like come by the calendar. */
const TOLD: ReadonlySet<string> = new Set([
  "changes",
  "baseline",
  "recovered",
  "quarantined",
  "robots-disallow",
  "unreachable",
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
