import assert from "node:assert/strict";
import fc from "fast-check";
import { httpFetch } from "../src/adapters/http_fetch.ts";
import { HostQueue, type HostQueueOptions, type QueueEvent } from "../src/host_queue.ts";
import type { Outcome } from "../src/outcome.ts";
import { POLITENESS, ruleMs } from "../src/politeness.ts";
import { ManualClock } from "./support/manual_clock.ts";
import { withMisbehavingServer } from "./support/misbehaving_server.ts";
import { page, redirect, type Scripted, ScriptedFetch, status } from "./support/scripted_fetch.ts";

const ORIGIN = "https://register.example";
const COST = {
  accept: "text/html",
  contentTypes: ["text/html"],
  maxBytes: 1000,
  headerTimeoutMs: 1000,
  bodyTimeoutMs: 1000,
};
const ALLOW: Scripted = { answer: page("User-agent: *\nDisallow: /private\n") };

function setUp(script: readonly Scripted[], options: Partial<HostQueueOptions> = {}) {
  const clock = new ManualClock();
  const fetch = new ScriptedFetch(clock, script);
  const events: QueueEvent[] = [];
  const queue = new HostQueue({
    origin: ORIGIN,
    fetch,
    clock,
    politeness: POLITENESS,
    userAgent: "dmf/0.0.0 (+mailto:ra@example.kr)",
    productToken: "dmf",
    observe: (event) => events.push(event),
    ...options,
  });
  return { clock, fetch, queue, events };
}

/** Milliseconds between the end of every request and the start of the next. */
function gaps({ made }: ScriptedFetch): number[] {
  return made.slice(1).map(({ startedAt }, i) =>
    made[i]?.endedAt.until(startedAt).total("milliseconds") ?? NaN
  );
}

/** Seconds since the start of the clock. */
function secondsIn(instant: Temporal.Instant): number {
  return new ManualClock().now().until(instant).total("seconds");
}

/** Paths and queries of the requests made. */
function paths({ made }: ScriptedFetch): string[] {
  return made.map(({ request }) => request.url.slice(ORIGIN.length));
}

Deno.test("HostQueue refuses a page before robots.txt was read", async () => {
  const { queue, fetch } = setUp([]);
  await assert.rejects(queue.get(`${ORIGIN}/list`, COST), /before robots.txt was read/);
  assert.equal(fetch.made.length, 0);
});

Deno.test("HostQueue refuses any other origin", async () => {
  const { queue, fetch } = setUp([ALLOW]);
  await queue.readRobots("/robots.txt");
  for (
    const url of [
      "https://elsewhere.example/",
      "http://register.example/",
      "https://register.example:8443/",
      "https://u:p@register.example/",
      "//elsewhere.example/",
    ]
  ) {
    assert.throws(() => queue.get(url, COST), RangeError, url);
  }
  assert.equal(fetch.made.length, 1);
});

Deno.test("HostQueue takes only an origin and a product token", () => {
  assert.throws(() => setUp([], { origin: `${ORIGIN}/` }), RangeError);
  assert.throws(() => setUp([], { productToken: "dmf/1.0" }), RangeError);
});

Deno.test("HostQueue makes one request at a time, in the order of the calls", async () => {
  const { queue, fetch } = setUp([ALLOW, ...Array(3).fill({ answer: page() })]);
  const asked = [
    queue.readRobots("/robots.txt"),
    ...[1, 2, 3].map((n) => queue.get(`${ORIGIN}/list?page=${n}`, COST)),
  ];
  await Promise.all(asked);
  assert.deepEqual(paths(fetch), ["/robots.txt", "/list?page=1", "/list?page=2", "/list?page=3"]);
  assert.equal(queue.requests, 4);
});

