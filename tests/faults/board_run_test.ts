/**
 * Boards as a source of their own: the whole program against a site on loopback.
 *
 * @module
 */

import assert from "node:assert/strict";
import { selectBoard } from "../../src/notice/boards.ts";
import type { BoardSpec } from "../../src/notice/board_spec.ts";
import type { NoticeChange } from "../../src/notice/notice.ts";
import { FixtureBoard, type FixtureNotice, notices } from "../support/fixture_board.ts";
import { HurriedClock } from "../support/hurried_clock.ts";
import { readWorkbook, unzip } from "../support/read_xlsx.ts";
import { Dmf, type Ran } from "../support/run_dmf.ts";

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

/** What XML cannot hold, as it is or as a reference. */
const UNPRINTABLE =
  // deno-lint-ignore no-control-regex
  /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|&#x?0*(?:1|8|27|1b|ffff);/i;

Deno.test("a notice of formulas, control characters and 100,000 letters is text in workbook, table and terminal", async () => {
  await using box = await Box.with();
  const old = notices(25);
  box.site.post(old);
  await box.day("2026-11-01");
  const title = '=HYPERLINK("http://a.kr","DMF")&#1;&#27;[31m&#xFFFF; 원료의약품 등록';
  const body = [`=cmd|' /C calc'!A0 &#8;${"원료의약품 등록 ".repeat(12_000)}`];
  box.site.post([{ ...RULE, title, body, files: ["=1+1.pdf"] }, ...old]);
  assert.equal((await box.day("2026-11-02")).length, 1);
  const reports = `${box.dmf.data}/reports/mfds-notice`;
  const parts = unzip(await Deno.readFile(`${reports}/2026-11-02.xlsx`));
  for (const [name, xml] of parts) {
    assert.doesNotMatch(xml, /<f[ >]/, name);
    assert.doesNotMatch(xml, UNPRINTABLE, name);
    for (const [, text] of xml.matchAll(/<t[^>]*>([^<]*)</g)) {
      assert.ok(text!.length <= 32_767, name);
    }
  }
  for await (const { name } of Deno.readDir(reports)) {
    if (!name.endsWith(".csv")) continue;
    assert.doesNotMatch(await Deno.readTextFile(`${reports}/${name}`), /(?:^|,|\n)"?=/, name);
  }
  const { out } = await box.dmf.run(["notices"]);
  assert.match(out, /HYPERLINK/);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(out, /[\x01\x1B]/);
});

Deno.test("an edited body is one event with its words and distance; counters and notation are none", async () => {
  await using box = await Box.with();
  const long: FixtureNotice = {
    ...RULE,
    body: [
      "식품의약품안전처는 원료의약품 등록에 관한 규정에 따라 등록 대상 원료의약품의 제조소 정보와 시험 방법을 " +
      "확인하고 있습니다. 각 업체에서는 2026년 12월 15일까지 연차보고 자료를 제출하여 주시기 바랍니다.",
      "제출처는 의약품안전나라 민원창구이며, 문의는 의약품허가총괄과로 하여 주시기 바랍니다.",
    ],
  };
  const old = notices(25);
  box.site.post([long, ...old]);
  await box.day("2026-11-02");
  box.site.footer = ({ seq }) => `<p>조회수  ${seq * 9}</p>`;
  box.site.post([{ ...long, body: long.body.map((text) => text.replaceAll(" ", "  ")) }, ...old]);
  assert.deepEqual(await box.day("2026-11-03"), []);
  const edited = long.body.map((text) => text.replace("12월 15일", "12월 31일"));
  box.site.post([{ ...long, body: edited }, ...old]);
  const [change, ...rest] = await box.day("2026-11-04");
  assert.deepEqual([change?.kind, rest.length], ["amended", 0]);
  assert.deepEqual(Object.keys(change?.fields ?? {}), ["body"]);
  assert.equal(change?.fields.body?.kind, "reworded");
  assert.ok((change?.fields.body?.distance ?? 99) <= 10);
  const told = await box.dmf.run(["changes", ...SOURCE, "--since", "2026-11-04", "--lang", "en"]);
  assert.match(told.out, /12월 \[15일까지 → 31일까지\]/);
  const past = await box.dmf.run(["history", "ntc0003-1100", ...SOURCE, "--json"]);
  assert.deepEqual(JSON.parse(past.out).changes.length, 1);
});

Deno.test("a changed title and a changed file are one event", async () => {
  await using box = await Box.with();
  const old = notices(15);
  box.site.post([RULE, ...old]);
  await box.day("2026-11-02");
  box.site.post([
    { ...RULE, title: `${RULE.title}(정정)`, files: ["개정고시문(정정).hwpx"] },
    ...old,
  ]);
  const [change, ...rest] = await box.day("2026-11-03");
  assert.equal(rest.length, 0);
  assert.equal(change?.kind, "amended");
  assert.deepEqual(Object.keys(change?.fields ?? {}).sort(), ["attachments", "title"]);
  assert.equal(change?.title, `${RULE.title}(정정)`);
});

Deno.test("a text that differs from answer to answer is no event", async () => {
  await using box = await Box.with();
  box.site.validators = false;
  const old = notices(12);
  box.site.post([RULE, ...old]);
  await box.day("2026-11-02");
  let answers = 0;
  box.site.footer = () => `<p>오늘의 안내 문구 ${answers++}번째 알림입니다.</p>`;
  assert.deepEqual(await box.day("2026-11-03"), []);
});

Deno.test("a notice that leaves the pages by its age is not gone; one that is removed is, after two days", async () => {
  await using box = await Box.with();
  const old = notices(40);
  box.site.post(old);
  await box.day("2026-11-01");
  const later = notices(14, "2026-11-15", 1040);
  box.site.post([...later, ...old]);
  assert.equal((await box.day("2026-11-16")).length, 14);
  const gone = later[3] as FixtureNotice;
  box.site.post([...later, ...old].filter(({ seq }) => seq !== gone.seq));
  assert.deepEqual(await box.day("2026-11-17"), []);
  const told = JSON.parse((await box.dmf.run(["notices", "--json", "--all"])).out);
  const missing = told.filter(({ missingSince }: { missingSince: string | null }) => missingSince);
  assert.deepEqual(missing.map(({ record }: { record: string }) => record), [
    `ntc0003-${gone.seq}`,
  ]);
  const [change, ...rest] = await box.day("2026-11-18");
  assert.deepEqual([change?.kind, change?.record, rest.length], [
    "delisted",
    `ntc0003-${gone.seq}`,
    0,
  ]);
  box.site.post([...later, ...old]);
  assert.deepEqual((await box.day("2026-11-19")).map(({ kind }) => kind), ["relisted"]);
});

Deno.test("nothing is missing while the site shows no notice at all", async () => {
  await using box = await Box.with();
  const old = notices(40);
  box.site.post(old);
  await box.day("2026-11-01");
  box.site.post(old.filter(({ seq }) => seq !== old[2]?.seq));
  box.site.intercept = (url) =>
    url.pathname.endsWith("view.do")
      ? "<html><body><p>오류가 발생하였습니다</p></body></html>"
      : null;
  for (const date of ["2026-11-02", "2026-11-03", "2026-11-04"]) {
    assert.deepEqual(await box.day(date), []);
  }
  box.site.intercept = () => null;
  assert.deepEqual(await box.day("2026-11-05"), []);
  assert.deepEqual((await box.day("2026-11-06")).map(({ kind }) => kind), ["delisted"]);
});

Deno.test("what a list lacks but its own address shows is neither missing nor gone", async () => {
  await using box = await Box.with();
  const old = notices(40);
  box.site.post(old);
  await box.day("2026-11-01");
  box.site.unlisted.add(old[2]?.seq ?? 0);
  assert.deepEqual(await box.day("2026-11-02"), []);
  assert.deepEqual(await box.day("2026-11-03"), []);
  const told = JSON.parse((await box.dmf.run(["notices", "--json", "--all"])).out);
  assert.ok(
    told.every(({ missingSince }: { missingSince: string | null }) => missingSince === null),
  );
});

Deno.test("pinned notices on every page, old rows moving up and a reordered list are no events", async () => {
  await using box = await Box.with(1, { bounds: { ...embedded.bounds, pages: 1 } });
  const pinned: FixtureNotice = { ...RULE, seq: 90, date: "2019-03-02", pinned: true };
  const old = [...notices(30), pinned];
  box.site.post(old);
  await box.day("2026-11-01");
  box.site.post(old.filter(({ seq }) => seq < 1029));
  // Two of ten are gone: rows that were below the first page are now on it.
  assert.deepEqual((await box.day("2026-11-02")).map(({ kind }) => kind), []);
  const newer: FixtureNotice = { ...RULE, seq: 1200 };
  box.site.post([newer, ...old.filter(({ seq }) => seq < 1029)]);
  const kinds = (await box.day("2026-11-03")).map(({ kind, record }) => `${kind} ${record}`);
  assert.deepEqual(kinds.toSorted(), [
    "delisted ntc0003-1029",
    "delisted ntc0003-1030",
    "registered ntc0003-1200",
  ]);
});

Deno.test("a notice on two boards is told once", async () => {
  await using box = await Box.with(2);
  box.site.post(notices(12), 0);
  box.site.post(notices(12, "2026-11-01", 5000), 1);
  await box.day("2026-11-01");
  box.site.post([RULE, ...notices(12)], 0);
  box.site.post([{ ...RULE, seq: 5100 }, ...notices(12, "2026-11-01", 5000)], 1);
  const changes = await box.day("2026-11-02");
  assert.deepEqual(changes.map(({ record, copyOf }) => [record, copyOf]), [
    ["ntc0003-1100", null],
    ["data0008-5100", "ntc0003-1100"],
  ]);
  const alerts = (await box.alerts()).filter((alert) => alert.startsWith("notices"));
  assert.match(alerts.join(), /관련 공지 1건/);
});

Deno.test("boards in EUC-KR read as in UTF-8", async () => {
  await using box = await Box.with();
  box.site.charset = "euc-kr";
  const old = notices(12);
  box.site.post(old);
  await box.day("2026-11-01");
  const plain = { ...RULE, title: "원료의약품 등록에 관한 규정 개정 알림" };
  box.site.post([plain, ...old]);
  const [change] = await box.day("2026-11-02");
  assert.equal(change?.title, plain.title);
  box.site.charset = "utf-8";
  assert.deepEqual(await box.day("2026-11-03"), []);
});

Deno.test.each<[string, (url: URL, html: string | null) => Response | string | null, RegExp]>([
  [
    "an error page",
    () => "<html><body><div class='error_page'>오류가 발생하였습니다</div></body></html>",
    /there is no list of notices: it looks like the site's error page/,
  ],
  [
    "a login page",
    () => "<html><body><p>로그인이 필요한 화면입니다</p></body></html>",
    /it looks like a login page/,
  ],
  [
    "an empty list",
    (_, html) =>
      html?.replace(
        /<li><div class="center[^]*<\/ul><\/div><div id="footer/,
        '</ul></div><div id="footer',
      ) ?? null,
    /the list has no notice/,
  ],
  [
    "a list that lost its rows",
    (_, html) =>
      html?.replace(
        /(?:<li><div class="center_column">[^]*?<div class="right_column">[-0-9]+<\/div><\/li>){5}/,
        "",
      ) ?? null,
    /there are 5 notices, expected 10 by the stated total/,
  ],
  [
    "a list without days",
    (_, html) => html?.replaceAll(/right_column">[-0-9]+/g, 'right_column">오늘') ?? null,
    /row 1 has no date that can be read/,
  ],
  [
    "a day to come",
    (_, html) => html?.replace(/right_column">2026-11-01/, 'right_column">2026-12-25') ?? null,
    /dated 2026-12-25, later than today \(2026-11-02\)/,
  ],
  [
    "a number twice",
    (_, html) => html?.replace("seq=1024&", "seq=1023&") ?? null,
    /notice 1023 stands there twice/,
  ],
  [
    "a cut document",
    (_, html) => html?.slice(0, html.length - 60) ?? null,
    /the document breaks off/,
  ],
  [
    "rows without addresses",
    (_, html) => html?.replaceAll("view.do?seq=", "detail?no=") ?? null,
    /row 1 has no address or no title/,
  ],
])(
  "$0 in place of the list is refused, and what was good stays in force",
  async (_, change, why) => {
    await using box = await Box.with();
    box.site.post(notices(25));
    await box.day("2026-11-01");
    box.site.intercept = (url, html) => url.pathname.endsWith("list.do") ? change(url, html) : null;
    const ran = await box.once("2026-11-02");
    assert.equal(ran.code, 3, ran.err);
    assert.match(ran.err, why);
    const { sources } = JSON.parse((await box.dmf.run(["status", "--json"])).out);
    const status = sources.find(({ source }: { source: string }) => source === "mfds-notice");
    assert.deepEqual([status.head, status.verdict, status.records], [
      "2026-11-01",
      "quarantined",
      25,
    ]);
    assert.match((await box.alerts()).join("\n"), /quarantined/);
    box.site.intercept = () => null;
    assert.deepEqual(await box.day("2026-11-02"), []);
  },
);

Deno.test("paging that repeats is refused", async () => {
  await using box = await Box.with();
  box.site.post(notices(60));
  const first = await fetch(`${box.site.origin}/brd/m_74/list.do?page=1`);
  const page = (await first.text()).replace("utf-8", "CHARSET");
  box.site.intercept = (url) => url.pathname.endsWith("list.do") ? page : null;
  const ran = await box.once("2026-11-01");
  assert.equal(ran.code, 3, ran.err);
  assert.match(ran.err, /Page 2 .* only repeats notices of earlier pages/);
});

Deno.test("a board that is numbered anew is refused, not told as new", async () => {
  await using box = await Box.with();
  box.site.post(notices(25));
  await box.day("2026-11-01");
  box.site.post(notices(25, "2026-11-01", 7000));
  const ran = await box.once("2026-11-02");
  assert.equal(ran.code, 3);
  assert.match(ran.err, /none of its notices is known although their days are/);
});

Deno.test("pages that show other things than their notices are refused", async () => {
  await using box = await Box.with();
  box.site.post(notices(25));
  await box.day("2026-11-01");
  box.site.post([...notices(6, "2026-11-08", 1100), ...notices(25)]);
  box.site.intercept = (url) =>
    url.pathname.endsWith("view.do") ? "<html><body><p>첫 화면</p></body></html>" : null;
  const ran = await box.once("2026-11-08");
  assert.equal(ran.code, 3, ran.err);
  assert.match(ran.err, /6 of 6 notices that were opened do not show what the list says/);
});

Deno.test("a feed that cannot be read harms nothing, and one that knows more is believed", async () => {
  await using box = await Box.with();
  const old = notices(25);
  box.site.post(old);
  await box.day("2026-11-01");
  box.site.intercept = (url) => url.pathname.includes("/rss/") ? "<html>점검 중</html>" : null;
  const told = await box.once("2026-11-02");
  assert.equal(told.code, 0, told.err);
  assert.match(told.err, /less confirmed than usual \("ntc0003: RSS"\)/);
  box.site.post([{ ...RULE, date: "2026-11-03" }, ...old]);
  box.site.unlisted.add(RULE.seq);
  box.site.intercept = () => null;
  const changes = await box.day("2026-11-03");
  assert.deepEqual(changes.map(({ record }) => record), ["ntc0003-1100"]);
});

Deno.test("known notices are looked at again with their validators, a bounded number a day", async () => {
  await using box = await Box.with(1, { bounds: { ...embedded.bounds, rechecks: 5 } });
  box.site.post(notices(25));
  await box.day("2026-11-01");
  const seen = new Set<string>();
  for (const date of ["2026-11-02", "2026-11-03", "2026-11-04"]) {
    box.site.asked.length = 0;
    assert.deepEqual(await box.day(date), []);
    const views = box.site.asked.filter((path) => path.includes("view.do"));
    assert.equal(views.length, 5);
    for (const view of views) seen.add(view);
  }
  assert.equal(seen.size, 15);
});

Deno.test("archived notices read again are what the log says, also in another spec's eyes", async () => {
  await using box = await Box.with();
  const old = notices(12);
  box.site.post(old);
  await box.day("2026-11-01");
  box.site.post([RULE, { ...old[0] as FixtureNotice, title: "제목을 고침" }, ...old.slice(1)]);
  await box.day("2026-11-02");
  box.site.asked.length = 0;
  const again = JSON.parse((await box.dmf.run(["reextract", ...SOURCE, "--json"])).out);
  assert.equal(again.same, 13);
  assert.deepEqual([again.differing, again.unshown, again.otherReader, again.gone], [
    [],
    [],
    [],
    [],
  ]);
  assert.deepEqual(box.site.asked, []);
  const other = specOf(1, { view: { ...embedded.view, body: "bbs_view01" }, version: 10 });
  const files = new Map([["selectors/mfds-notice/10.json", JSON.stringify(other)]]);
  const selectorFiles = () => Promise.resolve(files);
  const read = await box.dmf.run(["reextract", ...SOURCE, "--json"], { selectorFiles });
  assert.equal(JSON.parse(read.out).otherReader.length, 13);
  // What another reader reads is no event either.
  const ran = await box.dmf.run(["--once", "--date", "2026-11-03", ...SOURCE], { selectorFiles });
  assert.equal(ran.code, 0, ran.err);
  assert.deepEqual(await box.changes("--since", "2026-11-03"), []);
});

Deno.test("robots.txt that forbids a board ends the run with 3", async () => {
  await using box = await Box.with();
  box.site.post(notices(25));
  box.site.robots = "User-agent: *\nDisallow: /brd/\n";
  const ran = await box.once("2026-11-01");
  assert.equal(ran.code, 3);
  assert.match(ran.err, /robots\.txt forbids .*m_74/);
});

Deno.test("commands about the register say where boards are to be seen", async () => {
  await using box = await Box.with();
  box.site.post(notices(12));
  await box.day("2026-11-01");
  for (
    const args of [["accept", "2026-11-01", "--reason", "x"], ["stats"], ["as-of", "2026-11-01"]]
  ) {
    const { code, err } = await box.dmf.run([...args, ...SOURCE, "--lang", "en"]);
    assert.equal(code, 2, err);
    assert.match(err, /"mfds-notice" is a source of boards.*dmf notices/);
  }
  const filtered = await box.dmf.run(["changes", ...SOURCE, "--kind", "registered"]);
  assert.equal(filtered.code, 2);
});

Deno.test("boards are off until dmf.json names them", async () => {
  await using dmf = await Dmf.towards("http://127.0.0.1:1", { contact: "ra@example.kr" });
  const ran = await dmf.once("2026-11-01", ...SOURCE, "--lang", "en");
  assert.equal(ran.code, 2);
  assert.match(ran.err, /"mfds-notice" is switched off.*www\.mfds\.go\.kr/);
});
