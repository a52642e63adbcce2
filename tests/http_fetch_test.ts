import assert from "node:assert/strict";
import { httpFetch } from "../src/adapters/http_fetch.ts";
import type { Fetched, Outcome } from "../src/outcome.ts";
import type { FetchRequest } from "../src/ports.ts";
import { describeFailure } from "../src/failure_words.ts";
import { withMisbehavingServer } from "./support/misbehaving_server.ts";
import { suiteTest } from "./support/suites.ts";
import { TEST_CERT, TEST_KEY } from "./support/certificate.ts";

const LIMITS = {
  userAgent: "dmf/0.0.0 (+mailto:ra@example.kr)",
  accept: "text/html",
  maxBytes: 1_000_000,
  headerTimeoutMs: 5000,
  bodyTimeoutMs: 5000,
};

/** Asks one route of a server that lives just as long. */
async function ask(path: string, limits: Partial<FetchRequest> = {}) {
  let outcome: Outcome | undefined;
  let url = "";
  const seen: string[] = [];
  await withMisbehavingServer(async (origin, log) => {
    url = `${origin}${path}`;
    outcome = await httpFetch().get({ ...LIMITS, ...limits, url });
    seen.push(...log.map((request) => request.path));
  });
  return { outcome: outcome as Outcome, url, seen };
}

function fetched(outcome: Outcome): Fetched {
  assert.equal(outcome.kind, "fetched");
  return outcome as Fetched;
}

Deno.test("httpFetch() returns the whole body with its snapshot", async () => {
  const { outcome, url } = await ask("/ok");
  const { body, snapshot } = fetched(outcome);
  assert.match(new TextDecoder().decode(body), /<\/html>\n$/);
  assert.equal(snapshot.url, url);
  assert.equal(snapshot.finalUrl, url);
  assert.equal(snapshot.status, 200);
  assert.equal(snapshot.bytes, body.length);
  assert.equal(snapshot.headers["content-type"], "text/html; charset=UTF-8");
  assert.equal("set-cookie" in snapshot.headers, false);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(body)));
  assert.equal(snapshot.digest, digest.toHex());
  assert.match(snapshot.requestedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(snapshot.requestedAt <= snapshot.receivedAt);
});

Deno.test("httpFetch() says who it is and asks for Korean pages", async () => {
  await withMisbehavingServer(async (origin, log) => {
    await httpFetch().get({ ...LIMITS, url: `${origin}/ok` });
    const headers = log[0]?.headers;
    assert.equal(headers?.get("user-agent"), LIMITS.userAgent);
    assert.equal(headers?.get("accept"), "text/html");
    assert.equal(headers?.get("accept-language"), "ko");
    assert.equal(headers?.get("accept-encoding")?.replaceAll(" ", ""), "gzip,br");
    assert.equal(headers?.get("cookie"), null);
  });
});

Deno.test("httpFetch() undoes gzip", async () => {
  const { outcome } = await ask("/gzip");
  assert.match(new TextDecoder().decode(fetched(outcome).body), /총 1건/);
});

Deno.test("httpFetch() sends conditions, and tells the header of the 304 that they were answered with", async () => {
  const asked: (string | null)[] = [];
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ headers }) => {
      asked.push(headers.get("if-none-match"));
      return new Response(null, { status: 304, headers: { etag: '"2"' } });
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  const conditions = { "If-None-Match": '"1"' };
  using fetch = httpFetch();
  const outcome = await fetch.get({ ...LIMITS, url, conditions });
  assert.deepEqual(asked, ['"1"']);
  assert.ok(outcome.kind === "status" && outcome.status === 304);
  assert.equal(outcome.headers?.["etag"], '"2"');
});

for (const status of [304, 404, 503]) {
  Deno.test(`httpFetch() takes status ${status} for a failure`, async () => {
    const { outcome, url } = await ask(`/${status}`);
    assert.deepEqual(outcome, { kind: "status", url, status, retryAfter: null });
  });
}

Deno.test("httpFetch() hands on Retry-After as it stands", async () => {
  const { outcome, url } = await ask("/429-with-retry-after?value=soon");
  assert.deepEqual(outcome, { kind: "status", url, status: 429, retryAfter: "soon" });
});

