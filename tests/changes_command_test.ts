/** What `dmf changes`, `as-of` and `diff` find and write, on a past of a few chosen days. */
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import type { Change } from "../src/model.ts";
import { unguard } from "../src/formula_guard.ts";
import { Asked } from "./support/asked.ts";
import { CommittedDays } from "./support/committed_days.ts";
import { MemoryLog } from "./support/memory_log.ts";
import { readWorkbook } from "./support/read_xlsx.ts";
import { record } from "./support/rows.ts";

const FORMULA = "=cmd|' /C calc'!A0";
const site = (name: string, country: string) => ({ name, address: `${name} 1`, country });
const one = record({ registrationNumber: "20240101-1-A-1-01", sites: [site("Sicor", "이탈리아")] });
const two = record({
  registrationNumber: "20240101-1-A-2-02",
  ingredient: "시롤리무스",
  applicant: "㈜두리약품",
  sites: [site("Granules", "인도")],
});
const three = record({
  registrationNumber: "20240101-1-A-3-03",
  ingredient: FORMULA,
  applicant: "+1\u0007\u202e",
  sites: [site("@SUM(1)", "중국")],
});

const days = new CommittedDays(new MemoryLog());
await days.day("2026-11-02", [one, two]);
// The applicant of one changes; a record full of traps comes.
await days.day("2026-11-03", [{ ...one, applicant: "㈜세나약품" }, two, three]);
// Two is cancelled and moves to another site; three is withdrawn.
const moved = { ...two, status: "cancelled", sites: [site("Evonik", "캐나다")] } as const;
const withdrawn = { ...three, status: "withdrawn", statusChangedOn: "2026-11-04" } as const;
await days.day("2026-11-04", [{ ...one, applicant: "㈜세나약품" }, moved, withdrawn]);
// The applicant goes back to what it was; two gets another number.
const renumbered = { ...moved, registrationNumber: "20261105-1-A-9-09" };
await days.day("2026-11-05", [one, renumbered, withdrawn]);

/** Events as `run kind` with the last part of their number. */
async function events(asked: Asked, ...args: readonly string[]): Promise<string[]> {
  const changes = await asked.json<Change[]>("changes", ...args);
  return changes.map(({ run, kind, registrationNumber }) =>
    `${run.slice(-2)} ${kind} ${registrationNumber?.slice(-2)}`
  );
}

const CASES: readonly (readonly [args: readonly string[], events: readonly string[]])[] = [
  [[], [
    "03 registered 03",
    "03 amended 01",
    "04 withdrawn 03",
    "04 cancelled 02",
    "04 amended 02",
    "05 renumbered 09",
    "05 amended 01",
  ]],
  [["--kind", "신규,withdrawn"], ["03 registered 03", "04 withdrawn 03"]],
  [["--number", "A-2-02"], ["04 cancelled 02", "04 amended 02", "05 renumbered 09"]],
  [["--applicant", "하나약품"], ["03 amended 01", "05 amended 01"]],
  [["--applicant", "세나"], ["03 amended 01", "05 amended 01"]],
  [["--ingredient", "시롤*스", "--until", "2026-11-04"], ["04 cancelled 02", "04 amended 02"]],
  // A cancellation says nothing of sites: the record counts as it stood before the site changed.
  [["--country", "인도"], ["04 cancelled 02", "04 amended 02"]],
  [["--country", "캐나다"], ["04 amended 02", "05 renumbered 09"]],
  [["--country", "이탈리아"], ["03 amended 01", "05 amended 01"]],
  [["--country", "이탈리아", "--since", "2026-11-04"], ["05 amended 01"]],
  [["--country", "이탈리아", "--until", "2026-11-04"], ["03 amended 01"]],
  [["--site", "granules"], ["04 cancelled 02", "04 amended 02"]],
  [["--text", "취하"], ["04 withdrawn 03"]],
  [["--text", "evonik", "--kind", "변경", "--source", "mfds-dmf"], ["04 amended 02"]],
  [["--text", "없는 말"], []],
];

Deno.test("changes finds exactly the events that its filters mean", async (t) => {
  await using asked = await Asked.on(days.log);
  for (const [args, expected] of CASES) {
    await t.step(args.join(" ") || "without filters", async () => {
      assert.deepEqual(await events(asked, ...args), expected);
    });
  }
  await t.step("nothing found is said, in either language", async () => {
    assert.equal(await asked.out("changes", "--text", "없는 말"), "변동 없음\n");
    assert.equal(await asked.out("changes", "--text", "x", "--lang", "en"), "no changes\n");
  });
  await t.step("a source that is none ends with 2", async () => {
    const sentence = await asked.fault(2, "changes", "--source", "mfds-dfm");
    assert.equal(sentence, '"mfds-dfm" is not a known source, nearest is "mfds-dmf"');
  });
});