Deno.test("HostQueue asks with what the request may cost and who is asking", async () => {
  const { queue, fetch } = setUp([ALLOW, { answer: page() }]);
  await queue.readRobots("/robots.txt");
  await queue.get(`${ORIGIN}/list#top`, COST);
  assert.deepEqual(fetch.made[1]?.request, {
    url: `${ORIGIN}/list`,
    userAgent: "dmf/0.0.0 (+mailto:ra@example.kr)",
    accept: "text/html",
    maxBytes: 1000,
    headerTimeoutMs: 1000,
    bodyTimeoutMs: 1000,
  });
});

Deno.test("HostQueue asks for no disallowed page and cites the line", async () => {
  const { queue, fetch } = setUp([ALLOW]);
  await queue.readRobots("/robots.txt");
  assert.deepEqual(await queue.get(`${ORIGIN}/private/1`, COST), {
    kind: "disallowed",
    url: `${ORIGIN}/private/1`,
    decision: { allowed: false, line: { number: 2, text: "Disallow: /private" }, agent: "*" },
  });
  assert.equal(fetch.made.length, 1);
});

Deno.test("HostQueue is not tricked past robots.txt by another spelling of a path", async () => {
  const { queue, fetch } = setUp([ALLOW]);
  await queue.readRobots("/robots.txt");
  for (
    const path of ["/a/../private", "/%70rivate", "/./private", "\\private", "/a/%2e%2e/private"]
  ) {
    assert.equal((await queue.get(ORIGIN + path, COST)).kind, "disallowed", path);
  }
  assert.equal(fetch.made.length, 1);
});

Deno.test("HostQueue waits before every hop of a redirect as before any request", async () => {
  const { queue, fetch } = setUp([
    ALLOW,
    { durationMs: 600, answer: redirect("/b") },
    { answer: redirect("c?page=1") },
    { answer: page() },
  ]);
  await queue.readRobots("/robots.txt");
  await queue.get(`${ORIGIN}/a`, COST);
  const made = fetch.made.map(({ request, startedAt, endedAt }) =>
    [request.url.slice(ORIGIN.length), ...[startedAt, endedAt].map(secondsIn)].join(" ")
  );
  // 2 s are owed, then five times 600 ms; a redirect is no success that would lower the delay.
  assert.deepEqual(made, [
    "/robots.txt 0 0.1",
    "/a 2.1 2.7",
    "/b 5.7 5.8",
    "/c?page=1 8.8 8.9",
  ]);
  assert.equal(queue.requests, 4);
});

Deno.test("HostQueue gives a page behind redirects with both its addresses", async () => {
  const { queue } = setUp([ALLOW, { answer: redirect("/b") }, { answer: page() }]);
  await queue.readRobots("/robots.txt");
  const answer = await queue.get(`${ORIGIN}/a`, COST);
  assert.ok(answer.kind === "fetched");
  assert.equal(answer.snapshot.url, `${ORIGIN}/a`);
  assert.equal(answer.snapshot.finalUrl, `${ORIGIN}/b`);
});

Deno.test("HostQueue lets nobody in between two hops", async () => {
  const { queue, fetch } = setUp([ALLOW, { answer: redirect("/b") }, { answer: page() }, {
    answer: page(),
  }]);
  await Promise.all([
    queue.readRobots("/robots.txt"),
    queue.get(`${ORIGIN}/a`, COST),
    queue.get(`${ORIGIN}/other`, COST),
  ]);
  assert.deepEqual(paths(fetch), ["/robots.txt", "/a", "/b", "/other"]);
});

Deno.test("HostQueue does not ask where a redirect leads behind a Disallow", async () => {
  for (const redirects of [["/private/2"], ["/b", "/c/../%70rivate/2"]]) {
    const hops = redirects.map((to) => ({ answer: redirect(to) }));
    const { queue, fetch } = setUp([ALLOW, ...hops, { answer: page() }]);
    await queue.readRobots("/robots.txt");
    const answer = await queue.get(`${ORIGIN}/list`, COST);
    assert.equal(answer.kind === "disallowed" && answer.decision.line?.number, 2);
    assert.match(answer.kind === "disallowed" ? answer.url : "", /rivate\/2$/);
    assert.deepEqual(paths(fetch), ["/robots.txt", "/list", ...redirects.slice(0, -1)]);
  }
});

