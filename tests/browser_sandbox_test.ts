/**
 * What the sandbox of `dmf-browser` refuses.
 *
 * @module
 */

import assert from "node:assert/strict";
import { browserFlags } from "../tools/permissions.ts";
import { probe } from "./support/sandbox_probe.ts";

const PROJECT = new URL("../", import.meta.url);
const FLAGS = browserFlags();

const REFUSED = [
  ["a file of the system", 'Deno.readTextFileSync("/etc/hosts")', /^NotCapable.*read/],
  ["the folder above", 'Deno.readTextFileSync("../x")', /^NotCapable.*read/],
  ["its settings", 'Deno.readTextFileSync("dmf.json")', /^NotCapable.*read/],
  ["secrets", 'Deno.readTextFileSync("secrets/mail")', /^NotCapable.*read/],
  ["a write into the data folder", 'Deno.writeTextFileSync("data/x", "")', /^NotCapable.*write/],
  ["a write into the store", 'Deno.writeTextFileSync("data/dmf.kv", "")', /^NotCapable.*write/],
  ["a write out by dots", 'Deno.writeTextFileSync("data/browser/../x", "")', /^NotCapable.*write/],
  ["the publisher", 'await fetch("https://nedrug.mfds.go.kr/")', /^NotCapable.*nedrug/],
  ["the world", 'await fetch("https://example.kr/")', /^NotCapable.*example/],
  ["to listen to the world", 'Deno.listen({ hostname: "0.0.0.0", port: 0 })', /^NotCapable.*net/],
  ["a shell", 'new Deno.Command("/bin/sh").outputSync()', /^NotCapable.*run/],
  ["a program of the search path", 'new Deno.Command("ls").outputSync()', /^NotCapable.*run/],
  ["a notification", 'new Deno.Command("/usr/bin/notify-send").outputSync()', /^NotCapable.*run/],
  [
    "a library put before the browser",
    'new Deno.Command("/usr/bin/chromium", { env: { LD_PRELOAD: "x.so" } }).outputSync()',
    /^NotCapable.*LD_PRELOAD/,
  ],
  ["system facts", "Deno.hostname()", /^NotCapable.*sys/],
  ["a library", 'Deno.dlopen("x.so", {})', /^NotCapable.*ffi/],
] as const;

Deno.test("the sandbox of dmf-browser refuses all but its own", async () => {
  const tries = REFUSED.map(([, code]) =>
    `await (async () => { try { ${code}; return "done"; } catch (e) { return e.name + e.message; } })()`
  );
  const told = await probe(`JSON.stringify([${tries.join(",")}])`, FLAGS);
  const ended: string[] = JSON.parse(told.slice(told.indexOf("[")));
  assert.equal(ended.length, REFUSED.length);
  for (const [index, [what, , refusal]] of REFUSED.entries()) {
    assert.match(ended[index]!, refusal, what);
  }
});

Deno.test("the sandbox of dmf-browser hides the environment", async () => {
  assert.equal(await probe('Deno.env.get("DMF_SECRET")', FLAGS), "done undefined");
});

Deno.test("the sandbox of dmf-browser lets it write its own folder", async () => {
  const code = '(Deno.mkdirSync("data/browser"), Deno.writeTextFileSync("data/browser/x", ""))';
  assert.equal(await probe(code, FLAGS), "done undefined");
});

Deno.test("the task that runs dmf-browser carries exactly its sandbox", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", PROJECT)));
  const flags = FLAGS.map((flag) => flag.includes(" ") ? `'${flag}'` : flag);
  assert.equal(tasks.browser.command, `deno run ${flags.join(" ")} src/browser_main.ts`);
});
