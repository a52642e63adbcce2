import assert from "node:assert/strict";
import { writeReportFiles } from "../src/adapters/report_files.ts";
import { StoreFault } from "../src/store_fault.ts";
import { readWorkbook } from "./support/read_xlsx.ts";
import { sampleReport } from "./support/sample_report.ts";

async function inFolder(body: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await body(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const names = (dir: string) => [...Deno.readDirSync(dir)].map(({ name }) => name).toSorted();

const FILES = [
  "2026-11-30.changes.csv",
  "2026-11-30.changes.jsonl",
  "2026-11-30.records.csv",
  "2026-11-30.records.jsonl",
  "2026-11-30.xlsx",
];

Deno.test("writeReportFiles() leaves five whole files and nothing else, and returns their paths", () =>
  inFolder(async (root) => {
    const dir = `${root}/reports/mfds-dmf`;
    const files = await writeReportFiles(sampleReport(), { dir, lang: "ko" });
    assert.deepEqual(names(dir), FILES);
    assert.deepEqual(Object.values(files).toSorted(), FILES.map((name) => `${dir}/${name}`));
    assert.equal(readWorkbook(await Deno.readFile(files.workbook)).size, 7);
    const bytes = await Deno.readFile(files.recordsCsv);
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const lines = (await Deno.readTextFile(files.recordsJsonLines)).split("\n");
    assert.equal(lines.length, sampleReport().records.length + 1);
  }));

Deno.test("writeReportFiles() writes over an earlier report", () =>
  inFolder(async (dir) => {
    for (const name of FILES) {
      await Deno.writeTextFile(`${dir}/${name}`, "old");
    }
    const files = await writeReportFiles(sampleReport(), { dir, lang: "ko" });
    assert.deepEqual(names(dir), FILES);
    assert.equal(readWorkbook(await Deno.readFile(files.workbook)).size, 7);
  }));

Deno.test("writeReportFiles() gives the same bytes for the same report", () =>
  inFolder(async (dir) => {
    const [one, two] = [`${dir}/1`, `${dir}/2`];
    await writeReportFiles(sampleReport(), { dir: one, lang: "ko" });
    await writeReportFiles(sampleReport(), { dir: two, lang: "ko" });
    for (const name of FILES) {
      assert.deepEqual(
        await Deno.readFile(`${one}/${name}`),
        await Deno.readFile(`${two}/${name}`),
      );
    }
  }));

Deno.test("writeReportFiles() names the file it cannot replace, and still writes the others", () =>
  inFolder(async (dir) => {
    // A folder in the way stands for a workbook that a spreadsheet program holds open.
    await Deno.mkdir(`${dir}/2026-11-30.xlsx`);
    await assert.rejects(
      writeReportFiles(sampleReport(), { dir, lang: "ko" }),
      (error: Error) =>
        error instanceof StoreFault && /^Cannot replace ".*2026-11-30\.xlsx": /.test(error.message),
    );
    assert.deepEqual(names(dir), FILES);
  }));