Deno.test("HostQueue follows robots.txt itself politely, but past any Disallow", async () => {
  const moved: Scripted = { answer: redirect("/private/robots.txt") };
  const { clock, queue, fetch } = setUp([moved, ALLOW, moved, ALLOW, { answer: page() }]);
  assert.equal((await queue.readRobots("/robots.txt")).reading.kind, "rules");
  clock.advance(86_400_000);
  assert.equal((await queue.get(`${ORIGIN}/list`, COST)).kind, "fetched");
  const robots = ["/robots.txt", "/private/robots.txt"];
  assert.deepEqual(paths(fetch), [...robots, ...robots, "/list"]);
  assert.deepEqual(gaps(fetch).map((gap) => Math.min(gap, 2000)), Array(4).fill(2000));
});

Deno.test("HostQueue follows five redirects and not the sixth", async () => {
  for (const [redirects, kind] of [[5, "fetched"], [6, "redirect-loop"]] as const) {
    const hops = Array.from({ length: redirects }, (_, i) => ({ answer: redirect(`/hop/${i}`) }));
    const { queue, fetch } = setUp([ALLOW, ...hops, { answer: page() }]);
    await queue.readRobots("/robots.txt");
    assert.equal((await queue.get(`${ORIGIN}/list`, COST)).kind, kind);
    assert.equal(fetch.made.length, 1 + 6);
  }
});

Deno.test("HostQueue asks for nothing twice in one chain of redirects, nor off the origin", async () => {
  for (
    const [targets, failure] of [
      [["/b", "/list#top"], { kind: "redirect-loop", url: `${ORIGIN}/list`, redirects: 2 }],
      [["/b", "//elsewhere.example/"], {
        kind: "redirect-off-host",
        url: `${ORIGIN}/b`,
        to: "https://elsewhere.example/",
      }],
    ] as const
  ) {
    // The port gives targets without a fragment.
    const hops = targets.map((to) => ({ answer: redirect(to.replace("#top", "")) }));
    const { queue, fetch } = setUp([ALLOW, ...hops, { answer: page() }]);
    await queue.readRobots("/robots.txt");
    assert.deepEqual(await queue.get(`${ORIGIN}/list`, COST), failure);
    assert.deepEqual(paths(fetch), ["/robots.txt", "/list", "/b"]);
  }
});

Deno.test("HostQueue tries a hop again, not the chain that led to it", async () => {
  const busy: Scripted = { answer: status(503) };
  const { queue, fetch, events } = setUp([
    ALLOW,
    ...[busy, busy, { answer: redirect("/b") }],
    ...[busy, busy, busy, { answer: page() }],
  ]);
  await queue.readRobots("/robots.txt");
  assert.equal((await queue.get(`${ORIGIN}/a`, COST)).kind, "fetched");
  assert.deepEqual(paths(fetch), ["/robots.txt", "/a", "/a", "/a", "/b", "/b", "/b", "/b"]);
  const attempts = events.filter((event) => event.kind === "retrying").map((event) =>
    event.attempt
  );
  assert.deepEqual(attempts, [1, 2, 1, 2, 3]);
});

Deno.test("HostQueue gives the failure of a hop under the hop's own address", async () => {
  const { queue } = setUp([ALLOW, { answer: redirect("/b") }, { answer: status(404) }]);
  await queue.readRobots("/robots.txt");
  assert.deepEqual(await queue.get(`${ORIGIN}/a`, COST), status(404)(`${ORIGIN}/b`));
});

