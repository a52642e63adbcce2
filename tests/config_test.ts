import assert from "node:assert/strict";
import { type Config, parseConfig, settingsFor } from "../src/config.ts";
import { watchListOf } from "../src/watch_list.ts";
import { ConfigurationError } from "../src/configuration_error.ts";
import { userAgent } from "../src/contact.ts";
import type { SelectorSpec } from "../src/selector_spec.ts";
import { selectSpec } from "../src/selectors.ts";
import { assertBilingual } from "./support/bilingual.ts";

const spec = selectSpec("mfds-dmf");
const LOOPBACK = { "mfds-dmf": { origin: "http://127.0.0.1:8000" } };

function read(value: unknown): Config {
  return parseConfig(JSON.stringify(value), "dmf.json");
}

function faultOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    assertBilingual(error.sentence);
    return error.message;
  }
  return "no fault";
}

const readFault = (value: unknown) => faultOf(() => read(value));
const settingsFault = (value: unknown) => faultOf(() => settingsFor(read(value), spec));

Deno.test("parseConfig() gives defaults where there is no file, or nothing in it", () => {
  const defaults = {
    file: "dmf.json",
    contact: null,
    sources: {},
    politeness: {},
    watch: [],
    notify: [],
    dashboard: { port: 8787 },
    archive: {},
    reports: {},
  };
  assert.deepEqual(parseConfig(null, "dmf.json"), defaults);
  assert.deepEqual(parseConfig("{}", "dmf.json"), defaults);
  assert.deepEqual(parseConfig('\uFEFF{"dashboard":{}}', "dmf.json"), defaults);
});

Deno.test("parseConfig() returns what the file says", () => {
  const file = {
    contact: "ra@example.kr",
    sources: { "mfds-dmf": { origin: "https://nedrug.mfds.go.kr" } },
    politeness: { minDelayMs: 2000, delayFactor: 5, maxDelayMs: 30000 },
    watch: ["파모티딘", { number: "20050831-1-C-1-01", country: "인도" }],
    notify: { desktop: { lang: "en" } },
    dashboard: { port: 0 },
    archive: { keepDays: 400, maxBytes: 2_000_000_000 },
    reports: { keepDays: 90 },
  };
  assert.deepEqual(read({ $schema: "config_schema.json", ...file }), {
    ...file,
    watch: watchListOf(file.watch, "dmf.json"),
    file: "dmf.json",
    notify: [{ name: "desktop", type: "desktop", kinds: null, lang: "en" }],
  });
});

Deno.test("parseConfig() names an unknown key and the nearest known one", () => {
  assert.equal(
    readFault({ contcat: "ra@example.kr" }),
    'Cannot read "dmf.json": "contcat" is not a known key, nearest is "contact"',
  );
  assert.equal(
    readFault({ politeness: { minDelay: 1 } }),
    'Cannot read "dmf.json": "politeness.minDelay" is not a known key, nearest is "minDelayMs"',
  );
  assert.equal(
    readFault({ sources: { "mfds-dmf": { orign: "x" } } }),
    'Cannot read "dmf.json": "sources.mfds-dmf.orign" is not a known key, nearest is "origin"',
  );
  assert.equal(
    readFault({ watch: [{ numbers: "1" }] }),
    'Cannot read "dmf.json": "watch[0].numbers" is not a known key, nearest is "number"',
  );
  assert.match(readFault(JSON.parse('{"__proto__": {}}')), /"__proto__" is not a known key/);
});

Deno.test("parseConfig() names key, expected and found where a value has another type", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [{ contact: 7 }, '"contact" must be a text, found 7'],
    [{ politeness: [] }, '"politeness" must be an object in { }, found []'],
    [
      { politeness: { minDelayMs: "2s" } },
      '"politeness.minDelayMs" must be a number, found "2s"',
    ],
    [{ dashboard: { port: 80.5 } }, '"dashboard.port" must be a whole number, found 80.5'],
    [{ dashboard: { port: 70000 } }, '"dashboard.port" must be at most 65535, found 70000'],
    [{ watch: [1] }, '"watch[0]" must be a text or an object in { }, found 1'],
    [{ watch: [""] }, '"watch[0]" must not be empty, found ""'],
    [[], "the file must be an object in { }, found []"],
    [null, "the file must be an object in { }, found null"],
  ];
  for (const [value, words] of cases) {
    assert.equal(readFault(value), `Cannot read "dmf.json": ${words}`);
  }
});

