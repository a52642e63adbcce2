import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { webhookChannel } from "../src/adapters/webhook_channel.ts";
import type { Alert } from "../src/alert.ts";
import type { Receipt } from "../src/notify/channel.ts";
import type { WebhookSettings } from "../src/notify/channel_settings.ts";
import { messageOf } from "../src/notify/message.ts";
import { alertOf, HOSTILE, hostileAlert } from "./support/alerts.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { WebhookServer } from "./support/webhook_server.ts";

function settings(url: string | null, parts: Partial<WebhookSettings> = {}): WebhookSettings {
  const every = { name: "webhook", type: "webhook", kinds: null, lang: "en" } as const;
  return { ...every, url, urlFile: null, headers: {}, secretFile: null, ...parts };
}

function post(
  to: WebhookSettings,
  { alert = alertOf("a"), timeoutMs = 5000 }: { alert?: Alert; timeoutMs?: number } = {},
): Promise<Receipt> {
  const parts = { version: "0.0.0", clock: new ManualClock(), timeoutMs };
  return webhookChannel(to, parts).send(messageOf(alert, "en"), { only: null });
}

function reasonOf(receipt: Receipt): string {
  return receipt.kind === "failed" ? receipt.reason.en : "delivered";
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

Deno.test("a webhook gets the alert as JSON under its id", async () => {
  await using server = new WebhookServer();
  assert.deepEqual(await post(settings(server.url)), { kind: "delivered" });
  const [call] = server.calls;
  assert.equal(call!.path, "/hook/s3cret-path");
  assert.equal(call!.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(call!.headers.get("idempotency-key"), "a");
  assert.equal(call!.headers.get("user-agent"), "dmf-notify/0.0.0");
  assert.deepEqual(JSON.parse(call!.body), {
    id: "a",
    kind: "changes",
    source: "mfds-dmf",
    run: "2026-11-02",
    at: "2026-11-01T21:05:00Z",
    lang: "en",
    text: "[dmf] changes: mfds-dmf 2026-11-02\n3 registered, 1 amended",
    sentence: { ko: "신규 3건, 변경 1건", en: "3 registered, 1 amended" },
  });
});

Deno.test("only an answer 2xx is delivered, and a redirect is not followed", async () => {
  for (const status of [200, 201, 202, 204, 301, 302, 307, 400, 401, 404, 410, 429, 500, 503]) {
    await using server = new WebhookServer();
    const headers = { location: "/elsewhere" };
    server.answer = () => new Response(null, { status, headers });
    const receipt = await post(settings(server.url));
    assert.equal(receipt.kind, status < 300 ? "delivered" : "failed", String(status));
    if (status >= 300) assert.match(reasonOf(receipt), new RegExp(`HTTP ${status}`));
    assert.equal(server.calls.length, 1, String(status));
  }
});

Deno.test.each([
  [429, "120", 120_000],
  [503, "Mon, 05 Jan 2026 21:10:00 GMT", 600_000],
  [429, "soon", null],
  [500, "120", null],
])("HTTP %s with Retry-After %s asks to wait %s ms", async (
  status: number,
  retryAfter: string,
  wait: number | null,
) => {
  await using server = new WebhookServer();
  server.answer = () => new Response(null, { status, headers: { "retry-after": retryAfter } });
  const receipt = await post(settings(server.url));
  assert.equal(receipt.kind === "failed" && receipt.retryAfterMs, wait);
});

Deno.test("a receiver that hangs costs the time limit, one that drops gets the same id again", async () => {
  await using server = new WebhookServer();
  server.answer = () => "hang";
  assert.match(
    reasonOf(await post(settings(server.url), { timeoutMs: 60 })),
    /did not answer within 0.06 s/,
  );
  server.answer = () => "drop";
  assert.match(reasonOf(await post(settings(server.url))), /Cannot connect to/);
  server.answer = () => new Response(null, { status: 200 });
  assert.deepEqual(await post(settings(server.url)), { kind: "delivered" });
  const keys = server.calls.map(({ headers }) => headers.get("idempotency-key"));
  assert.deepEqual([...new Set(keys)], ["a"]);
  assert.ok(server.calls.length >= 3);
});

Deno.test("no failure shows the path of an address", async () => {
  const gone = "http://127.0.0.1:9/hook/s3cret-path?token=t0ken";
  const receipt = await post(settings(gone));
  assert.match(reasonOf(receipt), /Cannot connect to "http:\/\/127\.0\.0\.1:9"/);
  assert.doesNotMatch(JSON.stringify(receipt), /s3cret|t0ken/);
});

Deno.test("a body is signed with the secret of its file", async () => {
  await withFile("kept secret\n", async (secretFile) => {
    await using server = new WebhookServer();
    await post(settings(server.url, { secretFile }));
    const [call] = server.calls;
    const expected = createHmac("sha256", "kept secret").update(call!.body).digest("hex");
    assert.equal(call!.headers.get("x-dmf-signature"), `sha256=${expected}`);
    assert.ok(!call!.body.includes("kept secret"));
  });
});

Deno.test("the address and a header can come from files", async () => {
  await using server = new WebhookServer();
  await withFile(`${server.url}\n`, async (urlFile) => {
    await withFile("Bearer t0ken\n", async (file) => {
      const headers = { "Authorization": { file }, "X-Team": "RA" };
      assert.deepEqual(await post(settings(null, { urlFile, headers })), { kind: "delivered" });
      assert.equal(server.calls[0]!.headers.get("authorization"), "Bearer t0ken");
      assert.equal(server.calls[0]!.headers.get("x-team"), "RA");
    });
    await withFile("two\nlines", async (file) => {
      const receipt = await post(settings(null, { urlFile, headers: { "X-A": { file } } }));
      assert.match(reasonOf(receipt), /"notify\.webhook\.headers\.X-A" holds cannot be a header/);
    });
  });
  await withFile("ftp://user:t0ken@example.kr/", async (urlFile) => {
    const told = reasonOf(await post(settings(null, { urlFile })));
    assert.match(told, /"notify\.webhook\.urlFile" must be an https URL/);
    assert.doesNotMatch(told, /t0ken/);
  });
});

Deno.test("nothing that a page says breaks the document, a header or a chat's text", async () => {
  for (const text of HOSTILE) {
    await using server = new WebhookServer();
    const alert = hostileAlert(text);
    assert.deepEqual(await post(settings(server.url), { alert }), { kind: "delivered" }, text);
    const [call] = server.calls;
    const document = JSON.parse(call!.body);
    assert.equal(document.id, alert.id.toWellFormed());
    assert.equal(document.sentence.en, text.toWellFormed());
    assert.doesNotMatch(document.text, /[<>\r\u2028\u202e\0]/);
    assert.match(call!.headers.get("idempotency-key")!, /^[\x21-\x7e]+$/);
    assert.equal(call!.headers.get("bcc"), null);
  }
});
