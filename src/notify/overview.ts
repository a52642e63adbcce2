/**
 * What is delivered, waiting and given up on each channel, for `dmf notify` and `dmf status`.
 *
 * Read from the outbox folder alone: `dmf-notify` need not run for it, and if it does not, this is
 * where it shows.
 *
 * @module
 */

import type { AlertKind } from "../alert.ts";
import type { InstantText } from "../model.ts";
import type { Sentence } from "../refusal.ts";
import type { Spool } from "./spool.ts";
import { carries, isFromBefore } from "./turn.ts";

/** An alert that a channel has not delivered. */
export interface Undelivered {
  readonly id: string;
  /** Since when the alert exists. */
  readonly since: InstantText;
  readonly attempts: number;
  /** `null` where nothing was attempted yet, and where nothing will be any more. */
  readonly nextAttemptAt: InstantText | null;
  readonly lastError: Sentence | null;
}

/** Where one channel stands. */
export interface ChannelStatus {
  readonly channel: string;
  /** Alerts in the outbox that were delivered; those put aside long since are not counted. */
  readonly delivered: number;
  readonly lastDeliveredAt: InstantText | null;
  readonly waiting: readonly Undelivered[];
  readonly givenUp: readonly Undelivered[];
}

/** Where every one of `channels` stands. */
export async function overview(
  spool: Spool,
  channels: readonly { readonly name: string; readonly kinds: readonly AlertKind[] | null }[],
): Promise<ChannelStatus[]> {
  const statuses: ChannelStatus[] = [];
  for (const channel of channels) statuses.push(await statusOf(spool, channel));
  return statuses;
}

/** Channels that owe an alert after at least one attempt, or gave one up. */
export function failing(statuses: readonly ChannelStatus[]): string[] {
  return statuses
    .filter(({ waiting, givenUp }) =>
      givenUp.length > 0 || waiting.some(({ attempts }) => attempts > 0)
    )
    .map(({ channel }) => channel);
}

async function statusOf(
  spool: Spool,
  channel: { readonly name: string; readonly kinds: readonly AlertKind[] | null },
): Promise<ChannelStatus> {
  const since = await spool.servedSince(channel.name);
  const waiting: Undelivered[] = [];
  const givenUp: Undelivered[] = [];
  let delivered = 0;
  let lastDeliveredAt: InstantText | null = null;
  for await (const { alert } of spool.alerts()) {
    if (alert === null || !carries(channel, alert)) continue;
    const delivery = await spool.delivery(channel.name, alert.id);
    if (isFromBefore(alert, delivery, since)) continue;
    if (delivery?.state === "delivered") {
      delivered += 1;
      const at = delivery.deliveredAt;
      if (lastDeliveredAt === null || at > lastDeliveredAt) lastDeliveredAt = at;
      continue;
    }
    (delivery?.state === "given-up" ? givenUp : waiting).push({
      id: alert.id,
      since: alert.at,
      attempts: delivery?.attempts ?? 0,
      nextAttemptAt: delivery?.state === "waiting" ? delivery.nextAttemptAt : null,
      lastError: delivery?.lastError ?? null,
    });
  }
  return { channel: channel.name, delivered, lastDeliveredAt, waiting, givenUp };
}
