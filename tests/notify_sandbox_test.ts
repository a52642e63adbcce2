/**
 * What the sandbox of `dmf-notify` refuses, and that what it grants is enough.
 *
 * @module
 */

import assert from "node:assert/strict";
import { notifyFlags, specHosts } from "../tools/permissions.ts";
import { alertOf } from "./support/alerts.ts";
import { probe } from "./support/sandbox_probe.ts";
import { SmtpServer } from "./support/smtp_server.ts";
import { WebhookServer } from "./support/webhook_server.ts";

const PROJECT = new URL("../", import.meta.url);
const FLAGS = notifyFlags(await specHosts(new URL("selectors/", PROJECT)));

const REFUSED = [
  ["a write into the data folder", 'Deno.writeTextFileSync("data/x", "")', /^NotCapable.*write/],
  ["a write into the store", 'Deno.writeTextFileSync("data/dmf.kv", "")', /^NotCapable.*write/],
  ["a heartbeat of its own", 'Deno.writeTextFileSync("data/heartbeat.json", "")', /^NotCapable/],
  ["a write out by dots", 'Deno.writeTextFileSync("data/outbox/../x", "")', /^NotCapable.*write/],
  ["a write of its settings", 'Deno.writeTextFileSync("dmf.json", "{}")', /^NotCapable.*write/],
  ["a write of a secret", 'Deno.writeTextFileSync("secrets/x", "")', /^NotCapable.*write/],
  ["a look into the store", 'Deno.readFileSync("data/dmf.kv")', /^NotCapable.*read/],
  ["a file of the system", 'Deno.readTextFileSync("/etc/hosts")', /^NotCapable.*read/],
  ["the publisher", 'await fetch("https://nedrug.mfds.go.kr/")', /^NotCapable.*nedrug/],
  ["any other program", 'new Deno.Command("/bin/sh").outputSync()', /^NotCapable.*run/],
  ["system facts", "Deno.hostname()", /^NotCapable.*sys/],
  ["a library", 'Deno.dlopen("x.so", {})', /^NotCapable.*ffi/],
] as const;

Deno.test("the sandbox of dmf-notify refuses all but its own", async () => {
  // One start for all of them: each tells by its place.
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

Deno.test("the sandbox of dmf-notify hides the environment", async () => {
  assert.equal(await probe('Deno.env.get("DMF_SECRET")', FLAGS), "done undefined");
});

Deno.test("the task that runs dmf-notify carries exactly its sandbox", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", PROJECT)));
  assert.equal(tasks.notify.command, `deno run ${FLAGS.join(" ")} src/notify_main.ts`);
});

Deno.test("mail, webhook and file drop work under the sandbox of dmf-notify", async () => {
  await using smtp = new SmtpServer({ login: { user: "ra", password: "kept" } });
  await using hook = new WebhookServer();
  const box = await Deno.makeTempDir({ prefix: "dmf-notify-" });
  try {
    await Deno.mkdir(`${box}/data/outbox`, { recursive: true });
    await Deno.mkdir(`${box}/secrets`);
    await Deno.writeTextFile(`${box}/secrets/mail`, "kept\n");
    await Deno.writeTextFile(
      `${box}/data/outbox/a.json`,
      JSON.stringify(alertOf("a", {
        at: Temporal.Now.instant().toString() as never,
      })),
    );
    const mail = {
      host: "127.0.0.1",
      port: smtp.port,
      security: "none",
      user: "ra",
      passwordFile: "secrets/mail",
      from: "dmf@example.kr",
      to: ["ra@example.kr"],
    };
    const notify = { mail, webhook: { url: hook.url }, file: {}, toast: {} };
    await Deno.writeTextFile(`${box}/dmf.json`, JSON.stringify({ notify }));
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", ...FLAGS, new URL("src/notify_main.ts", PROJECT).href, "--lang", "en"],
      cwd: box,
      env: { NO_COLOR: "1" },
    }).output();
    const said = new TextDecoder().decode(stderr);
    // On Linux the toast alone cannot be shown.
    assert.match(said, /✗ toast: a: "notify\.toast" works on Windows only/);
    for (const name of ["mail", "webhook", "file"]) assert.match(said, new RegExp(`✓ ${name}: a`));
    assert.equal(code, 1, said);
    assert.equal(smtp.mails.length, 1);
    assert.equal(hook.calls.length, 1);
    assert.deepEqual(Array.from(Deno.readDirSync(`${box}/drop`), ({ name }) => name), ["a.json"]);
    assert.doesNotMatch(said, /kept|s3cret/);
  } finally {
    await Deno.remove(box, { recursive: true });
  }
});
