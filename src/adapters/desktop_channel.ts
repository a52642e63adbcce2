/**
 * The channel that shows alerts on a Linux desktop through `notify-send`.
 *
 * @module
 */

import type { Channel } from "../notify/channel.ts";
import type { ScreenSettings } from "../notify/channel_settings.ts";
import { oneLine } from "../notify/message.ts";
import { notifyBy, notOnThisSystem, type Run, runProgram } from "./program_run.ts";

/** By its full name, so that nothing else in the search path can take its place. */
export const NOTIFY_SEND = "/usr/bin/notify-send";

/** What a notification shows of a sentence. */
const LONGEST_BODY = 500;

/** Parts that tests replace. */
export interface ScreenParts {
  readonly os?: string;
  readonly run?: Run;
  readonly timeoutMs?: number;
}

/** Shows alerts on the desktop of the user that runs the program. */
export function desktopChannel(
  { name, kinds, lang }: ScreenSettings,
  { os = Deno.build.os, run = runProgram, timeoutMs = 10_000 }: ScreenParts = {},
): Channel {
  return {
    name,
    kinds,
    lang,
    send({ title, sentence }, { signal }) {
      if (os !== "linux") return Promise.resolve(notOnThisSystem(name, "Linux", os));
      // Bodies are markup to most desktops; titles are not.
      const body = oneLine(sentence, LONGEST_BODY)
        .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      const command = [NOTIFY_SEND, "--app-name=dmf", "--", title, body] as const;
      return notifyBy(run, name, command, { signal, timeoutMs });
    },
  };
}
