/**
 * Looking after the data folder as a whole: proving it, copying it, putting a copy back.
 *
 * How this is done with files is the business of whoever implements it; the commands in
 * `commands/keep.ts` say it to people.
 *
 * @module
 */

import type { ArchiveMember } from "./fsck/archive_proof.ts";
import type { Finding } from "./fsck/finding.ts";
import type { ReadableLog } from "./fsck/reading.ts";
import type { FsckReport, ProvenHead } from "./fsck.ts";

/** What can be done with a data folder as a whole. */
export interface Keeping {
  /** Opens a data folder to look at it, however damaged, and writes nothing. */
  inspect(data: string): Promise<Inspection>;
  /** Writes one file that holds everything; faults are thrown and leave nothing behind. */
  backUp(data: string, file: string, how: BackUpHow): Promise<BackedUp>;
  /** Puts a backup in force; `busy` where another process has the folder. */
  restore(data: string, file: string, how: RestoreHow): Promise<Restored | { kind: "busy" }>;
}

/** A data folder that is looked at. */
export interface Inspection extends Disposable {
  /** What is wrong with the files themselves. */
  readonly findings: readonly Finding[];
  /** `null` where nothing of the store can be read. */
  readonly log: ReadableLog | null;
  /** Everything in the archive. */
  members(): AsyncIterable<ArchiveMember>;
}

/** How a backup is to be made. */
export interface BackUpHow {
  readonly archive: boolean;
  readonly program: string;
  readonly now: Temporal.Instant;
}

/** What a backup holds. */
export interface BackedUp {
  readonly file: string;
  readonly bytes: number;
  readonly store: string;
  readonly heads: readonly ProvenHead[];
  /** Files of the archive in it; `null` where it was left out. */
  readonly members: number | null;
  readonly report: FsckReport;
}

/** How a backup is to be put in force. */
export interface RestoreHow {
  readonly replace: boolean;
  readonly now: Temporal.Instant;
}

/** What was put in force. */
export interface Restored {
  readonly kind: "restored";
  readonly store: string;
  readonly heads: readonly ProvenHead[];
  readonly madeAt: string;
  readonly members: number | null;
  /** Where what was there before lies now; `null` where there was nothing. */
  readonly replaced: string | null;
}
