import assert from "node:assert/strict";
import { answers, recoded } from "./support/bad_days_wire.ts";
import type { Misbehaviour } from "./support/fixture_misbehaviour.ts";
import type { SiteOptions } from "./support/fixture_options.ts";
import type { FixtureRow } from "./support/fixture_row.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { type Ending, WireServer } from "./support/fixture_wire.ts";
import { simulate } from "./support/fixture_days.ts";

const LIST = "/pbp/CCBAC03/getList?limit=20&page=";
const ROWS = simulate(120, 1)[0]!.rows;

async function asked(
  troubles: readonly Misbehaviour[],
  { page = 1, options = {} }: { readonly page?: number; readonly options?: SiteOptions } = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  await using site = new FixtureSite(options);
  site.setRows(ROWS);
  site.misbehave(...troubles);
  const response = await fetch(`${site.origin}${LIST}${page}`);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const whole = (await asked([])).text;

for (const ending of ["cut-announced", "cut-chunked", "reset"] satisfies Ending[]) {
  Deno.test(`FixtureSite ends an answer ${ending} in the middle of its body`, async () => {
    const trouble = answers({ ending });
    await assert.rejects(asked([trouble], { options: { rude: ending === "reset" } }), TypeError);
  });
}

Deno.test("FixtureSite cuts a body without a length as if that were all", async () => {
  const { text } = await asked([answers({ ending: "cut-unannounced" })]);
  assert.ok(text.length < whole.length && whole.startsWith(text));
});

for (const ending of ["drip", "hang-in-body"] satisfies Ending[]) {
  Deno.test(`FixtureSite begins a body that does not come to its end: ${ending}`, async () => {
    await using site = new FixtureSite();
    site.setRows(ROWS);
    site.misbehave(answers({ ending }));
    const response = await fetch(`${site.origin}${LIST}1`);
    const reader = response.body!.getReader();
    const { value } = await reader.read();
    assert.ok(value !== undefined && value.length > 0 && value.length < whole.length);
    await reader.cancel();
  });
}

Deno.test("FixtureSite answers with another status, other headers, another body", async () => {
  const { status, text, headers } = await asked([
    answers({ status: 206, headers: { etag: 'W/"1"' }, body: "part" }),
  ]);
  assert.deepEqual([status, text, headers.get("etag")], [206, "part", 'W/"1"']);
  const shouted = recoded((body) => body.map((byte) => byte === 0x61 ? 0x41 : byte));
  assert.equal((await asked([shouted])).text, whole.replaceAll("a", "A"));
});

Deno.test("FixtureSite answers 204 and 304 without a length", async () => {
  for (const status of [204, 304]) {
    const answer = await asked([answers({ status, body: "" })]);
    assert.deepEqual([answer.status, answer.headers.get("content-length")], [status, null]);
  }
});

Deno.test("FixtureSite rewrites one page, and lists other rows on it", async () => {
  const rewritten: Misbehaviour = { kind: "rewritten", page: 2, to: () => "<p>" };
  assert.equal((await asked([rewritten], { page: 2 })).text, "<p>");
  assert.equal((await asked([rewritten])).text, whole);
  const others = ROWS.toReversed();
  const { text } = await asked([{ kind: "other-rows", page: 1, rows: others }]);
  assert.ok(text.includes((others[0] as FixtureRow).number));
});

Deno.test("FixtureSite answers whatever begins with /robots as it is told", async () => {
  await using site = new FixtureSite({
    robots: { kind: "answer", as: (allow, path) => ({ ...allow, headers: { at: path } }) },
  });
  for (const path of ["/robots.txt", "/robots7"]) {
    const response = await fetch(site.origin + path);
    assert.equal(response.headers.get("at"), path);
    await response.text();
  }
});

Deno.test("FixtureSite has a login page", async () => {
  await using site = new FixtureSite();
  const response = await fetch(`${site.origin}/login`);
  assert.match(await response.text(), /로그인이 필요한 서비스입니다/);
});

Deno.test("WireServer greets before it hears anything, and hangs up", async () => {
  const server = new WireServer(() => Promise.reject(new Error("asked")), { greeting: "hello" });
  try {
    const { port } = new URL(server.origin);
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
    const text = await new Response(connection.readable).text();
    assert.equal(text, "hello");
  } finally {
    await server.close();
  }
});
