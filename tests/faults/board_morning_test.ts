/**
 * Boards beside the register: the morning, and the register's own workbook.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { BoardSpec } from "../../src/notice/board_spec.ts";
import { selectBoard } from "../../src/notice/boards.ts";
import { FixtureBoard, notices } from "../support/fixture_board.ts";
import { simulate } from "../support/fixture_days.ts";
import { FixtureSite } from "../support/fixture_site.ts";
import { HurriedClock } from "../support/hurried_clock.ts";
import { ManualClock } from "../support/manual_clock.ts";
import { readWorkbook } from "../support/read_xlsx.ts";
import { Dmf } from "../support/run_dmf.ts";

const rows = simulate(110, 1, 2)[0]?.rows ?? [];
const { boards } = selectBoard("mfds-notice") as BoardSpec;

function settings(site: FixtureSite, board: string) {
  return { sources: { "mfds-dmf": { origin: site.origin }, "mfds-notice": { origin: board } } };
}

Deno.test("watch reads the boards after the register, and the register's workbook shows 공지 of the same morning", async () => {
  await using site = new FixtureSite();
  site.setRows(rows);
  await using board = new FixtureBoard(boards);
  for (const index of boards.keys()) {
    board.post(notices(12, "2026-11-05", 1000 * (index + 1)), index);
  }
  await using dmf = await Dmf.towards(site.origin, settings(site, board.origin));
  const clock = new ManualClock("2026-11-05T23:00:00Z");
  board.clock = () => clock.now();
  const ran = await dmf.run(["watch"], { clock, daily: () => Promise.resolve() });
  assert.equal(ran.code, 0, ran.err);
  assert.match(ran.err, /기준선 수립[^]*mfds-notice {2}2026-11-06 {2}기준선 수립: 공지 48건/);
  const book = readWorkbook(await Deno.readFile(`${dmf.data}/reports/2026-11-06.xlsx`));
  assert.ok(book.has("공지"), [...book.keys()].join());
  assert.equal(book.get("공지")?.rows.length, 49);
  assert.equal((await dmf.run(["fsck"])).code, 0);
});

Deno.test("a board that fails, or is refused, leaves the register's mornings as they are", async () => {
  await using site = new FixtureSite();
  site.setRows(rows);
  await using board = new FixtureBoard(boards);
  for (const index of boards.keys()) {
    board.post(notices(12, "2026-11-05", 1000 * (index + 1)), index);
  }
  board.intercept = (url) =>
    url.pathname.endsWith("list.do") ? "<html><body>로그인이 필요한 화면</body></html>" : null;
  await using dmf = await Dmf.towards(site.origin, settings(site, board.origin));
  const clock = new ManualClock("2026-11-05T23:00:00Z");
  board.clock = () => clock.now();
  const ran = await dmf.run(["watch"], { clock, daily: () => Promise.resolve() });
  assert.equal(ran.code, 0, ran.err);
  assert.match(ran.err, /격리[^]*로그인 화면/);
  const { sources } = JSON.parse((await dmf.run(["status", "--json"])).out);
  const heads = sources.map(({ source, head, verdict }: Record<string, unknown>) => [
    source,
    head,
    verdict,
  ]);
  assert.deepEqual(heads, [
    ["mfds-dmf", "2026-11-06", "accepted"],
    ["mfds-notice", null, "quarantined"],
  ]);
  const heartbeat = JSON.parse(await Deno.readTextFile(`${dmf.data}/heartbeat.json`));
  assert.equal(heartbeat.source, "mfds-dmf");
});

Deno.test("a workbook of the register has no 공지 where no board was ever read", async () => {
  await using site = new FixtureSite();
  site.setRows(rows);
  await using dmf = await Dmf.towards(site.origin, {}, { clock: new HurriedClock() });
  assert.equal((await dmf.once("2026-11-02")).code, 0);
  const book = readWorkbook(await Deno.readFile(`${dmf.data}/reports/2026-11-02.xlsx`));
  assert.ok(!book.has("공지"));
});

Deno.test("a spec of boards that cannot be read, and a damaged log of theirs, leave the register alone", async () => {
  await using site = new FixtureSite();
  site.setRows(rows);
  await using board = new FixtureBoard(boards);
  for (const index of boards.keys()) {
    board.post(notices(12, "2026-11-05", 1000 * (index + 1)), index);
  }
  const clock = new HurriedClock();
  await using dmf = await Dmf.towards(site.origin, settings(site, board.origin), { clock });
  assert.equal((await dmf.once("2026-11-06", "--source", "mfds-notice")).code, 0);
  const broken = new Map([["selectors/mfds-notice/7.json", '{"kind": "board", "source": 7}']]);
  const selectorFiles = () => Promise.resolve(broken);
  const first = await dmf.run(["--once", "--date", "2026-11-06"], { selectorFiles });
  assert.equal(first.code, 0, first.err);
  assert.match(first.err, /mfds-notice\/7\.json/);
  const data = await dmf.open();
  const key = ["event", "mfds-notice", "2026-11-06", 3];
  const stored = await data.log.get(key);
  const value = { ...stored.value as Record<string, unknown>, hash: "0" };
  assert.ok(await data.log.atomic([stored], [{ key, value }]));
  await data.close();
  const second = await dmf.once("2026-11-07");
  assert.equal(second.code, 0, second.err);
  assert.equal((await dmf.run(["fsck"])).code, 4);
});

Deno.test("report and restore know the boards' days", async () => {
  await using board = new FixtureBoard(boards);
  for (const index of boards.keys()) {
    board.post(notices(12, "2026-11-05", 1000 * (index + 1)), index);
  }
  const sources = { "mfds-notice": { origin: board.origin } };
  await using dmf = await Dmf.towards(board.origin, { sources }, { clock: new HurriedClock() });
  const source = ["--source", "mfds-notice"];
  assert.equal((await dmf.once("2026-11-06", ...source)).code, 0);
  assert.equal((await dmf.once("2026-11-07", ...source)).code, 0);
  const asked = board.asked.length;
  assert.equal((await dmf.once("2026-11-07", ...source)).code, 0);
  assert.equal(board.asked.length, asked);
  const again = await dmf.run(["report", ...source, "--date", "2026-11-06", "--json"]);
  assert.match(JSON.parse(again.out).files[0], /reports\/mfds-notice\/2026-11-06\.xlsx$/);
  assert.equal((await dmf.run(["fsck", "--rebuild"])).code, 0);
  const file = `${dmf.folder}/backup.dmf`;
  const backup = await dmf.run(["backup", file]);
  assert.equal(backup.code, 0, backup.err);
  const restored = await dmf.run(["restore", file, "--replace"]);
  assert.equal(restored.code, 0, restored.err);
  assert.equal((await dmf.run(["fsck"])).code, 0);
  const told = JSON.parse((await dmf.run(["notices", "--all", "--json"])).out);
  assert.equal(told.length, 48);
});
