/**
 * Keeping the outbox small: what every channel has had is put aside, what lay aside longest goes.
 *
 * An alert that waits on any channel, or was given up on one, stays in the outbox however old it is.
 *
 * @module
 */

import { type Alert, alertName } from "../alert.ts";
import type { Channel } from "./channel.ts";
import type { Spool } from "./spool.ts";
import { carries, isFromBefore } from "./turn.ts";

/** How long an alert stays after every channel has had it. */
const STAYS = Temporal.Duration.from({ hours: 30 * 24 });
/** Most settled alerts in the outbox, and most alerts put aside. */
const MOST = 1000;

/** Puts aside what is settled on all `channels`; with no channel nothing is settled. */
export async function tidy(
  spool: Spool,
  channels: readonly Pick<Channel, "name" | "kinds">[],
  { now, most = MOST }: { readonly now: Temporal.Instant; readonly most?: number },
): Promise<void> {
  if (channels.length > 0) await putAside(spool, channels, now, most);
  await forgetOrphans(spool);
  const done = await spool.folder.list("done");
  for (const file of done.slice(0, Math.max(0, done.length - most))) {
    await spool.folder.write(`done/${file}`, null);
  }
}

async function putAside(
  spool: Spool,
  channels: readonly Pick<Channel, "name" | "kinds">[],
  now: Temporal.Instant,
  most: number,
): Promise<void> {
  const settled: { readonly file: string; readonly old: boolean }[] = [];
  for await (const { file, alert } of spool.alerts()) {
    if (alert === null || !await isSettled(spool, channels, alert)) continue;
    settled.push({ file, old: isOld(alert, now) });
  }
  const surplus = settled.length - most;
  for (const [index, { file, old }] of settled.entries()) {
    if (!old && index >= surplus) continue;
    const alert = await spool.alert(file);
    if (alert !== null) await spool.putAside(file, alert);
  }
}

async function isSettled(
  spool: Spool,
  channels: readonly Pick<Channel, "name" | "kinds">[],
  alert: Alert,
): Promise<boolean> {
  for (const channel of channels) {
    if (!carries(channel, alert)) continue;
    const delivery = await spool.delivery(channel.name, alert.id);
    if (delivery?.state === "delivered") continue;
    if (!isFromBefore(alert, delivery, await spool.servedSince(channel.name))) return false;
  }
  return true;
}

/** An alert whose time cannot be read counts as old. */
function isOld({ at }: Alert, now: Temporal.Instant): boolean {
  try {
    return Temporal.Instant.compare(Temporal.Instant.from(at), now.subtract(STAYS)) < 0;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/**
 * Deliveries of alerts that are no longer in the outbox, left by a crash.
 *
 * They are listed before the alerts are: what is delivered meanwhile is not taken for an orphan.
 */
async function forgetOrphans(spool: Spool): Promise<void> {
  const deliveries: { readonly path: string; readonly file: string }[] = [];
  for (const channel of await spool.channels()) {
    for (const file of await spool.deliveryFiles(channel)) {
      deliveries.push({ path: `sent/${channel}/${file}`, file });
    }
  }
  const names = new Set<string>();
  for await (const { file, alert } of spool.alerts()) {
    names.add(alert === null ? file : `${alertName(alert.id)}.json`);
  }
  for (const { path, file } of deliveries) {
    if (!names.has(file)) await spool.folder.write(path, null);
  }
}
