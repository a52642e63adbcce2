import assert from "node:assert/strict";
import schema from "../src/config_schema.json" with { type: "json" };
import { parseConfig } from "../src/config.ts";
import { ConfigurationError } from "../src/configuration_error.ts";
import type { ChannelSettings } from "../src/notify/channel_settings.ts";
import { assertBilingual } from "./support/bilingual.ts";

const MAIL = { host: "smtp.example.kr", from: "dmf@example.kr", to: ["ra@example.kr"] };
const HOOK = { url: "https://hooks.example.kr/T0/s3cret" };

function read(notify: unknown): readonly ChannelSettings[] {
  return parseConfig(JSON.stringify({ notify }), "dmf.json", { sources: null }).notify;
}

function faultOf(notify: unknown): string {
  try {
    read(notify);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    assertBilingual(error.sentence);
    return error.message.replace('Cannot read "dmf.json": ', "");
  }
  return "no fault";
}

Deno.test("channels are read in order, completed with what is left out", () => {
  const every = { kinds: null, lang: "ko" };
  assert.deepEqual(read({ mail: MAIL, webhook: HOOK, file: {}, desktop: {}, toast: {} }), [
    {
      ...every,
      ...MAIL,
      name: "mail",
      type: "mail",
      port: 587,
      security: "starttls",
      user: null,
      passwordFile: null,
      caFile: null,
    },
    {
      ...every,
      ...HOOK,
      name: "webhook",
      type: "webhook",
      urlFile: null,
      headers: {},
      secretFile: null,
    },
    { ...every, name: "file", type: "file", folder: "./drop" },
    { ...every, name: "desktop", type: "desktop" },
    { ...every, name: "toast", type: "toast" },
  ]);
});

Deno.test("a second channel of a kind has a name behind a dash", () => {
  const [first, second] = read({ "webhook": HOOK, "webhook-team": { ...HOOK, lang: "en" } });
  assert.deepEqual([first!.name, second!.name, second!.lang], ["webhook", "webhook-team", "en"]);
});

Deno.test("the port follows the security that is asked for", () => {
  for (const [security, port] of [["tls", 465], ["starttls", 587], ["none", 25]]) {
    const [mail] = read({ mail: { ...MAIL, security } });
    assert.equal(mail!.type === "mail" && mail!.port, port);
  }
});

Deno.test.each([
  ["an unknown channel", { email: {} }, /"notify\.email" is not a known key, nearest is "mail"/],
  ["an unknown key", { mail: { ...MAIL, hots: "x" } }, /"notify\.mail\.hots" .* nearest is "host"/],
  ["a missing key", { mail: { host: "x", from: "a@example.kr" } }, /"notify\.mail\.to" is missing/],
  ["an unknown kind", { file: { kinds: ["chnages"] } }, /"notify\.file\.kinds".* "changes"/],
  ["an unknown language", { file: { lang: "jp" } }, /"notify\.file\.lang" must be one of/],
  ["a sender that is none", { mail: { ...MAIL, from: "dmf" } }, /"notify\.mail\.from" must be an/],
  [
    "a receiver with a name and a line break",
    { mail: { ...MAIL, to: ["ra@example.kr", "x@example.kr\r\nBcc: y@example.kr"] } },
    /"notify\.mail\.to\[1\]" must be an e-mail address/,
  ],
  ["a host with a port", { mail: { ...MAIL, host: "smtp.example.kr:25" } }, /name of a server/],
  ["a user without a password", { mail: { ...MAIL, user: "ra" } }, /"passwordFile" go together/],
  [
    "a password that would travel in the clear",
    { mail: { ...MAIL, user: "ra", passwordFile: "secrets/mail", security: "none" } },
    /no password is sent in the clear/,
  ],
  ["a webhook without an address", { webhook: {} }, /"notify\.webhook\.url" must stand there/],
  ["a webhook over http", { webhook: { url: "http://example.kr/T0/s3cret" } }, /an https URL/],
  [
    "a webhook with credentials",
    { webhook: { url: "https://a:s3cret@example.kr/" } },
    /without cr/,
  ],
  ["a header of the program", { webhook: { ...HOOK, headers: { "Host": "x" } } }, /headers\.Host/],
  ["a header with a line break", { webhook: { ...HOOK, headers: { "X-A": "a\r\nB: c" } } }, /X-A/],
  ["a header name with a colon", { webhook: { ...HOOK, headers: { "X:": "a" } } }, /headers\.X:/],
])("$0 is refused with its key", (_: string, notify: unknown, words: RegExp) => {
  const told = faultOf(notify);
  assert.match(told, words);
  assert.doesNotMatch(told, /s3cret/);
});

Deno.test("a password in dmf.json is refused with what to do instead, and not shown", () => {
  for (const [key, advised] of [["password", "passwordFile"], ["secret", "secretFile"]] as const) {
    const told = faultOf({ "mail-team": { ...MAIL, [key]: "hunter2", bogus: "hunter2" } });
    assert.match(told, new RegExp(`remove "notify.mail-team.${key}".*with "${advised}"`));
    assert.doesNotMatch(told, /hunter2/);
  }
});

Deno.test("the schema has a channel for every type, each with kinds and lang", () => {
  const { definitions, properties } = schema;
  assert.deepEqual(Object.keys(properties.notify.properties).sort(), [
    "desktop",
    "file",
    "mail",
    "toast",
    "webhook",
  ]);
  for (const name of ["file", "mail", "webhook", "screen"] as const) {
    assert.ok("kinds" in definitions[name].properties && "lang" in definitions[name].properties);
  }
});

Deno.test("the dmf.json that README.md shows is one that is read", async () => {
  const text = await Deno.readTextFile(new URL("../README.md", import.meta.url));
  const shown = [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, json]) => json!)
    .filter((json) => json.includes('"notify"'));
  assert.equal(shown.length, 1);
  const names = parseConfig(shown[0]!, "README.md").notify.map(({ name }) => name);
  assert.deepEqual(names, ["mail", "webhook-team", "file", "desktop"]);
});
