/**
 * The OpenAPI as a source of its own: the whole program against a service on loopback.
 *
 * @module
 */

import assert from "node:assert/strict";
import { httpFetch } from "../../src/adapters/http_fetch.ts";
import type { Outcome } from "../../src/outcome.ts";
import { digestOf } from "../../src/digest.ts";
import {
  API_PATH,
  ApiDouble,
  apiRows,
  DECODED_KEY,
  ENCODED_KEY,
  gatewayError,
} from "../support/api_double.ts";
import { HurriedClock } from "../support/hurried_clock.ts";
import { Dmf } from "../support/run_dmf.ts";

const SOURCE = ["--source", "mfds-openapi"];

function configFor(origin: string, more: Record<string, unknown> = {}) {
  return { sources: { "mfds-openapi": { origin, key: ENCODED_KEY, ...more } } };
}

/** A folder that asks the double. */
function towards(api: ApiDouble, more: Record<string, unknown> = {}): Promise<Dmf> {
  return Dmf.towards(api.origin, configFor(api.origin, more), { clock: new HurriedClock() });
}

async function eventsOf(dmf: Dmf, run: string) {
  const data = await dmf.open();
  try {
    const { readChanges } = await import("../../src/history.ts");
    return await readChanges(data.log, "mfds-openapi" as never, {
      since: run as never,
      until: run as never,
    });
  } finally {
    await data.close();
  }
}

Deno.test.each(["json", "wrapped-json", "xml"] as const)(
  "the register is read from an API that answers in %s, page after page",
  async (form) => {
    await using api = new ApiDouble();
    api.form = form;
    api.rows = apiRows(1203);
    await using dmf = await towards(api);
    const first = await dmf.once("2026-11-02", ...SOURCE, "--json");
    assert.equal(first.code, 0, first.err);
    const { verdict, records, statedTotal, pages } = JSON.parse(first.out);
    assert.deepEqual({ verdict, records, statedTotal, pages }, {
      verdict: "accepted",
      records: 1203,
      statedTotal: 1203,
      pages: 3,
    });
    assert.deepEqual(api.pages, [1, 2, 3]);

    api.rows = [...api.rows.slice(0, 7), { ...api.rows[7], ENTP_NAME: "새신청인" }]
      .concat(api.rows.slice(8), apiRows(2, 5000));
    const second = await dmf.once("2026-11-03", ...SOURCE);
    assert.equal(second.code, 0, second.err);
    const events = await eventsOf(dmf, "2026-11-03");
    assert.deepEqual(events.map(({ kind }) => kind).sort(), [
      "amended",
      "registered",
      "registered",
    ]);
    for (const { evidence, registrationNumber } of events) {
      const body = await archived(dmf, "2026-11-03", evidence.digest);
      const row = new TextDecoder().decode(body.slice(evidence.start, evidence.end));
      assert.match(row, form === "xml" ? /^<item>.*<\/item>$/s : /^\{.*\}$/s);
      assert.ok(row.includes(registrationNumber as string), row);
    }
  },
);

async function archived(dmf: Dmf, run: string, digest: string): Promise<Uint8Array> {
  const data = await dmf.open();
  try {
    return await data.archive.body(run as never, digest as never);
  } finally {
    await data.close();
  }
}

/** Every byte below a folder, files packed with gzip unpacked. */
async function everything(folder: string): Promise<string> {
  let all = "";
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      all += await everything(path);
      continue;
    }
    const bytes = await Deno.readFile(path);
    const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const stream = new Response(bytes).body!;
    const open = packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
    all += new TextDecoder("latin1").decode(await new Response(open).arrayBuffer());
  }
  return all;
}

Deno.test("the key is sent decoded and encoded once, and is found in no file and no word", async () => {
  await using api = new ApiDouble();
  api.rows = apiRows(60);
  // An answer that repeats the address it was asked by, as block pages do.
  api.intercept = (answer, url) => ({
    ...answer,
    rows: answer.rows.map((row, i) => i > 0 ? row : { ...row, MNFCTR_PLACE: `via ${url.href}` }),
  });
  await using dmf = await towards(api);
  const ran = await dmf.once("2026-11-02", ...SOURCE, "--log", "json");
  assert.equal(ran.code, 0, ran.err);
  const [list] = api.asked.filter(({ pathname }) => pathname === API_PATH);
  assert.match(list!.href, /[?&]serviceKey=s3cr3t%2Bkey%2Fwith%3D%3Dsigns01234(?:&|$)/);
  assert.ok(
    api.asked.filter(({ pathname }) => pathname !== API_PATH).every((url) => url.search === ""),
  );
  const kept = await everything(dmf.data) + ran.err + ran.out;
  for (const form of [DECODED_KEY, ENCODED_KEY, encodeURIComponent(DECODED_KEY), "s3cr3t"]) {
    assert.ok(!kept.includes(form), `"${form}" was kept`);
  }
  assert.ok(kept.includes("serviceKey=***"), "the answer that repeats the address is archived");
});

