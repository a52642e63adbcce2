/**
 * Alerts to deliver, harmless and hostile, and channels that end as a test says.
 *
 * @module
 */

import type { Alert } from "../../src/alert.ts";
import type { InstantText, RunId, SourceId } from "../../src/model.ts";
import type { Channel, Receipt } from "../../src/notify/channel.ts";
import type { Message } from "../../src/notify/message.ts";

/** An alert of 2026-11-02, 06:05 in Seoul. */
export function alertOf(id: string, parts: Partial<Alert> = {}): Alert {
  return {
    id,
    kind: "changes",
    source: "mfds-dmf" as SourceId,
    run: "2026-11-02" as RunId,
    at: "2026-11-01T21:05:00Z" as InstantText,
    sentence: { ko: "신규 3건, 변경 1건", en: "3 registered, 1 amended" },
    ...parts,
  };
}

/** Texts that a page could hold, each meant to break out of some channel. */
export const HOSTILE: readonly string[] = [
  "x\r\nBcc: evil@example.com\r\n\r\n<b>body</b>",
  "\r\n.\r\nMAIL FROM:<evil@example.com>",
  "$(Start-Process calc) `calc` $env:PATH ${x} %PATH%",
  "'; Remove-Item C:\\ -Recurse; '",
  '"; rm -rf ~; echo "',
  "</text></binding><action arguments='calc'/><!--",
  "]]><script>alert(1)</script>&amp;&#0;",
  "--help",
  "<!channel> <@U1> <https://evil.example|click>",
  "\u0000\u001b[2J\u202egnp.exe\u2028next\ufffe",
  "\ud800 a lone surrogate",
  "=?utf-8?B?QmNjOiBldmlsQGV4YW1wbGUuY29t?=",
  "가".repeat(5000),
];

/** An alert whose every text is hostile. */
export function hostileAlert(text: string): Alert {
  return alertOf(`hostile-${text.slice(0, 60)}`, {
    source: text as SourceId,
    run: text as RunId,
    sentence: { ko: text, en: text },
  });
}

/** A channel that ends as `end` says and remembers what it was given. */
export function scriptedChannel(
  name: string,
  end: (message: Message, only: readonly string[] | null) => Receipt | Promise<Receipt>,
  parts: Partial<Channel> = {},
): Channel & { readonly sent: string[] } {
  const sent: string[] = [];
  return {
    name,
    lang: "ko",
    kinds: null,
    sent,
    async send(message, { only }) {
      sent.push(message.id);
      return await end(message, only);
    },
    ...parts,
  };
}

/** What a channel that is down says. */
export const DOWN: Receipt = {
  kind: "failed",
  reason: { ko: "닿지 않습니다.", en: "It is down" },
  retryAfterMs: null,
};

/** What a channel that works says. */
export const DELIVERED: Receipt = { kind: "delivered" };
