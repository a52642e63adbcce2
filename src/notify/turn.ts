/**
 * One channel's turn: everything that is due on it, one after the other.
 *
 * Channels have their turns side by side and know nothing of each other. Inside a turn an alert that
 * fails is put off and the next one is tried; a channel that fails again and again is left alone
 * until its next turn, since then it is the channel that is down, not the alert that is odd.
 *
 * @module
 */

import type { Alert } from "../alert.ts";
import { isForeseen } from "../fault_words.ts";
import type { Clock } from "../ports.ts";
import type { Sentence } from "../refusal.ts";
import type { Channel, Receipt } from "./channel.ts";
import { begun, type Delivery, ended, isDue } from "./delivery.ts";
import { messageOf } from "./message.ts";
import type { Spool, Spooled } from "./spool.ts";

/** Failures in a row after which a turn ends. */
const MOST_FAILURES = 3;

/** How old an alert may be when its channel is served for the first time. */
const NEWS = Temporal.Duration.from({ hours: 7 * 24 });

/** What a turn came to. */
export interface Turn {
  readonly channel: string;
  readonly delivered: number;
  /** Alerts that still wait, or wait no more although they were never delivered. */
  readonly undelivered: number;
}

/** The world of a turn. */
export interface Post {
  readonly spool: Spool;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Told of every attempt. */
  readonly observe?: (delivery: Delivery) => void;
}

/** Delivers what is due on one channel. */
export async function takeTurn(channel: Channel, post: Post): Promise<Turn> {
  const since = await sinceWhen(channel.name, post);
  let [delivered, undelivered, failures] = [0, 0, 0];
  for await (const { alert } of post.spool.alerts()) {
    post.signal?.throwIfAborted();
    if (alert === null || !carries(channel, alert)) continue;
    const before = await post.spool.delivery(channel.name, alert.id);
    if (before?.state === "delivered" || isFromBefore(alert, before, since)) continue;
    if (failures < MOST_FAILURES && isDue(before, post.clock.now())) {
      const after = await attempt(channel, alert, before, post);
      failures = after.state === "delivered" ? 0 : failures + 1;
      if (after.state === "delivered") {
        delivered += 1;
        continue;
      }
    }
    undelivered += 1;
  }
  return { channel: channel.name, delivered, undelivered };
}

/** Whether a channel is to carry an alert; a test goes to all of them. */
export function carries({ kinds }: Pick<Channel, "kinds">, { kind }: Alert): boolean {
  return kinds === null || kind === "test" || kinds.includes(kind);
}

/** True for what was old news when the channel was set up, and was never attempted on it. */
export function isFromBefore(
  alert: Alert,
  delivery: Delivery | null,
  since: Temporal.Instant | null,
): boolean {
  if (delivery !== null || since === null) return false;
  return Temporal.Instant.compare(instantOf(alert.at) ?? since, since.subtract(NEWS)) < 0;
}

/** The files of the outbox that are no alerts. */
export async function unreadable(spool: Spool): Promise<string[]> {
  const found: Spooled[] = [];
  for await (const spooled of spool.alerts()) if (spooled.alert === null) found.push(spooled);
  return found.map(({ file }) => file);
}

async function sinceWhen(channel: string, { spool, clock }: Post): Promise<Temporal.Instant> {
  const known = await spool.servedSince(channel);
  if (known !== null) return known;
  const now = clock.now();
  await spool.serve(channel, now);
  return now;
}

async function attempt(
  channel: Channel,
  alert: Alert,
  before: Delivery | null,
  { spool, clock, signal, observe }: Post,
): Promise<Delivery> {
  const to = { id: alert.id, channel: channel.name };
  await spool.record(begun(to, before, clock.now()));
  const receipt = await handOver(channel, alert, before, signal);
  const after = ended(to, before, clock.now(), receipt);
  await spool.record(after);
  observe?.(after);
  return after;
}

async function handOver(
  channel: Channel,
  alert: Alert,
  before: Delivery | null,
  signal: AbortSignal | undefined,
): Promise<Receipt> {
  const only = before?.state === "waiting" ? before.left ?? null : null;
  try {
    const how = { only, ...(signal ? { signal } : {}) };
    return await channel.send(messageOf(alert, channel.lang), how);
  } catch (fault) {
    signal?.throwIfAborted();
    return { kind: "failed", reason: ownFault(fault), retryAfterMs: null };
  }
}

/** A fault of the program in one channel must not keep the others from theirs. */
function ownFault(fault: unknown): Sentence {
  if (isForeseen(fault)) return fault.sentence;
  const what = fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault);
  return {
    ko: `dmf-notify 프로그램 자체의 오류입니다: ${what}`,
    en: `This is a fault of dmf-notify itself: ${what}`,
  };
}

function instantOf(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