Deno.test("a quota in the middle ends with 1, and the next attempt goes on from there", async () => {
  await using api = new ApiDouble();
  api.rows = apiRows(1203);
  api.intercept = ({ page }) =>
    page < 3 ? null : gatewayError("22", "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR");
  await using dmf = await towards(api);
  const first = await dmf.once("2026-11-02", ...SOURCE, "--lang", "en");
  assert.equal(first.code, 1);
  assert.match(first.err, /The day's requests to the API are used up \(22 LIMITED_NUMBER/);
  assert.deepEqual(api.pages, [1, 2, 3]);
  api.intercept = () => null;
  const second = await dmf.once("2026-11-02", ...SOURCE);
  assert.equal(second.code, 0, second.err);
  assert.deepEqual(api.pages, [1, 2, 3, 3]);
});

Deno.test.each(
  [
    [
      "a key that is not registered",
      "30",
      2,
      /does not accept the key \(30 NAME\).*"sources\.mfds-openapi\.key"/,
    ],
    ["a key that has expired", "31", 2, /does not accept the key \(31 NAME\)/],
    ["a denied service", "20", 2, /does not accept the key \(20 NAME\)/],
    [
      "a retired address",
      "12",
      2,
      /getMdcDmfList01" has been retired.*"sources\.mfds-openapi\.path".*MdcDmfInfoService02\/getMdcDmfList02/,
    ],
    ["a time-out of the service", "05", 1, /The API cannot serve now \(05 NAME\)/],
    ["an unknown code", "77", 3, /unknown code "77" \(NAME\)/],
  ] as const,
)("$0 ends with its exit code and says what to do", async (_, code, exit, words) => {
  await using api = new ApiDouble();
  api.rows = apiRows(60);
  api.intercept = () => gatewayError(code, "NAME");
  await using dmf = await towards(api);
  const ran = await dmf.once("2026-11-02", ...SOURCE, "--lang", "en");
  assert.equal(ran.code, exit, ran.err);
  assert.match(ran.err, words);
});

Deno.test.each(
  [
    [
      "JSON",
      '{"header":{"resultCode":"00"},"body":{"totalCount":60,"items":[{"DMF_PE',
      /end with \}, found/,
    ],
    [
      "XML",
      "<response><header><resultCode>00</resultCode></header><body><to",
      /end with <\/response>, found/,
    ],
  ] as const,
)("an answer in $0 that breaks off is refused", async (_, text, words) => {
  await using api = new ApiDouble();
  api.rows = apiRows(60);
  api.intercept = () => new Response(text, { headers: { "content-type": "application/json" } });
  await using dmf = await towards(api);
  const ran = await dmf.once("2026-11-02", ...SOURCE, "--lang", "en");
  assert.equal(ran.code, 3, ran.err);
  assert.match(ran.err, words);
});

Deno.test("status 401 means the key, 500 a server that may heal", async () => {
  await using api = new ApiDouble();
  await using dmf = await towards(api);
  api.intercept = () => new Response("", { status: 401 });
  const denied = await dmf.once("2026-11-02", ...SOURCE, "--lang", "en");
  assert.equal(denied.code, 2);
  assert.match(denied.err, /does not accept the key \(HTTP 401\)/);
  api.intercept = () => new Response("", { status: 500 });
  assert.equal((await dmf.once("2026-11-02", ...SOURCE)).code, 1);
});