Deno.test("HostQueue waits for the Retry-After of a redirect", async () => {
  const hop: Scripted = { answer: redirect("/b", { code: 307, retryAfter: "600" }) };
  const { queue, fetch } = setUp([ALLOW, hop, { answer: page() }]);
  await queue.readRobots("/robots.txt");
  assert.equal((await queue.get(`${ORIGIN}/a`, COST)).kind, "fetched");
  assert.deepEqual(gaps(fetch), [2000, 600_000]);
});

Deno.test("HostQueue does not follow a redirect that asks for more than an hour", async () => {
  const hop: Scripted = { answer: redirect("/b", { code: 307, retryAfter: "7200" }) };
  const { clock, queue, fetch } = setUp([ALLOW, hop, { answer: page() }]);
  await queue.readRobots("/robots.txt");
  const expected = status(307, "7200")(`${ORIGIN}/a`);
  assert.deepEqual(await queue.get(`${ORIGIN}/a`, COST), expected);
  assert.deepEqual(await queue.get(`${ORIGIN}/other`, COST), expected);
  assert.equal(fetch.made.length, 2);
  clock.advance(7_201_000);
  assert.equal((await queue.get(`${ORIGIN}/b`, COST)).kind, "fetched");
});

Deno.test("HostQueue asks for everything where robots.txt is gone", async () => {
  const { queue } = setUp([{ answer: status(404) }, { answer: page() }]);
  assert.equal((await queue.readRobots("/robots.txt")).reading.kind, "unavailable");
  assert.equal((await queue.get(`${ORIGIN}/private`, COST)).kind, "fetched");
});

Deno.test("HostQueue asks for nothing where robots.txt cannot be had", async () => {
  const { queue, fetch } = setUp(Array(4).fill({ answer: status(503) }));
  const { reading, outcome } = await queue.readRobots("/robots.txt");
  assert.equal(reading.kind, "unreachable");
  assert.equal(outcome.kind, "status");
  assert.equal(await queue.get(`${ORIGIN}/list`, COST), outcome);
  assert.equal(fetch.made.length, 4);
});

Deno.test("HostQueue reads robots.txt again after a day", async () => {
  const closed: Scripted = { answer: page("User-agent: *\nDisallow: /\n") };
  const { clock, queue, fetch } = setUp([ALLOW, { answer: page() }, closed]);
  await queue.readRobots("/robots.txt");
  clock.advance(86_000_000);
  assert.equal((await queue.get(`${ORIGIN}/list`, COST)).kind, "fetched");
  clock.advance(400_000);
  assert.equal((await queue.get(`${ORIGIN}/list`, COST)).kind, "disallowed");
  assert.equal(fetch.made[2]?.request.url, `${ORIGIN}/robots.txt`);
});

Deno.test("HostQueue rests five times as long as the last answer took", async () => {
  const durations = [100, 2000, 100];
  const { queue, fetch } = setUp([
    ALLOW,
    ...durations.map((durationMs) => ({ durationMs, answer: page() })),
  ]);
  await queue.readRobots("/robots.txt");
  for (const n of [1, 2, 3]) await queue.get(`${ORIGIN}/list?page=${n}`, COST);
  assert.deepEqual(gaps(fetch), [2000, 2000, 10_000]);
});

Deno.test("HostQueue counts the time that passes between calls as rest", async () => {
  const { clock, queue, fetch } = setUp([ALLOW, { answer: page() }]);
  await queue.readRobots("/robots.txt");
  clock.advance(1500);
  await queue.get(`${ORIGIN}/list`, COST);
  assert.deepEqual(clock.sleeps, [500]);
  assert.deepEqual(gaps(fetch), [2000]);
});

Deno.test("HostQueue keeps Crawl-delay beyond the cap, from the first page on", async () => {
  const robots: Scripted = { answer: page("User-agent: dmf\nCrawl-delay: 45\n") };
  const { queue, fetch } = setUp([robots, { answer: page() }, { answer: page() }]);
  await queue.readRobots("/robots.txt");
  await queue.get(`${ORIGIN}/a`, COST);
  await queue.get(`${ORIGIN}/b`, COST);
  assert.deepEqual(gaps(fetch), [45_000, 45_000]);
});

