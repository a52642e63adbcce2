/** Every way the site can fail on one morning: nothing untrue is published, nothing is lost. */
import assert from "node:assert/strict";
import { type FixtureDay, simulate } from "./support/fixture_days.ts";
import type { Misbehaviour } from "./support/fixture_misbehaviour.ts";
import type { RobotsAnswer } from "./support/fixture_options.ts";
import type { FixtureRow } from "./support/fixture_row.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { Dmf } from "./support/run_dmf.ts";
import { assertTrue } from "./support/truth.ts";

const SIZE = 230;
const days = simulate(SIZE, 4, 3, { refused: [3] });
type Four<T> = readonly [T, T, T, T];
const [first, second, bad, next] = days as unknown as Four<FixtureDay>;

/** A refusal is exit 3 with a verdict; a fault of network or server is exit 1 without one. */
type Expected = { readonly code: 1 | 3; readonly says: RegExp };

let twoGoodDays: Dmf;
Deno.test.beforeAll(async () => {
  await using site = new FixtureSite();
  twoGoodDays = await Dmf.towards(site.origin);
  for (const day of [first, second]) {
    site.setRows(day.rows);
    assert.equal((await twoGoodDays.once(day.date)).code, 0);
  }
});
Deno.test.afterAll(() => twoGoodDays[Symbol.asyncDispose]());

async function badDay(spoil: (site: FixtureSite) => void, expected: Expected): Promise<void> {
  await using site = new FixtureSite();
  await using dmf = await twoGoodDays.copyTowards(site.origin);
  site.setRows(bad.rows);
  spoil(site);
  const ran = await dmf.once(bad.date, "--lang", "en");
  assert.equal(ran.code, expected.code, ran.err);
  assert.match(ran.err, expected.says);
  assert.deepEqual(await dmf.changes("--since", bad.date), []);
  const [status] = JSON.parse((await dmf.run(["status", "--json", "--lang", "en"])).out).sources;
  assert.equal(status.head, second.date);
  assert.equal(status.verdict, expected.code === 3 ? "quarantined" : null);
  assert.match(status.reason, expected.says);

  site.misbehave();
  site.setRows(next.rows);
  assert.equal((await dmf.once(next.date)).code, 0);
  assertTrue(next, await dmf.changes("--since", bad.date));
}

const REFUSED: readonly [Misbehaviour, RegExp][] = [
  [{ kind: "maintenance-page" }, /Page 1 has no table .* maintenance page/],
  [{ kind: "waf-page" }, /Page 1 has no table .* firewall block page/],
  [{ kind: "error-shell" }, /Page 1 has no table .* error page/],
  [{ kind: "login-page" }, /Page 1 has no table .* login page/],
  [{ kind: "maintenance-page", page: 3 }, /Page 3 has no table/],
  [{ kind: "empty-list" }, /0 records/],
  [{ kind: "half-list" }, /records vanished at once/],
  [{ kind: "short-list", rows: 71 }, /records vanished at once/],
  [{ kind: "total-lies", by: 5 }, /distinct rows came/],
  [{ kind: "total-lies", by: -5 }, /distinct rows came|numbered/],
  [{ kind: "duplicated-row", at: 40, instead: true }, /repeats a row of page 1/],
  [{ kind: "duplicated-row", at: 99, instead: false }, /repeats a row of page 1/],
  [{ kind: "dropped-row", at: 40, gap: false }, /distinct rows came/],
  [{ kind: "dropped-row", at: 40, gap: true }, /numbered/],
  [{ kind: "page-ignored" }, /repeats a row of page 1/],
  [
    { kind: "renamed-header", label: "성분명", to: "주성분명" },
    /lacks the column "성분명".*"주성분명"/,
  ],
  [{ kind: "swapped-cells", labels: ["신청인", "성분명"] }, /calls itself/],
  [{ kind: "missing-column", label: "문서번호" }, /lacks the column "문서번호"/],
  [{ kind: "unknown-status", at: 150, word: "정지" }, /Row \d+ of page 2: .* "정지"/],
  [{ kind: "cut-body", announced: false }, /cut off/],
];
for (const [trouble, says] of REFUSED) {
  Deno.test(`a day with ${JSON.stringify(trouble)} is refused and caught up`, () =>
    badDay((site) => site.misbehave(trouble), { code: 3, says }));
}

