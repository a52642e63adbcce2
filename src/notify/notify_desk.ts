/**
 * What `dmf-notify` works with: its streams, its files, and the channels that its main joined.
 *
 * @module
 */

import type { Clock } from "../ports.ts";
import type { Channel } from "./channel.ts";
import type { ChannelSettings } from "./channel_settings.ts";
import type { Folder } from "./spool.ts";

/** The opened outbox of a data folder. */
export interface Outbox {
  readonly folder: Folder;
  /** True where no other process delivers from it. */
  readonly alone: boolean;
  /** Text of the crawler's heartbeat; `null` where there is none. */
  heartbeat(): Promise<string | null>;
  close(): void;
}

/** The program's view of the process it runs in. */
export interface NotifyDesk {
  readonly version: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Results, to stdout. */
  out(text: string): void;
  /** Words for people, to stderr. */
  err(text: string): void;
  /** Text of a file, or `null` where there is none. */
  readText(path: string): Promise<string | null>;
  openOutbox(data: string): Promise<Outbox>;
  openChannel(settings: ChannelSettings): Channel;
}