Deno.test("HostQueue tries again what heals, ever later, three times", async () => {
  const { queue, fetch, events } = setUp([ALLOW, ...Array(9).fill({ answer: status(503) })]);
  await queue.readRobots("/robots.txt");
  assert.equal((await queue.get(`${ORIGIN}/list`, COST)).kind, "status");
  assert.deepEqual(gaps(fetch), [2000, 4000, 8000, 16_000]);
  const retries = events.filter((event) => event.kind === "retrying");
  assert.deepEqual(retries.map(({ attempt, waitMs }) => [attempt, waitMs]), [
    [1, 4000],
    [2, 8000],
    [3, 16_000],
  ]);
});

Deno.test("HostQueue gives the answer that comes after a retry", async () => {
  const refused = (url: string): Outcome => ({ kind: "refused", url, detail: "" });
  const { queue, fetch } = setUp([{ answer: refused }, ALLOW, { answer: refused }, {
    answer: page(),
  }]);
  assert.equal((await queue.readRobots("/robots.txt")).reading.kind, "rules");
  assert.equal((await queue.get(`${ORIGIN}/list`, COST)).kind, "fetched");
  assert.equal(fetch.made.length, 4);
});

for (
  const failure of [
    { kind: "tls", url: "", detail: "" },
    { kind: "too-large", url: "", limitBytes: 1 },
    { kind: "redirect-loop", url: "", redirects: 6 },
    { kind: "not-permitted", url: "", detail: "" },
    { kind: "status", url: "", status: 404, retryAfter: null },
  ] satisfies Outcome[]
) {
  Deno.test(`HostQueue does not try again after ${failure.kind}`, async () => {
    const { queue, fetch } = setUp([ALLOW, { answer: () => failure }]);
    await queue.readRobots("/robots.txt");
    assert.equal(await queue.get(`${ORIGIN}/list`, COST), failure);
    assert.equal(fetch.made.length, 2);
  });
}

Deno.test("HostQueue waits for Retry-After, in seconds and by date", async () => {
  const { queue, fetch } = setUp([
    ALLOW,
    { answer: status(429, "600") },
    // The clock then stands at 21:10:02 and some tenths.
    { answer: status(503, "Mon, 05 Jan 2026 22:00:00 GMT") },
    { answer: page() },
  ]);
  await queue.readRobots("/robots.txt");
  assert.equal((await queue.get(`${ORIGIN}/list`, COST)).kind, "fetched");
  assert.deepEqual(gaps(fetch).slice(0, 2), [2000, 600_000]);
  assert.ok(fetch.made[3] !== undefined);
  assert.ok(fetch.made[3].startedAt.toString() >= "2026-01-05T22:00:00Z");
});

Deno.test("HostQueue leaves a host alone that asks for more than an hour", async () => {
  const { clock, queue, fetch } = setUp([
    ALLOW,
    { answer: status(503, "7200") },
    { answer: page() },
  ]);
  await queue.readRobots("/robots.txt");
  const first = await queue.get(`${ORIGIN}/a`, COST);
  assert.equal(first.kind, "status");
  clock.advance(7_199_000);
  assert.deepEqual(await queue.get(`${ORIGIN}/b`, COST), first);
  assert.equal(fetch.made.length, 2);
  clock.advance(2000);
  assert.equal((await queue.get(`${ORIGIN}/b`, COST)).kind, "fetched");
});

Deno.test("HostQueue does not stretch the delay when the clock is set back", async () => {
  const { clock, queue } = setUp([ALLOW, { answer: page() }]);
  await queue.readRobots("/robots.txt");
  clock.advance(-3_600_000);
  await queue.get(`${ORIGIN}/list`, COST);
  assert.deepEqual(clock.sleeps, [2000]);
});

