import assert from "node:assert/strict";
import { openChannel, openOutbox } from "../src/adapters/notify_desk.ts";
import { heartbeatOf } from "../src/heartbeat.ts";
import type { RunId, SourceId } from "../src/model.ts";
import type { Channel } from "../src/notify/channel.ts";
import { runNotify } from "../src/notify/notify_cli.ts";
import { NOTIFY_OPTIONS } from "../src/notify/notify_arguments.ts";
import type { NotifyDesk } from "../src/notify/notify_desk.ts";
import type { Clock } from "../src/ports.ts";
import { alertOf, DELIVERED, scriptedChannel } from "./support/alerts.ts";
import { assertBilingual } from "./support/bilingual.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { SmtpServer } from "./support/smtp_server.ts";
import { WebhookServer } from "./support/webhook_server.ts";

const NOWHERE = "http://127.0.0.1:9/";
const MEMORY = await Deno.stat("/dev/shm").then(() => ({ dir: "/dev/shm" }), () => ({}));

/** A box with a dmf.json and the program run in it, its clock and channels at hand. */
class Box implements AsyncDisposable {
  readonly clock = new ManualClock("2026-11-01T21:10:00Z");
  readonly stop = new AbortController();

  private constructor(readonly folder: string) {}

  static async with(notify: unknown, ...alerts: readonly string[]): Promise<Box> {
    const box = new Box(await Deno.makeTempDir({ prefix: "dmf-notify-", ...MEMORY }));
    await Deno.mkdir(`${box.folder}/data/outbox`, { recursive: true });
    await Deno.writeTextFile(`${box.folder}/dmf.json`, JSON.stringify({ notify }));
    for (const id of alerts) await box.add(id);
    return box;
  }

  add(id: string): Promise<void> {
    const path = `${this.folder}/data/outbox/${id}.json`;
    return Deno.writeTextFile(path, JSON.stringify(alertOf(id)));
  }

