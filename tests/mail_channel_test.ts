import assert from "node:assert/strict";
import { mailChannel } from "../src/adapters/mail_channel.ts";
import type { Alert } from "../src/alert.ts";
import type { HandOver, Receipt } from "../src/notify/channel.ts";
import type { MailSettings } from "../src/notify/channel_settings.ts";
import { messageOf } from "../src/notify/message.ts";
import { alertOf, HOSTILE, hostileAlert } from "./support/alerts.ts";
import { TEST_CERT, TEST_KEY } from "./support/certificate.ts";
import { hasProgram } from "./support/programs.ts";
import { type SeenMail, type SmtpManners, SmtpServer } from "./support/smtp_server.ts";

const PASSWORD = "p4ss-wörd";

function settings(port: number, parts: Partial<MailSettings> = {}): MailSettings {
  return {
    name: "mail",
    type: "mail",
    kinds: null,
    lang: "en",
    host: "127.0.0.1",
    port,
    security: "none",
    user: null,
    passwordFile: null,
    caFile: null,
    from: "dmf@example.kr",
    to: ["ra@example.kr"],
    ...parts,
  };
}

interface Sent {
  readonly receipt: Receipt;
  readonly mails: readonly SeenMail[];
  readonly lines: readonly string[];
}

/** Mails an alert to a server with these manners. */
async function send(
  manners: SmtpManners,
  parts: Partial<MailSettings> = {},
  { alert = alertOf("a"), only = null, timeoutMs = 5000 }: {
    readonly alert?: Alert;
    readonly only?: HandOver["only"];
    readonly timeoutMs?: number;
  } = {},
): Promise<Sent> {
  await using server = new SmtpServer(manners);
  const channel = mailChannel(settings(server.port, parts), timeoutMs);
  const receipt = await channel.send(messageOf(alert, "en"), { only });
  return { receipt, mails: server.mails, lines: server.lines };
}

async function withFile(text: string, body: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, text);
    await body(path);
  } finally {
    await Deno.remove(path);
  }
}

function reasonOf({ receipt }: Sent): string {
  assert.equal(receipt.kind, "failed");
  return receipt.kind === "failed" ? receipt.reason.en : "";
}

/** Header lines of a mail, folded ones joined. */
function headersOf({ data }: SeenMail): string[] {
  return data.split("\r\n\r\n")[0]!.replace(/\r\n[ \t]+/g, " ").split("\r\n");
}

Deno.test("a mail is plain text under the alert's id", async () => {
  const { receipt, mails } = await send({}, { to: ["ra@example.kr", "qa@example.kr"] });
  assert.deepEqual(receipt, { kind: "delivered" });
  const [mail] = mails;
  assert.equal(mail!.from, "dmf@example.kr");
  assert.deepEqual(mail!.to, ["ra@example.kr", "qa@example.kr"]);
  const headers = headersOf(mail!);
  assert.ok(headers.includes("Message-ID: <a@example.kr>"), headers.join("\n"));
  assert.ok(headers.includes("Auto-Submitted: auto-generated"));
  assert.ok(headers.includes("X-Dmf-Alert: a"));
  assert.ok(headers.some((line) => /^Content-Type: text\/plain; charset=utf-8$/i.test(line)));
  assert.match(mail!.data, /\r\n\r\n3 registered, 1 amended\r\n/);
});

Deno.test("nothing that a page says adds a header, a receiver, a command or a part", async () => {
  const plain = headersOf((await send({})).mails[0]!).map((line) => line.split(":")[0]);
  for (const text of HOSTILE) {
    const { receipt, mails, lines } = await send({}, {}, { alert: hostileAlert(text) });
    assert.deepEqual(receipt, { kind: "delivered" }, text);
    assert.equal(mails.length, 1);
    assert.deepEqual(mails[0]!.to, ["ra@example.kr"]);
    const headers = headersOf(mails[0]!);
    assert.deepEqual(headers.map((line) => line.split(":")[0]), plain, text);
    assert.ok(headers.every((line) => line.length < 998), text);
    assert.deepEqual(lines.filter((line) => /^(MAIL|RCPT)/.test(line)).length, 2, text);
  }
});

Deno.test("a server that refuses the mail, or the login, is quoted without the password", async () => {
  assert.match(
    reasonOf(await send({ endAnswer: "554 too much like spam" })),
    /refused the mail.*554 too much like spam/,
  );
  await withFile(`${PASSWORD}\n`, async (passwordFile) => {
    const login = { user: "ra", password: "other" };
    const told = reasonOf(await send({ login }, { user: "ra", passwordFile }));
    assert.match(told, /Cannot log in .*"notify\.mail\.passwordFile"/);
    assert.doesNotMatch(told, /p4ss/);
  });
});

Deno.test("a password is read from its file, and sent", async () => {
  await withFile(`${PASSWORD}\r\n`, async (passwordFile) => {
    const login = { user: "ra", password: atobLike(PASSWORD) };
    const { receipt } = await send({ login }, { user: "ra", passwordFile });
    assert.deepEqual(receipt, { kind: "delivered" });
  });
});

