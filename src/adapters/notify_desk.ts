/**
 * The desk of `dmf-notify` in a real process, and which adapter serves which kind of channel.
 *
 * @module
 */

import { printableLines } from "../field_text.ts";
import type { Channel } from "../notify/channel.ts";
import type { ChannelSettings } from "../notify/channel_settings.ts";
import type { NotifyDesk, Outbox } from "../notify/notify_desk.ts";
import type { Clock } from "../ports.ts";
import { desktopChannel } from "./desktop_channel.ts";
import { diskFault } from "./disk_fault.ts";
import { diskFolder, removeUnfinishedBelow } from "./disk_folder.ts";
import { dropChannel } from "./drop_channel.ts";
import { maybeRead } from "./durable_file.ts";
import { mailChannel } from "./mail_channel.ts";
import { readText, tell, writeAll } from "./system_desk.ts";
import { systemClock } from "./system_clock.ts";
import { toastChannel } from "./toast_channel.ts";
import { webhookChannel } from "./webhook_channel.ts";

/** Sets up the desk. */
export function systemNotifyDesk(version: string, signal: AbortSignal): NotifyDesk {
  const clock = systemClock();
  return {
    version,
    signal,
    clock,
    out: (text) => writeAll(Deno.stdout, printableLines(text)),
    err: (text) => tell(Deno.stderr, printableLines(text)),
    readText,
    openOutbox,
    openChannel: (settings) => openChannel(settings, { version, clock }),
  };
}

/** The channel that settings describe; nothing is connected or read before it is used. */
export function openChannel(
  settings: ChannelSettings,
  parts: { readonly version: string; readonly clock: Clock; readonly timeoutMs?: number },
): Channel {
  switch (settings.type) {
    case "file":
      return dropChannel(settings);
    case "mail":
      return mailChannel(settings, parts.timeoutMs);
    case "webhook":
      return webhookChannel(settings, parts);
    case "toast":
      return toastChannel(settings);
    case "desktop":
      return desktopChannel(settings);
  }
}

/** Opens the outbox of a data folder; the system frees its lock when the process ends, however. */
export async function openOutbox(data: string): Promise<Outbox> {
  const sent = `${data}/outbox/sent`;
  let lock: Deno.FsFile;
  try {
    await Deno.mkdir(sent, { recursive: true });
    lock = await Deno.open(`${sent}/notify.lock`, { create: true, read: true, write: true });
  } catch (error) {
    throw diskFault(error, sent);
  }
  const alone = await lock.tryLock(true);
  if (alone) await removeUnfinishedBelow(sent);
  return {
    folder: diskFolder(`${data}/outbox`),
    alone,
    async heartbeat() {
      const bytes = await maybeRead(`${data}/heartbeat.json`);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    close: () => lock.close(),
  };
}
