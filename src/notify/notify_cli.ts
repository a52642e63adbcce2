/**
 * `dmf-notify` from arguments to an exit code: once, watch, test.
 *
 * In a watch every channel has its turns in its own time: one that hangs keeps itself busy and
 * nobody else. A fault of the disk is said and does not end the watch.
 *
 * @module
 */

import { parseConfig } from "../config.ts";
import { ConfigurationError, unreadable } from "../configuration_error.ts";
import { describeFault, isForeseen } from "../fault_words.ts";
import { languageOf } from "../options.ts";
import type { Sentence } from "../refusal.ts";
import type { Channel } from "./channel.ts";
import { watchHeartbeat } from "./dead_man.ts";
import type { Delivery } from "./delivery.ts";
import { type NotifyCommand, notifyHelp, parseNotifyArguments } from "./notify_arguments.ts";
import type { NotifyDesk, Outbox } from "./notify_desk.ts";
import { messageOf, seoulMinute } from "./message.ts";
import { Spool } from "./spool.ts";
import { testAlert } from "./test_alert.ts";
import { tidy } from "./tidy.ts";
import { type Post, takeTurn, unreadable as unreadableFiles } from "./turn.ts";

/** A watch looks this often. */
const LOOK_MS = 60_000;
/** Every so many looks the outbox is tidied. */
const TIDY_EVERY = 60;

/** Runs a command line and returns the exit code. */
export async function runNotify(argv: readonly string[], desk: NotifyDesk): Promise<number> {
  try {
    return await dispatch(parseNotifyArguments(argv), desk);
  } catch (fault) {
    if (desk.signal.aborted && !isForeseen(fault)) return 1;
    desk.err(`${describeFault(fault)[languageOf(argv)]}\n`);
    if (fault instanceof ConfigurationError) return 2;
    return 4;
  }
}

async function dispatch(command: NotifyCommand, desk: NotifyDesk): Promise<number> {
  const { mode, lang } = command;
  if (mode === "help") desk.out(notifyHelp(lang));
  if (mode === "version") desk.out(`dmf-notify ${desk.version}\n`);
  if (mode === "help" || mode === "version") return 0;
  const channels = await openChannels(command, desk);
  // A test touches no file: it is the channels that are tried.
  if (mode === "test") return await test(channels, command, desk);
  const outbox = await desk.openOutbox(command.data);
  try {
    if (!outbox.alone) {
      desk.err(`${BUSY[lang]}\n`);
      return 1;
    }
    const work = mode === "watch" ? watch : once;
    return await work(channels, outbox, command, desk);
  } finally {
    outbox.close();
  }
}

async function openChannels(
  { config }: NotifyCommand,
  desk: NotifyDesk,
): Promise<readonly Channel[]> {
  const text = await desk.readText(config);
  const channels = parseConfig(text, config, { sources: null }).notify;
  if (channels.length === 0) throw unreadable(config, NO_CHANNEL);
  return channels.map((settings) => desk.openChannel(settings));
}

const NO_CHANNEL: Sentence = {
  ko: '알림 채널이 없습니다. 예를 들어 "notify": {"mail": {"host": "smtp.example.kr", ' +
    '"from": "dmf@example.kr", "to": ["ra@example.kr"]}} 을 적어 넣으십시오.',
  en: 'there is no channel; add for example "notify": {"mail": {"host": "smtp.example.kr", ' +
    '"from": "dmf@example.kr", "to": ["ra@example.kr"]}}',
};

const BUSY: Sentence = {
  ko: "다른 dmf-notify가 같은 자료 폴더에서 실행 중입니다.",
  en: "Another dmf-notify is at work in this data folder.",
};

async function once(
  channels: readonly Channel[],
  outbox: Outbox,
  command: NotifyCommand,
  desk: NotifyDesk,
): Promise<number> {
  const spool = new Spool(outbox.folder);
  const post = postOf(spool, command, desk);
  await watchHeartbeat(spool, await outbox.heartbeat(), desk.clock.now());
  const odd = await tellUnreadable(spool, command, desk);
  const turns = await Promise.allSettled(channels.map((channel) => takeTurn(channel, post)));
  const broken = turns.find((turn) => turn.status === "rejected");
  if (broken) throw broken.reason;
  await tidy(spool, channels, { now: desk.clock.now() });
  const undelivered = turns.some((turn) => turn.status === "fulfilled" && turn.value.undelivered);
  return undelivered || odd > 0 ? 1 : 0;
}

