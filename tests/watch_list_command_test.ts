import assert from "node:assert/strict";
import type { Alert } from "../src/alert.ts";
import { dice, foundingOf } from "./support/fixture_founding.ts";
import type { FixtureRow } from "./support/fixture_row.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { readWorkbook } from "./support/read_xlsx.ts";
import { Dmf } from "./support/run_dmf.ts";

const WATCH = [
  { ingredient: "시험가나정", note: "우리 성분" },
  { applicant: "시험신청인" },
  "ㅅㅎㄱㄴㅈ",
  { country: "없는나라" },
];

/** The second day withdraws a watched record, moves one away, and changes one that nobody watches. */
function twoDays(): readonly (readonly FixtureRow[])[] {
  const rows = foundingOf(110, dice(7)).rows.filter(({ status }) => status === "정상");
  const [a, b, c, ...others] = rows as [FixtureRow, FixtureRow, FixtureRow, ...FixtureRow[]];
  const first = { ...a, ingredient: "시험가나정염산염" };
  const second = { ...b, applicant: "(주)시험신청인" };
  return [
    [first, second, c, ...others],
    [
      { ...first, status: "취하", statusOn: "2026-12-01" },
      { ...second, applicant: "(주)다른신청인" },
      { ...c, version: "v9.9.9/2026" },
      ...others,
    ],
  ];
}

/** A data folder after two days, and the alert of the second. */
async function withWatch(
  watch: readonly unknown[],
  body: (dmf: Dmf, alert: Alert) => Promise<void>,
): Promise<void> {
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin, { watch });
  for (const [index, rows] of twoDays().entries()) {
    site.setRows(rows);
    const { code, err } = await dmf.once(`2026-12-0${index + 1}`);
    assert.equal(code, 0, err);
  }
  const file = `${dmf.data}/outbox/mfds-dmf-2026-12-02-changes.json`;
  await body(dmf, JSON.parse(await Deno.readTextFile(file)));
}

