/**
 * What leaves the house through the outbox: one sentence, what it is about, an id to de-duplicate by.
 *
 * An alert is written in the same atomic operation as the seal or the refusal it tells of, and
 * handed on afterwards, at least once. How it travels is decided by whoever implements `Notify`, and
 * by the program `dmf-notify`, which empties the folder of alerts (`notify/`).
 *
 * @module
 */

import type { EventKind, InstantText, RecordId, RunId, SourceId } from "./model.ts";

/** Every kind of alert; a channel may be told to carry some of them only. */
export const ALERT_KINDS = [
  "changes",
  // Notices about the register on the publisher's boards.
  "notices",
  "baseline",
  "quarantined",
  "robots-disallow",
  "terms-changed",
  // Sealed runs were corrected by a person.
  "corrected",
  // No run succeeded for a day, told once, and the first one that does after it.
  "unreachable",
  "recovered",
  // Once a week, that the watch goes on.
  "alive",
  // The crawler itself is not heard of any more; told by `dmf-notify`.
  "silent",
  "test",
] as const;

/** What an alert is about. */
export type AlertKind = typeof ALERT_KINDS[number];

/** A message for people, in the words of both languages. */
export interface Alert {
  /** The same for every delivery of the same alert. */
  readonly id: string;
  readonly kind: AlertKind;
  readonly source: SourceId;
  readonly run: RunId;
  readonly at: InstantText;
  readonly sentence: { readonly ko: string; readonly en: string };
  /** Changes that the watch list is about, told first; absent where there are none. */
  readonly watched?: WatchedTold;
}

/** Changes on the watch list, as an alert carries them. */
export interface WatchedTold {
  readonly count: number;
  /** The first of them, at most {@linkcode MOST_WATCHED}. */
  readonly changes: readonly {
    readonly kind: EventKind;
    readonly record: RecordId;
    readonly registrationNumber: string | null;
    readonly ingredient: string | null;
    readonly applicant: string | null;
    /** Entries of the watch list, as people recognise them. */
    readonly entries: readonly string[];
    /** Whether the change brought the record under the first entry, or took it away. */
    readonly move: "entered" | "left" | null;
  }[];
}

/** What one message can name; the report names all. */
export const MOST_WATCHED = 100;

/**
 * An id as a name that files of every system and headers of mails can carry; different ids give
 * different names.
 */
export function alertName(id: string): string {
  if (id === "") throw new RangeError("Cannot hand on an alert without an id");
  return encodeURIComponent(id.toWellFormed()).replace(
    /^\.|[!'()*~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
