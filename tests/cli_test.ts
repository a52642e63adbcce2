import assert from "node:assert/strict";
import { httpFetch } from "../src/adapters/http_fetch.ts";
import { StoreFault } from "../src/store_fault.ts";
import { assertBilingual } from "./support/bilingual.ts";
import spec from "../selectors/mfds-dmf/1.json" with { type: "json" };
import type { Clock } from "../src/ports.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { simulate } from "./support/fixture_days.ts";
import { type DeskParts, Dmf } from "./support/run_dmf.ts";

const NOWHERE = "http://127.0.0.1:9";

Deno.test("--version prints one line of data", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  assert.deepEqual(await dmf.run(["--version"]), { code: 0, out: "dmf 0.0.0\n", err: "" });
});

Deno.test("a wrong word ends with 2 and names the nearest right one", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  const { code, err, out } = await dmf.run(["statsu"]);
  assert.equal(code, 2);
  assert.match(err, /"statsu" .* "status"/);
  assert.equal(out, "");
});

/** What a command line says in Korean, the default, and in English; the code must be the same. */
async function inBoth(dmf: Dmf, args: readonly string[], parts: DeskParts = {}) {
  const korean = await dmf.run(args, parts);
  const english = await dmf.run([...args, "--lang", "en"], parts);
  assert.equal(korean.code, english.code);
  assert.equal(korean.out + english.out, "");
  return { code: korean.code, ko: korean.err.trimEnd(), en: english.err.trimEnd() };
}

Deno.test.each([
  ["an unknown command", ["statsu"]],
  ["an unknown option", ["status", "--jsno"]],
  ["a value left out", ["--once", "--date"]],
  ["a day that is none", ["as-of", "2026-02-30"]],
  ["a word left out", ["history"]],
  ["a log form that is none", ["status", "--log", "xml"]],
  ["an unknown source", ["--once", "--source", "mfds-dfm"]],
  ["a contact that is none", ["--once", "--contact", "ra"]],
  ["a folder without data", ["changes"]],
])("$0 ends with 2 and is said in Korean, or in English where that is asked for", async (
  _: string,
  args: readonly string[],
) => {
  await using dmf = await Dmf.towards(NOWHERE);
  const { code, ko, en } = await inBoth(dmf, args);
  assert.equal(code, 2);
  assertBilingual({ ko, en });
});

Deno.test("a mistake in dmf.json is said in either language", async () => {
  await using dmf = await Dmf.towards(NOWHERE, { contcat: "ra@example.kr" });
  const { code, ko, en } = await inBoth(dmf, ["--once"]);
  assert.equal(code, 2);
  assertBilingual({ ko, en });
});

Deno.test("a fault of the store ends with 4 and its sentence", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  const sentence = { ko: "디스크가 가득 찼습니다.", en: "The disk is full" };
  const openData = () => Promise.reject(new StoreFault(sentence));
  assert.deepEqual(await inBoth(dmf, ["status"], { openData }), { code: 4, ...sentence });
});

Deno.test("an unforeseen fault ends with 4, a sentence, and its stack", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  const openData = () => Promise.reject(new TypeError("x is not a function"));
  const { code, ko, en } = await inBoth(dmf, ["status"], { openData });
  assert.equal(code, 4);
  assert.match(ko, /^dmf 프로그램 자체의 오류입니다.*\nTypeError: x is not a function\n +at /);
  assert.match(en, /^This is a fault of dmf itself.*\nTypeError: x is not a function\n +at /);
});

/** A desk that is told to stop just before the n-th page of the list is asked for. */
function stoppedBefore(page: number): DeskParts {
  const stop = new AbortController();
  const real = httpFetch();
  let asked = 0;
  const get: typeof real.get = (request) => {
    if (request.url.includes("getList") && ++asked === page) stop.abort(new Error("stopped"));
    return real.get(request);
  };
  return { signal: stop.signal, openFetch: () => ({ get, [Symbol.dispose]: () => real.close() }) };
}

