/** The workbook in LibreOffice: a program of its own, slow to start. */
import assert from "node:assert/strict";
import type { StandingRecord } from "../../src/report/report.ts";
import { hasProgram, run } from "../support/programs.ts";
import { workbookBytes } from "../support/read_xlsx.ts";
import { sampleRecord, sampleReport } from "../support/sample_report.ts";

Deno.test({
  name: "LibreOffice opens the workbook and shows what was written",
  ignore: !hasProgram("soffice", "--version"),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const [first, ...others] = sampleReport().records as [StandingRecord, ...StandingRecord[]];
      const values = sampleRecord({
        registrationNumber: "=1+1",
        ingredient: "_x000D_ 그대로",
        applicant: "  앞뒤 빈칸  ",
      });
      const { changes } = sampleReport();
      const report = sampleReport({ records: [{ ...first, values }, ...others], changes });
      await Deno.writeFile(`${folder}/book.xlsx`, await workbookBytes(report, { lang: "ko" }));
      // Comma, quote, UTF-8, from line 1, and as the last token: every sheet into its own file.
      const filter =
        "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1";
      await run("soffice", [
        `-env:UserInstallation=file://${folder}/profile`,
        "--headless",
        "--convert-to",
        filter,
        "--outdir",
        folder,
        `${folder}/book.xlsx`,
      ]);
      const text = await Deno.readTextFile(`${folder}/book-전체 현황.csv`);
      const [, row = ""] = text.split("\n");
      assert.match(row, /^=1\+1,_x000D_ 그대로, {2}앞뒤 빈칸 {2},별표1,.*,2026-09-01,/);
      assert.ok((await Deno.readTextFile(`${folder}/book-취하·취소.csv`)).includes("목록 삭제"));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
