/**
 * Boards as a source of their own: the whole program against a site on loopback.
 *
 * @module
 */

import assert from "node:assert/strict";
import { selectBoard } from "../src/notice/boards.ts";
import type { BoardSpec } from "../src/notice/board_spec.ts";
import type { NoticeChange } from "../src/notice/notice.ts";
import { FixtureBoard, type FixtureNotice, notices } from "./support/fixture_board.ts";
import { HurriedClock } from "./support/hurried_clock.ts";
import { readWorkbook } from "./support/read_xlsx.ts";
import { Dmf, type Ran } from "./support/run_dmf.ts";

const embedded = selectBoard("mfds-notice") as BoardSpec;
const SOURCE = ["--source", "mfds-notice"];

/** The embedded spec with its first boards only, as a file beside the program. */
function specOf(boards: number, changes: Partial<BoardSpec> = {}): BoardSpec {
  return { ...embedded, version: 9, boards: embedded.boards.slice(0, boards), ...changes };
}

/** A box that reads some boards of a site. */
class Box implements AsyncDisposable {
  private constructor(readonly site: FixtureBoard, readonly dmf: Dmf) {}

  static async with(boards = 1, changes: Partial<BoardSpec> = {}): Promise<Box> {
    const spec = specOf(boards, changes);
    const site = new FixtureBoard(spec.boards);
    const files = new Map([["selectors/mfds-notice/9.json", JSON.stringify(spec)]]);
    const sources = { "mfds-notice": { origin: site.origin } };
    const dmf = await Dmf.towards(site.origin, { sources }, {
      clock: new HurriedClock(),
      selectorFiles: () => Promise.resolve(files),
    });
    return new Box(site, dmf);
  }

  once(date: string, ...more: readonly string[]): Promise<Ran> {
    return this.dmf.once(date, ...SOURCE, "--lang", "en", ...more);
  }

  /** A run that must be accepted; returns its events. */
  async day(date: string): Promise<NoticeChange[]> {
    const ran = await this.once(date);
    assert.equal(ran.code, 0, ran.err);
    return await this.changes("--since", date, "--until", date);
  }

  async changes(...args: readonly string[]): Promise<NoticeChange[]> {
    const ran = await this.dmf.run(["changes", "--json", ...SOURCE, ...args]);
    assert.equal(ran.code, 0, ran.err);
    return JSON.parse(ran.out);
  }

  async alerts(): Promise<string[]> {
    const folder = `${this.dmf.data}/outbox`;
    const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
    return await Promise.all(
      names.filter((name) => name.endsWith(".json")).map(async (name) => {
        const { kind, sentence } = JSON.parse(await Deno.readTextFile(`${folder}/${name}`));
        return `${kind}: ${sentence.ko}`;
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dmf[Symbol.asyncDispose]();
    await this.site[Symbol.asyncDispose]();
  }
}

const RULE: FixtureNotice = {
  seq: 1100,
  title: "「원료의약품 등록에 관한 규정」 일부개정고시 알림",
  date: "2026-11-02",
  body: [
    "원료의약품 등록(DMF) 대상과 연계심사 절차를 다음과 같이 개정합니다.",
    "시행일: 2027-01-01",
  ],
  files: ["개정고시문.hwpx", "신구조문대비표.pdf"],
};

Deno.test("a board is founded without events, then a notice about the register is an event, an alert and a row", async () => {
  await using box = await Box.with();
  const old = notices(25);
  box.site.post(old);
  assert.deepEqual(await box.day("2026-11-01"), []);
  box.site.post([RULE, ...old]);
  const [change, ...rest] = await box.day("2026-11-02");
  assert.deepEqual(rest, []);
  assert.equal(change?.kind, "registered");
  assert.equal(change?.record, "ntc0003-1100");
  assert.equal(change?.title, RULE.title);
  assert.equal(change?.url, "https://www.mfds.go.kr/brd/m_74/view.do?seq=1100");
  assert.ok(change?.relevant.includes("연계심사"), `${change?.relevant}`);
  assert.match(
    (await box.alerts()).join("\n"),
    /notices: 원료의약품 등록 관련 공지 1건: .*일부개정고시/,
  );
  assert.equal((await box.dmf.run(["fsck"])).code, 0);
  const { out } = await box.dmf.run(["notices", "--json"]);
  const [notice] = JSON.parse(out);
  assert.equal(notice.body, RULE.body.join("\n"));
  assert.deepEqual(notice.attachments.map(({ name }: { name: string }) => name), RULE.files);
  const path = `${box.dmf.data}/reports/mfds-notice/2026-11-02.xlsx`;
  const sheet = readWorkbook(await Deno.readFile(path)).get("Notices");
  assert.ok(JSON.stringify(sheet?.rows).includes("일부개정고시"));
});