Deno.test("HostQueue sleeps again when a timer fires early", async () => {
  const clock = new ManualClock();
  const early = {
    now: () => clock.now(),
    sleep: (ms: number) => clock.sleep(ms > 10 ? ms - 10 : ms),
  };
  const fetch = new ScriptedFetch(clock, [ALLOW, { answer: page() }]);
  const { queue } = setUp([], { clock: early, fetch });
  await queue.readRobots("/robots.txt");
  await queue.get(`${ORIGIN}/list`, COST);
  assert.deepEqual(gaps(fetch), [2000]);
});

const TYPES: readonly [contentType: string | undefined, kind: Outcome["kind"]][] = [
  ["text/html", "fetched"],
  ["Text/HTML; charset=EUC-KR", "fetched"],
  [undefined, "fetched"],
  ["application/json", "wrong-type"],
  ["text/html5", "wrong-type"],
];

for (const [contentType, kind] of TYPES) {
  Deno.test(`HostQueue takes content type ${contentType} for ${kind}`, async () => {
    const answer = page("", contentType === undefined ? {} : { contentType });
    const { queue } = setUp([ALLOW, { answer }]);
    await queue.readRobots("/robots.txt");
    assert.equal((await queue.get(`${ORIGIN}/list`, COST)).kind, kind);
  });
}

Deno.test("HostQueue takes any content type where none is asked for", async () => {
  const { queue } = setUp([ALLOW, { answer: page("", { contentType: "application/pdf" }) }]);
  await queue.readRobots("/robots.txt");
  assert.equal((await queue.get(`${ORIGIN}/a`, { ...COST, contentTypes: [] })).kind, "fetched");
});

Deno.test("HostQueue stops with the caller's reason and goes on being usable", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped by a person");
  const { queue, fetch } = setUp([ALLOW], { signal: stop.signal });
  await queue.readRobots("/robots.txt");
  stop.abort(reason);
  for (let i = 0; i < 2; i++) {
    await assert.rejects(queue.get(`${ORIGIN}/list`, COST), (error) => error === reason);
  }
  assert.equal(fetch.made.length, 1);
});

Deno.test("HostQueue rests after a fault as after any request", async () => {
  const fault = () => {
    throw new Error("fault of an adapter");
  };
  const { queue, fetch } = setUp([{ answer: fault }, ALLOW]);
  await assert.rejects(queue.readRobots("/robots.txt"), /fault of an adapter/);
  await queue.readRobots("/robots.txt");
  assert.deepEqual(gaps(fetch), [2000]);
});

Deno.test("HostQueue tells what it is doing", async () => {
  const { queue, events } = setUp([ALLOW, { durationMs: 300, answer: page() }]);
  await queue.readRobots("/robots.txt");
  await queue.get(`${ORIGIN}/list`, COST);
  const [robots, list] = [`${ORIGIN}/robots.txt`, `${ORIGIN}/list`];
  assert.deepEqual(events, [
    { kind: "requesting", url: robots },
    { kind: "answered", url: robots, outcome: "fetched", durationMs: 100 },
    { kind: "waiting", url: list, ms: 2000 },
    { kind: "requesting", url: list },
    { kind: "answered", url: list, outcome: "fetched", durationMs: 300 },
  ]);
});

const scripted = fc.oneof(
  fc.nat(8000).map((durationMs) => ({ durationMs, code: 200, retryAfter: null })),
  fc.record({
    durationMs: fc.nat(8000),
    code: fc.constantFrom(302, 403, 404, 429, 500, 503),
    retryAfter: fc.option(fc.nat(3600).map(String)),
  }),
);