Deno.test("a watch list leads the alert and the workbook, and answers for itself", async (t) => {
  await withWatch(WATCH, async (dmf, alert) => {
    await t.step("the alert names its hits first and counts everything after", () => {
      assert.match(
        alert.sentence.ko,
        /^관심 목록 2건: 취하 시험가나정염산염 .*; 변경\(관심 대상에서 벗어남\) .*\. 전체: 변경 2건, 취하 1건$/,
      );
      assert.match(alert.sentence.en, /^2 on the watch list: withdrawn 시험가나정염산염 /);
      assert.equal(alert.watched?.count, 2);
      const [gone, moved] = alert.watched!.changes;
      assert.deepEqual(gone!.entries, ["ingredient: 시험가나정", "ㅅㅎㄱㄴㅈ"]);
      assert.deepEqual([gone!.move, moved!.move], [null, "left"]);
    });
    await t.step("요약 lists them above the verdict, with links to record and proof", async () => {
      const book = readWorkbook(await Deno.readFile(`${dmf.data}/reports/2026-12-02.xlsx`));
      const summary = book.get("요약")!;
      const at = (word: string | RegExp) =>
        summary.rows.findIndex(([first]) => new RegExp(word).test(String(first)));
      const head = at("관심 목록 변동 2건");
      assert.ok(head > 0 && head < at("^판정$"));
      assert.match(
        String(summary.rows[head + 1]![2]),
        /시험가나정염산염.*\[ingredient: 시험가나정/,
      );
      assert.match(summary.links.get(`A${head + 2}`)!, /^'출처'!/);
      assert.match(summary.links.get(`B${head + 2}`)!, /^'전체 현황'!/);
    });
    await t.step("they are the first rows of 변경, whatever their number", async () => {
      const book = readWorkbook(await Deno.readFile(`${dmf.data}/reports/2026-12-02.xlsx`));
      const { rows } = book.get("변경")!;
      assert.equal(rows[1]![4], "신청인");
      assert.equal(rows.length, 3);
    });
    await t.step("a report written again has the same hits", async () => {
      const before = await Deno.readFile(`${dmf.data}/reports/2026-12-02.xlsx`);
      assert.equal((await dmf.run(["report", "--date", "2026-12-02"])).code, 0);
      assert.deepEqual(await Deno.readFile(`${dmf.data}/reports/2026-12-02.xlsx`), before);
    });
    await t.step("the terminal shows them first, marked, and --json counts them", async () => {
      const { err } = await dmf.once("2026-12-02");
      const events = err.split("\n").filter((line) => /^(★| ) [-~+] /.test(line));
      assert.deepEqual(events.map((line) => line.slice(0, 6)), [
        "★ - 취하",
        "★ ~ 변경",
        "  ~ 변경",
      ]);
      assert.match(events[1]!, /\(관심 대상에서 벗어남\)$/);
      assert.equal(JSON.parse((await dmf.once("2026-12-02", "--json")).out).watched, 2);
    });
    await t.step("watch-list shows what each entry finds now and what happened", async () => {
      const { entries, sources } = JSON.parse((await dmf.run(["watch-list", "--json"])).out);
      assert.deepEqual(sources, [{ source: "mfds-dmf", run: "2026-12-02", since: "2026-11-02" }]);
      const short = entries.map((
        one: { records: unknown[]; changes: { kind: string; move: string }[] },
      ) => [
        one.records.length,
        one.changes.map(({ kind, move }) => [kind, move]),
      ]);
      assert.deepEqual(short, [
        [1, [["withdrawn", null]]],
        [0, [["amended", "left"]]],
        [1, [["withdrawn", null]]],
        [0, []],
      ]);
      assert.equal(entries[0].note, "우리 성분");
    });
    await t.step("an entry that finds nothing is said to", async () => {
      const { code, out } = await dmf.run(["watch-list"]);
      assert.equal(code, 0);
      assert.match(out, /★ country: 없는나라\n {2}해당하는 등록이 없습니다/);
      assert.match(out, /아무것도 찾지 못한 항목 1개/);
      assert.match(out, /★ ingredient: 시험가나정 {2}\(우리 성분\)\n {2}등록 1건, 최근 변동 1건\n/);
    });
    await t.step("--test tries a text or an entry, and refuses what cannot be one", async () => {
      const tried = async (...args: string[]) => await dmf.run(["watch-list", "--test", ...args]);
      const found = async (text: string) =>
        JSON.parse((await tried(text, "--json")).out).entries[0].records.length;
      assert.equal(await found("시험*염산염"), 1);
      assert.equal(await found("시험*염"), 1);
      assert.equal(await found("*가나"), 0);
      assert.equal(await found('{"ingredient": "ㅅㅎㄱㄴ"}'), 1);
      for (const bad of ["*", '{"contry": "인도"}', "{", "가".repeat(501)]) {
        assert.equal((await tried(bad)).code, 2, bad);
      }
      assert.equal((await tried()).code, 2);
      assert.match((await tried("*", "--lang", "en")).err, /must hold something to look for/);
    });
    await t.step("an entry of dmf.json that cannot be used ends with 2 and its place", async () => {
      await dmf.pointTo("http://127.0.0.1:1", { watch: ["가", { site: "*" }] });
      for (const command of [["watch-list"], ["--once", "--date", "2026-12-03"]]) {
        const { code, err } = await dmf.run([...command, "--lang", "en"]);
        assert.equal(code, 2);
        assert.match(err, /"watch\[1\]\.site" must hold something to look for/);
      }
    });
  });
});

Deno.test("without a watch list an alert is what it was, and watch-list says how to write one", async () => {
  await withWatch([], async (dmf, alert) => {
    assert.equal(alert.sentence.ko, "변경 2건, 취하 1건");
    assert.equal(alert.watched, undefined);
    const { code, out } = await dmf.run(["watch-list", "--lang", "en"]);
    assert.equal(code, 0);
    assert.match(out, /The watch list is empty; write "watch":/);
    const book = readWorkbook(await Deno.readFile(`${dmf.data}/reports/2026-12-02.xlsx`));
    assert.ok(!book.get("요약")!.rows.flat().some((value) => String(value).includes("관심")));
  });
});