/** What `atob` makes of the UTF-8 of a text. */
function atobLike(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

Deno.test("a password file that is not there is named with its key", async () => {
  const told = reasonOf(await send({}, { user: "ra", passwordFile: "secrets/none" }));
  assert.match(told, /"secrets\/none", which "notify\.mail\.passwordFile" names/);
});

Deno.test.each([
  ["before its greeting", { hangsAt: "" }],
  ["at the receiver", { hangsAt: "RCPT" }],
  ["at DATA", { hangsAt: "DATA" }],
])("a server that falls silent $0 costs its time limit and no more", async (
  _: string,
  manners: SmtpManners,
) => {
  const started = performance.now();
  const told = reasonOf(await send(manners, {}, { timeoutMs: 60 }));
  assert.match(told, /Cannot send through|refused the mail/);
  assert.ok(performance.now() - started < 2000);
});

Deno.test("a server that takes a mail and leaves without a word gets it again under its id", async () => {
  await using server = new SmtpServer({ dropsAfterData: true });
  const channel = mailChannel(settings(server.port));
  const message = messageOf(alertOf("a"), "en");
  assert.equal((await channel.send(message, { only: null })).kind, "failed");
  server.manners = {};
  assert.deepEqual(await channel.send(message, { only: null }), { kind: "delivered" });
  const ids = server.mails.map((mail) =>
    headersOf(mail).find((line) => line.startsWith("Message-ID"))
  );
  assert.deepEqual(ids, ["Message-ID: <a@example.kr>", "Message-ID: <a@example.kr>"]);
});

Deno.test("a receiver who is refused is left, and alone is sent to again", async () => {
  const to = ["a@example.kr", "b@example.kr", "c@example.kr"];
  const first = await send({ defers: ["b@example.kr"] }, { to });
  assert.match(reasonOf(first), /refused some receivers: "b@example\.kr"/);
  assert.deepEqual(first.receipt.kind === "failed" && first.receipt.left, ["b@example.kr"]);
  assert.deepEqual(first.mails[0]!.to, ["a@example.kr", "c@example.kr"]);
  const second = await send({}, { to }, { only: ["b@example.kr"] });
  assert.deepEqual(second.receipt, { kind: "delivered" });
  assert.deepEqual(second.mails[0]!.to, ["b@example.kr"]);
});

Deno.test("a mail whose every receiver is refused is not sent", async () => {
  assert.match(reasonOf(await send({ refuses: ["ra@example.kr"] })), /refused the mail/);
});

Deno.test("nothing is sent where TLS is asked for and the server has none", async () => {
  await withFile(PASSWORD, async (passwordFile) => {
    const login = { user: "ra", password: PASSWORD };
    const sent = await send({ login }, { security: "starttls", user: "ra", passwordFile });
    assert.match(reasonOf(sent), /Cannot use TLS .*"notify\.mail\.security"/);
    assert.deepEqual(sent.lines.filter((line) => /^(AUTH|MAIL)/.test(line)), []);
  });
});

Deno.test("certificates are verified, and a further authority is trusted only when named", async () => {
  const tls = { cert: TEST_CERT, key: TEST_KEY };
  const unknown = await send({ tls }, { security: "tls" });
  assert.match(reasonOf(unknown), /certificate|UnknownIssuer|self.signed/i);
  assert.deepEqual(unknown.mails, []);
  await withFile(TEST_CERT, async (caFile) => {
    const { receipt } = await send({ tls }, { security: "tls", caFile });
    assert.deepEqual(receipt, { kind: "delivered" });
  });
});

const python = hasProgram("python3", "-c", "import ssl");

Deno.test({
  name: python
    ? "STARTTLS comes before login and mail, by the authority that is named"
    : "STARTTLS comes before login and mail (skipped: no python3 here to serve it)",
  ignore: !python,
  async fn() {
    const folder = await Deno.makeTempDir();
    const file = (name: string) => `${folder}/${name}`;
    await Deno.writeTextFile(file("cert"), TEST_CERT);
    await Deno.writeTextFile(file("key"), TEST_KEY);
    await Deno.writeTextFile(file("password"), PASSWORD);
    const script = new URL("support/starttls_server.py", import.meta.url).pathname;
    await using server = new Deno.Command("python3", {
      args: [script, file("cert"), file("key")],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const port = Number((await reader.read()).value);
    const parts = { security: "starttls", user: "ra", passwordFile: file("password") } as const;
    const mailBy = (caFile: string | null) =>
      mailChannel(settings(port, { ...parts, caFile }), 5000)
        .send(messageOf(alertOf("a"), "en"), { only: null });
    assert.equal((await mailBy(null)).kind, "failed");
    assert.deepEqual(await mailBy(file("cert")), { kind: "delivered" });
    server.kill();
    let said = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) said += read.value;
    const verbs = said.split("\n").map((line) => line.split(/[ :]/).slice(0, 2).join(" "));
    assert.deepEqual(verbs.filter((verb) => verb.startsWith("raw")), [
      ...["raw EHLO", "raw STARTTLS", "raw EHLO", "raw STARTTLS"],
    ]);
    for (const verb of ["tls AUTH", "tls MAIL", "tls DATA"]) assert.ok(verbs.includes(verb), said);
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("a stop ends a mail at once", async () => {
  await using server = new SmtpServer({ hangsAt: "DATA" });
  const stop = new AbortController();
  const channel = mailChannel(settings(server.port));
  const sending = channel.send(messageOf(alertOf("a"), "en"), { signal: stop.signal, only: null });
  stop.abort(new Error("Stopped by the user"));
  await assert.rejects(sending, /Stopped by the user/);
});
