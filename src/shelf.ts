/**
 * The archive day by day, as it lies there: to be counted, thinned out, and carried away.
 *
 * The port `Archive` knows a body by its name; this is for those who do not know the names. What may
 * leave is decided in `retention.ts`, how it looks in an export in `warc/`.
 *
 * @module
 */

import type { Digest, InstantText, RunId } from "./model.ts";
import type { Snapshot } from "./snapshot.ts";

/** An archive that can be looked through. */
export interface Shelf {
  /** Days on which something was archived, oldest first. */
  days(): Promise<readonly RunId[]>;
  /** What lies there of a day, by digest. */
  day(run: RunId): Promise<readonly Shelved[]>;
  /** The record in a sidecar; throws {@linkcode ArchiveFault} where it cannot be read. */
  snapshot(run: RunId, sidecar: string): Promise<Snapshot>;
  /**
   * Drops bodies of a day and returns those that went.
   *
   * Every sidecar says so before its body goes; a body whose sidecar cannot be read stays.
   */
  drop(run: RunId, bodies: readonly Digest[], at: InstantText): Promise<readonly Digest[]>;
  /** Writes a new file of whole records, durable when the promise resolves; or none at all. */
  write(file: string, records: AsyncIterable<readonly Uint8Array[]>): Promise<Written>;
}

/** A body with its sidecars. */
export interface Shelved {
  readonly digest: Digest;
  /** Size of the body's file; `null` where only sidecars are there. */
  readonly bytes: number | null;
  /** Names of its sidecars, sorted. */
  readonly sidecars: readonly string[];
}

/** A file that was written. */
export interface Written {
  readonly bytes: number;
  readonly records: number;
}