Deno.test("the path of the service is configuration", async () => {
  await using api = new ApiDouble();
  api.rows = apiRows(60);
  await using moved = await towards(api, { path: "/1471000/MdcDmfInfoService02/getMdcDmfList02" });
  const ran = await moved.once("2026-11-02", ...SOURCE, "--lang", "en");
  assert.equal(ran.code, 2);
  assert.match(ran.err, /getMdcDmfList02" has been retired.*such as ".*getMdcDmfList01"/);
  await using back = await towards(api, { path: API_PATH });
  assert.equal((await back.once("2026-11-02", ...SOURCE)).code, 0);
});

Deno.test.each(
  [
    [
      "a total that moves from page to page is refused",
      (page: number, total: number) => total + page,
    ],
    ["a total that promises more than comes is refused", (_: number, total: number) => total + 5],
    ["a total below what comes is refused", (_: number, total: number) => total - 700],
  ] as const,
)("$0", async (_, lie) => {
  await using api = new ApiDouble();
  api.rows = apiRows(1203);
  api.intercept = (answer) => ({ ...answer, total: lie(answer.page, answer.total) });
  await using dmf = await towards(api);
  assert.equal((await dmf.once("2026-11-02", ...SOURCE)).code, 3);
});

Deno.test("rows that move between pages are read again, and refused where they never stand still", async () => {
  await using api = new ApiDouble();
  api.rows = apiRows(1203);
  const calm = api.rows;
  let moves = 1;
  api.intercept = ({ page, size }) => {
    if (page !== 2 || moves-- <= 0) return null;
    const rows = [...calm.slice(3), ...calm.slice(0, 3)].slice(size, 2 * size);
    return { rows: [calm[0]!, ...rows.slice(1)], total: calm.length, page, size };
  };
  await using dmf = await towards(api);
  assert.equal((await dmf.once("2026-11-02", ...SOURCE)).code, 0);
  assert.deepEqual(api.pages, [1, 2, 1, 2, 3]);
  moves = Infinity;
  assert.equal((await dmf.once("2026-11-03", ...SOURCE)).code, 3);
});

Deno.test("a short list that calls itself whole is refused, and nothing is withdrawn", async () => {
  await using api = new ApiDouble();
  api.rows = apiRows(1203);
  await using dmf = await towards(api);
  assert.equal((await dmf.once("2026-11-02", ...SOURCE)).code, 0);
  api.rows = api.rows.slice(0, 71).map((row) => ({ ...row, NOTICE_CODE: "" }));
  const ran = await dmf.once("2026-11-03", ...SOURCE, "--lang", "en");
  assert.equal(ran.code, 3);
  assert.deepEqual(await eventsOf(dmf, "2026-11-03"), []);
  api.rows = [];
  assert.equal((await dmf.once("2026-11-03", ...SOURCE)).code, 3);
});

Deno.test("a list that is empty founds nothing", async () => {
  await using api = new ApiDouble();
  await using dmf = await towards(api);
  const ran = await dmf.once("2026-11-02", ...SOURCE);
  assert.equal(ran.code, 3, ran.err);
});

Deno.test("a second view is off until dmf.json names it, and its key", async () => {
  await using api = new ApiDouble();
  await using dmf = await Dmf.towards(api.origin);
  const bare = await dmf.once(
    "2026-11-02",
    ...SOURCE,
    "--lang",
    "en",
    "--contact",
    "ra@example.kr",
  );
  assert.equal(bare.code, 2);
  assert.match(bare.err, /without a key.*"key": "…".*task compile --openapi/);
  const excel = await dmf.once(
    "2026-11-02",
    "--source",
    "mfds-excel",
    "--lang",
    "en",
    "--contact",
    "ra@example.kr",
  );
  assert.equal(excel.code, 2);
  assert.match(excel.err, /"mfds-excel" is switched off.*"sources": \{"mfds-excel": \{\}\}/);
  assert.deepEqual(api.asked, []);
});

Deno.test("a key that is none is refused without being shown", async () => {
  await using api = new ApiDouble();
  await using dmf = await Dmf.towards(api.origin, configFor(api.origin, { key: "short%zz" }));
  const ran = await dmf.once("2026-11-02", ...SOURCE, "--lang", "en");
  assert.equal(ran.code, 2);
  assert.match(
    ran.err,
    /"sources\.mfds-openapi\.key" must be the key as data\.go\.kr issued it, found 8/,
  );
  assert.ok(!ran.err.includes("short"));
});

Deno.test("a build that may not reach the host ends with 2 and names the one that may", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:9", {
    contact: "ra@example.kr",
    politeness: {},
    sources: { "mfds-openapi": { key: ENCODED_KEY } },
  });
  const asked: string[] = [];
  const fetch = httpFetch();
  const refusing = {
    get({ url }: { readonly url: string }): Promise<Outcome> {
      asked.push(url);
      return Promise.resolve({ kind: "not-permitted", url, detail: "Requires net access" });
    },
    [Symbol.dispose]: () => fetch.close(),
  };
  const ran = await dmf.run(["--once", ...SOURCE, "--lang", "en"], {
    clock: new HurriedClock(),
    openFetch: () => refusing,
  });
  assert.equal(ran.code, 2, ran.err);
  assert.match(ran.err, /may not reach "apis\.data\.go\.kr".*task compile --openapi/);
  assert.deepEqual(asked, ["https://apis.data.go.kr/robots.txt"]);
});

Deno.test("status tells of a second view that was crawled, and of no other", async () => {
  await using api = new ApiDouble();
  api.rows = apiRows(60);
  await using dmf = await towards(api);
  await dmf.once("2026-11-02", ...SOURCE);
  const { sources } = JSON.parse((await dmf.run(["status", "--json"])).out);
  assert.deepEqual(sources.map(({ source }: { source: string }) => source), [
    "mfds-dmf",
    "mfds-openapi",
  ]);
  assert.equal((await dmf.run(["fsck"])).code, 0);
});

Deno.test("an archived answer has the digest of its own bytes", async () => {
  await using api = new ApiDouble();
  api.rows = apiRows(60);
  await using dmf = await towards(api);
  await dmf.once("2026-11-02", ...SOURCE);
  api.rows = apiRows(61);
  await dmf.once("2026-11-03", ...SOURCE);
  const [event] = await eventsOf(dmf, "2026-11-03");
  const body = await archived(dmf, "2026-11-03", event!.evidence.digest);
  assert.equal(digestOf(body), event!.evidence.digest);
});
