import assert from "node:assert/strict";
import { digestOf } from "../src/digest.ts";
import type { InstantText } from "../src/model.ts";
import type { Outcome } from "../src/outcome.ts";
import type { FetchRequest } from "../src/ports.ts";
import { withKey } from "../src/service_key.ts";

const KEY = "abcd+efgh/ijkl==mnop";
const LIST = "http://127.0.0.1:1/list";
const REQUEST = {
  userAgent: "dmf",
  accept: "*/*",
  maxBytes: 1,
  headerTimeoutMs: 1,
  bodyTimeoutMs: 1,
};

/** Asks for a URL through the wrapping, and returns what was asked for inside and what came out. */
async function ask(url: string, answer: (url: string) => Outcome) {
  const asked: string[] = [];
  const inner = {
    get(request: FetchRequest) {
      asked.push(request.url);
      return Promise.resolve(answer(request.url));
    },
  };
  const fetch = withKey(inner, { url: new URL(LIST), parameter: "serviceKey", key: KEY });
  return { asked, outcome: await fetch.get({ ...REQUEST, url }) };
}

function fetched(url: string, text: string): Outcome {
  const body = new TextEncoder().encode(text);
  const at = "2026-11-02T21:00:00Z" as InstantText;
  const times = { requestedAt: at, receivedAt: at };
  const headers = { "x-asked": url };
  const snapshot = {
    url,
    finalUrl: url,
    status: 200,
    headers,
    ...times,
    digest: digestOf(body),
    bytes: body.length,
  };
  return { kind: "fetched", snapshot, body };
}

Deno.test("withKey() puts the key into requests for the list alone", async () => {
  const list = await ask(`${LIST}?pageNo=1`, (url) => fetched(url, "ok"));
  assert.deepEqual(list.asked, [`${LIST}?pageNo=1&serviceKey=abcd%2Befgh%2Fijkl%3D%3Dmnop`]);
  for (const other of ["http://127.0.0.1:1/robots.txt", "http://127.0.0.1:2/list", `${LIST}/x`]) {
    assert.deepEqual((await ask(other, (url) => fetched(url, "ok"))).asked, [other]);
  }
});

Deno.test.each([
  ["as it is", KEY],
  ["encoded", encodeURIComponent(KEY)],
  ["encoded in lower case", encodeURIComponent(KEY).toLowerCase()],
  ["with slashes escaped", KEY.replaceAll("/", "\\/")],
])("withKey() overwrites a key that an answer repeats $0, and the digest fits", async (_, form) => {
  const { outcome } = await ask(LIST, (url) => fetched(url, `before ${form} after ${form}`));
  assert.equal(outcome.kind, "fetched");
  if (outcome.kind !== "fetched") return;
  const stars = "*".repeat(form.length);
  assert.equal(new TextDecoder().decode(outcome.body), `before ${stars} after ${stars}`);
  assert.equal(outcome.snapshot.digest, digestOf(outcome.body));
  assert.equal(outcome.snapshot.bytes, outcome.body.length);
  assert.deepEqual([outcome.snapshot.url, outcome.snapshot.finalUrl], [LIST, LIST]);
  assert.ok(!JSON.stringify(outcome.snapshot).includes("abcd"));
});

Deno.test("withKey() leaves an answer without the key as it came", async () => {
  const { outcome } = await ask(LIST, (url) => fetched(url, "abcd, and no key"));
  assert.ok(
    outcome.kind === "fetched" && new TextDecoder().decode(outcome.body) === "abcd, and no key",
  );
});

Deno.test("withKey() takes the key out of failures and redirects", async () => {
  const failed = await ask(LIST, (url) => ({ kind: "refused", url, detail: `error for ${url}` }));
  assert.deepEqual(failed.outcome, {
    kind: "refused",
    url: LIST,
    detail: `error for ${LIST}?serviceKey=***`,
  });
  const moved = await ask(LIST, (url) => ({
    kind: "redirected",
    url,
    to: `http://127.0.0.1:1/other?serviceKey=${encodeURIComponent(KEY)}&a=1`,
    status: 302,
    retryAfter: null,
  }));
  assert.deepEqual(moved.outcome, {
    kind: "redirected",
    url: LIST,
    to: "http://127.0.0.1:1/other?a=1",
    status: 302,
    retryAfter: null,
  });
});