for (const path of ["/redirect-chain?n=5", "/redirect-to-self", "/redirect-off-host"]) {
  Deno.test(`httpFetch() makes one request for ${path} and says where it leads`, async () => {
    const { outcome, url, seen } = await ask(path);
    const { origin } = new URL(url);
    const to = {
      "/redirect-chain?n=5": `${origin}/redirect-chain?n=4`,
      "/redirect-to-self": url,
      "/redirect-off-host": `${origin.replace("127.0.0.1", "localhost")}/ok`,
    }[path];
    assert.deepEqual(outcome, { kind: "redirected", url, to, status: 302, retryAfter: null });
    assert.deepEqual(seen, [path]);
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  Deno.test(`httpFetch() reads the target of ${status}, relative, without its fragment`, async () => {
    const { outcome, url } = await askForStatus(status, { "location": "../c d?page=2#top" });
    const to = new URL("/c%20d?page=2", url).href;
    assert.deepEqual(outcome, { kind: "redirected", url, to, status, retryAfter: null });
  });

  Deno.test(`httpFetch() takes ${status} without a readable target for a status`, async () => {
    for (const headers of [{}, { "location": "http://[" }]) {
      const { outcome, url } = await askForStatus(status, headers);
      assert.deepEqual(outcome, { kind: "status", url, status, retryAfter: null });
    }
  });
}

// Several choices, not modified, use a proxy: RFC 9110, section 15.4.
for (const status of [300, 304, 305, 201, 404]) {
  Deno.test(`httpFetch() takes ${status} with a Location for a status all the same`, async () => {
    const { outcome, url } = await askForStatus(status, { "location": "/c" });
    assert.deepEqual(outcome, { kind: "status", url, status, retryAfter: null });
  });
}

Deno.test("httpFetch() hands on the Retry-After of a redirect", async () => {
  const { outcome } = await askForStatus(307, { "location": "/c", "retry-after": "60" });
  assert.equal(outcome.kind === "redirected" && outcome.retryAfter, "60");
});

/** Asks for `/a/b` of a server that answers everything with one header. */
async function askForStatus(status: number, headers: Readonly<Record<string, string>>) {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(null, { status, headers }),
  );
  const url = `http://127.0.0.1:${server.addr.port}/a/b`;
  try {
    return { outcome: await httpFetch().get({ ...LIMITS, url }), url };
  } finally {
    await server.shutdown();
  }
}

Deno.test("httpFetch() rejects what is no URL: a fault of its caller", async () => {
  await assert.rejects(httpFetch().get({ ...LIMITS, url: "/list" }), TypeError);
});

for (const path of ["/huge", "/gzip-bomb"]) {
  Deno.test(`httpFetch() stops reading ${path} at the cap`, async () => {
    const { outcome, url } = await ask(path);
    assert.deepEqual(outcome, { kind: "too-large", url, limitBytes: 1_000_000 });
  });
}

Deno.test("httpFetch() takes a body of exactly the cap", async () => {
  const { outcome } = await ask("/huge", { maxBytes: 3_000_000 });
  assert.equal(fetched(outcome).body.length, 3_000_000);
});

Deno.test("httpFetch() tells a late header from a dripping body", async () => {
  const header = await ask("/slow-header", { headerTimeoutMs: 80 });
  assert.deepEqual(header.outcome, {
    kind: "time-out",
    url: header.url,
    phase: "header",
    limitMs: 80,
  });
  const body = await ask("/slow-drip", { headerTimeoutMs: 2000, bodyTimeoutMs: 120 });
  assert.deepEqual(body.outcome, { kind: "time-out", url: body.url, phase: "body", limitMs: 120 });
});

for (const path of ["/cut-content-length", "/cut-chunked", "/broken-chunk", "/gzip-truncated"]) {
  Deno.test(`httpFetch() notices ${path}`, async () => {
    const { outcome } = await ask(path);
    assert.equal(outcome.kind, "cut");
  });
}

for (
  const [path, coding] of [
    ["/deflate", "deflate"],
    ["/zstd", "zstd"],
    ["/stacked-coding", "gzip, deflate"],
  ] as const
) {
  Deno.test(`httpFetch() refuses the coding of ${path}`, async () => {
    const { outcome, url } = await ask(path);
    assert.deepEqual(outcome, { kind: "wrong-coding", url, coding });
  });
}

for (const path of ["/close-without-answer", "/not-http"]) {
  Deno.test(`httpFetch() calls ${path} refused`, async () => {
    const { outcome } = await ask(path);
    assert.equal(outcome.kind, "refused");
  });
}

Deno.test("httpFetch() calls a closed port refused, whatever words its URL holds", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${listener.addr.port}/tls/dns%20error`;
  listener.close();
  const outcome = await httpFetch().get({ ...LIMITS, url });
  assert.equal(outcome.kind, "refused");
});

const unknown = "register.invalid";
const mayResolve = await Deno.permissions.query({ name: "net", host: unknown });

Deno.test({
  name: "httpFetch() tells an unknown host name by its own word",
  ignore: mayResolve.state !== "granted",
  fn: async () => {
    // RFC 6761, section 6.4: names below "invalid" never resolve.
    const outcome = await httpFetch().get({ ...LIMITS, url: `http://${unknown}/` });
    assert.equal(outcome.kind, "dns");
  },
});

Deno.test({
  name: "httpFetch() tells a host that the sandbox forbids",
  permissions: { net: ["127.0.0.1:1"] },
  fn: async () => {
    const outcome = await httpFetch().get({ ...LIMITS, url: "http://127.0.0.1:8080/" });
    assert.equal(outcome.kind, "not-permitted");
  },
});

