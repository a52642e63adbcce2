/**
 * Throwing projections away, so that whoever comes next makes them anew from the log.
 *
 * @module
 */

import { missingOf, numbersOf, recordsOf, versionsOf } from "./keys.ts";
import type { SourceId } from "./model.ts";
import type { Entry, EventLog, Write } from "./ports.ts";
import { portions } from "./store.ts";

/** In place of a mark: the projections are to be thrown away, and may be half gone. */
export const RENEWAL = { renew: true } as const;

/** Whether the projections of a source are to be made anew. */
export function isRenewal(mark: unknown): boolean {
  return mark !== null && typeof mark === "object" && "renew" in mark;
}

/** Deletes every projection; stops where another process has begun to make them anew. */
export async function throwAway(log: EventLog, source: SourceId, marked: Entry): Promise<void> {
  for (
    const prefix of [recordsOf(source), numbersOf(source), versionsOf(source), missingOf(source)]
  ) {
    const deletions: Write[] = [];
    for await (const { key } of log.list({ prefix })) deletions.push({ key, value: undefined });
    for (const portion of portions(deletions.map((write) => [write]))) {
      if (!await log.atomic([marked], portion)) return;
    }
  }
  await log.atomic([marked], [{ key: marked.key, value: undefined }]);
}
