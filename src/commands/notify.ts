/**
 * `dmf notify`: hands the alerts on to the outbox folder now, and shows where each channel stands.
 *
 * It delivers nothing: the crawler's sandbox lets it reach no mail server. That is for `dmf-notify`.
 *
 * @module
 */

import type { Command } from "../action.ts";
import type { Desk } from "../desk.ts";
import { printableLines } from "../field_text.ts";
import { outboxOf } from "../keys.ts";
import { testAlert } from "../notify/test_alert.ts";
import { overview } from "../notify/overview.ts";
import { deliver } from "../outbox.ts";
import type { EventLog } from "../ports.ts";
import { channelsText } from "./channel_text.ts";
import { readConfig } from "./job.ts";

/** Runs the command. */
export async function notify(
  desk: Desk,
  { common, test }: Command & { readonly kind: "notify" },
): Promise<number> {
  const config = await readConfig(desk, common);
  const data = await desk.openData(common.data, "existing");
  try {
    const handedOn = await countOf(data.log);
    await deliver(data.log, data.notify);
    if (test) await data.notify.send(testAlert(desk.clock.now()));
    const channels = await overview(data.spool, config.notify);
    if (common.json) {
      const shown = channels.map(({ waiting, givenUp, ...channel }) => ({
        ...channel,
        waiting: waiting.map((one) => inLanguage(one, common.lang)),
        givenUp: givenUp.map((one) => inLanguage(one, common.lang)),
      }));
      desk.out(`${JSON.stringify({ handedOn, test, channels: shown })}\n`);
    } else {
      desk.out(printableLines(channelsText({ handedOn, test, channels }, common.lang)));
    }
    return 0;
  } finally {
    await data.close();
  }
}

async function countOf(log: EventLog): Promise<number> {
  let count = 0;
  for await (const _ of log.list({ prefix: outboxOf() })) count += 1;
  return count;
}

function inLanguage<T extends { readonly lastError: { ko: string; en: string } | null }>(
  one: T,
  lang: "ko" | "en",
) {
  return { ...one, lastError: one.lastError?.[lang] ?? null };
}