Deno.test("a stop ends with 1, says so, and running again goes on from there", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  site.setRows(simulate(230, 1, 4)[0]?.rows ?? []);
  const args = ["--once", "--date", "2026-11-02"];
  const stopped = await dmf.run(args, stoppedBefore(2));
  assert.equal(stopped.code, 1, stopped.err);
  assert.match(stopped.err, /^요청에 따라 멈추었으며, 다시 실행하면 .*\.\n$/);
  const again = await dmf.run([...args, "--lang", "en"], stoppedBefore(2));
  assert.deepEqual([again.code, again.err.slice(0, 8)], [1, "Stopped "]);
  assert.equal((await dmf.run(args)).code, 0);
  const pages = site.log.flatMap(({ path, query }) =>
    path.includes("getList") ? query.get("page") ?? [] : []
  );
  assert.deepEqual(pages, ["1", "2", "3"]);
});

Deno.test("a fault that comes while the program stops is told all the same", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  const sentence = { ko: "디스크가 가득 찼습니다.", en: "The disk is full" };
  const openData = () => Promise.reject(new StoreFault(sentence));
  const signal = AbortSignal.abort(new Error("stopped"));
  assert.equal((await inBoth(dmf, ["status"], { openData, signal })).code, 4);
});

Deno.test("a site that cannot be reached ends with 1, says so, and founds nothing", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  const { code, err } = await dmf.once("2026-11-02", "--lang", "en");
  assert.equal(code, 1);
  assert.match(err, /127\.0\.0\.1:9/);
  const { sources: [status] } = JSON.parse((await dmf.run(["status", "--json"])).out);
  assert.deepEqual([status.head, status.verdict, status.records], [null, null, 0]);
});

Deno.test("--exit-code ends with 10 for accepted changes, and with 0 for none", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  const codes: number[] = [];
  for (const day of simulate(110, 2, 4)) {
    site.setRows(day.rows);
    codes.push((await dmf.once(day.date, "--exit-code")).code);
  }
  assert.deepEqual(codes, [0, 10]);
});

Deno.test("an origin that is not this machine needs a contact", async () => {
  await using dmf = await Dmf.towards("https://nedrug.mfds.go.kr", { politeness: {} });
  const { code, err } = await dmf.once("2026-11-02");
  assert.equal(code, 2);
  assert.match(err, /"contact": "ra@example.kr"/);
});

Deno.test("reading before the first run says what to do, and makes no folder", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  const { code, err } = await dmf.run(["changes"]);
  assert.equal(code, 2);
  assert.match(err, /dmf --once/);
  await assert.rejects(Deno.stat(dmf.data), Deno.errors.NotFound);
});

Deno.test("a store that lost its file is a fault, never a first run", async () => {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin);
  const [first, second] = simulate(110, 2, 4);
  site.setRows(first?.rows ?? []);
  assert.equal((await dmf.once("2026-11-02")).code, 0);
  for (const end of ["", "-wal", "-shm"]) {
    await Deno.remove(`${dmf.data}/dmf.kv${end}`).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
  site.setRows(second?.rows ?? []);
  const { code, err } = await dmf.once("2026-11-03");
  assert.equal(code, 4);
  assert.match(err, /백업을 복원하십시오/);
});

Deno.test("once refuses a day that has not come, except towards a replica", async () => {
  await using dmf = await Dmf.towards(spec.origin, { contact: "ra@example.kr", politeness: {} });
  const { code, err } = await dmf.run(["--once", "--date", "9999-12-31", "--lang", "en"], {
    openFetch: () => assert.fail("nothing may be asked"),
  });
  assert.equal(code, 2);
  assert.match(err, /must not be later than today: "9999-12-31"/);
});

Deno.test("status of a run that has not ended says so, and nothing ends in a blank", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  await dmf.run(["--once"], { clock: impatient() });
  const { err, out } = await dmf.run(["status"]);
  assert.match(out, /마지막 실행: \S+ \(끝나지 않음\)/, err);
  assert.doesNotMatch(out, / $/m);
});

/** Waits for nothing, so that retries of a refused connection pass at once. */
function impatient(): Clock {
  return { now: () => Temporal.Now.instant(), sleep: () => Promise.resolve() };
}
