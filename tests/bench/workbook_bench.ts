/**
 * The workbook of a day against a bare exceljs streaming write of the same cells.
 *
 * Run it with `deno run -A tests/bench/workbook_bench.ts [rows]`; both are written by turns in one
 * process and the medians compared. Memory is that of a process of its own.
 *
 * @module
 */

import WorkbookWriter from "exceljs/lib/stream/xlsx/workbook-writer.js";
import { Writable } from "node:stream";
import type { Report, StandingRecord } from "../../src/report/report.ts";
import { layOut } from "../../src/report/places.ts";
import { EXCEL_LIMITS } from "../../src/report/sheet.ts";
import { sheetsOf, writeWorkbook } from "../../src/report/workbook.ts";
import { sampleId, sampleRecord, sampleReport } from "../support/sample_report.ts";

/** A report of `rows` records in the register's shapes, with a busy day's events. */
export function benchReport(rows: number): Report {
  const { changes, run } = sampleReport();
  const records = Array.from({ length: rows }, (_, n): StandingRecord => ({
    record: sampleId(n),
    values: sampleRecord({
      registrationNumber: `2024${1000 + n % 9000}-209-J-${n}(${n % 19})`,
      ingredient: `노메게스트롤아세테이트 ${n % 1500}`,
      applicant: `㈜하이플 ${n % 441}`,
      sites: Array.from({ length: n % 5 === 0 ? 2 : 1 }, (_, site) => ({
        name: `Sicor Società Italiana Corticosteroidi ${(n + site) % 3000}`,
        address: `Via Terrazzano ${n % 211}, 20017 Rho (MI), Italy`,
        country: site === 0 ? "이탈리아" : "프랑스",
      })),
      lastChangedOn: n % 3 === 0 ? "2026-05-07" : null,
      status: n % 11 === 0 ? "withdrawn" : "active",
    }),
    validFrom: run.run,
  }));
  return sampleReport({ records, changes });
}

/** All cell values of the report, row by row, as a bare writer is given them. */
function bareSheets(report: Report) {
  return sheetsOf(layOut(report, "ko", EXCEL_LIMITS)).map(({ name, rows }) => ({
    name,
    rows: Array.from(
      rows,
      ({ cells }) =>
        cells.map((cell) => typeof cell === "object" && cell !== null ? cell.value : cell),
    ),
  }));
}

interface BareBook {
  addWorksheet(name: string): {
    addRow(values: readonly unknown[]): { commit(): void };
    commit(): void;
  };
  commit(): Promise<void>;
}

async function writeBare(sheets: ReturnType<typeof bareSheets>): Promise<void> {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  const Writer = WorkbookWriter as unknown as new (options: unknown) => BareBook;
  const book = new Writer({ stream });
  for (const { name, rows } of sheets) {
    const sheet = book.addWorksheet(name);
    for (const row of rows) sheet.addRow(row).commit();
    sheet.commit();
  }
  await book.commit();
}

/** Milliseconds of one bare write of all cells of a report. */
export async function bareWriteMs(report: Report): Promise<number> {
  const sheets = bareSheets(report);
  const start = performance.now();
  await writeBare(sheets);
  return performance.now() - start;
}

/** Medians in milliseconds of writing the report by each of the two, by turns. */
export async function compareWrites(report: Report, turns: number) {
  const sheets = bareSheets(report);
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  const timed = async (into: number[], write: () => Promise<void>) => {
    const start = performance.now();
    await write();
    into.push(performance.now() - start);
  };
  for (let turn = 0; turn < turns; turn++) {
    await timed(times.bare, () => writeBare(sheets));
    await timed(
      times.ours,
      () => writeWorkbook(report, { lang: "ko", sink: () => Promise.resolve() }),
    );
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
  return { ours: median(times.ours), bare: median(times.bare) };
}

if (import.meta.main) {
  const rows = Number(Deno.args[0] ?? 10_000);
  if (Deno.args[1] === "memory") {
    await writeWorkbook(benchReport(rows), { lang: "ko", sink: () => Promise.resolve() });
    console.log(`rss ${Math.round(Deno.memoryUsage().rss / 1e6)} MB at ${rows} rows`);
  } else {
    const { ours, bare } = await compareWrites(benchReport(rows), 5);
    const ratio = (ours / bare).toFixed(2);
    console.log(`workbook ${ours.toFixed(0)} ms, bare ${bare.toFixed(0)} ms, ratio ${ratio}`);
  }
}