Deno.test("parseConfig() names the line of a half-written file", () => {
  assert.equal(
    faultOf(() => parseConfig('{\n  "contact": "ra@example.kr",\n', "./dmf.json")),
    'Cannot read "./dmf.json": line 3, column 1: Expected a key in double quotes, found the end of the file',
  );
});

Deno.test("parseConfig() names an unknown source and the nearest known one", () => {
  assert.equal(
    readFault({ sources: { "mdfs-dmf": {} } }),
    'Cannot read "dmf.json": "sources.mdfs-dmf" is not a known source, nearest is "mfds-dmf"',
  );
  const text = '{"sources":{"other":{}}}';
  assert.match(faultOf(() => parseConfig(text, "f")), /known are "mfds-dmf"$/);
  assert.equal(faultOf(() => parseConfig(text, "f", { sources: ["other"] })), "no fault");
});

Deno.test("parseConfig() refuses an origin with a path, and plain http off this machine", () => {
  for (const origin of ["https://nedrug.mfds.go.kr/pbp", "http://nedrug.mfds.go.kr", "127.0.0.1"]) {
    assert.equal(
      readFault({ sources: { "mfds-dmf": { origin } } }),
      'Cannot read "dmf.json": "sources.mfds-dmf.origin" must be scheme and host without a path, ' +
        `https except on a loopback address, found "${origin}"`,
    );
  }
});

Deno.test("settingsFor() crawls the spec's own host with the politeness it is owed", () => {
  assert.deepEqual(settingsFor(read({ contact: "ra@example.kr" }), spec), {
    origin: "https://nedrug.mfds.go.kr",
    contact: "ra@example.kr",
    politeness: { minDelayMs: 2000, delayFactor: 5, maxDelayMs: 30000 },
    replica: false,
    key: null,
  });
});

Deno.test("settingsFor() asks for a contact, and says the line to add", () => {
  assert.equal(
    settingsFault({}),
    'Cannot crawl "https://nedrug.mfds.go.kr" without a contact: add the line ' +
      '"contact": "ra@example.kr" with your own address to "dmf.json", or pass "--contact"',
  );
  const settings = settingsFor(read({}), spec, { contact: "https://example.kr/dmf" });
  assert.equal(settings.contact, "https://example.kr/dmf");
});

Deno.test("settingsFor() asks for no contact where nothing is sent", () => {
  assert.equal(settingsFor(read({}), spec, { sends: false }).contact, null);
});

Deno.test("settingsFor() lets the contact of the command line win", () => {
  const config = read({ contact: "ra@example.kr" });
  assert.equal(settingsFor(config, spec, { contact: "qa@example.kr" }).contact, "qa@example.kr");
  assert.equal(settingsFor(config, spec, { contact: null }).contact, "ra@example.kr");
});

Deno.test("settingsFor() needs no contact for a replica, and lets it be crawled without pause", () => {
  const politeness = { minDelayMs: 0, delayFactor: 0, maxDelayMs: 0 };
  assert.deepEqual(settingsFor(read({ sources: LOOPBACK, politeness }), spec), {
    origin: "http://127.0.0.1:8000",
    contact: null,
    politeness,
    replica: true,
    key: null,
  });
});

Deno.test("settingsFor() lets politeness be gentler, never rougher", () => {
  const contact = "ra@example.kr";
  const gentler = { minDelayMs: 5000, delayFactor: 10, maxDelayMs: 60000 };
  assert.deepEqual(settingsFor(read({ contact, politeness: gentler }), spec).politeness, gentler);
  const rougher = [["minDelayMs", 1999, 2000], ["delayFactor", 4.9, 5], [
    "maxDelayMs",
    29999,
    30000,
  ]];
  for (const [key, value, least] of rougher) {
    assert.equal(
      settingsFault({ contact, politeness: { [key as string]: value } }),
      `Cannot read "dmf.json": "politeness.${key}" must be at least ${least} except towards a ` +
        `loopback origin, found ${value}`,
    );
  }
});

