import assert from "node:assert/strict";
import { StoreFault } from "../src/store_fault.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { simulate } from "./support/fixture_days.ts";
import { Dmf } from "./support/run_dmf.ts";

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

Deno.test("a fault of the store ends with 4 and its sentence", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  const openData = () => Promise.reject(new StoreFault("The disk is full"));
  const { code, err } = await dmf.run(["status"], { openData });
  assert.deepEqual([code, err], [4, "The disk is full\n"]);
});

Deno.test("an unforeseen fault never ends with 0", async () => {
  await using dmf = await Dmf.towards(NOWHERE);
  const openData = () => Promise.reject(new TypeError("x is not a function"));
  const { code, err } = await dmf.run(["status"], { openData });
  assert.equal(code, 4);
  assert.match(err, /fault of dmf itself/);
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
  assert.match(err, /restore a backup/);
});
