/**
 * The five narrow openings through which the core meets the world.
 *
 * Adapters live in `adapters/` and are joined to these ports in `main.ts` only; tests join small
 * real doubles instead. No port knows another.
 *
 * @module
 */

import type { Digest, RunId } from "./model.ts";
import type { Alert } from "./alert.ts";
import type { Outcome } from "./outcome.ts";
import type { Sentence } from "./refusal.ts";
import type { Snapshot } from "./snapshot.ts";

/** Time, and the waiting for it. */
export interface Clock {
  now(): Temporal.Instant;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason when that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Exactly one HTTP GET, redirects never followed; every end of it is a value. */
export interface Fetch {
  get(request: FetchRequest): Promise<Outcome>;
}

/** What one GET may cost. */
export interface FetchRequest {
  readonly url: string;
  readonly userAgent: string;
  /** `Accept` header. */
  readonly accept: string;
  /** Conditions of the request, as `If-None-Match`. */
  readonly conditions?: Readonly<Record<string, string>>;
  /** Most bytes of body, after decompression. */
  readonly maxBytes: number;
  readonly headerTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Archived responses: bodies by digest, each with a sidecar record, under the day of the run. */
export interface Archive {
  /** Stores the body and its sidecar; both durable when the promise resolves. Idempotent. */
  put(run: RunId, snapshot: Snapshot, body: Uint8Array): Promise<void>;
  /** Returns the body, its digest proven; throws {@linkcode ArchiveFault} otherwise. */
  body(run: RunId, digest: Digest): Promise<Uint8Array>;
  /**
   * The sidecars of a body, or of every body of a run, with their places below the archive; none
   * where none is left.
   */
  snapshots(run: RunId, digest: Digest | null): Promise<readonly KeptSnapshot[]>;
}

/** A sidecar in the archive; `null` in place of a snapshot that cannot be read any more. */
export interface KeptSnapshot {
  readonly path: string;
  readonly snapshot: Snapshot | null;
}

/** A stored body that is gone or no longer has its digest; exit code 4. */
export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault";

  constructor(readonly sentence: Sentence, options?: ErrorOptions) {
    super(sentence.en, options);
  }
}

/** One part of a store key; keys sort part by part. */
export type KeyPart = string | number;
/** A store key; only `keys.ts` builds them. */
export type Key = readonly KeyPart[];
/** A stored value with the version that an atomic write can insist on. */
export interface Entry {
  readonly key: Key;
  readonly value: unknown;
  /** `null` where the key holds nothing. */
  readonly versionstamp: string | null;
}
/** One write; `value: undefined` deletes. */
export interface Write {
  readonly key: Key;
  readonly value: unknown;
}
/** Entries below `prefix`; `start` and `end` narrow it to a half-open range of full keys. */
export interface Range {
  readonly prefix: Key;
  readonly start?: Key;
  readonly end?: Key;
  readonly reverse?: boolean;
  readonly limit?: number;
  /** Thousands of entries are wanted: more of them may be held at once. */
  readonly many?: boolean;
}

/**
 * The ordered store beneath the event log: what any transactional key-value store offers.
 *
 * How events become a log (staging, seal, projections) is decided in `commit.ts`, not here.
 */
export interface EventLog {
  get(key: Key): Promise<Entry>;
  list(range: Range): AsyncIterable<Entry>;
  /** All of it or nothing; false where a checked key has another version by now. */
  atomic(checks: readonly Entry[], writes: readonly Write[]): Promise<boolean>;
}

/** Hands an alert to whatever carries it to people; may be called twice for one alert. */
export interface Notify {
  send(alert: Alert): Promise<void>;
}