const UNREACHED: readonly [Misbehaviour, RegExp][] = [
  [{ kind: "status", status: 500 }, /500/],
  [{ kind: "status", status: 503, page: 2 }, /503/],
  [{ kind: "status", status: 403 }, /403/],
  [{ kind: "status", status: 404, page: 3 }, /404/],
  [{ kind: "cut-body", announced: true }, /./],
  [{ kind: "drop" }, /./],
  [{ kind: "wrong-type", type: "application/pdf" }, /application\/pdf/],
  [{ kind: "redirect", to: "https://example.com/login" }, /example\.com/],
];
for (const [trouble, says] of UNREACHED) {
  Deno.test(`a day with ${JSON.stringify(trouble)} is a fault, not drift, and caught up`, () =>
    badDay((site) => site.misbehave(trouble), { code: 1, says }));
}

Deno.test("a server that fails twice and then answers is only slow", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  site.setRows(first.rows);
  site.misbehave({ kind: "status", status: 503, page: 2, times: 2 });
  assert.equal((await dmf.once(first.date)).code, 0);
});

const ROBOTS: readonly [RobotsAnswer, 0 | 1 | 3][] = [
  [{ kind: "status", status: 404 }, 0],
  [{ kind: "html-page" }, 0],
  [{ kind: "status", status: 500 }, 1],
  [{ kind: "redirect", to: "https://example.com/robots.txt" }, 1],
  [{ kind: "disallow" }, 3],
];
for (const [robots, code] of ROBOTS) {
  Deno.test(`robots.txt that answers ${JSON.stringify(robots)} ends with ${code}`, async () => {
    await using site = new FixtureSite({ robots });
    await using dmf = await Dmf.towards(site.origin);
    site.setRows(first.rows);
    const ran = await dmf.once(first.date, "--lang", "en");
    assert.equal(ran.code, code, ran.err);
    assert.equal(site.log[0]?.path, "/robots.txt");
    if (code !== 0) assert.ok(site.log.every(({ path }) => path === "/robots.txt"));
    if (code === 3) assert.match(ran.err, /line 2: Disallow: \/pbp\//);
  });
}

Deno.test("a list that moves once while it is read is read again", async () => {
  const row = () => ({
    ...first.rows[0] as FixtureRow,
    number: "20261102-209-J-9999",
  });
  await using site = new FixtureSite({ shifting: { afterPages: 2, shifts: 1, row } });
  await using dmf = await Dmf.towards(site.origin);
  site.setRows(first.rows);
  const ran = await dmf.once(first.date, "--json");
  assert.equal(ran.code, 0, ran.err);
  assert.equal(JSON.parse(ran.out).rows, first.rows.length + 1);
});

Deno.test("a list that never stands still is refused after three readings", async () => {
  let shift = 0;
  const row = () => {
    shift += 1;
    return {
      ...first.rows[0] as FixtureRow,
      number: `20261102-209-J-${9000 + shift}`,
    };
  };
  await using site = new FixtureSite({ shifting: { afterPages: 1, shifts: 999, row } });
  await using dmf = await Dmf.towards(site.origin);
  site.setRows(first.rows);
  const ran = await dmf.once(first.date, "--lang", "en");
  assert.equal(ran.code, 3);
  assert.match(ran.err, /moved while it was read/);
  const firstPages = site.log.filter(({ path, query }) =>
    path.includes("getList") && query.get("page") === "1"
  );
  assert.equal(firstPages.length, 3);
});

Deno.test("no two requests are ever in flight, and each carries our name", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin, { contact: "ra@example.kr" });
  site.setRows(first.rows);
  await dmf.once(first.date);
  assert.ok(site.log.length > 4);
  assert.ok(site.log.every(({ inFlight }) => inFlight === 1));
  assert.ok(site.log.every(({ userAgent }) => userAgent === "dmf/0.0.0 (+mailto:ra@example.kr)"));
});
