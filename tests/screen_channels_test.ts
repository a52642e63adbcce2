import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { desktopChannel, NOTIFY_SEND } from "../src/adapters/desktop_channel.ts";
import { type Ran, type Run, runProgram } from "../src/adapters/program_run.ts";
import { POWERSHELL, toastChannel, toastScript } from "../src/adapters/toast_channel.ts";
import type { Receipt } from "../src/notify/channel.ts";
import { messageOf } from "../src/notify/message.ts";
import { NOTIFIERS } from "../tools/permissions.ts";
import { alertOf, HOSTILE, hostileAlert } from "./support/alerts.ts";
import { assertBilingual } from "./support/bilingual.ts";

const settings = (type: "toast" | "desktop") =>
  ({ name: type, type, kinds: null, lang: "en" }) as const;
const message = messageOf(alertOf("a"), "en");

/** A system that remembers what it was to run. */
function recorder(ran: Ran = { code: 0, said: "" }): { run: Run; commands: string[][] } {
  const commands: string[][] = [];
  const run: Run = (program, args) => {
    commands.push([program, ...args]);
    return Promise.resolve(ran);
  };
  return { run, commands };
}

function sentenceOf(receipt: Receipt) {
  assert.equal(receipt.kind, "failed");
  const reason = receipt.kind === "failed" ? receipt.reason : { ko: "", en: "" };
  assertBilingual(reason);
  return reason.en;
}

Deno.test("the programs that may be run are the ones that are run", () => {
  assert.deepEqual(NOTIFIERS, { linux: NOTIFY_SEND, windows: POWERSHELL });
});

Deno.test("a desktop notification is arguments behind the end of options, markup escaped", async () => {
  for (const text of HOSTILE) {
    const { run, commands } = recorder();
    const channel = desktopChannel(settings("desktop"), { os: "linux", run });
    const receipt = await channel.send(messageOf(hostileAlert(text), "en"), { only: null });
    assert.deepEqual(receipt, { kind: "delivered" });
    const [command] = commands;
    assert.deepEqual(command!.slice(0, 3), [NOTIFY_SEND, "--app-name=dmf", "--"]);
    assert.equal(command!.length, 5);
    assert.doesNotMatch(command![4]!, /[<>]|&(?!amp;|lt;|gt;)/, text);
    assert.ok(command![4]!.length < 2600);
  }
});

Deno.test("a toast's script holds base64 of the text, and nothing of the text itself", () => {
  const frame = toastScript("", "");
  for (const text of HOSTILE) {
    const { title, sentence } = messageOf(hostileAlert(text), "en");
    const script = toastScript(title, sentence.slice(0, 300));
    const [, first, second] = /\$lines = @\('([A-Za-z0-9+/=]*)', '([A-Za-z0-9+/=]*)'\)/.exec(
      script,
    )!;
    assert.equal(script.replace(first!, "").replace(second!, ""), frame, text);
    assert.equal(Buffer.from(first!, "base64").toString("utf8"), title);
  }
});

Deno.test("a toast runs PowerShell with an encoded command that Windows can hold", async () => {
  for (const text of HOSTILE) {
    const { run, commands } = recorder();
    const channel = toastChannel(settings("toast"), { os: "windows", run });
    const receipt = await channel.send(messageOf(hostileAlert(text), "en"), { only: null });
    assert.deepEqual(receipt, { kind: "delivered" });
    const [command] = commands;
    const options = ["-NoLogo", "-NoProfile", "-NonInteractive", "-EncodedCommand"];
    assert.deepEqual(command!.slice(0, 5), [POWERSHELL, ...options]);
    assert.match(command![5]!, /^[A-Za-z0-9+/=]+$/);
    assert.equal(command!.length, 6);
    assert.ok(command!.join(" ").length < 32_000, text);
    assert.match(Buffer.from(command![5]!, "base64").toString("utf16le"), /CreateTextNode/);
  }
});

Deno.test("a channel of another system says which key and which system", async () => {
  const toast = await toastChannel(settings("toast"), { os: "linux" }).send(message, {
    only: null,
  });
  assert.match(sentenceOf(toast), /"notify\.toast" works on Windows only, and this is linux/);
  const desktop = desktopChannel(settings("desktop"), { os: "windows" });
  assert.match(sentenceOf(await desktop.send(message, { only: null })), /"notify\.desktop".*Linux/);
});

Deno.test.each(
  [
    ["is not there", null, /this machine has no program "\/usr\/bin\/notify-send"/],
    ["fails", { code: 1, said: 'no "bus"' }, /\(exit code 1\): "no 'bus'"/],
  ] as const,
)("a notifier that $0 is a failure in words", async (_: string, ran: Ran, words: RegExp) => {
  const channel = desktopChannel(settings("desktop"), { os: "linux", run: recorder(ran).run });
  assert.match(sentenceOf(await channel.send(message, { only: null })), words);
});

Deno.test("runProgram() hands arguments over as they stand, and ends a program that hangs", async () => {
  const never = new AbortController().signal;
  const hostile = ["$(exit 3)", "`exit 3`", '"; exit 3; "', "--help"];
  const echo = ["eval", "console.error(JSON.stringify(Deno.args)); Deno.exit(7)", ...hostile];
  const ran = await runProgram(Deno.execPath(), echo, never);
  assert.equal(ran!.code, 7);
  assert.deepEqual(JSON.parse(ran!.said), hostile);
  assert.equal(await runProgram("/nowhere/notify-send", [], never), null);
  const hang = await runProgram("/bin/sleep", ["60"], AbortSignal.timeout(50));
  assert.notEqual(hang!.code, 0);
});