Deno.test("settingsFor() lifts the cap to a longer least delay, and refuses two that contradict", () => {
  const contact = "ra@example.kr";
  assert.deepEqual(
    settingsFor(read({ contact, politeness: { minDelayMs: 60000 } }), spec).politeness,
    { minDelayMs: 60000, delayFactor: 5, maxDelayMs: 60000 },
  );
  assert.equal(
    settingsFault({ contact, politeness: { minDelayMs: 60000, maxDelayMs: 40000 } }),
    'Cannot read "dmf.json": "politeness.maxDelayMs" must be at least "minDelayMs", found 40000 and 60000',
  );
});

Deno.test("settingsFor() refuses a host that the spec was not reviewed for", () => {
  assert.equal(
    settingsFault({
      contact: "ra@example.kr",
      sources: { "mfds-dmf": { origin: "https://mirror.example.kr" } },
    }),
    'Cannot read "dmf.json": "sources.mfds-dmf.origin" must be "https://nedrug.mfds.go.kr" or a ' +
      'loopback address such as "http://127.0.0.1:8000", found "https://mirror.example.kr"',
  );
});

Deno.test("settingsFor() takes a spec that is itself written for a replica as a replica", () => {
  const local: SelectorSpec = { ...spec, origin: "http://localhost:9" };
  assert.equal(settingsFor(read({}), local).replica, true);
});

Deno.test("a contact is an e-mail address or an https URL, and nothing that breaks a header", () => {
  const good = ["ra@example.kr", "r.a+dmf@sub.example.co.kr", "https://example.kr/contact?x=1"];
  for (const contact of good) assert.equal(read({ contact }).contact, contact);
  const bad = [
    ...["", "ra", "ra@", "ra@example", "@example.kr", "홍길동@example.kr", "http://example.kr"],
    ...["ra@example.kr\r\nX: 1", "ra@example.kr\n", "https://example.kr/\u0000", "mailto:ra@a.kr"],
    ...["https://example.kr/(a)", "https://u:p@example.kr/", "https://", "ra@example.kr, b@a.kr"],
    `${"a".repeat(250)}@example.kr`,
  ];
  for (const contact of bad) {
    assert.match(
      readFault({ contact }),
      /^Cannot use "contact" in "dmf.json": it must be/,
      contact,
    );
  }
  const config = read({});
  assert.match(
    faultOf(() => settingsFor(config, spec, { contact: "ra" })),
    /^Cannot use "--contact"/,
  );
});

Deno.test("userAgent() names the product and carries the contact", () => {
  assert.equal(userAgent("0.1.0", "ra@example.kr"), "dmf/0.1.0 (+mailto:ra@example.kr)");
  assert.equal(userAgent("0.1.0", "https://example.kr/x"), "dmf/0.1.0 (+https://example.kr/x)");
  assert.equal(userAgent("0.1.0", null), "dmf/0.1.0");
});

Deno.test("parseConfig() takes limits of the archive and of reports, and names the key that is wrong", () => {
  assert.deepEqual(read({ archive: { keepDays: 1 } }).archive, { keepDays: 1 });
  const faults: readonly (readonly [unknown, RegExp])[] = [
    [{ archive: { keepDay: 400 } }, /"archive\.keepDay" is not a known key, nearest is "keepDays"/],
    [{ archive: { keepDays: 0 } }, /"archive\.keepDays" must be at least 1, found 0/],
    [{ archive: { maxBytes: 1.5 } }, /"archive\.maxBytes" must be a whole number/],
    [{ reports: { maxBytes: 1 } }, /"reports\.maxBytes" is not a known key/],
  ];
  for (const [value, words] of faults) assert.match(readFault(value), words);
});
