/**
 * The outbox folder as the deliverer reads and writes it.
 *
 * ```
 * outbox/<alert>.json                    alerts, written by the crawler
 * outbox/sent/<channel>/<alert>.json     what became of each, see `delivery.ts`
 * outbox/sent/<channel>/~channel.json    since when the channel is served
 * outbox/done/<alert>.json               alerts that every channel has had for long, see `tidy.ts`
 * ```
 *
 * A file that is no alert stays where it is, is told of, and holds nothing up.
 *
 * @module
 */

import { type Alert, alertName, type WatchedTold } from "../alert.ts";
import { type Delivery, readDelivery } from "./delivery.ts";

/** Small text files below the outbox folder, each there whole or not at all. */
export interface Folder {
  /**
   * Sorted names of what lies in a subfolder, `""` for the outbox itself, folders with a `/` behind;
   * none where there is no such folder.
   */
  list(subfolder: string): Promise<readonly string[]>;
  /** Text of a file; `null` where there is none. */
  read(path: string): Promise<string | null>;
  /** Writes a file durably; `null` removes it. */
  write(path: string, text: string | null): Promise<void>;
}

/** A file of the outbox. */
export interface Spooled {
  /** File name, with its ending. */
  readonly file: string;
  /** `null` where the file holds no alert. */
  readonly alert: Alert | null;
}

/** The name of no alert: `alertName()` never begins with a tilde. */
const CHANNEL_FILE = "~channel.json";

/** Alerts in the outbox and their deliveries. */
export class Spool {
  constructor(readonly folder: Folder) {}

  /** Every alert in the outbox, by file name, which begins with source and day. */
  async *alerts(): AsyncGenerator<Spooled> {
    for (const file of await this.folder.list("")) {
      if (!file.endsWith(".json")) continue;
      const text = await this.folder.read(file);
      if (text !== null) yield { file, alert: readAlert(text) };
    }
  }

  /** The alert of one file; `null` where there is none. */
  async alert(file: string): Promise<Alert | null> {
    const text = await this.folder.read(file);
    return text === null ? null : readAlert(text);
  }

  /** Adds an alert, unless it is there or has been there. */
  async add(alert: Alert): Promise<void> {
    const file = `${alertName(alert.id)}.json`;
    for (const path of [file, `done/${file}`]) {
      if (await this.folder.read(path) !== null) return;
    }
    await this.folder.write(file, `${JSON.stringify(alert, null, 2)}\n`);
  }

  async delivery(channel: string, id: string): Promise<Delivery | null> {
    return readDelivery(await this.folder.read(deliveryPath(channel, id)));
  }

  async record(delivery: Delivery): Promise<void> {
    const path = deliveryPath(delivery.channel, delivery.id);
    await this.folder.write(path, `${JSON.stringify(delivery, null, 2)}\n`);
  }

  /** Channels that have ever been served. */
  async channels(): Promise<string[]> {
    return (await this.folder.list("sent")).filter((name) => name.endsWith("/"))
      .map((name) => name.slice(0, -1));
  }

  /** Since when a channel is served; `null` where it never was. */
  async servedSince(channel: string): Promise<Temporal.Instant | null> {
    const text = await this.folder.read(`sent/${channel}/${CHANNEL_FILE}`);
    if (text === null) return null;
    try {
      return Temporal.Instant.from((JSON.parse(text) as { since: string }).since);
    } catch (error) {
      if (error instanceof Error) return null;
      throw error;
    }
  }

  async serve(channel: string, since: Temporal.Instant): Promise<void> {
    const text = `${JSON.stringify({ channel, since: since.toString() })}\n`;
    await this.folder.write(`sent/${channel}/${CHANNEL_FILE}`, text);
  }

  /** Names of the delivery files of a channel. */
  async deliveryFiles(channel: string): Promise<string[]> {
    return (await this.folder.list(`sent/${channel}`)).filter((name) =>
      name.endsWith(".json") && name !== CHANNEL_FILE
    );
  }

  /** Puts an alert aside for good; a crash in between leaves it in both places. */
  async putAside(file: string, alert: Alert): Promise<void> {
    await this.folder.write(`done/${file}`, `${JSON.stringify(alert, null, 2)}\n`);
    await this.folder.write(file, null);
    for (const channel of await this.channels()) {
      await this.folder.write(deliveryPath(channel, alert.id), null);
    }
  }
}

function deliveryPath(channel: string, id: string): string {
  return `sent/${channel}/${alertName(id)}.json`;
}

/** Reads an alert as the crawler wrote it, or one made by hand. */
export function readAlert(text: string): Alert | null {
  try {
    const value = JSON.parse(text) as Partial<Alert> | null;
    if (typeof value !== "object" || value === null) return null;
    const texts: unknown[] = [value.id, value.kind, value.source, value.run, value.at];
    const { ko, en } = value.sentence ?? {};
    const whole = [...texts, ko, en].every((part) => typeof part === "string");
    if (!whole || value.id === "") return null;
    const { watched, ...rest } = value as Alert;
    return isTold(watched) ? { ...rest, watched } : rest;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What is told of the watch list in a shape that can be told on; anything else is left out. */
function isTold(value: unknown): value is WatchedTold {
  const { count, changes } = (value ?? {}) as Partial<WatchedTold>;
  return typeof count === "number" && Array.isArray(changes) && changes.every((change: unknown) => {
    if (typeof change !== "object" || change === null) return false;
    const { kind, move, registrationNumber, ingredient, applicant, entries } = change as Record<
      string,
      unknown
    >;
    const names = [move, registrationNumber, ingredient, applicant];
    return typeof kind === "string" &&
      names.every((name) => name === null || typeof name === "string") &&
      Array.isArray(entries) && entries.every((entry) => typeof entry === "string");
  });
}
