/**
 * Which alerts are due, told from what runs recorded and from nothing else.
 *
 * @module
 */

import type { Change } from "../../src/model.ts";
import { aboutOf } from "../../src/refusal.ts";
import type { Failed, Quarantined, RunRecord } from "../../src/run_record.ts";

const SOURCE = "mfds-dmf";

/** What stands in the way, as people know it. */
interface Known {
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
  /** By kind and by what it is about, since the last accepted run. */
  readonly #troubles = new Map<string, Known>();
  #seen = "";

  /** Takes in what an attempt recorded. */
  follow(
    { record, changes }: {
      readonly record: RunRecord | null;
      readonly changes: readonly Change[];
    },
    date: string,
  ): void {
    if (record === null || record.state === "corrected") return;
    const seen = `${date} ${record.attempt} ${record.state}`;
    if (seen === this.#seen) return;
    this.#seen = seen;
    switch (record.state) {
      case "accepted":
        if (record.baseline) this.ids.add(`${SOURCE}-${date}-baseline`);
        if (changes.length > 0) this.ids.add(`${SOURCE}-${date}-changes`);
        if ([...this.#troubles.values()].some(({ told }) => told !== null)) {
          this.ids.add(`${SOURCE}-${date}-recovered`);
        }
        this.#troubles.clear();
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
    const name = `${kind} ${about}`;
    const { since, told } = this.#troubles.get(name) ?? { since: startedAt, told: null };
    const patience = kind === "unreachable" ? 24 : 0;
    const isDue = told === null
      ? hours(since, finishedAt) >= patience
      : hours(told, finishedAt) >= 7 * 24;
    if (isDue) this.ids.add(`${SOURCE}-${date}-${attempt}-${kind}`);
    // Another trouble ends the patience with one that was not told yet.
    for (const [other, { told }] of this.#troubles) if (told === null) this.#troubles.delete(other);
    this.#troubles.set(name, { since, told: isDue ? finishedAt : told });
  }
}

function hours(from: string, to: string): number {
  return Temporal.Instant.from(from).until(to).total("hours");
}

/** Kinds that a run owes by what it recorded; signs of life and the like come by the calendar. */
export const TOLD: ReadonlySet<string> = new Set([
  "changes",
  "baseline",
  "recovered",
  "quarantined",
  "robots-disallow",
  "unreachable",
]);
