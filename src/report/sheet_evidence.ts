/**
 * 출처: the proof of every field of every event, down to the bytes of the row in the archived page,
 * and the command that goes on from there to the bytes of the cell.
 *
 * @module
 */

import { EVENT_LABELS, FIELDS } from "../fields.ts";
import type { Change, FieldName } from "../model.ts";
import { evidenceFields, proofCommand } from "./evidence_row.ts";
import { seoulTime } from "./value_text.ts";
import { type Book, numberCell } from "./places.ts";
import type { Cell, Sheet, SheetRow } from "./sheet.ts";
import { HEADERS, NOTHING, SHEET_NAMES } from "./words.ts";

/** Makes the sheet, in the order of the events. Rows of a page count from 1 here. */
export function evidenceSheet(book: Book): Sheet {
  const { report, lang } = book;
  const ko = lang === "ko";
  return {
    kind: "table",
    name: SHEET_NAMES.evidence[lang],
    columns: [
      { header: ko ? "번호" : "No.", width: 8, style: "count" },
      { header: HEADERS.kind[lang], width: 11, style: "text" },
      { header: FIELDS.registrationNumber[lang], width: 27, style: "text" },
      { header: HEADERS.field[lang], width: 18, style: "text" },
      { header: ko ? "수집" : "Run", width: 12, style: "plain" },
      { header: ko ? "선택자" : "Spec", width: 8, style: "count" },
      { header: ko ? "주소" : "Address", width: 64, style: "text" },
      { header: ko ? "쪽" : "Page", width: 7, style: "count" },
      { header: ko ? "행" : "Row", width: 7, style: "count" },
      { header: ko ? "보관 원문(SHA-256)" : "Archived page (SHA-256)", width: 68, style: "plain" },
      { header: ko ? "시작 바이트" : "First byte", width: 12, style: "count" },
      { header: ko ? "끝 바이트(제외)" : "End byte (excluded)", width: 15, style: "count" },
      { header: ko ? "관측 시각(서울)" : "Observed at (Seoul)", width: 20, style: "plain" },
      {
        header: ko ? "칸까지 증명하는 명령" : "Command that proves the cell",
        width: 60,
        style: "text",
      },
    ],
    frozenColumns: 3,
    rows: rows(),
    nothing: NOTHING[lang],
  };

  function* rows(): Iterable<SheetRow> {
    for (const change of report.changes) {
      for (const field of evidenceFields(change)) yield { cells: cellsOf(change, field, book) };
    }
  }
}

function cellsOf(change: Change, field: FieldName | null, book: Book): Cell[] {
  const { report: { run }, lang } = book;
  const { url, digest, start, end, page, row } = change.evidence;
  return [
    change.seq,
    EVENT_LABELS[change.kind][lang],
    numberCell(change, book),
    field === null ? null : FIELDS[field][lang],
    change.run,
    run.specVersion,
    { value: url, link: { kind: "outside", url } },
    page,
    row + 1,
    digest,
    start,
    end,
    seoulTime(change.observedAt),
    proofCommand(change, field),
  ];
}
