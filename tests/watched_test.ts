import assert from "node:assert/strict";
import { watchedFirst, watchedRows } from "../src/report/watched.ts";
import { layOut } from "../src/report/places.ts";
import { EXCEL_LIMITS } from "../src/report/sheet.ts";
import type { Report } from "../src/report/report.ts";
import { sheetsOf } from "../src/report/workbook.ts";
import type { WatchedChange } from "../src/watch_list.ts";
import { sampleReport } from "./support/sample_report.ts";

/** The sample day with some of its changes, by number, on the watch list. */
function watching(...seqs: readonly number[]): Report {
  const report = sampleReport();
  const watched = seqs.map((seq): WatchedChange => ({
    change: report.changes.find((change) => change.seq === seq)!,
    entries: ["하이플"],
    move: seq === 5 ? "left" : null,
  }));
  return { ...report, watched };
}

function rowsOf(report: Report, name: string) {
  const sheet = sheetsOf(layOut(report, "ko", EXCEL_LIMITS)).find((one) => one.name === name);
  return [...sheet!.rows];
}

/** The numbers of changes in a sheet, from the cells that lead to their proofs. */
function seqsOf(report: Report, name: string): string[] {
  return rowsOf(report, name).map(({ cells }) => {
    const last = cells.findLast((cell) =>
      typeof cell === "object" && cell !== null && /^#\d+$/.test(String(cell.value))
    );
    return String((last as { value: string }).value);
  });
}

Deno.test("watched rows come first in every sheet of changes, the others keep their order", () => {
  assert.deepEqual(seqsOf(watching(), "신규"), ["#1", "#2", "#3", "#4"]);
  assert.deepEqual(seqsOf(watching(3), "신규"), ["#3", "#1", "#2", "#4"]);
  assert.deepEqual(seqsOf(watching(10, 9), "취하·취소"), ["#9", "#10", "#8"]);
  assert.equal(seqsOf(watching(7), "변경")[0], "#7");
});

Deno.test("the kind of a watched row is marked, that of the others is plain", () => {
  const [first, second] = rowsOf(watching(3), "신규");
  assert.deepEqual(first!.cells[0], { value: "신규", style: "watched" });
  assert.equal(second!.cells[0], "신규");
});

Deno.test("a row still leads to its own proof and record", () => {
  const report = watching(3);
  const book = layOut(report, "ko", EXCEL_LIMITS);
  const [row] = watchedRows(book);
  const change = report.watched[0]!.change;
  assert.deepEqual(row!.cells[0], {
    value: "신규",
    link: book.evidencePlace(change),
    style: "jump",
  });
  assert.match(String(row!.cells[2]), /\[하이플\]$/);
});

Deno.test("a record that leaves is said to, and its fields are named", () => {
  const [row] = watchedRows(layOut(watching(5), "ko", EXCEL_LIMITS));
  assert.match(
    String((row!.cells[0] as { value: string }).value),
    /^변경\(관심 대상에서 벗어남\)$/,
  );
  assert.match(String(row!.cells[2]), /제조소, .*최종변경일자/);
});

Deno.test("a summary of thousands of hits names two hundred and says where the rest is", () => {
  const report = watching(1);
  const many = { ...report, watched: Array<WatchedChange>(5_000).fill(report.watched[0]!) };
  const rows = watchedRows(layOut(many, "en", EXCEL_LIMITS));
  assert.equal(rows.length, 201);
  assert.match(String(rows.at(-1)!.cells[2]), /4800 more/);
});

Deno.test("watchedFirst() leaves the changes as they are where nothing is watched", () => {
  const report = sampleReport();
  const book = layOut(report, "ko", EXCEL_LIMITS);
  assert.deepEqual(watchedFirst(report.changes, book), report.changes);
  assert.deepEqual(watchedRows(book), []);
});