  async run(args: readonly string[], parts: Partial<NotifyDesk> = {}) {
    let [out, err] = ["", ""];
    const clock = parts.clock ?? this.clock;
    const desk: NotifyDesk = {
      version: "0.0.0",
      clock,
      signal: this.stop.signal,
      readText: (path) => Deno.readTextFile(path),
      openOutbox,
      openChannel: (settings) => openChannel(settings, { version: "0.0.0", clock, timeoutMs: 500 }),
      ...parts,
      out: (text) => out += text,
      err: (text) => err += text,
    };
    const folder = ["--data", `${this.folder}/data`, "--config", `${this.folder}/dmf.json`];
    const code = await runNotify([...args, ...folder], desk);
    return { code, out, err };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

const mailTo = (port: number) => ({
  host: "127.0.0.1",
  port,
  security: "none",
  from: "dmf@example.kr",
  to: ["ra@example.kr"],
});

Deno.test("without a channel dmf-notify says what to write into dmf.json", async () => {
  await using box = await Box.with({});
  const ko = await box.run(["--once"]);
  const en = await box.run(["--once", "--lang", "en"]);
  assert.equal(ko.code, 2);
  assert.match(en.err, /there is no channel; add for example "notify": \{"mail"/);
  assertBilingual({ ko: ko.err.trimEnd(), en: en.err.trimEnd() });
});

Deno.test("a dead channel keeps its alerts and holds up no other", async () => {
  await using smtp = new SmtpServer();
  await using hook = new WebhookServer();
  await using box = await Box.with(
    { "webhook-dead": { url: NOWHERE }, "mail": mailTo(smtp.port), "webhook": { url: hook.url } },
    "a",
    "b",
  );
  const first = await box.run([]);
  assert.equal(first.code, 1);
  assert.equal(smtp.mails.length, 2);
  assert.equal(hook.calls.length, 2);
  assert.match(first.err, /✗ webhook-dead: a: .*다음 시도: 2026-11-02 06:11/);

  const config = { "webhook-dead": { url: hook.url }, "mail": mailTo(smtp.port) };
  await Deno.writeTextFile(`${box.folder}/dmf.json`, JSON.stringify({ notify: config }));
  box.clock.advance(120_000);
  const second = await box.run([]);
  assert.equal(second.code, 0, second.err);
  assert.equal(smtp.mails.length, 2);
  const keys = hook.calls.map(({ headers }) => headers.get("idempotency-key"));
  assert.deepEqual(keys.sort(), ["a", "a", "b", "b"]);
  assert.equal((await box.run([])).err, "");
});

Deno.test("a file that is no alert is named, and the others leave", async () => {
  await using hook = new WebhookServer();
  await using box = await Box.with({ webhook: { url: hook.url } }, "b");
  await Deno.writeTextFile(`${box.folder}/data/outbox/a.json`, "{half");
  const { code, err } = await box.run(["--lang", "en"]);
  assert.equal(code, 1);
  assert.match(err, /outbox\/a\.json" holds no alert; look at it and remove it/);
  assert.equal(hook.calls.length, 1);
});

Deno.test("--test tells in a line each how the channels are, and leaves nothing behind", async () => {
  await using hook = new WebhookServer();
  await using box = await Box.with({ webhook: { url: hook.url }, mail: mailTo(9) }, "a");
  const { code, out, err } = await box.run(["--test", "--lang", "en"]);
  assert.equal(code, 1);
  assert.match(out, /^✓ webhook: delivered\n✗ mail: Cannot send through .*ECONNREFUSED.*\n$/);
  assert.equal(err, "");
  assert.equal(JSON.parse(hook.calls[0]!.body).kind, "test");
  const names = Array.from(Deno.readDirSync(`${box.folder}/data/outbox`), ({ name }) => name);
  assert.deepEqual(names, ["a.json"]);
});

Deno.test("two notifiers at once: the second says so and sends nothing", async () => {
  await using hook = new WebhookServer();
  await using box = await Box.with({ webhook: { url: hook.url } }, "a");
  const first = await openOutbox(`${box.folder}/data`);
  try {
    assert.equal(first.alone, true);
    const { code, err } = await box.run(["--lang", "en"]);
    assert.equal(code, 1);
    assert.match(err, /Another dmf-notify is at work/);
    assert.equal(hook.calls.length, 0);
  } finally {
    first.close();
  }
  assert.equal((await box.run([])).code, 0);
});

/** A clock by which a look costs nothing but the chance of others to get on with their work. */
function looking(clock: ManualClock, at: () => Promise<void> | void): Clock {
  return {
    now: () => clock.now(),
    async sleep(_, signal) {
      await at();
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
    },
  };
}

Deno.test("a watch serves the others while one channel hangs, and ends at a stop", async () => {
  await using box = await Box.with({ "webhook": { url: NOWHERE }, "file": {} }, "a");
  const good = scriptedChannel("file", () => DELIVERED);
  let hanging = 0;
  const hangs: Channel = {
    ...scriptedChannel("webhook", () => DELIVERED),
    send(_, { signal }) {
      hanging += 1;
      return new Promise((_, reject) =>
        signal!.addEventListener("abort", () => reject(signal!.reason), { once: true })
      );
    },
  };
  let added = false;
  const clock = looking(box.clock, async () => {
    if (hanging > 0 && good.sent.includes("a") && !added) {
      added = true;
      await box.add("b");
    }
    if (good.sent.includes("b")) box.stop.abort(new Error("Stopped by the user"));
  });
  const openChannel = ({ name }: { name: string }) => name === "file" ? good : hangs;
  const { code, err } = await box.run(["--watch"], { clock, openChannel });
  assert.equal(code, 0, err);
  assert.deepEqual(good.sent, ["a", "b"]);
  assert.equal(hanging, 1);
});

Deno.test("a watch tells of a silent crawler, and of its return, with no crawler alive", async () => {
  await using box = await Box.with({ file: {} });
  const beat = (now: Temporal.Instant) => {
    const status = { source: "mfds-dmf" as SourceId, run: "2026-11-02" as RunId };
    const heartbeat = heartbeatOf({ ...status, verdict: null, head: null, ageHours: null }, now);
    return Deno.writeTextFile(`${box.folder}/data/heartbeat.json`, JSON.stringify(heartbeat));
  };
  await beat(box.clock.now());
  const channel = scriptedChannel("file", () => DELIVERED);
  let [looks, beaten] = [0, false];
  const clock = looking(box.clock, async () => {
    if (++looks === 2) box.clock.advance(2 * 24 * 3_600_000);
    if (channel.sent.length === 1 && !beaten) {
      beaten = true;
      await beat(box.clock.now());
    }
    if (channel.sent.length === 2) box.stop.abort(new Error("Stopped by the user"));
  });
  await box.run(["--watch"], { clock, openChannel: () => channel });
  assert.match(channel.sent[0]!, /^mfds-dmf-silent-2026-11-03T00:00:00Z$/);
  assert.match(channel.sent[1]!, /^mfds-dmf-recovered-/);
  assert.equal(channel.sent.length, 2);
});

Deno.test("a notifier killed after the receiver took the alert sends it again under its id", async () => {
  await using hook = new WebhookServer();
  await using box = await Box.with({ webhook: { url: hook.url } });
  const now = Temporal.Now.instant();
  await Deno.writeTextFile(
    `${box.folder}/data/outbox/a.json`,
    JSON.stringify(alertOf("a", { at: now.toString() as never })),
  );
  const taken = Promise.withResolvers<void>();
  hook.answer = () => {
    taken.resolve();
    return "hang";
  };
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-all",
      new URL("../src/notify_main.ts", import.meta.url).href,
    ],
    cwd: box.folder,
    stdout: "null",
    stderr: "null",
  }).spawn();
  await taken.promise;
  child.kill("SIGKILL");
  await child.status;

  hook.answer = () => new Response(null, { status: 200 });
  const later = new ManualClock(now.add({ minutes: 5 }).toString());
  const { code, err } = await box.run([], { clock: later });
  assert.equal(code, 0, err);
  const keys = hook.calls.map(({ headers }) => headers.get("idempotency-key"));
  assert.deepEqual(keys, ["a", "a"]);
});

Deno.test.each([
  [["--onec"], /"--onec" is not a known option, nearest is "--once"/],
  [["once"], /"once" is not a known option, nearest is "--once"/],
  [["--once", "--watch"], /"--watch", "--once" cannot stand together/],
  [["--once=1"], /"--once" takes no value/],
])("$0 ends with 2 and one sentence", async (args: readonly string[], words: RegExp) => {
  await using box = await Box.with({ file: {} });
  const { code, err } = await box.run([...args, "--lang", "en"]);
  assert.equal(code, 2);
  assert.match(err, words);
});

Deno.test("help names every option in both languages, and the version is one line", async () => {
  await using box = await Box.with({});
  for (const lang of ["ko", "en"]) {
    const { code, out } = await box.run(["--help", "--lang", lang]);
    assert.equal(code, 0);
    for (const name of Object.keys(NOTIFY_OPTIONS)) assert.match(out, new RegExp(`--${name}\\b`));
  }
  assert.deepEqual(await box.run(["--version"]), { code: 0, out: "dmf-notify 0.0.0\n", err: "" });
});