Deno.test("httpFetch() verifies certificates and takes further authorities", async () => {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert: TEST_CERT, key: TEST_KEY, onListen() {} },
    () => new Response("안녕"),
  );
  const url = `https://127.0.0.1:${server.addr.port}/`;
  try {
    assert.equal((await httpFetch().get({ ...LIMITS, url })).kind, "tls");
    using trusting = httpFetch({ caCerts: [TEST_CERT] });
    assert.equal((await trusting.get({ ...LIMITS, url })).kind, "fetched");
  } finally {
    await server.shutdown();
  }
});

Deno.test("httpFetch() calls a peer that does not speak TLS by that word", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const peer = (async () => {
    const connection = await listener.accept();
    await connection.write(new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n"));
    connection.close();
  })();
  try {
    const url = `https://127.0.0.1:${listener.addr.port}/`;
    assert.equal((await httpFetch().get({ ...LIMITS, url })).kind, "tls");
    await peer;
  } finally {
    listener.close();
  }
});

for (const path of ["/slow-header", "/slow-drip"]) {
  Deno.test(`httpFetch() stops at once when its caller does, during ${path}`, async () => {
    await withMisbehavingServer(async (origin, log) => {
      const stop = new AbortController();
      const reason = new Error("stopped by a person");
      const asked = httpFetch().get({ ...LIMITS, url: `${origin}${path}`, signal: stop.signal });
      const seen = new Promise<void>((resolve) => {
        const look = setInterval(() => {
          if (log.length === 0) return;
          clearInterval(look);
          resolve();
        }, 5);
      });
      const startedAt = performance.now();
      void seen.then(() => stop.abort(reason));
      await assert.rejects(asked, (error) => error === reason);
      // Well before a time limit would have ended it.
      assert.ok(performance.now() - startedAt < LIMITS.headerTimeoutMs - 1000);
    });
  });
}

Deno.test("httpFetch() asks nothing for a caller that has stopped", async () => {
  await withMisbehavingServer(async (origin, log) => {
    const reason = new Error("stopped before");
    const signal = AbortSignal.abort(reason);
    const asked = httpFetch().get({ ...LIMITS, url: `${origin}/ok`, signal });
    await assert.rejects(asked, (error) => error === reason);
    assert.equal(log.length, 0);
  });
});

suiteTest("http-compressed-bombs", "httpFetch() survives real bombs", async (suite) => {
  for (const [file, coding, kind] of BOMBS) {
    const bytes = await Deno.readFile(new URL(file, suite));
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(bytes, { headers: { "content-encoding": coding } }),
    );
    try {
      const url = `http://127.0.0.1:${server.addr.port}/`;
      const outcome = await httpFetch().get({ ...LIMITS, url });
      assert.equal(outcome.kind, kind, file);
    } finally {
      await server.shutdown();
    }
  }
});

Deno.test("describeFailure() names the URL in both languages, and what to do", () => {
  const url = "https://register.example/list";
  const detail = "as the system says";
  const failures = [
    { kind: "dns", url, detail },
    { kind: "refused", url, detail },
    { kind: "tls", url, detail },
    { kind: "tls", url, detail: "invalid peer certificate: certificate expired: verified at …" },
    { kind: "time-out", url, phase: "header", limitMs: 20_000 },
    { kind: "time-out", url, phase: "body", limitMs: 30_000 },
    { kind: "cut", url, receivedBytes: 7, detail },
    { kind: "status", url, status: 503, retryAfter: null },
    { kind: "status", url, status: 429, retryAfter: "120" },
    { kind: "status", url, status: 404, retryAfter: null },
    { kind: "wrong-type", url, contentType: null },
    { kind: "wrong-coding", url, coding: "zstd" },
    { kind: "too-large", url, limitBytes: 10 },
    { kind: "redirect-off-host", url, to: "https://elsewhere.example/" },
    { kind: "redirect-loop", url, redirects: 6 },
    { kind: "not-permitted", url, detail },
  ] as const;
  const sentences = failures.map(describeFailure);
  for (const { ko, en } of sentences) {
    assert.ok(ko.includes(url) && en.includes(url));
    assert.match(ko, /[가-힣]/);
    assert.doesNotMatch(en, /[가-힣]/);
  }
  assert.equal(new Set(sentences.map(({ en }) => en)).size, failures.length);
  assert.match(describeFailure(failures[2]).en, /CA certificate file.*never switched off/);
  assert.match(describeFailure(failures[3]).en, /check the date and time of this machine first/);
});

/** The codings that Deno does not undo are refused before a byte of them is read. */
const BOMBS = [
  ["bomb-gzip.bin", "gzip", "too-large"],
  ["bomb-br.bin", "br", "too-large"],
  ["bomb-deflate.bin", "deflate", "wrong-coding"],
  ["bomb-zstd.bin", "zstd", "wrong-coding"],
  ["html-gzip.bin", "gzip", "fetched"],
  ["html-br.bin", "br", "fetched"],
  ["html-gzip-deflate.bin", "gzip, deflate", "wrong-coding"],
] as const;