async function watch(
  channels: readonly Channel[],
  outbox: Outbox,
  command: NotifyCommand,
  desk: NotifyDesk,
): Promise<number> {
  const { clock, signal } = desk;
  const spool = new Spool(outbox.folder);
  const post = postOf(spool, command, desk);
  const atWork = new Map<string, Promise<void>>();
  await tellUnreadable(spool, command, desk);
  for (let look = 0; !signal.aborted; look++) {
    await saying(desk, command, async () => {
      await watchHeartbeat(spool, await outbox.heartbeat(), clock.now());
      if (look % TIDY_EVERY === 0) await tidy(spool, channels, { now: clock.now() });
    });
    for (const channel of channels) {
      if (atWork.has(channel.name)) continue;
      const turn = saying(desk, command, () => takeTurn(channel, post));
      atWork.set(channel.name, turn.finally(() => atWork.delete(channel.name)));
    }
    await clock.sleep(LOOK_MS, signal).catch((reason) => {
      if (!signal.aborted) throw reason;
    });
  }
  await Promise.all(atWork.values());
  return 0;
}

/** Does one part of a watch; its fault is said and ends nothing. */
async function saying(
  desk: NotifyDesk,
  { lang }: NotifyCommand,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (fault) {
    if (!desk.signal.aborted) desk.err(`${describeFault(fault)[lang]}\n`);
  }
}

function postOf(spool: Spool, { lang }: NotifyCommand, desk: NotifyDesk): Post {
  const { clock, signal } = desk;
  return { spool, clock, signal, observe: (delivery) => desk.err(deliveryLine(delivery, lang)) };
}

function deliveryLine(delivery: Delivery, lang: "ko" | "en"): string {
  const { channel, id, lastError } = delivery;
  const reason = lastError?.[lang] ?? "";
  switch (delivery.state) {
    case "delivered":
      return `✓ ${channel}: ${id}\n`;
    case "waiting": {
      const next = seoulMinute(delivery.nextAttemptAt);
      return lang === "ko"
        ? `✗ ${channel}: ${id}: ${reason} 다음 시도: ${next}(서울)\n`
        : `✗ ${channel}: ${id}: ${reason}; next attempt ${next} (Seoul)\n`;
    }
    case "given-up":
      return lang === "ko"
        ? `✗ ${channel}: ${id}: 전달을 포기했습니다. ${reason}\n`
        : `✗ ${channel}: ${id}: given up; ${reason}\n`;
  }
}

/** Tells of files that are no alerts; returns how many. */
async function tellUnreadable(
  spool: Spool,
  { lang, data }: NotifyCommand,
  desk: NotifyDesk,
): Promise<number> {
  const files = await unreadableFiles(spool);
  for (const file of files) {
    const path = `${data}/outbox/${file}`;
    desk.err(
      lang === "ko"
        ? `✗ "${path}" 파일은 알림이 아닙니다. 열어 보고 지우십시오.\n`
        : `✗ "${path}" holds no alert; look at it and remove it\n`,
    );
  }
  return files.length;
}

async function test(
  channels: readonly Channel[],
  { lang }: NotifyCommand,
  desk: NotifyDesk,
): Promise<number> {
  const alert = testAlert(desk.clock.now());
  const lines = await Promise.all(channels.map(async (channel) => {
    try {
      const receipt = await channel.send(messageOf(alert, channel.lang), {
        signal: desk.signal,
        only: null,
      });
      return { channel, reason: receipt.kind === "delivered" ? null : receipt.reason };
    } catch (fault) {
      desk.signal.throwIfAborted();
      return { channel, reason: describeFault(fault) };
    }
  }));
  for (const { channel: { name }, reason } of lines) {
    const ended = reason?.[lang] ?? (lang === "ko" ? "전달했습니다." : "delivered");
    desk.out(`${reason === null ? "✓" : "✗"} ${name}: ${ended}\n`);
  }
  return lines.some(({ reason }) => reason !== null) ? 1 : 0;
}
