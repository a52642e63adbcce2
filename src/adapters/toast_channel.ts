/**
 * The channel that shows alerts as toasts of Windows, through PowerShell.
 *
 * The text never becomes part of a script: title and body travel as base64 of UTF-8 inside an
 * encoded command, and become text nodes of the toast's document. There is nothing to quote or to
 * escape, and so nothing that a crawled value could break out of.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Channel } from "../notify/channel.ts";
import type { ScreenSettings } from "../notify/channel_settings.ts";
import { oneLine } from "../notify/message.ts";
import type { ScreenParts } from "./desktop_channel.ts";
import { notifyBy, notOnThisSystem, runProgram } from "./program_run.ts";

/** By its full name, so that nothing else in the search path can take its place. */
export const POWERSHELL = "C:/Windows/System32/WindowsPowerShell/v1.0/powershell.exe";

/** A toast shows about so much; a command line of Windows holds 32,767 characters. */
const LONGEST_BODY = 300;

/** The id that PowerShell itself is registered under; a toast needs one. */
const APP_ID = "{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe";

/** Shows alerts as toasts of the user that runs the program. */
export function toastChannel(
  { name, kinds, lang }: ScreenSettings,
  { os = Deno.build.os, run = runProgram, timeoutMs = 20_000 }: ScreenParts = {},
): Channel {
  return {
    name,
    kinds,
    lang,
    send({ title, sentence }, { signal }) {
      if (os !== "windows") return Promise.resolve(notOnThisSystem(name, "Windows", os));
      const script = toastScript(title, oneLine(sentence, LONGEST_BODY));
      const encoded = Buffer.from(script, "utf16le").toString("base64");
      const options = ["-NoLogo", "-NoProfile", "-NonInteractive"];
      const command = [POWERSHELL, ...options, "-EncodedCommand", encoded] as const;
      return notifyBy(run, name, command, { signal, timeoutMs });
    },
  };
}

/** The script that shows two lines; of the lines it holds base64 alone. */
export function toastScript(title: string, body: string): string {
  const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");
  return [
    "$ErrorActionPreference = 'Stop'",
    "[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]",
    "$utf8 = [Text.Encoding]::UTF8",
    `$lines = @('${base64(title)}', '${base64(body)}')`,
    "$type = [Windows.UI.Notifications.ToastTemplateType]::ToastText02",
    "$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent($type)",
    "$nodes = $xml.GetElementsByTagName('text')",
    "foreach ($i in 0, 1) {",
    "  $text = $utf8.GetString([Convert]::FromBase64String($lines[$i]))",
    "  [void]$nodes.Item($i).AppendChild($xml.CreateTextNode($text))",
    "}",
    "$toast = [Windows.UI.Notifications.ToastNotification]::new($xml)",
    `$app = '${APP_ID}'`,
    "[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show($toast)",
  ].join("\r\n");
}
