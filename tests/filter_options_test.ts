import assert from "node:assert/strict";
import { parseArguments } from "../src/arguments.ts";
import type { TableFile } from "../src/filter_options.ts";
import { says } from "./support/bilingual.ts";

function kindsOf(text: string) {
  const command = parseArguments(["changes", "--kind", text]);
  return command.kind === "changes" ? command.filter.kinds : assert.fail();
}

Deno.test.each([
  ["registered", ["registered"]],
  ["신규,취하", ["registered", "withdrawn"]],
  ["번호정정, 목록 삭제,", ["renumbered", "delisted"]],
  ["REGISTERED,신규", ["registered"]],
  ["회복".normalize("NFD"), ["reinstated"]],
])("--kind reads $0", (text: string, kinds: readonly string[]) => {
  assert.deepEqual(kindsOf(text), kinds);
});

Deno.test.each<[string, readonly string[], string | RegExp]>([
  [
    "a kind that is none",
    ["--kind", "registerd"],
    '"--kind" does not know "registerd", nearest is "registered"',
  ],
  [
    "a label that is none",
    ["--kind", "신규,취햐"],
    '"--kind" does not know "취햐", nearest is "취하"',
  ],
  ["a kind like nothing", ["--kind", "x"], /^"--kind" does not know "x", known are registered, /],
  ["a list of nothing", ["--kind", ","], /^"--kind" does not know ",", known are /],
  [
    "an option that is none",
    ["--aplicant", "x"],
    '"--aplicant" is not a known option, nearest is "--applicant"',
  ],
  ["a pattern of white space", ["--site", "　"], '"--site" needs a text to look for'],
  ["a format that is none", ["--format", "xls"], '"--format" must be "csv" or "xlsx", found "xls"'],
  [
    "a file of another kind",
    ["--out", "data/dmf.kv"],
    '"--out" must end in ".csv" or ".xlsx", found "data/dmf.kv"',
  ],
  [
    "a file against its format",
    ["--format", "csv", "--out", "a.xlsx"],
    '"--out" must end in ".csv", found "a.xlsx"',
  ],
  ["a workbook without a file", ["--format", "xlsx"], /^A workbook cannot be printed/],
  ["a table and JSON", ["--json", "--format", "csv"], '"--json" and "--format" exclude each other'],
  ["a file and JSON", ["--json", "--out", "a.csv"], '"--json" and "--out" exclude each other'],
])("changes refuses $0", (_: string, args: readonly string[], words: string | RegExp) => {
  assert.throws(() => parseArguments(["changes", ...args]), says("ConfigurationError", words));
});

Deno.test.each<[readonly string[], TableFile | null]>([
  [[], null],
  [["--format", "csv"], { format: "csv", file: null }],
  [["--out", "data/a.csv"], { format: "csv", file: "data/a.csv" }],
  [["--out", "data/A.XLSX"], { format: "xlsx", file: "data/A.XLSX" }],
  [["--format", "xlsx", "--out", "b.xlsx"], { format: "xlsx", file: "b.xlsx" }],
])("changes takes $0 for a table", (args: readonly string[], table: TableFile | null) => {
  const command = parseArguments(["changes", ...args]);
  assert.deepEqual(command.kind === "changes" && command.table, table);
});

Deno.test("as-of refuses a field that is none, and diff a day too few or too many", () => {
  const refused = (args: readonly string[], words: string | RegExp) =>
    assert.throws(() => parseArguments(args), says("ConfigurationError", words));
  refused(
    ["as-of", "2026-12-01", "--field", "ingredent"],
    '"--field" does not know "ingredent", nearest is "ingredient"',
  );
  refused(["diff", "2026-12-01"], /^"diff" needs a second date YYYY-MM-DD/);
  refused(["diff", "2026-12-01", "tomorrow"], /^"diff" must be a day of the calendar/);
  refused(["diff", "2026-12-01", "2026-12-02", "2026-12-03"], /^"diff" takes no further word/);
});