Deno.test("HostQueue never asks sooner than the rule says, for any history of answers", async () => {
  const history = fc.array(scripted, { minLength: 1, maxLength: 12 });
  const crawlDelay = fc.nat(60);
  await fc.assert(fc.asyncProperty(history, crawlDelay, async (history, crawlDelay) => {
    const robots = page(`User-agent: *\nCrawl-delay: ${crawlDelay}\n`);
    const answer = ({ code, retryAfter }: typeof history[number], i: number) => {
      if (code === 200) return page();
      return code === 302 ? redirect(`/hop/${i}`, { retryAfter }) : status(code, retryAfter);
    };
    const script = history.map((entry, i) => ({
      durationMs: entry.durationMs,
      answer: answer(entry, i),
    }));
    const { queue, fetch } = setUp([{ answer: robots }, ...script]);
    await queue.readRobots("/robots.txt");
    while (fetch.made.length <= history.length) await queue.get(`${ORIGIN}/list`, COST);
    let before = 0;
    for (const [i, gap] of gaps(fetch).entries()) {
      const made = fetch.made[i];
      const lasted = made?.startedAt.until(made.endedAt).total("milliseconds") ?? NaN;
      assert.ok(gap >= ruleMs(POLITENESS, lasted, crawlDelay * 1000));
      const answer = i === 0 ? undefined : history[i - 1];
      if (answer !== undefined && answer.code !== 200) {
        assert.ok(gap >= Number(answer.retryAfter ?? 0) * 1000, "Retry-After is obeyed");
        assert.ok(gap >= before, "a failure never lowers the delay");
      }
      before = gap;
    }
  }));
});

const REAL_CLOCK = {
  now: () => Temporal.Now.instant(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

Deno.test("HostQueue keeps its distance on a real wire", async () => {
  await withMisbehavingServer(async (origin, log) => {
    const politeness = { minDelayMs: 50, delayFactor: 5, maxDelayMs: 1000 };
    const { queue } = setUp([], { origin, fetch: httpFetch(), clock: REAL_CLOCK, politeness });
    await queue.readRobots("/robots.txt");
    await queue.get(`${origin}/ok`, COST);
    await queue.get(`${origin}/503-then-ok`, COST);
    await queue.get(`${origin}/redirect-chain?n=2`, COST);
    assert.deepEqual(log.map((seen) => seen.path), [
      "/robots.txt",
      "/ok",
      "/503-then-ok",
      "/503-then-ok",
      "/redirect-chain?n=2",
      "/redirect-chain?n=1",
      "/ok",
    ]);
    // Crawl-delay is 200 ms, and no millisecond of it is given away.
    for (const [i, seen] of log.slice(1).entries()) {
      const since = log[i]?.at.until(seen.at).total("milliseconds") ?? 0;
      assert.ok(since >= 200, `${since} ms before ${seen.path}`);
    }
  }, "robots-crawl-delay");
});

Deno.test("HostQueue gives up on a closed replica within a second", async () => {
  const politeness = { ...POLITENESS, minDelayMs: 0 };
  const refused = (url: string): Outcome => ({ kind: "refused", url, detail: "" });
  const script = Array(4).fill({ durationMs: 1, answer: refused });
  const { clock, queue, fetch } = setUp(script, { politeness });
  await queue.readRobots("/robots.txt");
  assert.deepEqual(clock.sleeps, [100, 200, 400]);
  assert.equal(fetch.made.length, 4);
});

for (
  const [robots, kind] of [
    ["robots-allow", "rules"],
    ["robots-redirect", "rules"],
    ["robots-404", "unavailable"],
    ["robots-503", "unreachable"],
    ["robots-429", "unreachable"],
    ["robots-redirect-off-host", "unreachable"],
  ] as const
) {
  Deno.test(`HostQueue reads ${robots} as ${kind}`, async () => {
    await withMisbehavingServer(async (origin) => {
      const clock = new ManualClock();
      const { queue } = setUp([], { origin, fetch: httpFetch(), clock });
      assert.equal((await queue.readRobots("/robots.txt")).reading.kind, kind);
    }, robots);
  });
}
