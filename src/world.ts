/**
 * What a run is given: the job as values, the world as ports.
 *
 * @module
 */

import type { PreparedSpec } from "./extract.ts";
import type { RunId } from "./model.ts";
import type { Politeness } from "./politeness.ts";
import type { Archive, Clock, EventLog, Fetch } from "./ports.ts";
import type { Progress } from "./progress.ts";
import type { Release } from "./run_record.ts";
import type { SelectorSpec } from "./selector_spec.ts";
import type { WatchList } from "./watch_list.ts";

/** One run of one source, decided before it begins. */
export interface Job {
  readonly spec: SelectorSpec;
  readonly prepared: PreparedSpec;
  /** The spec's own origin, or a replica's. */
  readonly origin: string;
  /** True on a loopback origin: a replica has its own size, the absolute bounds do not describe it. */
  readonly replica: boolean;
  readonly politeness: Politeness;
  readonly userAgent: string;
  readonly productToken: string;
  readonly run: RunId;
  /** True when the kernel vouches that no other process has the data folder. */
  readonly alone: boolean;
  /** Entries of the watch list, told of first; absent where nothing is watched. */
  readonly watch?: WatchList;
  /** Present where a person has released the refused list of this run. */
  readonly release?: Release;
  readonly signal?: AbortSignal;
}

/** The openings a run sees the world through. */
export interface World {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly archive: Archive;
  readonly log: EventLog;
  /** Names of the channels that did not deliver an alert; asked once a week. */
  readonly failingChannels?: () => Promise<readonly string[]>;
  /** Told how far the run is; for people who watch. */
  readonly observe?: (progress: Progress) => void;
}