const rowsOf = (text: string): string[][] => parse(text, { bom: true, record_delimiter: "\r\n" });

Deno.test("tables hold what the answers hold, and no formula", async (t) => {
  await using asked = await Asked.on(days.log);
  const sheetOf = async (...args: readonly string[]) => {
    const file = `${asked.folder}/answer.xlsx`;
    assert.equal(await asked.out(...args, "--out", file), `${file}\n`);
    const [sheet] = readWorkbook(await Deno.readFile(file)).values();
    assert.ok(sheet);
    return sheet.rows;
  };
  await t.step("changes as CSV has one row a field, hostile values guarded", async () => {
    const text = await asked.out("changes", "--format", "csv", "--kind", "registered");
    assert.ok(text.startsWith("\ufeff번호,실행일,"));
    const [, ...rows] = rowsOf(text);
    const ingredient = rows.find((row) => row[7] === "성분명");
    assert.equal(ingredient?.[9], `'${FORMULA}`);
    assert.equal(unguard(ingredient?.[9] ?? ""), FORMULA);
    for (const cell of rows.flat()) assert.doesNotMatch(cell, /^[=+@]/);
  });
  await t.step("changes as a workbook has the same rows", async () => {
    const rows = rowsOf(await asked.out("changes", "--format", "csv"));
    const sheet = await sheetOf("changes");
    assert.equal(sheet.length, rows.length);
    assert.deepEqual(sheet[0], rows[0]);
    assert.ok(sheet.some((row) => row.includes(FORMULA)));
  });
  await t.step("the same answer gives the same workbook", async () => {
    const [a, b] = [`${asked.folder}/a.xlsx`, `${asked.folder}/b.xlsx`];
    for (const file of [a, b]) await asked.out("as-of", "2026-11-04", "--out", file);
    assert.deepEqual(await Deno.readFile(a), await Deno.readFile(b));
  });
  await t.step("as-of has the fields that are asked for, in both formats", async () => {
    const args = ["as-of", "2026-11-04", "--field", "applicant,제조국가"];
    const [header, ...rows] = rowsOf(await asked.out(...args, "--format", "csv"));
    assert.deepEqual(header, [
      "관리 번호",
      "신청인",
      "제조소명",
      "제조소소재지",
      "제조국가",
      "현재 내용 기준일",
    ]);
    assert.deepEqual(rows.map((row) => row[4]).sort(), ["이탈리아", "중국", "캐나다"].sort());
    const [titles, ...lines] = await sheetOf(...args);
    assert.deepEqual(titles, [...header.slice(1), "관리 번호"]);
    assert.equal(lines.length, 3);
  });
  await t.step("diff has one row a field, and nothing that was taken back", async () => {
    const args = ["diff", "2026-11-02", "2026-11-05"];
    const [, ...rows] = rowsOf(await asked.out(...args, "--format", "csv", "--lang", "en"));
    assert.deepEqual([...new Set(rows.map(([kind]) => kind))], ["new", "changed"]);
    assert.ok(!rows.some((row) => row.includes("㈜세나약품")));
    const changed = rows.filter(([kind]) => kind === "changed").map((row) => row[5]);
    assert.deepEqual(changed, ["Registration number", "Manufacturing sites", "Status"]);
    assert.equal((await sheetOf(...args)).length, rows.length + 1);
  });
  await t.step("an answer without rows is a table with its header alone", async () => {
    const args = ["changes", "--text", "없는 말"];
    assert.equal(rowsOf(await asked.out(...args, "--format", "csv")).length, 1);
    const file = `${asked.folder}/none.csv`;
    await asked.out(...args, "--out", file);
    assert.equal(rowsOf(await Deno.readTextFile(file)).length, 1);
  });
  await t.step("a file in a folder that is not there ends with 2", async () => {
    const file = `${asked.folder}/no/a.csv`;
    assert.equal(
      await asked.fault(2, "changes", "--out", file),
      `Cannot write "${file}": there is no folder "${asked.folder}/no"`,
    );
  });
  await t.step("text for a terminal holds nothing that steers it", async () => {
    for (const args of [["changes"], ["diff", "2026-11-02", "2026-11-05"]]) {
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(await asked.out(...args), /[\u0007\u202e]/);
    }
  });
});
